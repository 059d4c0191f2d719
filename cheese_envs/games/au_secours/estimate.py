"""What a game of Au secours under way is worth to each player, for agents that search.

The numbers are those that best told the winner in games of the rule-of-thumb player with itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.games.au_secours.state import KINDS, PLACES, SEATS, Kind, Part

WEDGES = (0.0, 0.1, 0.4, 0.6, 0.9, 1.25, 1.7, 2.25)  # by the good wedges on a wheel
FINISHED = 3.0  # a wheel that is finished, when one more is to come
ROT = -0.5  # any rotten wedge
FULL = -0.65  # a full wheel
HELD = (0.0, -0.13, -0.2, -0.2, -0.2, 0.55, 0.32)  # each card in hand
MOVER = 0.13
AT_HAND = 0.7  # the last wedge in hand


@kernel
def estimate(state: Any, config: Any, values: Any) -> None:
    """Write the reward that each seat may expect. values: float32 [players]."""
    chances = np.zeros(SEATS)
    total = 0.0
    for seat in range(config.players):
        chances[seat] = np.exp(standing(state, config, seat) / (config.players - 1) ** 0.5)
        total += chances[seat]
    for seat in range(config.players):
        values[seat] = (config.players * chances[seat] / total - 1.0) / (config.players - 1)


@kernel
def standing(state: Any, config: Any, seat: Any) -> Any:
    """How well a seat stands."""
    worth = FINISHED * state.completed[seat] + MOVER * (state.seat == seat)
    for kind in range(KINDS):
        worth += HELD[kind] * state.hands[seat, kind]
    for wheel in range(config.wheels):
        table = state.tables[seat, wheel]
        good, rotten = table[Part.GOOD], table[Part.ROTTEN]
        worth += WEDGES[good]
        worth += ROT if rotten else 0.0
        worth += FULL if good + rotten == PLACES else 0.0
        if good == PLACES - 1 and rotten == 0 and state.hands[seat, Kind.GOOD]:
            worth += AT_HAND
    return worth
