"""Cheese Rescue's cards, sizes and state record.

The area is kept in a frame of (N + 1) x (N + 1) cells that hugs the cards: their bounding box
always begins at frame cell (1, 1), so that row 0 and column 0 are room to grow into. A cell is a
bit of a 64-bit word, N + 1 bits a row, as observation and actions count the cells; a word holds all
the cells with one kind of card.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cheese_envs.core.spec import config_dtype, state_dtype

SEATS = 4
ANIMALS = 36  # in the box
DRAWN_AT_START = 2
LAID_EACH = 12

SIZE = {2: 5, 3: 6, 4: 7}  # the area's side, N
FRAME = {players: size + 1 for players, size in SIZE.items()}
REMOVED = {2: (3, 6, 9), 3: (2, 3, 4), 4: (0, 0, 0)}  # dogs, cats, mice that stay in the box
HAS_START = {2: True, 3: False, 4: True}
AREAS = ("floating", "fixed")

ONE = np.uint64(1)


class Kind(IntEnum):
    """What a hand can hold."""

    DOG = 0
    CAT = 1
    MOUSE = 2
    CHEESE1 = 3
    CHEESE2 = 4
    CHEESE3 = 5


class End(IntEnum):
    """Why a game is over."""

    PLAYING = 0
    AREA_FULL = 1


KINDS = len(Kind)
ANIMAL_KINDS = 3
KIND_NAMES = tuple(kind.name.lower() for kind in Kind)
ANIMAL_NAMES = KIND_NAMES[:ANIMAL_KINDS]

STATE = state_dtype(
    [
        ("start", np.uint64),  # the cell of the start card
        ("animals", np.uint64, (ANIMAL_KINDS,)),  # the cells of dogs, cats, mice
        ("cheese_low", np.uint64, (SEATS,)),  # a seat's cheeses worth 1 or 3
        ("cheese_high", np.uint64, (SEATS,)),  # a seat's cheeses worth 2 or 3
        ("hands", np.int8, (SEATS, KINDS)),  # how many of each card a seat holds
        ("pile", np.int8, (ANIMALS,)),  # kinds, in the order they are drawn
        ("drawn", np.int8),  # how many of the pile are gone
        ("height", np.int8),  # of the bounding box; N from the start when the area is fixed
        ("width", np.int8),
        ("origin_row", np.int8),  # the frame cell that moves and snapshots call [0, 0]
        ("origin_col", np.int8),
    ],
    SEATS,
)

CONFIG = config_dtype(
    [
        ("side", np.int64),  # N
        ("frame", np.int64),  # N + 1
        ("cells", np.int64),  # in the frame
        ("fixed", np.int64),  # 1 when the area is fixed
        ("start_card", np.int64),  # 1 when the start card is laid
        ("turns", np.int64),  # in a whole game
        ("animals", np.int64, (ANIMAL_KINDS,)),  # in play
        ("pile", np.int64),  # animals in play
        ("cheeses", np.int64, (3,)),  # of each value in a set
        ("row", np.uint64),  # bits a row: N + 1
        ("corner", np.uint64),  # frame cell (1, 1)
        ("inside", np.uint64),  # rows and columns 1 to N
        ("rows", np.uint64),  # rows 1 to N, any column of the frame
        ("columns", np.uint64),  # columns 1 to N, any row of the frame
        ("not_last", np.uint64),  # columns 0 to N - 1, any row of the frame
    ]
)
