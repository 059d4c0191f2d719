"""Gymnasium VectorEnv: one seat in many games, on the batched engine."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cheese_envs.core import plain
from cheese_envs.core.spec import GameSpec
from cheese_envs.faces.seat import SeatGames
from cheese_envs.faces.spaces import observation_box

Step = tuple[
    NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class SeatVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """A finished game restarts within the step; its last view is then in `infos["final_obs"]`."""

    def __init__(
        self,
        spec: GameSpec,
        /,
        num_envs: int = 1,
        *,
        num_players: int = 2,
        seat: int = 0,
        opponents: Any = "random",
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.num_envs = plain.whole(num_envs, "num_envs", 1)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = None
        self._games = SeatGames(spec, self.num_envs, num_players, seat, opponents, threads, options)
        count = self._games.batch.num_players
        self.single_observation_space = observation_box(spec, count)
        self.single_action_space = spaces.Discrete(spec.action_size(count))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin every game: game i of seed + i, or from its random numbers as they are."""
        self._games.reset(seed)
        return self._games.batch.observations.copy(), {"action_mask": self.action_masks()}

    def step(self, actions: Any) -> Step:
        """The seat acts in each game."""
        games = self._games
        if not games.begun:
            raise gymnasium.error.ResetNeeded("call reset() before step(): no game is under way")
        games.step(actions)
        infos: dict[str, Any] = {"action_mask": self.action_masks()}
        if games.final is not None:
            over = games.terminated | games.truncated
            last = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(over):
                last[game] = games.final[game]
            infos |= {"final_obs": last, "_final_obs": over}
        return (
            games.batch.observations.copy(),
            games.rewards.astype(np.float64),
            games.terminated.copy(),
            games.truncated.copy(),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """What the seat may do now in each game. bool [num_envs, ACTIONS]."""
        return self._games.batch.action_masks.copy()
