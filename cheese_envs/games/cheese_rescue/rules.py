"""Cheese Rescue's rules: set-up, legal cells, a turn, the count at the end."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.outcome import set_winner
from cheese_envs.core.rng import below, shuffle
from cheese_envs.core.stores import SPREAD, store_word
from cheese_envs.games.cheese_rescue.state import (
    ANIMAL_KINDS,
    DRAWN_AT_START,
    KINDS,
    ONE,
    SEATS,
    End,
    Kind,
)

NOTHING = np.uint64(0)
LOW_BYTE = np.uint64(0xFF)
ANYWHERE = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def set_up(state, config):
    """Begin a game on the state's random numbers."""
    state.end = End.PLAYING
    state.winners = 0
    state.turns = 0
    state.seat = below(state, config.players) if config.first_player < 0 else config.first_player
    state.start = config.corner if config.start_card else NOTHING
    state.animals[:] = NOTHING
    state.cheese_low[:] = NOTHING
    state.cheese_high[:] = NOTHING
    state.scores[:] = 0
    state.height = config.side if config.fixed else 1
    state.width = state.height
    # A fixed area fills rows and columns 1 to N of the frame; [0, 0] is then its corner.
    state.origin_row = 1
    state.origin_col = 1
    if config.fixed and config.start_card:
        middle = config.side // 2
        state.start = config.corner << np.uint64(middle * config.frame + middle)
    deal(state, config)


@kernel
def deal(state, config):
    """Shuffle the animals; each player takes a set of cheeses and draws two animals."""
    place = 0
    for kind in range(ANIMAL_KINDS):
        for _ in range(config.animals[kind]):
            state.pile[place] = kind
            place += 1
    shuffle(state, state.pile, config.pile)
    state.drawn = 0
    for seat in range(SEATS):
        state.hands[seat, :] = 0
    for seat in range(config.players):
        for value in range(3):
            state.hands[seat, Kind.CHEESE1 + value] = config.cheeses[value]
        for _ in range(DRAWN_AT_START):
            draw(state, config, seat)


@kernel
def draw(state, config, seat):
    """Take the next animal of the pile, as long as it lasts."""
    if state.drawn < config.pile:
        state.hands[seat, state.pile[state.drawn]] += 1
        state.drawn += 1


@kernel
def beside(cells, config):
    """The cells that share a side with one of `cells`, none of which is in column 0."""
    right = (cells & config.not_last) << ONE
    return (cells << config.row) | (cells >> config.row) | right | (cells >> ONE)


@kernel
def all_cheeses(state):
    """The cells with a cheese of anyone's."""
    cells = NOTHING
    for seat in range(SEATS):
        cells |= state.cheese_low[seat] | state.cheese_high[seat]
    return cells


@kernel
def occupied(state):
    """The cells with a card."""
    return state.start | state.animals[0] | state.animals[1] | state.animals[2] | all_cheeses(state)


@kernel
def legal_cells(state, config):
    """The cells where a card may be laid now."""
    taken = occupied(state)
    if taken == NOTHING:
        # Three players: the first card goes anywhere, and where it goes is the origin.
        return config.inside if config.fixed else config.corner
    cells = beside(taken, config) & ~taken
    # Row 0 and column 0 are room to grow; a box that is N wide or high has none.
    cells &= config.rows if state.height == config.side else ANYWHERE
    cells &= config.columns if state.width == config.side else ANYWHERE
    return cells


@kernel
def legal(state, config, mask):
    """Write what the player to move may lay where. mask: bool [KINDS * cells]."""
    if state.end != End.PLAYING:
        mask[:] = False
        return
    cells, count = legal_cells(state, config), config.cells
    at = 0
    for kind in range(KINDS):
        held = np.uint64(state.hands[state.seat, kind] > 0)
        at = spread(cells * held, count, mask, at)


@kernel
def spread(word, cells, out, at):
    """Write a word's cells as 0 and 1 from out[at] on; returns where the next plane begins."""
    for first in range(0, cells - 7, 8):
        store_word(out, at + first, SPREAD[(word >> np.uint64(first)) & LOW_BYTE])
    last = cells - 8  # once more the last eight: so none is left out, and none beyond is touched
    store_word(out, at + last, SPREAD[(word >> np.uint64(last)) & LOW_BYTE])
    return at + cells


