"""Matches and tournaments, from the agents to the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.core.spec import SEEDS
from cheese_envs.registry import game_spec

from . import schedule
from .entrants import Given, enter
from .playing import Played, Progress, Table, derived_seed, play_part, seed_agents
from .standings import Standings, summarise

AT_ONCE = 2048  # games
AT_ONCE_SEARCHED = 64  # where an agent searches, so that an interruption loses little
MOST_GAMES = 10**7

Agents = Sequence[Given] | Mapping[str, Given]


class Match:
    """Games to be played: `play` them, then ask for the `standings`.

    `everybody`: a tournament; else the agents are one for each seat, or two, of whom the second
    has all seats but one. What was finished when `play` is interrupted still counts.

    The same seed gives the same standings, whatever `threads` is. Whatever `at_once` (games) is,
    too, unless an agent draws its luck in the order in which it is asked; none of ours does.
    """

    def __init__(
        self,
        game: str,
        agents: Agents,
        *,
        num_players: int = 2,
        games: int = 1000,
        seed: int = 0,
        threads: int | None = None,
        options: Mapping[str, Any] | None = None,
        at_once: int | None = None,
        everybody: bool = False,
    ) -> None:
        spec = game_spec(game)
        seats, filled = spec.options(num_players, options or {})
        self.table = Table(spec, seats, filled, threads)
        self.seed = plain.whole(seed, "seed", 0, SEEDS - 1)
        self.deals = -(-plain.whole(games, "games", 1, MOST_GAMES) // seats)
        self.entrants = enter(agents)
        self._line_ups = self._draw_up(everybody)
        self._at_once = self._games_at_once(at_once)
        self._finished: list[Played] = []
        trial = self.table.batch(1, 0)
        for one in self.entrants:
            if one.agent is not None:
                one.agent.bind(trial)  # an agent that cannot play this game says so now

    @property
    def games(self) -> int:
        """How many games there are: those asked for, rounded up to whole deals."""
        return self.deals * self.table.num_players

    @property
    def finished(self) -> int:
        """How many games count so far."""
        return sum(part.moves.size for part in self._finished)

    def play(self, progress: Progress | None = None) -> None:
        """Play the games; `progress(games finished, games in all)` is told now and then."""
        self._finished.clear()
        seed_agents(self.entrants, self.seed)
        first_seed = derived_seed(self.seed)
        together = max(1, self._at_once // self.table.num_players)
        for first in range(0, self.deals, together):
            last = min(first + together, self.deals)
            seats = schedule.seatings(self._line_ups, first, last)
            tell = self._telling(progress)
            self._finished.append(
                play_part(self.table, self.entrants, seats, first_seed + first, tell)
            )

    def standings(self) -> Standings:
        """What the games finished so far add up to."""
        if not self._finished:
            raise ValueError("no game is finished yet")
        return summarise(
            Played.join(self._finished),
            [one.name for one in self.entrants],
            has_scores=self.table.spec.has_scores,
            game=self.table.spec.name,
            num_players=self.table.num_players,
            options=self.table.options,
            seed=self.seed,
            complete=self.finished == self.games,
        )

    def _draw_up(self, everybody: bool) -> list[schedule.LineUp]:
        count, seats = len(self.entrants), self.table.num_players
        if everybody:
            if count < 2:
                raise OptionError(f"a tournament needs at least 2 agents, not {count}")
            luck = np.random.default_rng(self.seed)
            return schedule.line_ups(count, seats, self.deals, luck)
        if count not in (2, seats):
            either = "2 agents" if seats == 2 else f"2 agents, or {seats} for {seats} seats"
            raise OptionError(f"a match needs {either}, not {count}")
        return [schedule.rival_line_up(count, seats)]

    def _games_at_once(self, given: int | None) -> int:
        if given is not None:
            return plain.whole(given, "at_once", 1)
        searched = any(hasattr(one.agent, "act_games") for one in self.entrants)
        return AT_ONCE_SEARCHED if searched else AT_ONCE

    def _telling(self, progress: Progress | None) -> Any:
        if progress is None:
            return None
        before, games = self.finished, self.games
        return lambda over: progress(before + over, games)


def play_match(
    game: str,
    agents: Agents,
    *,
    num_players: int = 2,
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play one line-up: an agent for each seat, or two, the second in all seats but one.

    Agents are names, agents, or a mapping of names to either. `games` is rounded up to whole
    deals, each of which is played under every rotation of the seats.
    """
    match = Match(
        game,
        agents,
        num_players=num_players,
        games=games,
        seed=seed,
        threads=threads,
        options=options,
    )
    match.play(progress)
    return match.standings()


def play_tournament(
    game: str,
    agents: Agents,
    *,
    num_players: int = 2,
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play any number of agents against each other, `games` in all (rounded up to whole deals).

    All line-ups come up equally often; where there are more than deals, a fair choice of them.
    """
    match = Match(
        game,
        agents,
        num_players=num_players,
        games=games,
        seed=seed,
        threads=threads,
        options=options,
        everybody=True,
    )
    match.play(progress)
    return match.standings()
