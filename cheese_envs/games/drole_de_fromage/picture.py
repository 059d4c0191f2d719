"""Drôle de Fromage as a picture: the board, and each side with the cheeses its player holds."""

from __future__ import annotations

from typing import Any

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import circle, document, group, placed, rect, target
from cheese_envs.core.svg.lettering import BOLD, words
from cheese_envs.core.svg.table import COLOURS, FAINT, HEADER, MARK, PAGE, badge, header, panel
from cheese_envs.games.drole_de_fromage.state import SIDE_NAMES

Snapshot = dict[str, Any]
Cheese = dict[str, Any]
Cell = tuple[int, int]

NAME = "Drôle de Fromage"
STEP = 62
BOARD = 8 * STEP
TRAY, GAP, EDGE = 172, 14, 20
FLAT = 104  # how high the trays above and below the board are
WIDTH = 2 * EDGE + 2 * (TRAY + GAP) + BOARD
HEIGHT = HEADER + 2 * (FLAT + GAP) + BOARD + EDGE
LEFT, TOP = EDGE + TRAY + GAP, HEADER + FLAT + GAP
SIZES = ("big", "medium", "small")
SCALES = {"big": 0.6, "medium": 0.47, "small": 0.34}
HOLES = {"big": 3, "medium": 2, "small": 1}
FURS = ("#8fb8d8", "#f0a070", "#7fc7ae", "#e0b3cc")  # each mouse a shade of its player's colour


def draw(
    snapshot: Snapshot, perspective: int | None, last_move: dict[str, Any] | None, by: int | None
) -> str:
    """The whole picture."""
    stepped = last_move is not None and last_move["type"] == "step" and by is not None
    last = tuple(snapshot["mice"][by]) if stepped else None
    turned = 0 if perspective is None else SIDE_NAMES.index(snapshot["sides"][perspective])
    return document(
        WIDTH,
        HEIGHT,
        NAME,
        rect(0, 0, WIDTH, HEIGHT, fill=PAGE),
        header(snapshot, WIDTH, NAME, _detail(snapshot), _task(snapshot)),
        _board(snapshot, perspective, turned, last),
        *(_tray(snapshot, seat, perspective, turned) for seat in range(snapshot["num_players"])),
        _bonus(snapshot) if snapshot["phase"] == "bonus" and not snapshot["over"] else "",
    )


def _detail(snapshot: Snapshot) -> str:
    said = f"turn {snapshot['turns'] + 1}"
    games = snapshot["options"]["games"]
    if games > 1:
        number = len(snapshot["games"]) + (not snapshot["over"])
        said = f"game {number} of {games}, {said}"
    return said


def _task(snapshot: Snapshot) -> str:
    if snapshot["phase"] == "bonus":
        return "may take a cheese"
    left = snapshot["steps_left"]
    return f"has {left} step{'' if left == 1 else 's'} left"


def shown_at(cell: Cell, turned: int, size: int = 8) -> Cell:
    """Where a cell is drawn when the side `turned` is at the bottom."""
    row, col = cell
    for _ in range(turned):
        row, col = size - 1 - col, row
    return row, col


def _corner(cell: Cell, turned: int) -> tuple[float, float]:
    row, col = shown_at(cell, turned)
    return LEFT + col * STEP, TOP + row * STEP


def seen_worm(cheese: Cheese, snapshot: Snapshot, perspective: int | None) -> bool | None:
    """Whether a cheese is wormy, as far as a seat may know; None where it may not."""
    open_now = snapshot["over"] and cheese["owner"] is not None
    if perspective is None or open_now or perspective in cheese["known_to"]:
        return bool(cheese["wormy"])
    return False if cheese["size"] == "small" else None


