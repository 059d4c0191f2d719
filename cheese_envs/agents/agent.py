"""What every agent offers."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


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
