"""A player that searches, knowing no more than its seat: `core/search.py` on the game's kernels."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.agent import decisions
from cheese_envs.core import plain
from cheese_envs.core.outcome import PLAYING
from cheese_envs.core.search import NODE, SearchPlan
from cheese_envs.core.spec import SEEDS, GameSpec

if TYPE_CHECKING:
    from cheese_envs.core.batch import Batch

MOST_SIMULATIONS = 1_000_000


class Games(NamedTuple):
    """What is searched: games of one kind, each for its player to move."""

    spec: GameSpec
    num_players: int
    config: NDArray[Any]  # [1] record
    states: NDArray[Any]  # [B] records
    threads: int


class MctsAgent:
    """Plays so many simulated games for each decision.

    The choice depends on the agent's seed and on what the player to move knows, on nothing else.
    """

    def __init__(self, simulations: int, seed: int = 0, plan: SearchPlan | None = None) -> None:
        self.simulations = plain.whole(
            simulations, "simulations", 1, MOST_SIMULATIONS, error=ValueError
        )
        self.plan = plan  # None: each game's own
        self._env: Any = None
        self.seed(seed)

    @classmethod
    def from_words(cls, words: str) -> MctsAgent:
        """The agent of `mcts:200`, from what stands after the colon."""
        count = int(words) if words.isascii() and words.isdigit() and len(words) < 10 else 0
        if not 1 <= count <= MOST_SIMULATIONS:
            raise ValueError(
                f"'mcts:{words}' is no agent: after mcts: comes how many games to simulate for each"
                f" decision, from 1 to {MOST_SIMULATIONS}, as in mcts:200"
            )
        return cls(count)

    def bind(self, env: Any) -> None:
        """Search in this env, solo env or batch from now on."""
        _games_of(env)
        self._env = env

    def seed(self, seed: int) -> None:
        self._seed = np.uint64(plain.whole(seed, "seed", 0, SEEDS - 1, error=ValueError))

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        return int(self.act_batch(np.asarray(observation)[None], np.asarray(action_mask)[None])[0])

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        """An action for each game of the bound env or batch, all of which must be given."""
        seen, _ = decisions(observations, action_masks)
        games = self._bound()
        if len(seen) != len(games.states):
            raise ValueError(
                f"{len(seen)} observations for {len(games.states)} bound games: this agent searches"
                " the games themselves, all of them, or some of a batch by act_games(batch, rows)"
            )
        if not np.array_equal(seen, _views(games)):
            raise ValueError(
                "these observations are not what the players to move in the bound games see:"
                " bind the env that is being played"
            )
        return self._search(games)[0]

    def act_games(self, batch: Batch, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """An action in some games of a batch."""
        return self.search_games(batch, rows)[0]

    def search_games(
        self, batch: Batch, rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The same, and how often each action was tried. int64 [rows], int32 [rows, ACTIONS]."""
        games = _games_of(batch)
        return self._search(games._replace(states=games.states[rows]))

    def weights(self, env: Any = None) -> NDArray[np.float64]:
        """How much of the search went to each action, for the player to move: sums to 1."""
        games = self._bound() if env is None else _games_of(env)
        if len(games.states) != 1:
            raise ValueError(f"weights are of one game, not of {len(games.states)}")
        visits = self._search(games)[1][0]
        shares: NDArray[np.float64] = visits / visits.sum()
        return shares

    def _bound(self) -> Games:
        if self._env is None:
            raise ValueError("this agent searches: give it the env first, by agent.bind(env)")
        return _games_of(self._env)

    def _search(self, games: Games) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        count = len(games.states)
        over = np.flatnonzero(games.states["end"] != PLAYING)
        if over.size:
            raise ValueError(f"game {over[0]} is over or not begun: nobody is to move")
        actions = np.empty(count, np.int64)
        visits = np.empty((count, games.spec.action_size(games.num_players)), np.int32)
        parts = np.array_split(np.arange(count), max(1, min(games.threads, count)))
        bounds = [(int(part[0]), int(part[-1]) + 1) for part in parts if part.size]
        if len(bounds) < 2:
            for lo, hi in bounds:
                self._search_part(games, lo, hi, actions, visits)
            return actions, visits
        with ThreadPoolExecutor(len(bounds), "cheese_envs") as pool:
            jobs = [pool.submit(self._search_part, games, *b, actions, visits) for b in bounds]
            for job in jobs:
                job.result()
        return actions, visits

    def _search_part(
        self, games: Games, lo: int, hi: int, actions: NDArray[Any], visits: NDArray[Any]
    ) -> None:
        """Search games lo to hi - 1, with room of its own to work in."""
        spec, players = games.spec, games.num_players
        spec.search_loops.search_games(
            games.states[lo:hi],
            games.config,
            (self.plan or spec.plan).record(),
            self._seed,
            self.simulations,
            np.zeros(1, spec.state),
            np.empty(self.simulations + 1, NODE),
            np.empty(self.simulations + 2, np.int64),
            np.empty(spec.observation_size(players), np.int8),
            np.empty(spec.action_size(players), np.bool_),
            np.zeros(players, np.float32),
            actions[lo:hi],
            visits[lo:hi],
        )


def _games_of(env: Any) -> Games:
    """The games of an AEC env, a solo or vector env, or a batch."""
    inner = getattr(env, "unwrapped", env)
    inner = inner._games.batch if hasattr(inner, "_games") else inner
    if hasattr(inner, "states"):
        return Games(inner.game, inner.num_players, inner.config, inner.states, inner.threads)
    if hasattr(inner, "_states"):
        return Games(inner.game, inner.num_players, inner._config, inner._states, 1)
    raise ValueError(f"mcts plays in the envs and batches of cheese_envs, not in {env!r}")


def _views(games: Games) -> NDArray[np.int8]:
    """What the players to move see."""
    size = games.spec.observation_size(games.num_players)
    seen = np.empty((len(games.states), size), np.int8)
    seats = games.states["seat"].copy()
    games.spec.loops.observe_seats(games.states, games.config, seats, seen)
    return seen