def _board(snapshot: Snapshot, perspective: int | None, turned: int, last: Cell | None) -> str:
    cheeses = {tuple(one["at"]): one for one in snapshot["cheeses"] if one["at"] is not None}
    mice = {tuple(cell): seat for seat, cell in enumerate(snapshot["mice"])}
    frame = rect(
        LEFT - 8,
        TOP - 8,
        BOARD + 16,
        BOARD + 16,
        rx=10,
        fill="#a5713a",
        stroke="#6b4522",
        stroke_width=2,
    )
    cells = []
    for row in range(8):
        for col in range(8):
            cell = (row, col)
            x, y = _corner(cell, turned)
            inside = [rect(x, y, STEP, STEP, fill="#f7e6c4" if (row + col) % 2 else "#efd8ab")]
            if cell == last:
                inside.append(
                    rect(
                        x + 3,
                        y + 3,
                        STEP - 6,
                        STEP - 6,
                        rx=8,
                        fill="none",
                        stroke=MARK,
                        stroke_width=4,
                    )
                )
            middle = x + STEP / 2, y + STEP / 2
            if cell in cheeses:
                one = cheeses[cell]
                inside.append(_cheese(one["size"], seen_worm(one, snapshot, perspective), *middle))
            if cell in mice:
                inside.append(_mouse(mice[cell], *middle, snapshot))
            cells.append(target(f"cell:{row},{col}", *inside))
    return group(frame, *cells, class_="board")


def _mouse(seat: int, x: float, y: float, snapshot: Snapshot) -> str:
    active = seat == snapshot["turn"] and not snapshot["over"]
    halo = circle(x, y, 28, fill=COLOURS[seat], opacity="0.35") if active else ""
    return group(
        halo,
        placed(x, y + 2, figures.mouse(FURS[seat]), scale=0.5),
        badge(seat, x + 19, y + 19, 9),
        class_="mouse",
    )


def _cheese(size: str, wormy: bool | None, x: float, y: float) -> str:
    scale = SCALES[size]
    drawn = placed(x, y - 4 * scale, figures.wheel_of_cheese(HOLES[size]), scale=scale)
    if wormy:
        drawn += placed(x + 3, y - 12 * scale, figures.worm(), scale=scale * 0.62)
    return group(drawn, class_=f"cheese {size}")


def _tray(snapshot: Snapshot, seat: int, perspective: int | None, turned: int) -> str:
    """A player's side of the table: 0 below the board, then clockwise."""
    side = (SIDE_NAMES.index(snapshot["sides"][seat]) - turned) % 4
    x, y, wide, high = {
        0: (EDGE, TOP + BOARD + GAP, WIDTH - 2 * EDGE, FLAT),
        1: (EDGE, TOP, TRAY, BOARD),
        2: (EDGE, HEADER, WIDTH - 2 * EDGE, FLAT),
        3: (LEFT + BOARD + GAP, TOP, TRAY, BOARD),
    }[side]
    note = f"{snapshot['scores'][seat]} points" if snapshot["over"] else ""
    return group(
        panel(snapshot, seat, x, y, wide, high, note, you=seat == perspective),
        _held(snapshot, seat, perspective, x, y, flat=side in (0, 2)),
        class_="tray",
    )


def _held(
    snapshot: Snapshot, seat: int, perspective: int | None, x: float, y: float, flat: bool
) -> str:
    """The cheeses a player holds, by size, to be taken from in the bonus."""
    drawn = []
    at = 0
    for size in SIZES:
        cheeses = [
            seen_worm(one, snapshot, perspective)
            for one in snapshot["cheeses"]
            if one["owner"] == seat and one["at"] is None and one["size"] == size
        ]
        cheeses.sort(key=str)
        shown = []
        for wormy in cheeses:
            if flat:
                place = x + 210 + at % 12 * 54, y + 30 + at // 12 * 44
            else:
                place = x + 34 + at % 3 * 52, y + 64 + at // 3 * 48
            shown.append(_cheese(size, wormy, *place))
            at += 1
        if shown:
            drawn.append(target(f"take:{seat},{size}", *shown))
    return group(*drawn)


def _bonus(snapshot: Snapshot) -> str:
    x, y = LEFT + BOARD / 2, TOP + BOARD / 2
    return group(
        rect(x - 190, y - 74, 380, 148, rx=16, fill="#fffaf0", stroke=MARK, stroke_width=4),
        words("The last cheese!", x, y - 36, 17, anchor="middle", weight=BOLD),
        words("Take one from another player, or", x, y - 10, 12, anchor="middle", fill=FAINT),
        target(
            "decline",
            rect(x - 80, y + 12, 160, 42, rx=21, fill="#6b4522"),
            words("take none", x, y + 39, 15, anchor="middle", fill="#fff", weight=BOLD),
        ),
        class_="bonus",
    )
