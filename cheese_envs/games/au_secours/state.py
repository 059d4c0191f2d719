"""Au secours's cards, sizes and state record.

The discard pile is turned over and never shuffled, so the pile and the discard pile behind it are
one queue: cards are drawn at its head and discarded at its tail, and turning over only moves the
border. The queue runs round a ring of places.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cheese_envs.core.spec import config_dtype, state_dtype

SEATS = 6
WHEELS = 2  # at most, for each player
PLACES = 8  # on a wheel
DEALT = 6  # cards to each player
QUEUE = 256  # places in the ring, and so the largest deck
ROUND = QUEUE - 1  # `place & ROUND` runs round the ring
SHOWN = 10  # cards to come that an observation tells in order
MAX_TURNS = (2**31 - 1) // SEATS
SLOTS = {2: 2, 3: 2, 4: 1, 5: 1, 6: 1}  # wheels that observation and actions have room for


class Kind(IntEnum):
    """The cards."""

    GOOD = 0
    MOUSE = 1
    GUARD = 2
    YARN = 3
    SLEEPING = 4
    ROTTEN = 5
    BROOM = 6


class Part(IntEnum):
    """What a wheel is told by."""

    GOOD = 0
    ROTTEN = 1
    MICE = 2
    GUARD = 3  # 1 with a guard cat
    SLEEPING = 4  # 1 with a sleeping cat
    OPEN = 5  # 1 while in play: neither finished and gone, nor left out of the game


class End(IntEnum):
    """Why a game is over."""

    PLAYING = 0
    WHEELS_COMPLETE = 1
    OUT_OF_TURNS = -1
    OUT_OF_CARDS = -2


KINDS = len(Kind)
PARTS = len(Part)
UNKNOWN = KINDS  # marks a card to come that nobody can know
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
OWN_KINDS = (Kind.GOOD, Kind.GUARD, Kind.BROOM)  # played on one's own wheel
ATTACK_KINDS = (Kind.MOUSE, Kind.YARN, Kind.SLEEPING, Kind.ROTTEN)  # on another player's
DEFAULT_DECK = dict(zip(KIND_NAMES, (40, 24, 12, 8, 6, 10, 10), strict=True))
MAX_ACTIONS = 30

STATE = state_dtype(
    [
        ("turned", np.int32),  # how often the pile was turned over
        ("head", np.int16),  # the ring's place of the next card drawn
        ("pile", np.int16),  # cards in the pile
        ("discard", np.int16),  # cards in the discard pile, behind the pile in the queue
        ("pile_kinds", np.int16, (KINDS,)),  # how many of each card are in the pile
        ("discard_kinds", np.int16, (KINDS,)),
        ("hands", np.int8, (SEATS, KINDS)),  # how many of each card a seat holds
        ("known", np.int8, (SEATS, KINDS)),  # those of them that all have seen drawn
        ("tables", np.int8, (SEATS, WHEELS, PARTS)),
        ("completed", np.int8, (SEATS,)),  # wheels finished
        ("cards", np.int8, (QUEUE,)),  # kinds, in the order they are drawn from `head` on
    ],
    SEATS,
)

CONFIG = config_dtype(
    [
        ("wheels", np.int64),  # each player builds
        ("slots", np.int64),  # wheels that observation and actions have room for
        ("deck", np.int64, (KINDS,)),
        ("cards", np.int64),  # in the deck
        ("last_turn", np.int64),  # turns of all together after which a game is cut off
        ("free_discard", np.int64),
        ("friends", np.int64, (SEATS,)),  # a bit a seat: the seat and its allies
        ("winners", np.int64, (SEATS,)),  # a bit a seat: who wins when the seat finishes
        ("first", np.int64, (KINDS + 1,)),  # the first action of each card; then of the discards
        ("kind_of", np.int64, (MAX_ACTIONS,)),  # the card of an action
        ("away_of", np.int64, (MAX_ACTIONS,)),  # seats clockwise to its target
        ("wheel_of", np.int64, (MAX_ACTIONS,)),
    ]
)
