"""One seat in many games, the other seats played by opponents: what solo and vector stand on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents import Agent, act_games, load
from cheese_envs.core import plain
from cheese_envs.core.batch import Batch
from cheese_envs.core.errors import OptionError
from cheese_envs.core.rng import any_seed
from cheese_envs.core.spec import GameSpec

RANDOM = "random"  # played by the engine itself, on each game's own random numbers


class SeatGames:
    """Steps from one turn of the seat to its next; a finished game restarts within the step."""

    def __init__(
        self,
        spec: GameSpec,
        batch_size: int,
        num_players: int,
        seat: int,
        opponents: Any,
        threads: int | None,
        options: dict[str, Any],
    ) -> None:
        self.batch = Batch(spec, batch_size, num_players=num_players, threads=threads, **options)
        self.seat = plain.whole(seat, "seat", 0, self.batch.num_players - 1)
        others = [other for other in range(self.batch.num_players) if other != self.seat]
        self.opponents = dict(zip(others, _agents(opponents, len(others)), strict=True))
        for agent in self.opponents.values():
            if agent is not None:
                agent.bind(self.batch)
        self.begun = False  # whether the games have random numbers of their own to go on from
        self.rewards = np.zeros(self.batch.batch_size, np.float32)
        self.terminated = np.zeros(self.batch.batch_size, np.bool_)
        self.truncated = np.zeros(self.batch.batch_size, np.bool_)
        self.finished = np.zeros(
            0, spec.state
        )  # the games that ended in the last step that saw any
        self.final: NDArray[np.int8] | None = None  # the seat's last views, if any game just ended

    def reset(self, seed: int | None) -> None:
        """Begin every game and let the opponents play up to the seat's first turn."""
        if seed is None and not self.begun:
            seed = any_seed()
        self.begun = True
        self.batch.reset(seed)
        if seed is not None:
            for place, agent in self.opponents.items():
                if agent is not None:
                    agent.seed(seed + place)
        self._reach_seat()

    def step(self, actions: Any) -> None:
        """The seat acts in each game; rewards are those of everything up to its next turn."""
        batch = self.batch
        batch.advance(batch.check_actions(actions), restart=False)
        self.rewards[:] = batch.rewards[:, self.seat]
        self.terminated[:] = batch.terminated
        self.truncated[:] = batch.truncated
        self._play_others(over=self.terminated | self.truncated)
        over = self.terminated | self.truncated
        self.final = None
        if over.any():
            self.final = batch.observe(self.seat)
            self.finished = batch.states[over]
            batch.restart(over)
            self._reach_seat()

    def _play_others(self, over: NDArray[np.bool_]) -> None:
        """Let opponents move where it is not the seat's turn, until it is or the game is over."""
        batch = self.batch
        while True:
            waiting = ~over & (batch.players != self.seat)
            if not waiting.any():
                return
            batch.advance(self._choose(waiting), restart=False)
            self.rewards += batch.rewards[:, self.seat]
            self.terminated |= batch.terminated
            self.truncated |= batch.truncated
            over = self.terminated | self.truncated

    def _reach_seat(self) -> None:
        """After a beginning: up to the seat's first turn, past games that end before it."""
        batch = self.batch
        while True:
            waiting = batch.players != self.seat
            if not waiting.any():
                return
            batch.advance(self._choose(waiting), restart=True)

    def _choose(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        batch = self.batch
        by_engine = [other for other, agent in self.opponents.items() if agent is None]
        actions = batch.sample(waiting & np.isin(batch.players, by_engine))
        for agent in {id(agent): agent for agent in self.opponents.values() if agent}.values():
            seats = [other for other, player in self.opponents.items() if player is agent]
            rows = np.flatnonzero(waiting & np.isin(batch.players, seats))
            if rows.size:
                actions[rows] = act_games(agent, batch, rows)
        return actions


def _agents(opponents: Any, count: int) -> list[Agent | None]:
    """An agent for each other seat, clockwise by seat number; None is the engine's random play."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != count:
            raise OptionError(f"opponents must be one for all or {count}, not {len(opponents)}")
        return [_agent(one) for one in opponents]
    return [_agent(opponents)] * count


def _agent(opponent: Any) -> Agent | None:
    if isinstance(opponent, str):
        return None if opponent == RANDOM else load(opponent)
    if isinstance(opponent, Agent):
        return opponent
    raise OptionError(f"an opponent must be an agent or the name of one, not {opponent!r}")
