"""A rule-of-thumb player of Drôle de Fromage.

It follows every sequence of the steps left to the positions they end in, each position once, and
weighs what falls where, and how many steps each player then is from each cheese, by the chance that
a cheese it has not looked into is sound.

A board is 64 bits, square by square, and a square's `code` is 0 for nothing or a cheese's size + 1.
All that the search writes lies in one record: each array handed on would be counted as a reference,
which took most of the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core.kernel import kernel
from cheese_envs.core.rng import MIX_1, MIX_2, mix
from cheese_envs.games.drole_de_fromage.state import SIZE, SIZES, SQUARES

STEPS = 4
BACK = 2  # one's own side, in one's own view
CODES = 1 + SIZES
NOWHERE = -1  # over the edge
ILLEGAL = -1
LAYER = 2048  # positions kept after each step; more arise only with rolls beyond the usual die's
SLOTS = 2 * LAYER  # of the hash table
NOTHING, ONE = np.uint64(0), np.uint64(1)
ROWS = np.array([-1, 0, 1, 0], np.int64)  # a step forward, right, back, left
COLS = np.array([0, 1, 0, -1], np.int64)
# Turned left so far, and right so far, a board's bits go one step that way.
LEFT = np.array([SQUARES - SIZE, 1, SIZE, SQUARES - 1], np.uint64)
RIGHT = np.array([SIZE, SQUARES - 1, SQUARES - SIZE, 1], np.uint64)
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # shifted left, its top six bits never repeat
TOP_SIX = np.uint64(58)
NEAR = 0.85  # what a cheese is worth with each step more that is needed to bring it home

DESK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("worth", np.float64, (CODES,)),  # of an unseen cheese, by its code
                ("falls", np.float64, (STEPS, CODES)),  # what is gained when one falls there
                ("theirs", np.float64, (SQUARES,)),  # how near it is to others' homes: below 0
                ("homes", np.float64, (SQUARES,)),  # the root's outlook, by one's own mouse's place
                ("others", np.uint64),  # mice, a bit a square
                ("root_low", np.uint64),  # the board before any step, as below
                ("root_high", np.uint64),
                ("best", np.float64),  # what is reached at most
                ("chosen", np.int64),  # the first step towards it
                # The positions after an even, an odd number of steps:
                ("low", np.uint64, (2, LAYER)),  # a bit a square: the low bit of its code
                ("high", np.uint64, (2, LAYER)),  # the high bit
                ("gain", np.float64, (2, LAYER)),  # by what fell on the way there
                ("mouse", np.int8, (2, LAYER)),  # one's own: its square
                ("first", np.int8, (2, LAYER)),  # step on the way there
                ("slots", np.int16, (SLOTS,)),  # their hash table: a position's number + 1, or 0
            ],
            align=True,
        ),
    )
)


def _ahead() -> NDArray[np.int64]:
    """The next square, by way and square, or NOWHERE."""
    ahead = np.full((STEPS, SQUARES), NOWHERE, np.int64)
    for way, square in np.ndindex(ahead.shape):
        row, col = square // SIZE + ROWS[way], square % SIZE + COLS[way]
        if 0 <= row < SIZE and 0 <= col < SIZE:
            ahead[way, square] = row * SIZE + col
    return ahead


def _nearness() -> NDArray[np.float64]:
    """By the way it is pushed, the mouse's square and its own: 0 where no mouse can come behind."""
    near = np.zeros((STEPS, SQUARES, SQUARES))
    for way, mouse, square in np.ndindex(near.shape):
        row, col = divmod(square, SIZE)
        from_row, from_col = row - ROWS[way], col - COLS[way]
        if 0 <= from_row < SIZE and 0 <= from_col < SIZE:
            walk = abs(mouse // SIZE - from_row) + abs(mouse % SIZE - from_col)
            push = (row + 1, SIZE - col, SIZE - row, col + 1)[way]
            near[way, mouse, square] = NEAR ** (walk + push)
    return near


def _squares() -> NDArray[np.int64]:
    """How far DE_BRUIJN was shifted left, by its top six bits."""
    squares = np.zeros(SQUARES, np.int64)
    for square in range(SQUARES):
        squares[(int(DE_BRUIJN) << square) % 2**64 >> int(TOP_SIX)] = square
    return squares


AHEAD = _ahead()
NEARNESS = _nearness()
SQUARE = _squares()


@kernel
def choose(observation: Any, mask: Any, config: Any) -> Any:
    """The best action by the player's own view. observation: int8, mask: bool [ACTIONS]."""
    # Handed on as an array of one: a record taken from it here would not keep it alive.
    return decide(observation, mask, config, np.empty(1, DESK))


@kernel
def decide(observation: Any, mask: Any, config: Any, desks: Any) -> Any:
    """The same, with room to work in. desks: [1] record (DESK)."""
    desk = desks[0]
    weigh_sizes(observation, config, desk.worth)
    if mask[mask.shape[0] - 1]:
        return choose_take(observation, mask, config, desk.worth)
    return search(observation, mask, config, desk)


@kernel
def weigh_sizes(observation: Any, config: Any, worth: Any) -> None:
    """What nothing, and an unseen cheese of each size, is worth. worth: float [CODES]."""
    players = config.players
    unseen = (players + SIZES) * SQUARES + (players + 1) * SIZES + 4
    worth[0] = 0.0
    worth[1] = config.values[0]
    for size in range(1, SIZES):
        sound = observation[unseen + 2 * size - 2]
        count = sound + observation[unseen + 2 * size - 1]
        # A little for a wormy one: it brings the last cheese nearer.
        worth[1 + size] = config.values[size] * (sound / count if count else 0.0)
    for size in range(SIZES):
        worth[1 + size] += 0.05


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
                hoard += worth[1 + other] * observation[held + away * SIZES + other]
            value = worth[1 + size] + 0.1 * hoard
            if value > highest:
                best, highest = action, value
    return best


@kernel
def search(observation: Any, mask: Any, config: Any, desk: Any) -> Any:
    """The first step towards the best position that the steps left can reach."""
    read_others(observation, config, desk)
    read_root(observation, config, desk)
    steps = observation[(config.players + SIZES) * SQUARES + (config.players + 1) * SIZES + 9]
    desk.best, desk.chosen = -1e9, -1
    count = 1
    for depth in range(steps):
        count = grow(observation, mask, config, desk, depth, count, steps)
    weigh_leaves(desk, steps & 1, count)
    return desk.chosen


@kernel
def read_others(observation: Any, config: Any, desk: Any) -> None:
    """Where the others' mice are, what they gain when a cheese falls, and what draws near them."""
    scale = (config.players - 1) ** 0.5
    desk.others = NOTHING
    desk.theirs[:] = 0.0
    for code in range(CODES):
        desk.falls[BACK, code] = desk.worth[code]
    for turn in range(STEPS - 1):
        way = (BACK + 1 + turn) % STEPS
        away = observation[observation.shape[0] - 3 + turn]
        if away == 0:  # Nobody sits there.
            desk.falls[way, :] = 0.0
            continue
        mouse = read_plane(observation, away)
        desk.others |= mouse
        for code in range(CODES):
            desk.falls[way, code] = -desk.worth[code] / scale
        at = lowest(mouse)
        for square in range(SQUARES):
            desk.theirs[square] -= NEARNESS[way, at, square] / scale


@kernel
def read_root(observation: Any, config: Any, desk: Any) -> None:
    """Enter the position before any step."""
    small = read_plane(observation, config.players)
    medium = read_plane(observation, config.players + 1)
    big = read_plane(observation, config.players + 2)
    desk.root_low, desk.root_high = small | big, medium | big
    desk.low[0, 0], desk.high[0, 0] = desk.root_low, desk.root_high
    desk.gain[0, 0], desk.first[0, 0] = 0.0, 0
    desk.mouse[0, 0] = lowest(read_plane(observation, 0))


@kernel
def read_plane(observation: Any, plane: Any) -> Any:
    """A plane of the observation, a bit a square."""
    bits = NOTHING
    for square in range(SQUARES):
        bits |= np.uint64(observation[plane * SQUARES + square]) << np.uint64(square)
    return bits


@kernel
def lowest(bits: Any) -> Any:
    """The square of the lowest bit."""
    return SQUARE[((bits & (~bits + ONE)) * DE_BRUIJN) >> TOP_SIX]


@kernel
def grow(
    observation: Any, mask: Any, config: Any, desk: Any, depth: Any, count: Any, steps: Any
) -> Any:
    """Step from each position; returns how many there are then."""
    here, there, found = depth & 1, 1 - (depth & 1), 0
    # Beyond the last step it takes longer to find a position again than to weigh it again.
    last = depth == steps - 1 and STEPS * count < LAYER
    room = 0 if last else clear_slots(desk.slots, STEPS * count)
    for i in range(count):
        for way in range(STEPS):
            if depth == 0 and not mask[way]:
                continue
            fallen, mouse, low, high = push(
                desk.low[here, i], desk.high[here, i], desk.mouse[here, i], way, desk.others
            )
            if fallen == ILLEGAL:
                continue
            gain = desk.gain[here, i] + desk.falls[way, fallen]
            first = way if depth == 0 else desk.first[here, i]
            if low | high == NOTHING:
                right = last_cheese(observation, config, desk.worth, desk.falls[way, fallen])
                better(desk, gain + right, first)
            elif found < LAYER - 1:
                desk.low[there, found], desk.high[there, found] = low, high
                desk.gain[there, found] = gain
                desk.mouse[there, found], desk.first[there, found] = mouse, first
                found += last or is_new(desk, there, found, room)
    return found


@kernel
def better(desk: Any, value: Any, first: Any) -> None:
    """Keep a first step if it leads higher."""
    if value > desk.best + 1e-9:
        desk.best, desk.chosen = value, first


@kernel
def code_at(low: Any, high: Any, square: Any) -> Any:
    """What lies on a square."""
    bit = np.uint64(square)
    return np.int64(((low >> bit) & ONE) | (((high >> bit) & ONE) << ONE))


@kernel
def push(low: Any, high: Any, mouse: Any, way: Any, others: Any) -> Any:
    """Step: the code of what falls, or ILLEGAL; then the mouse's square and the board."""
    to = AHEAD[way, mouse]
    if to == NOWHERE:
        return ILLEGAL, to, low, high
    square, bit = to, ONE << np.uint64(to)
    line, fallen = NOTHING, 0
    while (low | high) & bit:
        beyond = AHEAD[way, square]
        if beyond == NOWHERE:
            fallen = code_at(low, high, square)
            low, high = low & ~bit, high & ~bit
        else:
            line |= bit
            square, bit = beyond, ONE << np.uint64(beyond)
    if others & bit:
        return ILLEGAL, to, low, high
    return fallen, to, shift(low, line, way), shift(high, line, way)


@kernel
def shift(board: Any, line: Any, way: Any) -> Any:
    """The board when what lies on a line goes one step."""
    moved = board & line
    return (board ^ moved) | (moved << LEFT[way]) | (moved >> RIGHT[way])


@kernel
def last_cheese(observation: Any, config: Any, worth: Any, gain: Any) -> Any:
    """What the right to take a cheese is worth, to who got the last one."""
    held = (config.players + SIZES) * SQUARES
    mine, theirs = 0.0, 0.0
    for size in range(SIZES):
        if observation[held + size]:
            mine = max(mine, worth[1 + size])
        for away in range(1, config.players):
            if observation[held + away * SIZES + size]:
                theirs = max(theirs, worth[1 + size])
    if gain == 0.0:
        return 0.0
    return 2 * theirs if gain > 0 else -2 * mine / (config.players - 1)


@kernel
def clear_slots(slots: Any, most: Any) -> Any:
    """Make room for so many positions, half of it free; returns how much, a power of two."""
    room = 1
    while room < 2 * most and room < SLOTS:
        room *= 2
    slots[:room] = 0
    return room


@kernel
def is_new(desk: Any, layer: Any, found: Any, room: Any) -> Any:
    """Enter the position at `found` into the hash table, unless the layer has it already."""
    low, high = desk.low[layer, found], desk.high[layer, found]
    gain, mouse = desk.gain[layer, found], desk.mouse[layer, found]
    key = mix((low * MIX_1) ^ (high * MIX_2) ^ np.uint64(mouse))
    slot = np.int64(key & np.uint64(room - 1))
    while desk.slots[slot] > 0:
        known = desk.slots[slot] - 1
        same = desk.low[layer, known] == low and desk.high[layer, known] == high
        if same and desk.mouse[layer, known] == mouse and desk.gain[layer, known] == gain:
            return False
        slot = (slot + 1) & (room - 1)
    desk.slots[slot] = found + 1
    return True


@kernel
def weigh_leaves(desk: Any, layer: Any, count: Any) -> None:
    """Find the best of the positions that the steps left lead to."""
    desk.homes[:] = np.nan
    root_low, root_high = desk.root_low, desk.root_high
    for i in range(count):
        mouse = desk.mouse[layer, i]
        if np.isnan(desk.homes[mouse]):
            desk.homes[mouse] = outlook(desk, mouse, root_low, root_high, NOTHING, NOTHING)
        low, high = desk.low[layer, i], desk.high[layer, i]
        total = desk.homes[mouse] + outlook(desk, mouse, low, high, root_low, root_high)
        better(desk, desk.gain[layer, i] + 0.5 * total, desk.first[layer, i])


@kernel
def outlook(desk: Any, mouse: Any, low: Any, high: Any, than_low: Any, than_high: Any) -> Any:
    """How much nearer the cheeses are to being brought home, by oneself and others, than before."""
    total = 0.0
    left = (low ^ than_low) | (high ^ than_high)
    while left:
        square = lowest(left)
        left &= left - ONE
        now, before = code_at(low, high, square), code_at(than_low, than_high, square)
        near = NEARNESS[BACK, mouse, square] + desk.theirs[square]
        total += (desk.worth[now] - desk.worth[before]) * near
    return total