@kernel
def count_bits(word):
    """How many bits are set, in the shape that compilers know to be one instruction."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    pairs = (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    word = (word & np.uint64(0x3333333333333333)) + pairs
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def lay(state, kind, cell):
    """Put a card of the player to move on a cell (a word with one bit)."""
    if kind < ANIMAL_KINDS:
        state.animals[kind] |= cell
        return
    value = kind - Kind.CHEESE1 + 1
    if value & 1:
        state.cheese_low[state.seat] |= cell
    if value & 2:
        state.cheese_high[state.seat] |= cell


@kernel
def shift(state, by):
    """Move every card in the frame by so many bits."""
    state.start <<= by
    for kind in range(ANIMAL_KINDS):
        state.animals[kind] <<= by
    for seat in range(SEATS):
        state.cheese_low[seat] <<= by
        state.cheese_high[seat] <<= by


@kernel
def hug(state, config, cell):
    """After a card on a cell: grow the bounding box, and keep it at frame cell (1, 1)."""
    row = cell // config.frame
    col = cell - row * config.frame
    if row == 0:
        shift(state, config.row)
        state.origin_row += 1
        state.height += 1
    elif row > state.height:
        state.height += 1
    if col == 0:
        shift(state, ONE)
        state.origin_col += 1
        state.width += 1
    elif col > state.width:
        state.width += 1


@kernel
def step(state, config, action):
    """Lay a card, draw one, pass the turn on."""
    kind = action // config.cells
    cell = action - kind * config.cells
    lay(state, kind, ONE << np.uint64(cell))
    hug(state, config, cell)
    state.hands[state.seat, kind] -= 1
    draw(state, config, state.seat)
    state.turns += 1
    if state.turns == config.turns:
        finish(state, config)
    else:
        state.seat = state.seat + 1 if state.seat + 1 < config.players else 0


@kernel
def mice_left(state, config):
    """The mice that stay: not beside a cat that is not beside a dog."""
    dogs, cats, mice = state.animals[0], state.animals[1], state.animals[2]
    cats &= ~beside(dogs, config)
    return mice & ~beside(cats, config)


@kernel
def finish(state, config):
    """Count the cheeses not beside a mouse; most points win, then most cheeses."""
    safe = ~beside(mice_left(state, config), config)
    best = -1
    for seat in range(config.players):
        low, high = state.cheese_low[seat] & safe, state.cheese_high[seat] & safe
        points = count_bits(low) + 2 * count_bits(high)
        state.scores[seat] = points
        rank = points * 64 + count_bits(low | high)
        if rank > best:
            best = rank
            state.winners = 0
        if rank == best:
            set_winner(state, seat)
    state.end = End.AREA_FULL


@kernel
def pick(state, config, mask):
    """A uniformly random legal action: a card kind held, then a cell, without reading the mask."""
    cells = legal_cells(state, config)
    kinds = 0
    for kind in range(KINDS):
        kinds += state.hands[state.seat, kind] > 0
    places = count_bits(cells)
    choice = below(state, kinds * places)
    nth_kind = choice // places
    nth_cell = choice - nth_kind * places
    kind = -1
    while nth_kind >= 0:
        kind += 1
        nth_kind -= state.hands[state.seat, kind] > 0
    for _ in range(nth_cell):
        cells &= cells - ONE
    return kind * config.cells + count_bits((cells & (~cells + ONE)) - ONE)


@kernel
def redeal(state, config, seat):
    """Deal anew the animals that `seat` has not seen: the pile, and those in other hands."""
    unseen = np.empty(64, np.int8)
    count = 0
    for place in range(state.drawn, config.pile):
        unseen[count] = state.pile[place]
        count += 1
    for other in range(config.players):
        if other != seat:
            for kind in range(ANIMAL_KINDS):
                for _ in range(state.hands[other, kind]):
                    unseen[count] = kind
                    count += 1
    shuffle(state, unseen, count)
    for place in range(state.drawn, config.pile):
        count -= 1
        state.pile[place] = unseen[count]
    for other in range(config.players):
        if other != seat:
            held = 0
            for kind in range(ANIMAL_KINDS):
                held += state.hands[other, kind]
                state.hands[other, kind] = 0
            for _ in range(held):
                count -= 1
                state.hands[other, unseen[count]] += 1
