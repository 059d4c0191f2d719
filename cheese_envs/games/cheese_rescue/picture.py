"""Cheese Rescue as a picture: the area, the hands, and at the end who fled and what was eaten."""

from __future__ import annotations

from functools import partial
from typing import Any

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import document, group, path, rect, target
from cheese_envs.core.svg.lettering import words
from cheese_envs.core.svg.table import (
    CARD_EDGE,
    COLOURS,
    EDGE,
    FAINT,
    HEADER,
    MARK,
    PAGE,
    badge,
    card,
    header,
    large_hand,
    panel,
    small_hand,
    stack,
)

Snapshot = dict[str, Any]
Cell = tuple[int, int]

WIDTH, SIDE = 960, 580  # of the picture; of the mat
MAT, MAT_EDGE = "#cfe3c4", "#9dbb8c"
TINTS = {"dog": "#e4f1fb", "cat": "#fdeedd", "mouse": "#eeeef3", "start": "#f4e6b8"}
KINDS = ("dog", "cat", "mouse", "cheese1", "cheese2", "cheese3")
OWN_HAND = 148
HUNTS = (("dog", "cat"), ("cat", "mouse"), ("mouse", "cheese"))  # who drives whom away, in order


def draw(snapshot: Snapshot, perspective: int | None, last: Cell | None) -> str:
    """The whole picture."""
    own = 0 if perspective is None else OWN_HAND + 14
    height = HEADER + SIDE + EDGE + own
    total = 12 * snapshot["num_players"]
    turn = min(snapshot["turns"] + 1, total)
    return document(
        WIDTH,
        height,
        "Cheese Rescue",
        rect(0, 0, WIDTH, height, fill=PAGE),
        header(snapshot, WIDTH, "Cheese Rescue", f"turn {turn} of {total}", "to lay a card"),
        _mat(snapshot, last),
        _seats(snapshot, perspective),
        "" if perspective is None else _own(snapshot, perspective),
    )


def open_cells(snapshot: Snapshot) -> list[Cell]:
    """The cells where a card may be laid."""
    size, fixed = snapshot["size"], snapshot["options"]["area"] == "fixed"
    laid = {(row, col) for row, col, *_ in snapshot["board"]}
    if snapshot["over"]:
        return []
    if not laid:
        return [(row, col) for row in range(size) for col in range(size)] if fixed else [(0, 0)]
    beside = {cell for one in laid for cell in _beside(one)} - laid
    return sorted(cell for cell in beside if _fits(cell, laid, size, fixed))


def _fits(cell: Cell, laid: set[Cell], size: int, fixed: bool) -> bool:
    if fixed:
        return min(cell) >= 0 and max(cell) < size
    return all(
        max(cell[axis], *(one[axis] for one in laid))
        - min(cell[axis], *(one[axis] for one in laid))
        < size
        for axis in (0, 1)
    )


