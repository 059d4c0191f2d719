"""What a player of Cheese Rescue sees: the table of pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.core.stores import SPREAD, store_word
from cheese_envs.games.cheese_rescue.rules import LOW_BYTE, count_bits, spread
from cheese_envs.games.cheese_rescue.state import (
    ANIMAL_KINDS,
    ANIMALS,
    FRAME,
    KINDS,
    LAID_EACH,
    ONE,
    SIZE,
    Kind,
)


def pieces(num_players: int) -> list[Piece]:
    """The observation, in order. Planes are the frame's cells, row by row."""
    plane = (FRAME[num_players], FRAME[num_players])
    others = num_players - 1
    return [
        Piece("start", plane, 1, "1 where the start card lies", sort="plane"),
        Piece("dogs", plane, 1, "1 where a dog lies", sort="plane"),
        Piece("cats", plane, 1, "1 where a cat lies", sort="plane"),
        Piece("mice", plane, 1, "1 where a mouse lies", sort="plane"),
        Piece("own_cheeses", plane, 3, "the value of one's own cheese there", sort="plane"),
        Piece(
            "other_cheeses", (others, *plane), 3, "the same for the others, clockwise", sort="plane"
        ),
        Piece("own_hand", (KINDS,), ANIMALS, "dogs, cats, mice, cheeses of 1, 2, 3 in hand"),
        Piece("other_hands_cheeses", (others, 3), 6, "cheeses of 1, 2, 3 in the others' hands"),
        Piece("other_hands_animals", (others,), LAID_EACH, "how many animals the others hold"),
        Piece(
            "unseen", (ANIMAL_KINDS,), ANIMALS, "dogs, cats, mice neither laid nor in one's hand"
        ),
        Piece("pile", (1,), ANIMALS, "animals in the pile"),
        Piece("room", (2,), SIZE[num_players], "rows, columns the cards' box may still grow by"),
        Piece("turns_left", (1,), LAID_EACH * num_players, "turns to come, this one included"),
        Piece("mover", (1,), others, "seats clockwise from oneself to the player to move"),
    ]


@kernel
def observe(state, config, seat, out):
    """Write what a seat sees. out: int8 [OBSERVATION]."""
    cells = config.cells
    at = spread(state.start, cells, out, 0)
    for kind in range(ANIMAL_KINDS):
        at = spread(state.animals[kind], cells, out, at)
    for away in range(config.players):
        other = seat_at(seat, away, config)
        at = spread_values(state.cheese_low[other], state.cheese_high[other], cells, out, at)
    for kind in range(KINDS):
        out[at + kind] = state.hands[seat, kind]
    observe_counts(state, config, seat, out, at + KINDS)


@kernel
def observe_counts(state, config, seat, out, at):
    """The numbers after the planes and one's own hand."""
    others = config.players - 1
    for away in range(1, config.players):
        other = seat_at(seat, away, config)
        for value in range(3):
            out[at + 3 * (away - 1) + value] = state.hands[other, Kind.CHEESE1 + value]
        out[at + 3 * others + away - 1] = (
            state.hands[other, 0] + state.hands[other, 1] + state.hands[other, 2]
        )
    at += 4 * others
    for kind in range(ANIMAL_KINDS):
        seen = count_bits(state.animals[kind]) + state.hands[seat, kind]
        out[at + kind] = config.animals[kind] - seen
    at += ANIMAL_KINDS
    out[at] = config.pile - state.drawn
    out[at + 1] = config.side - state.height
    out[at + 2] = config.side - state.width
    out[at + 3] = config.turns - state.turns
    out[at + 4] = (state.seat - seat + config.players) % config.players


@kernel
def seat_at(seat, away, config):
    """The seat so many places clockwise from one."""
    other = seat + away
    return other if other < config.players else other - config.players


@kernel
def spread_values(low, high, cells, out, at):
    """Write cheese values as `spread` writes cells: low counts 1, high counts 2."""
    for first in range(0, cells - 7, 8):
        store_word(out, at + first, eight_values(low, high, np.uint64(first)))
    store_word(out, at + cells - 8, eight_values(low, high, np.uint64(cells - 8)))
    return at + cells


@kernel
def eight_values(low, high, first):
    """Eight cells' values, a byte each."""
    ones, twos = SPREAD[(low >> first) & LOW_BYTE], SPREAD[(high >> first) & LOW_BYTE]
    return ones | (twos << ONE)
