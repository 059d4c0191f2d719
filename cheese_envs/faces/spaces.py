"""Spaces of a game, made from its spec."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cheese_envs.core.spec import GameSpec


def observation_box(spec: GameSpec, num_players: int) -> spaces.Box:
    """The observation vector, bounded piece by piece."""
    parts = spec.pieces(num_players)
    low = np.concatenate([np.full(piece.size, piece.low, np.int8) for piece in parts])
    high = np.concatenate([np.full(piece.size, piece.high, np.int8) for piece in parts])
    return spaces.Box(low, high, dtype=np.int8)


class LegalDiscrete(spaces.Discrete[np.int64]):
    """A discrete space that samples only what is legal now, where no mask is given.

    So `env.step(env.action_space.sample())` works, as Gymnasium's and SB3's checkers expect.
    """

    def __init__(self, n: int, legal: Callable[[], NDArray[np.bool_]]) -> None:
        super().__init__(n)
        self._legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            allowed = self._legal()
            mask = allowed.astype(np.int8) if allowed.any() else None
        return super().sample(mask, probability)


def aec_spaces(
    spec: GameSpec, agents: list[str]
) -> tuple[dict[str, spaces.Dict[Any]], dict[str, spaces.Discrete[np.int64]]]:
    """Observation and action spaces by agent."""
    actions = spec.action_size(len(agents))
    box = observation_box(spec, len(agents))
    seen: dict[str, spaces.Dict[Any]] = {
        agent: spaces.Dict(
            {
                "observation": spaces.Box(box.low, box.high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        for agent in agents
    }
    return seen, {agent: spaces.Discrete(actions) for agent in agents}
