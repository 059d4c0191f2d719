"""The loops that ours and the peers are measured in: the same function for the same shape."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .timing import Chunk

SEED = 0


class RandomPlayer:
    """Picks uniformly among the legal actions, as cheaply as Python allows."""

    def __init__(self, seed: int = SEED) -> None:
        self.random = random.Random(seed).random

    def pick(self, action_mask: NDArray[Any]) -> int:
        """A legal action of a mask."""
        return int(self.among(np.flatnonzero(action_mask)))

    def among(self, legal: Any) -> Any:
        """One of a sequence of legal actions."""
        return legal[int(self.random() * len(legal))]


def aec_games(env: Any) -> Chunk:
    """PettingZoo's loop, one game a chunk. Closing steps of finished players do not count."""
    pick = RandomPlayer().pick
    env.reset(seed=SEED)

    def chunk() -> int:
        env.reset()
        moves = 0
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(pick(observation["action_mask"]))
                moves += 1
        return moves

    return chunk


def pick_batch(action_masks: NDArray[np.bool_], generator: np.random.Generator) -> NDArray[np.intp]:
    """A uniformly random legal action for each row of masks [B, ACTIONS], without a Python loop."""
    columns = np.flatnonzero(action_masks) % action_masks.shape[1]  # every legal action, row by row
    counts = np.count_nonzero(action_masks, axis=1)
    firsts = np.cumsum(counts) - counts
    chosen: NDArray[np.intp] = columns[
        firsts + (generator.random(len(counts)) * counts).astype(np.intp)
    ]
    return chosen
