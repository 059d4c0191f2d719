"""How a network takes an observation apart: numbers, names of things, and planes of a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core.spec import GameSpec, Piece

Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OneHotLayout:
    """Columns in the order of the pieces: one for a number, one for each thing a name may mean.

    What has the most things to name names cells, and each of them has actions of its own.
    """

    size: int  # columns in all
    numbers: Places  # [N] where in the observation
    number_columns: Places  # [N]
    names: Places  # [M] where in the observation
    first_columns: Places  # [M]
    lows: Places  # [M] what the first column means
    highs: Places  # [M]
    cells: int  # of the board, which has an action for each
    marks: Places  # [S] which of the names are cells
    cell_actions: Places  # [G * CELLS] by action group and cell
    other_actions: Places  # those not of a cell


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """Planes over the cells of a board, and the numbers that hold for all of it."""

    rows: int
    columns: int
    planes: Places  # [P, ROWS, COLUMNS] where in the observation
    numbers: Places  # [G] where in the observation
    groups: int  # of actions, each with one for every cell

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def one_hot_layout(spec: GameSpec, num_players: int) -> OneHotLayout:
    """The columns of a game whose observation names things; a ValueError for another."""
    pieces = spec.pieces(num_players)
    named = _each([piece.sort == "name" for piece in pieces], pieces).astype(np.bool_)
    if not named.any():
        raise ValueError(f"{spec.name} has no numbers that name things, to be taken one-hot")
    lows = _each([piece.low for piece in pieces], pieces)
    highs = _each([piece.high for piece in pieces], pieces)
    widths = np.where(named, highs - lows + 1, 1)
    first = np.cumsum(widths) - widths
    counts = np.array([group.count for group in spec.actions(num_players)])
    cells = int(widths.max())
    of_cells = np.repeat(counts == cells, counts)
    if not of_cells.any():
        raise ValueError(f"{spec.name} has no action for each cell that its numbers name")
    return OneHotLayout(
        size=int(widths.sum()),
        numbers=np.flatnonzero(~named),
        number_columns=first[~named],
        names=np.flatnonzero(named),
        first_columns=first[named],
        lows=lows[named],
        highs=highs[named],
        cells=cells,
        marks=np.flatnonzero(widths[named] == cells),
        cell_actions=np.flatnonzero(of_cells),
        other_actions=np.flatnonzero(~of_cells),
    )


def board_layout(spec: GameSpec, num_players: int) -> BoardLayout:
    """The board of a game that is played on the cells of one; a ValueError for another."""
    pieces = spec.pieces(num_players)
    boards = {piece.shape[-2:] for piece in pieces if piece.sort == "plane"}
    counts = {group.count for group in spec.actions(num_players)}
    if len(boards) != 1 or counts != {int(np.prod(board)) for board in boards}:
        raise ValueError(
            f"{spec.name} is no game for a network over the board: that needs an observation with"
            " planes, and action groups with one action for each cell"
        )
    rows, columns = boards.pop()
    flat = _each([piece.sort == "plane" for piece in pieces], pieces).astype(np.bool_)
    return BoardLayout(
        rows=rows,
        columns=columns,
        planes=np.flatnonzero(flat).reshape(-1, rows, columns),
        numbers=np.flatnonzero(~flat),
        groups=len(spec.actions(num_players)),
    )


def _each(values: list[int], pieces: list[Piece]) -> Places:
    """A value of each piece, for each of its numbers."""
    return np.repeat(np.array(values, np.int64), [piece.size for piece in pieces])
