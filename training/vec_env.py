"""Stable-Baselines3's VecEnv on the batched engine: a learner's seat in many games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn

from cheese_envs.agents import act_games
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.core.batch import Batch
from cheese_envs.core.spec import GameSpec
from cheese_envs.faces.spaces import observation_box
from training.choice import draw_rows
from training.self_play import ENGINE, Pool

NOTHING: dict[str, Any] = {}  # the info of a game that goes on; one for all, as none is written to


class SelfPlayVecEnv(VecEnv):
    """Each game has a seat for the learner, drawn anew with every game, and rivals from a pool.

    A transition runs from one turn of the learner to its next, or to the game's end, with the
    rewards of everything in between. A game that ends is followed by a new one in the same step.
    Everything handed out is a copy: SB3 keeps observations while it steps on.
    """

    def __init__(
        self,
        spec: GameSpec,
        num_envs: int,
        pool: Pool,
        *,
        num_players: int = 2,
        seed: int = 0,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.batch = Batch(
            spec, num_envs, num_players=num_players, seed=seed, threads=threads, **options
        )
        self.pool = pool
        self.render_mode = None
        self.luck = np.random.Generator(np.random.PCG64(seed))
        self.seats = np.zeros(num_envs, np.int8)  # the learner's, in each game
        self.rivals = np.zeros((num_envs, self.batch.num_players), np.int64)  # places in the pool
        self._rows = np.arange(num_envs)
        self._actions = np.zeros(num_envs, np.int64)
        self._rewards = np.zeros(num_envs, np.float32)
        self._done = np.zeros(num_envs, np.bool_)
        self._infos: list[dict[str, Any]] = []
        self._held = False
        super().__init__(
            num_envs,
            observation_box(spec, self.batch.num_players),
            spaces.Discrete(spec.action_size(self.batch.num_players)),
        )

    def reset(self) -> NDArray[np.int8]:
        """Begin every game; a seed given by `seed()` is taken up.

        After `restore` or `hold` it begins nothing: the games go on as they are.
        """
        if self._held:
            self._held = False
            self._reset_seeds()
            return self.batch.observations.copy()
        self.batch.reset(self._seeds[0])
        if self._seeds[0] is not None:
            self.luck = np.random.Generator(np.random.PCG64(self._seeds[0]))
        self._reset_seeds()
        self._infos = [NOTHING] * self.num_envs
        self._done[:] = True  # so that what happens before the learner's first turn counts for none
        self._seat(self._done)
        self._play_on()
        return self.batch.observations.copy()

    def restore(
        self, states: NDArray[Any], seats: NDArray[np.int8], rivals: NDArray[np.int64]
    ) -> None:
        """Take up games that a checkpoint kept, each at a turn of the learner's."""
        self.batch.set_states(states)
        self.seats[:] = seats
        self.rivals[:] = rivals
        self.hold()

    def hold(self) -> None:
        """Let the next `reset` begin nothing anew."""
        self._held = True

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = self.batch.check_actions(actions)

    def step_wait(self) -> VecEnvStepReturn:
        self._rewards[:] = 0
        self._done[:] = False
        self._infos = [NOTHING] * self.num_envs
        self._advance(self._actions)
        self._play_on()
        return (
            self.batch.observations.copy(),
            self._rewards.copy(),
            self._done.copy(),
            self._infos,
        )

    def _play_on(self) -> None:
        """Let the rivals move until it is the learner's turn everywhere."""
        while (waiting := self.batch.players != self.seats).any():
            self._advance(self._choose(waiting))

    def _advance(self, actions: NDArray[np.int64]) -> None:
        batch = self.batch
        batch.advance(actions, restart=False)
        over = batch.terminated | batch.truncated
        if not over.any():  # rewards come at the end of a game
            return
        first = over & ~self._done
        self._rewards[first] += batch.rewards[self._rows, self.seats][first]
        if first.any():
            self._end(np.flatnonzero(first))
        self._done |= over
        batch.restart(over)
        self._seat(over)

    def _end(self, games: NDArray[np.int64]) -> None:
        """Tell SB3 and the pool of games that the learner has finished."""
        batch = self.batch
        seen = batch.observe(self.seats)
        shares = points(batch)[games, self.seats[games]]
        for game, share in zip(games.tolist(), shares.tolist(), strict=True):
            self._infos[game] = {
                "terminal_observation": seen[game],
                "TimeLimit.truncated": bool(batch.truncated[game]),
                "share": share,
            }
        others = np.arange(batch.num_players) != self.seats[games, None]
        met = self.rivals[games][others]
        self.pool.record(met, np.repeat(shares, batch.num_players - 1))

    def _seat(self, which: NDArray[np.bool_]) -> None:
        """Draw the learner's seat and its rivals for games that begin."""
        count = int(which.sum())
        self.seats[which] = self.luck.integers(0, self.batch.num_players, count)
        self.rivals[which] = self.pool.draw((count, self.batch.num_players))

    def _choose(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The rivals' actions: one pass for each of them. -1 where the learner is to move."""
        batch = self.batch
        place = np.where(waiting, self.rivals[self._rows, batch.players], -1)
        actions = np.full(self.num_envs, -1, np.int64)
        for one in np.unique(place[waiting]):
            rival = self.pool.rivals[one]
            here = place == one
            if rival.agent is None:
                if rival.name != ENGINE:
                    raise RuntimeError(f"{rival.name} has no player yet")
                actions[here] = batch.sample(here)[here]
                continue
            rows = np.flatnonzero(here)
            if isinstance(rival.agent, PolicyAgent):
                allowed = batch.action_masks[rows]
                scores = rival.agent.scores(batch.observations[rows], allowed)
                aims = self.luck.random(len(rows), np.float32)
                actions[rows] = draw_rows(scores, allowed, aims)[0]
            else:
                actions[rows] = act_games(rival.agent, batch, rows)
        return actions

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now in each game. bool [num_envs, ACTIONS]."""
        return self.batch.action_masks.copy()

    def close(self) -> None:
        """Nothing is held open."""

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        raise NotImplementedError("the games of one engine have no attributes of their own")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """Only `action_masks`, which answers for each game."""
        if method_name != "action_masks":
            raise NotImplementedError(f"the games have no method {method_name!r} of their own")
        masks = self.action_masks()
        return list(masks if indices is None else masks[list(self._get_indices(indices))])

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:
        return [False for _ in self._get_indices(indices)]


def points(batch: Batch) -> NDArray[np.float64]:
    """Each seat's share of a finished game: the winners share 1, or all do if nobody won."""
    bits = np.arange(batch.num_players)
    won = (batch.states["winners"][:, None] >> bits) & 1
    count = won.sum(axis=1, keepdims=True)
    shares: NDArray[np.float64] = np.where(
        count > 0, won / np.maximum(count, 1), 1 / batch.num_players
    )
    return shares
