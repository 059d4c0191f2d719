"""Drôle de Fromage's board, sizes and state record.

The board is 8 x 8 inside a rim one cell wide, ten cells a row, so that a walk along a line needs no
other test to stop at the edge. A direction, a side and a turn of the board are numbers modulo 4.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cheese_envs.core.spec import config_dtype, state_dtype

SEATS = 4
SIZE = 8  # the board's side
SQUARES = SIZE * SIZE
STRIDE = SIZE + 2  # cells a row, the rim included
CELLS = STRIDE * STRIDE
CHEESES = 16
MAX_GAMES = 32
MAX_FACES = 64  # of the die
MAX_NUMBER = 6  # on the die
MAX_ROLL = 2 * MAX_NUMBER
MAX_VALUE = 100  # 32 games of at most 1000 points are safe in 16 bits
MAX_TURNS = 1_000_000

EMPTY = 0  # what a cell holds; cheese i is i + 1
RIM = -1
MOUSE = -2
NOWHERE = 0  # the cell of a cheese that has fallen: the rim's corner
NOBODY = -1


class Phase(IntEnum):
    """What the player to move decides."""

    MOVE = 0
    BONUS = 1  # what to take after the last cheese


class Size(IntEnum):
    """How big a cheese is."""

    SMALL = 0
    MEDIUM = 1
    BIG = 2


class End(IntEnum):
    """Why a match is over."""

    PLAYING = 0
    BOARD_EMPTY = 1
    OUT_OF_TURNS = -1


SIZES = len(Size)
SIZE_NAMES = tuple(size.name.lower() for size in Size)
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
DIRECTION_NAMES = ("north", "east", "south", "west")
SIDE_NAMES = ("south", "west", "north", "east")  # clockwise; side s faces direction s
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # each seat's

WORMS = (0, 4, 2)  # small, medium, big
OF_SIZE = (4, 8, 4)


def cell_at(row: int, col: int) -> int:
    """The cell of a row and column of the board."""
    return (row + 1) * STRIDE + col + 1


def row_and_col(cell: int) -> tuple[int, int]:
    """The row and column of a cell."""
    return cell // STRIDE - 1, cell % STRIDE - 1


def turned(side: int, row: int, col: int) -> tuple[int, int]:
    """The row and column as who sits at a side sees them, their own row at the bottom."""
    for _ in range(side):
        row, col = SIZE - 1 - col, row
    return row, col


def _seen_from(side: int) -> list[int]:
    seen = [0] * CELLS
    for row in range(SIZE):
        for col in range(SIZE):
            view_row, view_col = turned(side, row, col)
            seen[cell_at(row, col)] = view_row * SIZE + view_col
    return seen


SEEN = np.array(
    [_seen_from(side) for side in range(4)], np.int64
)  # cell -> square in a side's view
AHEAD = np.array([-STRIDE, 1, STRIDE, -1], np.int64)  # a step north, east, south, west
BARE = np.array(
    [
        EMPTY if 0 < cell // STRIDE <= SIZE and 0 < cell % STRIDE <= SIZE else RIM
        for cell in range(CELLS)
    ],
    np.int8,
)
# The fourth cell from each side's own right.
START = np.array([cell_at(7, 4), cell_at(4, 0), cell_at(0, 3), cell_at(3, 7)], np.int8)
LAID_CELLS = np.array([cell_at(2 + i // 4, 2 + i % 4) for i in range(CHEESES)], np.int8)
LAID_SIZES = np.array([0, 1, 1, 0, 1, 2, 2, 1, 1, 2, 2, 1, 0, 1, 1, 0], np.int8)

STATE = state_dtype(
    [
        ("phase", np.int8),
        ("roll", np.int8),  # this turn's, doubled if a star; 0 in the bonus
        ("steps_left", np.int8),
        ("left", np.int8),  # cheeses on the board
        ("played", np.int8),  # games of the match that are finished
        ("mice", np.int8, (SEATS,)),  # each seat's cell
        ("board", np.int8, (CELLS,)),  # EMPTY, RIM, MOUSE, or a cheese's number + 1
        ("cells", np.int8, (CHEESES,)),  # where a cheese lies, or NOWHERE
        ("sizes", np.int8, (CHEESES,)),
        ("wormy", np.int8, (CHEESES,)),
        ("owners", np.int8, (CHEESES,)),  # a seat, or NOBODY: on the board or lost
        ("known", np.uint8, (CHEESES,)),  # a bit a seat that has looked at it
        ("points", np.int16, (MAX_GAMES, SEATS)),  # of the games that are finished
    ],
    SEATS,
)

CONFIG = config_dtype(
    [
        ("sides", np.int64, (SEATS,)),  # a seat's side
        ("sitting", np.int64, (4,)),  # the seat at a side, or NOBODY
        ("turns", np.int64),  # of all players together, after which a game is cut off
        ("games", np.int64),  # in a match
        ("peek", np.int64),  # 1 when owners look at their cheeses
        ("values", np.int64, (SIZES,)),
        ("faces", np.int64),  # of the die, the stars included
        ("numbers", np.int64),  # how many of them are numbers
        ("die", np.int64, (MAX_FACES,)),  # the numbers
    ]
)
