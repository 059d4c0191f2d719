"""Whether the cards on a board can have been laid one after another, in turn."""

from __future__ import annotations

Cell = tuple[int, int]
Card = tuple[str, int | None]

# A game that was played is recognised within a few dozen steps, an impossible one after a few
# hundred. Who would search on gives up: what cannot be ruled out is taken.
MOST_STEPS = 5000


def can_be_laid(board: dict[Cell, Card], players: int, first: int, fixed: bool) -> bool:
    """Search for an order: each card beside one laid before, each cheese on its owner's turn.

    Animals may be anyone's, for nobody else saw who drew them. The sets of cells are words with a
    bit for each card of the board.
    """
    cells = {cell: 1 << place for place, cell in enumerate(board)}
    beside = {bit: _beside(cell, cells) for cell, bit in cells.items()}
    theirs = [_cells_of(board, cells, seat) for seat in range(players)]
    anyones = _cells_of(board, cells, None)
    start = next((bit for cell, bit in cells.items() if board[cell][0] == "start"), 0)
    everything = sum(cells.values())
    # Without a start card the first one goes anywhere; a floating area then calls it [0, 0].
    anywhere = everything if fixed else cells.get((0, 0), 0)
    waiting, seen = [(start, beside[start] if start else anywhere, first)], {start}
    for _ in range(MOST_STEPS):
        if not waiting:
            return False
        laid, edge, seat = waiting.pop()
        if laid == everything:
            return True
        # The last pushed is tried first: one's own cheeses, which nobody else can lay.
        for choice in (*_bits(anyones & edge), *_bits(theirs[seat] & edge)):
            then = laid | choice
            if then not in seen:
                seen.add(then)
                around = (edge if laid else 0) | beside[choice]
                waiting.append((then, around & ~then, (seat + 1) % players))
    return True


def _beside(cell: Cell, cells: dict[Cell, int]) -> int:
    row, col = cell
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return sum(cells.get(near, 0) for near in around)


def _cells_of(board: dict[Cell, Card], cells: dict[Cell, int], owner: int | None) -> int:
    return sum(
        cells[cell] for cell, (card, whose) in board.items() if card != "start" and whose == owner
    )


def _bits(word: int) -> list[int]:
    found = []
    while word:
        found.append(word & -word)
        word &= word - 1
    return found
