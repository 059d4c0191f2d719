"""A player that takes any legal action, each equally likely."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.agent import decisions


class RandomAgent:
    """Draws on random numbers of its own."""

    def __init__(self, seed: int | None = None) -> None:
        self._luck = np.random.default_rng(seed)

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        return int(self.act_batch(np.asarray(observation)[None], np.asarray(action_mask)[None])[0])

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        _, allowed = decisions(observations, action_masks)
        wanted = self._luck.integers(allowed.sum(axis=1))
        actions: NDArray[np.int64] = (allowed.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)
        return actions

    def bind(self, env: Any) -> None:
        """Random play is the same in every game."""

    def seed(self, seed: int) -> None:
        self._luck = np.random.default_rng(seed)
