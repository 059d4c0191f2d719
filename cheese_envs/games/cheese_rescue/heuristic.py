"""A rule-of-thumb player of Cheese Rescue.

It looks at the area as each of its placements would leave it: whose cheeses would be safe if the
animals were counted now, how many open cells beside them may still bring a mouse, which mice and
cats may still be chased off, and what is left in hand. The weights of these were found by playing
against itself: they are those that best told, from such positions, the points ahead at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.games.cheese_rescue.rules import ANYWHERE, NOTHING, beside, count_bits
from cheese_envs.games.cheese_rescue.state import ANIMAL_KINDS, KINDS, ONE, Kind

# The words a position is told by: all cards, then those of a kind.
ALL, DOGS, CATS, MICE, OWN_LOW, OWN_HIGH, OTHER_LOW, OTHER_HIGH = range(8)
WORDS = 8
PER_SIDE = 6  # features: the points on one side's cheeses that are safe, and so on, see `weigh`
FEATURES = 2 * PER_SIDE + KINDS
PHASES = 4

# In hundredths of a point, for each quarter of the game.
WEIGHTS = np.array(
    [  # one's own cheeses, the others', the cards left in hand
        [50, -20, -10, -5, -21, -1, -38, 7, 10, 9, 20, 1, -1, -5, -20, -19, 1, 54],
        [81, -26, -14, -10, -32, 16, -50, 22, 10, 10, 29, 10, -34, -40, -54, -28, 15, 84],
        [92, -39, -19, -12, -47, 10, -66, 29, 17, 13, 28, 4, -9, -11, -27, 5, 45, 108],
        [100, -56, -15, -10, -51, 5, -93, 34, 23, 1, 26, -7, -5, -4, -10, 4, 23, 48],
    ],
    np.float64,
)


@kernel
def choose(observation: Any, mask: Any, config: Any) -> Any:
    """The placement that looks best. observation: int8, mask: bool [KINDS * cells]."""
    words = np.zeros(WORDS, np.uint64)
    after = np.zeros(WORDS, np.uint64)
    read_area(observation, config, words)
    hand = (4 + config.players) * config.cells
    room = observation.shape[0] - 4
    turns_left = observation[observation.shape[0] - 2]
    weights = WEIGHTS[phase_of(config, turns_left)]
    best, highest = -1, -1e9
    for kind in range(KINDS):
        if observation[hand + kind] == 0:
            continue
        kept = -weights[2 * PER_SIDE + kind]  # what the hand loses; the rest is the same for all
        for cell in range(config.cells):
            action = kind * config.cells + cell
            if mask[action]:
                open_cells = lay_out(words, config, kind, cell, observation, room, after)
                worth = kept + weigh(after, open_cells, config, weights)
                if worth > highest:
                    best, highest = action, worth
    return best


@kernel
def phase_of(config: Any, turns_left: Any) -> Any:
    """Which part of the game a turn is in: 0 the first."""
    return (config.turns - turns_left) * PHASES // config.turns


@kernel
def read_area(observation: Any, config: Any, words: Any) -> None:
    """The planes of an observation as words. words: uint64 [WORDS]."""
    cells = config.cells
    for cell in range(cells):
        bit = ONE << np.uint64(cell)
        if observation[cell]:
            words[ALL] |= bit
        for kind in range(ANIMAL_KINDS):
            if observation[(1 + kind) * cells + cell]:
                words[DOGS + kind] |= bit
                words[ALL] |= bit
        for away in range(config.players):
            value = observation[(4 + away) * cells + cell]
            if value:
                words[ALL] |= bit
                place = OWN_LOW if away == 0 else OTHER_LOW
                if value & 1:
                    words[place] |= bit
                if value & 2:
                    words[place + 1] |= bit


@kernel
def lay_out(
    words: Any, config: Any, kind: Any, cell: Any, observation: Any, room: Any, after: Any
) -> Any:
    """The words after a placement, hugging the frame as the state does; returns the open cells."""
    for i in range(WORDS):
        after[i] = words[i]
    here = ONE << np.uint64(cell)
    after[ALL] |= here
    if kind < ANIMAL_KINDS:
        after[DOGS + kind] |= here
    else:
        value = kind - Kind.CHEESE1 + 1
        if value & 1:
            after[OWN_LOW] |= here
        if value & 2:
            after[OWN_HIGH] |= here
    row = cell // config.frame
    col = cell - row * config.frame
    rows_left, cols_left = np.int64(observation[room]), np.int64(observation[room + 1])
    by = NOTHING
    if row == 0:
        by += config.row
    if col == 0:
        by += ONE
    rows_left -= row == 0 or row > config.side - rows_left
    cols_left -= col == 0 or col > config.side - cols_left
    if by:
        for i in range(WORDS):
            after[i] <<= by
    open_cells = beside(after[ALL], config) & ~after[ALL]
    if rows_left == 0:
        open_cells &= config.rows
    if cols_left == 0:
        open_cells &= config.columns
    return open_cells


@kernel
def points(low: Any, high: Any, cells: Any) -> Any:
    """The points on some cells."""
    return count_bits(low & cells) + 2 * count_bits(high & cells)


@kernel
def weigh(words: Any, open_cells: Any, config: Any, weights: Any) -> Any:
    """What a position is worth, but for the hand. weights: float [FEATURES]."""
    dogs, cats, mice = words[DOGS], words[CATS], words[MICE]
    near_open = beside(open_cells, config)
    cats &= ~beside(dogs, config)
    scared = mice & beside(cats, config)
    mice &= ~scared
    danger = beside(mice, config)
    lost = beside(mice & ~near_open, config)  # no cat can come any more
    loose = beside(scared & ~beside(cats & ~near_open, config), config)  # a dog may free the mouse
    risky = open_cells & ~beside(cats, config)
    up, down = risky << config.row, risky >> config.row
    left, right = (risky & config.not_last) << ONE, risky >> ONE
    one = up | down | left | right
    two = (up & down) | (left & right) | ((up | down) & (left | right))
    three = (up & down & (left | right)) | (left & right & (up | down))
    worth = 0.0
    for side in range(2):
        low, high = words[OWN_LOW + 2 * side], words[OWN_HIGH + 2 * side]
        low_safe, high_safe = low & ~danger, high & ~danger
        at = PER_SIDE * side
        part = weights[at] * points(low_safe, high_safe, ANYWHERE)
        part += weights[at + 1] * points(low_safe, high_safe, one)
        part += weights[at + 2] * points(low_safe, high_safe, two)
        part += weights[at + 3] * points(low_safe, high_safe, three)
        part += weights[at + 4] * points(low_safe, high_safe, loose)
        part += weights[at + 5] * points(low, high, danger & ~lost)
        worth += part / (config.players - 1) if side else part
    return worth
