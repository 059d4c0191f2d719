"""A rule-of-thumb player of Drôle de Fromage.

It follows every sequence of the steps left to the positions they end in, each position once, and
weighs what falls where, and how many steps each player then is from each cheese, by the chance that
a cheese it has not looked into is sound.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core.kernel import kernel
from cheese_envs.core.rng import mix
from cheese_envs.games.drole_de_fromage.state import SEATS, SIZE, SIZES, SQUARES

STEPS = 4
BACK = 2  # one's own side, in one's own view
NOBODY = -1
LAYER = 2048  # positions kept after each step; more arise only with rolls beyond the usual die's
SLOTS = 4 * LAYER  # of the hash table
ONE = np.uint64(1)
ROWS = np.array([-1, 0, 1, 0], np.int64)  # a step forward, right, back, left
COLS = np.array([0, 1, 0, -1], np.int64)
NEAR = 0.85  # what a cheese is worth with each step more that is needed to bring it home


def _nearness() -> NDArray[np.float64]:
    """By the way it is pushed, its square and the mouse's: 0 where no mouse can come behind it."""
    near = np.zeros((STEPS, SQUARES, SQUARES))
    for way, square, mouse in np.ndindex(near.shape):
        row, col = divmod(square, SIZE)
        from_row, from_col = row - ROWS[way], col - COLS[way]
        if 0 <= from_row < SIZE and 0 <= from_col < SIZE:
            walk = abs(mouse // SIZE - from_row) + abs(mouse % SIZE - from_col)
            push = (row + 1, SIZE - col, SIZE - row, col + 1)[way]
            near[way, square, mouse] = NEAR ** (walk + push)
    return near


NEARNESS = _nearness()


@kernel
def choose(observation: Any, mask: Any, config: Any) -> Any:
    """The best action by the player's own view. observation: int8, mask: bool [ACTIONS]."""
    worth = np.zeros(SIZES)
    weigh_sizes(observation, config, worth)
    if mask[mask.shape[0] - 1]:
        return choose_take(observation, mask, config, worth)
    return search(observation, mask, config, worth)


@kernel
def weigh_sizes(observation: Any, config: Any, worth: Any) -> None:
    """What an unseen cheese of each size is worth. worth: float [SIZES]."""
    players = config.players
    unseen = (players + SIZES) * SQUARES + (players + 1) * SIZES + 4
    worth[0] = config.values[0]
    for size in range(1, SIZES):
        sound = observation[unseen + 2 * size - 2]
        count = sound + observation[unseen + 2 * size - 1]
        # A little for a wormy one: it brings the last cheese nearer.
        worth[size] = config.values[size] * (sound / count if count else 0.0)
    for size in range(SIZES):
        worth[size] += 0.05


@kernel
def choose_take(observation: Any, mask: Any, config: Any, worth: Any) -> Any:
    """Take what is worth most, from who holds most."""
    held = (config.players + SIZES) * SQUARES
    best, highest = mask.shape[0] - 1, 0.0
    for action in range(STEPS, mask.shape[0] - 1):
        if mask[action]:
            away, size = (action - STEPS) // SIZES + 1, (action - STEPS) % SIZES
            hoard = 0.0
            for other in range(SIZES):
                hoard += worth[other] * observation[held + away * SIZES + other]
            value = worth[size] + 0.1 * hoard
            if value > highest:
                best, highest = action, value
    return best


@kernel
def read_sides(observation: Any, config: Any, owner: Any) -> None:
    """Who gets what falls forward, right, back, left: a seat away, or NOBODY. owner: [4]."""
    sides = observation.shape[0] - 3
    owner[BACK] = 0
    for turn in range(3):
        away = observation[sides + turn]
        owner[(BACK + 1 + turn) % STEPS] = away if away > 0 else NOBODY


@kernel
def search(observation: Any, mask: Any, config: Any, worth: Any) -> Any:
    """The first step towards the best position that the steps left can reach."""
    players = config.players
    owner = np.zeros(STEPS, np.int64)
    read_sides(observation, config, owner)
    mice = np.zeros(SEATS, np.int64)
    layers = np.empty((2, LAYER, 3), np.uint64)  # cheeses' low bit, high bit, mouse and first step
    gains = np.empty((2, LAYER))
    layers[0, 0] = 0
    gains[0, 0] = 0.0
    read_board(observation, players, mice, layers[0, 0])
    steps = observation[(players + SIZES) * SQUARES + (players + 1) * SIZES + 9]
    slots = np.empty(SLOTS, np.int16)
    falls = np.empty((STEPS, SIZES))
    weigh_falls(owner, worth, players, falls)
    best = np.array([-1e9, -1.0])
    count = 1
    for depth in range(steps):
        here, there = depth & 1, 1 - (depth & 1)
        slots[:] = 0
        found = 0
        for i in range(count):
            for way in range(STEPS):
                if depth > 0 or mask[way]:
                    node = layers[there, found]
                    gain = push(layers[here, i], way, mice, players, falls, node)
                    if gain > -1e8:
                        first = way if depth == 0 else np.int64(layers[here, i, 2]) >> 6
                        node[2] |= np.uint64(first << 6)
                        gains[there, found] = gains[here, i] + gain
                        if node[0] | node[1] == 0:
                            final = gains[there, found] + last_cheese(
                                observation, config, worth, gain
                            )
                            better(best, final, first)
                        elif found < LAYER - 1 and is_new(
                            layers[there], gains[there], found, slots
                        ):
                            found += 1
        count = found
    for i in range(count):
        leaf = layers[steps & 1, i]
        value = gains[steps & 1, i] + outlook(leaf, mice, owner, falls)
        better(best, value, np.int64(leaf[2]) >> 6)
    return np.int64(best[1])


@kernel
def better(best: Any, value: Any, first: Any) -> None:
    """Keep a first step if it leads higher. best: float [value, step]."""
    if value > best[0] + 1e-9:
        best[0], best[1] = value, first


@kernel
def read_board(observation: Any, players: Any, mice: Any, node: Any) -> None:
    """The mice's squares and the root position."""
    for away in range(players):
        for square in range(SQUARES):
            if observation[away * SQUARES + square]:
                mice[away] = square
    for size in range(SIZES):
        for square in range(SQUARES):
            if observation[(players + size) * SQUARES + square]:
                set_code(node, np.uint64(square), size + 1)
    node[2] = np.uint64(mice[0])


@kernel
def code_at(node: Any, square: Any) -> Any:
    """What lies on a square: 0 nothing, or a cheese's size + 1."""
    return np.int64(((node[0] >> square) & ONE) | (((node[1] >> square) & ONE) << ONE))


@kernel
def set_code(node: Any, square: Any, code: Any) -> None:
    """Put a cheese (size + 1) or nothing (0) on a square."""
    node[0] = (node[0] & ~(ONE << square)) | (np.uint64(code & 1) << square)
    node[1] = (node[1] & ~(ONE << square)) | (np.uint64(code >> 1) << square)


@kernel
def push(node: Any, way: Any, mice: Any, players: Any, falls: Any, result: Any) -> Any:
    """Step into `result`; what that gains, or -1e9 if it is not allowed."""
    mouse = np.int64(node[2] & np.uint64(63))
    row, col = mouse // SIZE + ROWS[way], mouse % SIZE + COLS[way]
    if row < 0 or row >= SIZE or col < 0 or col >= SIZE:
        return -1e9
    result[0], result[1] = node[0], node[1]
    result[2] = np.uint64(row * SIZE + col)
    carried = 0
    while 0 <= row < SIZE and 0 <= col < SIZE:
        square = row * SIZE + col
        for away in range(1, players):
            if mice[away] == square:
                return -1e9
        lying = code_at(result, np.uint64(square))
        set_code(result, np.uint64(square), carried)
        carried = lying
        if carried == 0:
            return 0.0
        row += ROWS[way]
        col += COLS[way]
    return falls[way, carried - 1]


@kernel
def weigh_falls(owner: Any, worth: Any, players: Any, falls: Any) -> None:
    """The gain when a cheese falls: to oneself, to another, to nobody. falls: [STEPS, SIZES]."""
    for way in range(STEPS):
        for size in range(SIZES):
            if owner[way] == NOBODY:
                falls[way, size] = 0.0
            elif owner[way] == 0:
                falls[way, size] = worth[size]
            else:
                falls[way, size] = -worth[size] / (players - 1) ** 0.5


@kernel
def last_cheese(observation: Any, config: Any, worth: Any, gain: Any) -> Any:
    """What the right to take a cheese is worth, to who got the last one."""
    held = (config.players + SIZES) * SQUARES
    mine, theirs = 0.0, 0.0
    for size in range(SIZES):
        if observation[held + size]:
            mine = max(mine, worth[size])
        for away in range(1, config.players):
            if observation[held + away * SIZES + size]:
                theirs = max(theirs, worth[size])
    if gain == 0.0:
        return 0.0
    return 2 * theirs if gain > 0 else -2 * mine / (config.players - 1)


@kernel
def is_new(layer: Any, gains: Any, found: Any, slots: Any) -> Any:
    """Enter the position at `found` into the hash table, unless the layer has it already."""
    key = mix(layer[found, 0] ^ mix(layer[found, 1] ^ mix(layer[found, 2] & np.uint64(63))))
    slot = np.int64(key & np.uint64(SLOTS - 1))
    while slots[slot] > 0:
        known = slots[slot] - 1
        same = layer[known, 0] == layer[found, 0] and layer[known, 1] == layer[found, 1]
        same &= (layer[known, 2] ^ layer[found, 2]) & np.uint64(63) == 0
        if same and gains[known] == gains[found]:
            return False
        slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = found + 1
    return True


@kernel
def outlook(node: Any, mice: Any, owner: Any, falls: Any) -> Any:
    """How near the cheeses are to being brought home, by oneself and by the others."""
    total = 0.0
    own = np.int64(node[2] & np.uint64(63))
    for way in range(STEPS):
        if owner[way] != NOBODY:
            mouse = own if owner[way] == 0 else mice[owner[way]]
            square, left = 0, node[0] | node[1]
            while left:
                if left & ONE:
                    size = code_at(node, np.uint64(square)) - 1
                    total += falls[way, size] * NEARNESS[way, square, mouse]
                left >>= ONE
                square += 1
    return 0.5 * total
