"""The batched engine: owns the states of many games and the arrays they are shown in."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core import plain
from cheese_envs.core.errors import IllegalActionError
from cheese_envs.core.outcome import PLAYING
from cheese_envs.core.rng import any_seed
from cheese_envs.core.spec import SEEDS, GameSpec

# Below this many games a thread costs more than it saves.
GAMES_PER_THREAD = 1024


class Batch:
    """Many games of one kind, stepped together.

    The arrays are the engine's own and are refreshed in place: copy what you keep, write into none.
    They show the player now to move (`observations`, `action_masks`, `players`) and what the last
    step brought (`rewards`, `terminated`, `truncated`).
    """

    observations: NDArray[np.int8]  # [B, OBSERVATION]
    action_masks: NDArray[np.bool_]  # [B, ACTIONS]
    players: NDArray[np.int8]  # [B]
    rewards: NDArray[np.float32]  # [B, num_players]
    terminated: NDArray[np.bool_]  # [B]
    truncated: NDArray[np.bool_]  # [B]

    def __init__(
        self,
        spec: GameSpec,
        /,
        batch_size: int,
        *,
        num_players: int = 2,
        seed: int | None = 0,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.game = spec
        self.batch_size = plain.whole(batch_size, "batch_size", 1)
        self.num_players, self.options = spec.options(num_players, options)
        self.threads = (
            available_cores() if threads is None else plain.whole(threads, "threads", 1, 1024)
        )
        self.config = spec.make_config(self.num_players, self.options)
        size = self.batch_size
        self.states = np.zeros(size, spec.state)
        self.observations = np.zeros((size, spec.observation_size(self.num_players)), np.int8)
        self.action_masks = np.zeros((size, spec.action_size(self.num_players)), np.bool_)
        self.players = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, self.num_players), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self._everywhere = np.ones(size, np.bool_)
        self._pool: tuple[int, ThreadPoolExecutor] | None = None
        first = any_seed() if seed is None else seed
        self._first_seed: int | None = None
        self.reset(first)
        self._first_seed = first  # what a first reset() without a seed starts from

    def reset(self, seed: int | None = None) -> None:
        """Begin every game: game i from seed + i, or from its random numbers as they are.

        The first reset without a seed begins the games of the seed given when the batch was made.
        """
        if seed is None:
            seed = self._first_seed
        seeds = np.zeros(0, np.uint64)
        if seed is not None:
            first = plain.whole(seed, "seed", 0, SEEDS - 1)
            seeds = np.uint64(first) + np.arange(self.batch_size, dtype=np.uint64)
        self._first_seed = None
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self._run(
            lambda lo, hi: self.game.loops.reset_games(
                self.states[lo:hi],
                self.config,
                seeds[lo:hi] if seed is not None else seeds,
                *self._view(lo, hi),
            )
        )

    def step(self, actions: Any) -> None:
        """The player to move in each game acts; a finished game restarts at once."""
        self.advance(self.check_actions(actions), restart=True)

    def check_actions(self, actions: Any) -> NDArray[np.int64]:
        """Actions as int64 [B], or an error that names the first that cannot be."""
        try:
            array = np.asarray(actions)
        except ValueError:  # lists of different lengths
            array = np.empty((), object)
        if array.shape != (self.batch_size,) or array.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be whole numbers of shape ({self.batch_size},),"
                f" not {array.dtype} of shape {array.shape}"
            )
        checked = array.astype(np.int64, copy=False)
        bad = self.game.loops.first_illegal(self.action_masks, checked)
        if bad >= 0:
            raise IllegalActionError(f"game {bad}: {self.why_illegal(bad, array[bad])}")
        return checked

    def why_illegal(self, game: int, action: Any) -> str:
        """Why the player to move in a game may not take an action."""
        player, count = f"player_{self.players[game]}", self.action_masks.shape[1]
        if not 0 <= action < count:
            return f"{player} has no action {action}: actions run from 0 to {count - 1}"
        return self.game.explain(self.states[game], self.config[0], int(action))

    def advance(self, actions: NDArray[np.int64], *, restart: bool) -> None:
        """Play checked actions; -1 passes over a game. A finished game restarts if `restart`."""
        self._run(
            lambda lo, hi: self.game.loops.step_games(
                self.states[lo:hi],
                self.config,
                actions[lo:hi],
                *self._view(lo, hi),
                *self._result(lo, hi),
                restart,
            )
        )

    def restart(self, which: NDArray[np.bool_]) -> None:
        """Begin a new game wherever `which` (bool [B]) says, on its random numbers as they are."""
        self._run(
            lambda lo, hi: self.game.loops.restart_games(
                self.states[lo:hi], self.config, which[lo:hi], *self._view(lo, hi)
            )
        )

    def sample(self, where: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """A uniformly random legal action for each game (-1 where not `where`), by its own luck."""
        actions = np.empty(self.batch_size, np.int64)
        chosen = self._everywhere if where is None else where
        self._run(
            lambda lo, hi: self.game.loops.sample_games(
                self.states[lo:hi],
                self.config,
                self.action_masks[lo:hi],
                chosen[lo:hi],
                actions[lo:hi],
            )
        )
        return actions

    def rollout(self, steps: int) -> None:
        """Play `steps` random moves in each game: what `steps` times `step(sample())` would do."""
        count = plain.whole(steps, "steps", 0)
        if count == 0:
            return
        self._run(
            lambda lo, hi: self.game.loops.rollout_games(
                self.states[lo:hi], self.config, count, *self._view(lo, hi), *self._result(lo, hi)
            ),
            work=count,
        )

    def observe(self, seats: Any) -> NDArray[np.int8]:
        """What a seat sees in each game: one seat for all, or int8 [B]."""
        chosen = self._check_seats(seats)
        seen = np.empty_like(self.observations)
        self._run(
            lambda lo, hi: self.game.loops.observe_seats(
                self.states[lo:hi], self.config, chosen[lo:hi], seen[lo:hi]
            )
        )
        return seen

    def _check_seats(self, seats: Any) -> NDArray[np.int8]:
        try:
            array = np.broadcast_to(seats, self.batch_size)
        except ValueError:  # of another length
            array = np.empty(0, object)
        if array.dtype.kind in "iu" and array.min() >= 0 and array.max() < self.num_players:
            return np.ascontiguousarray(array, np.int8)
        raise ValueError(
            f"seats must be one from 0 to {self.num_players - 1}, or {self.batch_size} such,"
            f" not {plain.brief(seats)}"
        )

    def get_states(self) -> NDArray[Any]:
        """A copy of all games, their random numbers included."""
        copy = np.empty_like(self.states)
        copy.view(np.uint8)[:] = self.states.view(np.uint8)  # what lies between the fields too
        return copy

    def set_states(self, states: NDArray[Any]) -> None:
        """Take up what `get_states` of such a batch gave; the last step's results are cleared."""
        if not isinstance(states, np.ndarray) or states.dtype != self.game.state:
            raise ValueError(f"states must come from get_states() of a {self.game.name} batch")
        if states.shape != (self.batch_size,):
            raise ValueError(f"states must have shape ({self.batch_size},), not {states.shape}")
        seats = states["seat"]
        if (seats < 0).any() or (seats >= self.num_players).any():
            raise ValueError(f"states must be of {self.num_players} players, like this batch")
        if (states["end"] != PLAYING).any():
            raise ValueError("states must be of games that go on: a batch restarts finished ones")
        self.states[:] = states
        self._first_seed = None  # from now on the games go on from these random numbers
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False
        self._run(
            lambda lo, hi: self.game.loops.show_games(
                self.states[lo:hi], self.config, *self._view(lo, hi)
            )
        )

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def _view(self, lo: int, hi: int) -> tuple[NDArray[Any], ...]:
        return self.observations[lo:hi], self.action_masks[lo:hi], self.players[lo:hi]

    def _result(self, lo: int, hi: int) -> tuple[NDArray[Any], ...]:
        return self.rewards[lo:hi], self.terminated[lo:hi], self.truncated[lo:hi]

    def _run(self, part: Callable[[int, int], object], work: int = 1) -> None:
        """Run `part(lo, hi)` over all games, in as many threads as pay."""
        size = self.batch_size
        threads = min(self.threads, max(1, size * work // GAMES_PER_THREAD), size)
        if threads == 1:
            part(0, size)
            return
        bounds = [size * k // threads for k in range(threads + 1)]
        later = [self._workers().submit(part, lo, hi) for lo, hi in pairwise(bounds[1:])]
        part(bounds[0], bounds[1])
        for job in later:
            job.result()

    def _workers(self) -> ThreadPoolExecutor:
        # A forked child inherits the pool's object but not its threads.
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads - 1, "cheese_envs")
        return self._pool[1]


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