def _beside(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def removed(snapshot: Snapshot) -> set[Cell]:
    """At the end: cats beside dogs, then mice beside cats left, then cheeses beside mice left."""
    if not snapshot["over"]:
        return set()
    of: dict[str, set[Cell]] = {"dog": set(), "cat": set(), "mouse": set(), "cheese": set()}
    for row, col, kind, _ in snapshot["board"]:
        of.setdefault(kind.rstrip("123"), set()).add((row, col))
    gone: set[Cell] = set()
    # The end told step by step (telling.py) shows only so many of the removals.
    for hunter, prey in HUNTS[: snapshot.get("removals", len(HUNTS))]:
        hunters = of[hunter] - gone
        gone |= {cell for cell in of[prey] if hunters.intersection(_beside(cell))}
    return gone


def _mat(snapshot: Snapshot, last: Cell | None) -> str:
    size, cells = snapshot["size"], open_cells(snapshot)
    fixed = snapshot["options"]["area"] == "fixed"
    shown = cells + [(row, col) for row, col, *_ in snapshot["board"]]
    shown += [(0, 0), (size - 1, size - 1)] if fixed else []
    low = [min(cell[axis] for cell in shown) for axis in (0, 1)]
    high = [max(cell[axis] for cell in shown) for axis in (0, 1)]
    # A floating area is one cell larger while it may still grow to either side.
    step = (SIDE - 36) / (size if fixed or snapshot["over"] else size + 1)
    middle = EDGE + SIDE / 2, HEADER + SIDE / 2

    def corner(cell: Cell) -> tuple[float, float]:
        x = middle[0] + (cell[1] - (low[1] + high[1] + 1) / 2) * step
        y = middle[1] + (cell[0] - (low[0] + high[0] + 1) / 2) * step
        return x + 3, y + 3

    gone = removed(snapshot)
    drawn = [rect(EDGE, HEADER, SIDE, SIDE, rx=16, fill=MAT, stroke=MAT_EDGE, stroke_width=2)]
    if last is not None and last in shown:
        drawn.append(_halo(*corner(last), step - 6))
    drawn += [_empty(cell, corner(cell), step - 6) for cell in cells]
    for row, col, kind, owner in snapshot["board"]:
        x, y = corner((row, col))
        drawn.append(_laid(kind, owner, x, y, step - 6, (row, col) in gone))
    return group(*drawn, class_="board")


def _empty(cell: Cell, corner: tuple[float, float], size: float) -> str:
    x, y = corner
    return target(
        f"cell:{cell[0]},{cell[1]}",
        rect(
            x,
            y,
            size,
            size,
            rx=size * 0.12,
            fill="#ffffff",
            fill_opacity="0.35",
            stroke="#6f8f60",
            stroke_width=2,
            stroke_dasharray="7 6",
        ),
    )


def _laid(kind: str, owner: int | None, x: float, y: float, size: float, gone: bool) -> str:
    shape = _card(kind, owner, x, y, size)
    if not gone:
        return shape + "\n"
    inset = size * 0.2
    cross = path(
        f"M{x + inset:.1f} {y + inset:.1f}l{size - 2 * inset:.1f} {size - 2 * inset:.1f}"
        f"m0 {2 * inset - size:.1f}l{2 * inset - size:.1f} {size - 2 * inset:.1f}",
        fill="none",
        stroke="#7a1f1f",
        stroke_width=size * 0.06,
        stroke_linecap="round",
        opacity="0.75",
    )
    return group(group(shape, opacity="0.3"), cross, class_="gone") + "\n"


def _card(kind: str, owner: int | None, x: float, y: float, size: float) -> str:
    if owner is None:
        return card(x, y, size, size, face(kind), fill=TINTS[kind])
    return card(x, y, size, size, face(kind), edge=COLOURS[owner], stroke=size * 0.06) + badge(
        owner, x + size * 0.2, y + size * 0.2, size * 0.15
    )


def _halo(x: float, y: float, size: float) -> str:
    """Around the card laid last."""
    return rect(
        x - 4,
        y - 4,
        size + 8,
        size + 8,
        rx=size * 0.15,
        fill="none",
        stroke=MARK,
        stroke_width=7,
        class_="last",
    )


def face(kind: str) -> str:
    """A card's figure."""
    if kind == "start":
        return _start()
    if kind.startswith("cheese"):
        value = words(kind[-1], -4, 33, 25, anchor="middle", weight=2.3)
        return group(figures.wedge(holes=False), value)
    return {"dog": figures.dog, "cat": figures.cat, "mouse": figures.mouse}[kind]()


def _start() -> str:
    return path(
        "M0 -42L11 -14L42 -14L17 5L26 36L0 18L-26 36L-17 5L-42 -14L-11 -14Z",
        fill="#e5c35c",
        stroke="#9c7a1c",
        stroke_width=3,
        stroke_linejoin="round",
    )


def _seats(snapshot: Snapshot, perspective: int | None) -> str:
    players = snapshot["num_players"]
    seats = [seat for seat in range(players) if seat != perspective]
    if perspective is not None:
        seats.sort(key=lambda seat: (seat - perspective) % players)
    x, width = EDGE + SIDE + 16, WIDTH - 2 * EDGE - SIDE - 16
    high = min(146.0, (SIDE - 100) / len(seats) - 12)
    size = (high - 62) * 0.78, high - 62
    drawn = []
    for place, seat in enumerate(seats):
        y = HEADER + place * (high + 12)
        drawn.append(panel(snapshot, seat, x, y, width, high, _points(snapshot, seat)))
        shown, hidden = _seen(snapshot["hands"][seat], perspective)
        clickable = perspective is None and seat == snapshot["turn"]
        drawn.append(
            small_hand(
                shown,
                hidden,
                face,
                x + 16,
                y + 46,
                width - 36,
                size,
                clickable=clickable,
                edge=partial(_edge, seat),
            )
        )
    foot = _legend if snapshot["over"] else _pile
    return group(*drawn, foot(snapshot, x, HEADER + SIDE - 84), class_="seats")


def _points(snapshot: Snapshot, seat: int) -> str:
    if not snapshot["over"]:
        return ""
    points = snapshot["scores"][seat]
    return f"{points} point{'' if points == 1 else 's'}"


def _edge(seat: int, kind: str) -> str:
    return COLOURS[seat] if kind.startswith("cheese") else CARD_EDGE


def _seen(hand: dict[str, int], perspective: int | None) -> tuple[list[tuple[str, int]], int]:
    """The cheeses of every hand are known; another's animals are so many backs."""
    if perspective is None:
        return [(kind, hand.get(kind, 0)) for kind in KINDS], 0
    cheeses = [(kind, hand.get(kind, 0)) for kind in KINDS if kind.startswith("cheese")]
    return cheeses, sum(hand.values()) - sum(number for _, number in cheeses)


def _pile(snapshot: Snapshot, x: float, y: float) -> str:
    number = len(snapshot["pile"])
    said = f"{number} animal{'' if number == 1 else 's'}"
    return group(
        stack(x + 10, y + 8, 56, 68, number),
        words(said if number else "no animals", x + 90, y + 40, 13),
        words("in the pile" if number else "left to draw", x + 90, y + 60, 12, fill=FAINT),
        class_="pile",
    )


def _legend(snapshot: Snapshot, x: float, y: float) -> str:
    lines = (
        "Crossed out, in this order:",
        "cats that fled from dogs,",
        "mice that fled from cats,",
        "cheeses that mice have eaten.",
    )
    return group(
        *(words(line, x + 8, y + 14 + 20 * row, 11, fill=FAINT) for row, line in enumerate(lines)),
        class_="legend",
    )


def _own(snapshot: Snapshot, seat: int) -> str:
    y, width = HEADER + SIDE + 14, WIDTH - 2 * EDGE
    hand = snapshot["hands"][seat]
    return group(
        panel(snapshot, seat, EDGE, y, width, OWN_HAND, _points(snapshot, seat), you=True),
        large_hand(
            [(kind, hand.get(kind, 0)) for kind in KINDS],
            face,
            _caption,
            EDGE + 190,
            y + 22,
            width - 300,
            (88, 112),
            edge=partial(_edge, seat),
        ),
    )


def _caption(kind: str) -> str:
    return f"cheese {kind[-1]}" if kind.startswith("cheese") else kind
