"""Rattrapez-le's cards, sizes and state record.

A set of cells is two 64-bit words, a bit a cell. A card is a number: `3 * subject + symbol`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cheese_envs.core.spec import config_dtype, state_dtype

SEATS = 6
DECK = 52
CELLS = 128  # the most a board may have
EDGES = CELLS * (CELLS - 1) // 2
WORDS = CELLS // 64
LONGEST = 63  # the most `max_distance` may be: the lengths of walks are bits of one word
LENGTHS = LONGEST + 1
MOST_DEALS = 1000
NAME_BYTES = 64  # the most a board's name may take
FIRST_DISTANCE = 3


class Subject(IntEnum):
    """Who can be moved."""

    FARMER = 0
    WIFE = 1
    FARMHAND = 2
    MAID = 3
    DOG = 4
    HORSE = 5


class Phase(IntEnum):
    """What a turn is about."""

    CHOOSE = 0
    PLAY = 1


class End(IntEnum):
    """Why a game is over."""

    PLAYING = 0
    CAUGHT = 1
    OUT_OF_DEALS = -1


class Shares(NamedTuple):
    """How the deck is split."""

    removed: int  # horse cards
    each: int
    aside: int


DEALS = {
    2: Shares(removed=6, each=15, aside=16),
    3: Shares(removed=4, each=14, aside=6),
    4: Shares(removed=0, each=13, aside=0),
    5: Shares(removed=0, each=10, aside=2),
    6: Shares(removed=4, each=8, aside=0),
}

SUBJECTS = len(Subject)
PURSUERS = SUBJECTS - 1
SYMBOLS = 3
KINDS = SUBJECTS * SYMBOLS
UNDEALT = max(shares.removed + shares.aside for shares in DEALS.values())
MOST_EACH = max(shares.each for shares in DEALS.values())
FIRST_HORSE_CARD = Subject.HORSE * SYMBOLS
NOTHING = -1  # a secret not yet chosen; the distance before the first move

SUBJECT_NAMES = tuple(subject.name.lower() for subject in Subject)
PURSUER_NAMES = SUBJECT_NAMES[:PURSUERS]
SYMBOL_NAMES = ("+", "=", "-")
CARD_NAMES = tuple(subject + symbol for subject in SUBJECT_NAMES for symbol in SYMBOL_NAMES)
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)

STATE = state_dtype(
    [
        ("deal", np.int16),  # 1 for the first
        ("phase", np.int8),
        ("distance", np.int8),  # of the last move; NOTHING before the first
        ("positions", np.int8, (SUBJECTS,)),  # the cell of each subject
        ("secrets", np.int8, (SEATS,)),  # the pursuer a seat chose; NOTHING before
        ("hands", np.int8, (SEATS, KINDS)),  # how many of each card a seat holds
        ("tally", np.int8, (SEATS, KINDS)),  # how many of each card a seat played in this deal
        ("played", np.int8, (DECK,)),  # the cards of this deal, in the order they were played
        ("count", np.int8),  # how many they are
        ("undealt", np.int8, (UNDEALT,)),  # the cards removed, then those left aside
    ],
    SEATS,
)

CONFIG = config_dtype(
    [
        ("removed", np.int64),  # horse cards out of the game
        ("each", np.int64),  # cards dealt to a player
        ("aside", np.int64),  # cards left over
        ("dealt", np.int64),  # cards in play
        ("deck", np.int8, (KINDS,)),  # how many there are of each card
        ("horses", np.int64),  # horse cards in the deck
        (
            "lengths",
            np.int64,
            (LENGTHS + 1, SYMBOLS),
        ),  # of a move, by the last one's; first NOTHING
        ("min_distance", np.int64),
        ("max_distance", np.int64),
        ("max_deals", np.int64),
        ("cells", np.int64),  # on the board
        ("words", np.int64),  # that a set of them takes
        ("farm", np.int64),
        ("start", np.int64),  # the black cell
        ("farm_bit", np.uint64, (WORDS,)),
        ("bits", np.uint64, (CELLS, WORDS)),  # a cell as a set
        ("ends", np.uint64, (LENGTHS, CELLS, WORDS)),  # where walks of a length from a cell end
        ("walks", np.uint64, (CELLS, CELLS)),  # the lengths of the walks that join two cells
        ("steps", np.int8, (CELLS, CELLS)),  # the fewest steps between two cells
        ("edges", np.uint8, (EDGES, 2)),  # as the board's file has them
        ("edge_count", np.int64),
        ("name", np.uint8, (NAME_BYTES,)),  # the board's, in UTF-8
    ]
)
