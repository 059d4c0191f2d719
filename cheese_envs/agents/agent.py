"""What every agent offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cheese_envs.core.batch import Batch


@runtime_checkable
class Agent(Protocol):
    """Sees what its player sees, answers with a legal action."""

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        """An action for one decision."""
        ...

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        """An action for each row."""
        ...

    def bind(self, env: Any) -> None:
        """Take note of the game: its options, and for agents that search, the env itself."""
        ...

    def seed(self, seed: int) -> None:
        """Start the agent's own luck anew."""
        ...


def decisions(observations: Any, action_masks: Any) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """What an agent is shown, checked: int8 [B, OBSERVATION] and bool [B, ACTIONS]."""
    seen = np.ascontiguousarray(observations, np.int8)
    allowed = np.ascontiguousarray(action_masks, np.bool_)
    if seen.ndim != 2 or allowed.ndim != 2 or len(seen) != len(allowed):
        raise ValueError(
            "observations and action masks must have a row for each decision,"
            f" not the shapes {seen.shape} and {allowed.shape}"
        )
    if not allowed.any(axis=1).all():
        raise ValueError("an action mask allows nothing: it is not this player's turn")
    return seen, allowed


def act_games(agent: Agent, batch: Batch, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """An agent's action in some games of a batch, for the player to move in each.

    An agent that searches has an `act_games(batch, rows)` of its own and is handed the games, of
    which it may use only what the player to move knows (`redeal`); others see the observations.
    """
    search = getattr(agent, "act_games", None)
    if search is not None:
        return np.asarray(search(batch, rows), np.int64)
    actions = np.asarray(agent.act_batch(batch.observations[rows], batch.action_masks[rows]))
    if actions.dtype.kind not in "iu" or actions.shape != rows.shape:
        raise ValueError(
            f"{type(agent).__name__}.act_batch must give {len(rows)} whole numbers,"
            f" not {actions.dtype} of shape {actions.shape}"
        )
    return actions
