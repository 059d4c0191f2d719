"""What a game of Drôle de Fromage under way is worth to each player, for agents that search.

Points in hand count, and each cheese on the board by how near it is to being brought home: the
fewer points are still to be had, the more a lead decides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.games.drole_de_fromage.state import (
    AHEAD,
    CHEESES,
    NOBODY,
    NOWHERE,
    RIM,
    SEATS,
    SIZE,
    SIZES,
    STRIDE,
)

NEAR = 0.85 ** np.arange(4 * SIZE)  # what a cheese so many steps from home is worth
PULL = 0.5  # of a cheese on the board against one in hand
SPREAD = 2.0  # points ahead that count for much at the very end
OPEN = 0.15  # and so much more for each point still to be had


@kernel
def estimate(state: Any, config: Any, values: Any) -> None:
    """Write the reward that each seat may expect. values: float32 [players]."""
    points = np.zeros(SEATS)
    worth = np.zeros(SIZES)
    left = weigh_sizes(state, config, worth)
    for i in range(CHEESES):
        if state.owners[i] != NOBODY:
            points[state.owners[i]] += 0 if state.wormy[i] else config.values[state.sizes[i]]
        elif state.cells[i] != NOWHERE:
            for seat in range(config.players):
                near = NEAR[steps_home(state, config, seat, state.cells[i])]
                points[seat] += PULL * worth[state.sizes[i]] * near
    scale = SPREAD + OPEN * left
    total = 0.0
    for seat in range(config.players):
        points[seat] = np.exp(points[seat] / scale)
        total += points[seat]
    for seat in range(config.players):
        values[seat] = (config.players * points[seat] / total - 1.0) / (config.players - 1)


@kernel
def weigh_sizes(state: Any, config: Any, worth: Any) -> Any:
    """The mean worth of the cheeses of each size on the board; returns what all are worth."""
    count = np.zeros(SIZES)
    left = 0.0
    for i in range(CHEESES):
        if state.cells[i] != NOWHERE:
            value = 0 if state.wormy[i] else config.values[state.sizes[i]]
            left += value
            worth[state.sizes[i]] += value
            count[state.sizes[i]] += 1
    for size in range(SIZES):
        # A little for a wormy one: it brings the last cheese nearer.
        worth[size] = 0.05 + (worth[size] / count[size] if count[size] else 0.0)
    return left


@kernel
def steps_home(state: Any, config: Any, seat: Any, cell: Any) -> Any:
    """Steps a seat's mouse needs to push a cheese over its own edge if nothing is in its way."""
    ahead = AHEAD[(config.sides[seat] + 2) & 3]  # towards one's own side
    mouse, behind = np.int64(state.mice[seat]), np.int64(cell - ahead)
    if state.board[behind] == RIM:
        return 4 * SIZE - 1
    walk = abs(mouse // STRIDE - behind // STRIDE) + abs(mouse % STRIDE - behind % STRIDE)
    push = 0
    place = np.int64(cell)
    while state.board[place] != RIM:
        push += 1
        place += ahead
    return walk + push
