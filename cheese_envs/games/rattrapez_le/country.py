"""The country of Rattrapez-le: a board's paths and cells, and the six on them, in a frame."""

from __future__ import annotations

import math
from typing import Any

from cheese_envs.core.errors import OptionError
from cheese_envs.core.svg.elements import circle, document, group, path, placed, rect, target
from cheese_envs.core.svg.lettering import words
from cheese_envs.core.svg.table import MARK
from cheese_envs.games.rattrapez_le import board as boards
from cheese_envs.games.rattrapez_le.people import DRAWN, house

Snapshot = dict[str, Any]
Place = tuple[float, float]

GRASS, GRASS_EDGE, EARTH, EARTH_EDGE = "#cfe3b4", "#9dbb7c", "#e3c78f", "#a98650"
RINGS = {
    "farmer": "#3f8f5b",
    "wife": "#d1495b",
    "farmhand": "#2f6fb0",
    "maid": "#4a4a55",
    "dog": "#b5793f",
    "horse": "#111111",
}


def places_of(snapshot: Snapshot) -> list[Place]:
    """Where to draw the cells: as the board's file says, else around a circle."""
    shown = snapshot["board"]
    try:
        board = boards.load(snapshot["options"]["board"])
        if board.plain() == shown:
            return list(board.places)
    except OptionError:  # a file that is no longer there
        pass
    turn = 2 * math.pi / shown["cells"]
    return [(math.cos(turn * cell), math.sin(turn * cell)) for cell in range(shown["cells"])]


def draw(
    snapshot: Snapshot, x: float, y: float, wide: float, high: float, last: dict[str, Any] | None
) -> str:
    """The board in a frame, with everybody on it."""
    board = snapshot["board"]
    at, radius = _fitted(places_of(snapshot), board["edges"], x, y, wide, high)
    here: dict[int, list[str]] = {}
    for name, cell in snapshot["positions"].items():
        here.setdefault(cell, []).append(name)
    to = last.get("to") if last is not None else None
    cells = [
        target(
            f"cell:{cell}",
            _cell(board, cell, place, radius, cell == to),
            _pawns(here.get(cell, []), place, radius, cell == board["farm"]),
        )
        for cell, place in enumerate(at)
    ]
    return group(
        rect(x, y, wide, high, rx=16, fill=GRASS, stroke=GRASS_EDGE, stroke_width=2),
        _paths(at, board["edges"], radius),
        *cells,
        class_="board",
    )


def _fitted(
    places: list[Place], edges: Any, x: float, y: float, wide: float, high: float
) -> tuple[list[Place], float]:
    """The places scaled into a frame, and a radius for cells that leaves room between them."""
    low = [min(place[axis] for place in places) for axis in (0, 1)]
    span = [max(place[axis] for place in places) - low[axis] for axis in (0, 1)]
    margin = 40
    room = (wide - 2 * margin, high - 2 * margin)
    scale = min(room[axis] / span[axis] if span[axis] else math.inf for axis in (0, 1))
    scale = scale if math.isfinite(scale) else 1.0
    begin = [
        origin + (size - span[axis] * scale) / 2
        for axis, (origin, size) in enumerate(((x, wide), (y, high)))
    ]
    at = [
        (begin[0] + (place[0] - low[0]) * scale, begin[1] + (place[1] - low[1]) * scale)
        for place in places
    ]
    nearest = min(
        (math.dist(one, other) for i, one in enumerate(at) for other in at[:i]), default=60.0
    )
    return at, max(5.0, min(22.0, nearest * 0.38))


def _paths(at: list[Place], edges: Any, radius: float) -> str:
    lines = "".join(
        f"M{at[a][0]:.1f} {at[a][1]:.1f}L{at[b][0]:.1f} {at[b][1]:.1f}" for a, b in edges
    )
    return "".join(
        path(lines, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")
        for colour, width in ((EARTH_EDGE, radius * 0.75), (EARTH, radius * 0.5))
    )


def _cell(board: dict[str, Any], cell: int, place: Place, radius: float, lit: bool) -> str:
    x, y = place
    ring = circle(x, y, radius * 1.6, fill=MARK, class_="last") if lit else ""
    if cell == board["farm"]:
        return ring + placed(x, y, house(), scale=radius / 24)
    black = cell == board["start"]
    return (
        ring
        + circle(
            x, y, radius, fill="#1c1713" if black else "#fbf3df", stroke="#7a5a2c", stroke_width=2
        )
        + words(
            str(cell),
            x,
            y + radius * 0.28,
            radius * 0.56,
            anchor="middle",
            fill="#fff" if black else "#9a8a68",
            weight=1.5,
        )
    )


def _pawns(names: list[str], place: Place, radius: float, in_farm: bool) -> str:
    """Who is on a cell: one, or at the end two; in the farm any number, in rows of three."""
    x, y = place
    if in_farm:
        spots = [
            (1.15 * (number % 3 - (min(3, len(names) - number // 3 * 3) - 1) / 2), number // 3)
            for number in range(len(names))
        ]
        return "".join(
            _pawn(name, x + across * radius, y + (0.55 + 1.15 * down) * radius, radius * 0.62)
            for name, (across, down) in zip(names, spots, strict=True)
        )
    apart = 0.85 if len(names) > 1 else 0.0
    return "".join(
        _pawn(name, x + (2 * number - 1) * apart * radius, y, radius * 1.2)
        for number, name in enumerate(names)
    )


def _pawn(name: str, x: float, y: float, radius: float) -> str:
    return group(
        circle(x, y, radius, fill="#fffdf7", stroke=RINGS[name], stroke_width=3),
        placed(x, y + radius * 0.04, DRAWN[name](), scale=radius / 66),
        class_=f"pawn {name}",
    )


def board_svg(board: boards.Board) -> str:
    """A picture of a board alone: the farm a house, the black cell black, each cell numbered."""
    wide, high = 840.0, 840.0
    shown = board.plain()
    low = [min(place[axis] for place in board.places) for axis in (0, 1)]
    span = [max(place[axis] for place in board.places) - low[axis] for axis in (0, 1)]
    longest = max(span) or 1
    wide, high = (80 + 640 * part / longest for part in span)
    at, radius = _fitted(list(board.places), board.edges, 0, 0, wide, high)
    return document(
        wide,
        high,
        f"The board {board.name}",
        rect(0, 0, wide, high, rx=16, fill=GRASS),
        _paths(at, board.edges, radius),
        *(_cell(shown, cell, place, radius, False) for cell, place in enumerate(at)),
    )
