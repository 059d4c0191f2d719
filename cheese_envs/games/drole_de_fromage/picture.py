"""Drôle de Fromage as a picture: the board, and each side with the cheeses its player holds."""

from __future__ import annotations

from typing import Any

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import circle, document, group, placed, rect, target
from cheese_envs.core.svg.lettering import BOLD, words
from cheese_envs.core.svg.table import (
    COLOURS,
    FAINT,
    HEADER,
    MARK,
    PAGE,
    badge,
    header,
    panel,
    turn_words,
)
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
IN_ROW = 10  # cheeses of a tray above or below the board
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
        _lost(snapshot, perspective, turned),
        *(_tray(snapshot, seat, perspective, turned) for seat in range(snapshot["num_players"])),
        _bonus(snapshot) if snapshot["phase"] == "bonus" and not snapshot["over"] else "",
    )


def _detail(snapshot: Snapshot) -> str:
    said = turn_words(snapshot)
    games = snapshot["options"]["games"]
    if games > 1:
        number = len(snapshot["games"]) + (not snapshot["over"])
        said = f"game {number} of {games}, {said}"
        said += "".join(f", {'-'.join(map(str, scores))}" for scores in snapshot["games"][-3:])
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


def _cheese(size: str, wormy: bool | None, x: float, y: float, held: bool = False) -> str:
    """A cheese, its worm if it is known to have one; `?` on one held of which it is not known."""
    scale = SCALES[size]
    drawn = placed(x, y - 4 * scale, figures.wheel_of_cheese(HOLES[size]), scale=scale)
    if wormy:
        drawn += placed(x + 3, y - 12 * scale, figures.worm(), scale=scale * 0.62)
    if wormy is None and held:
        drawn += circle(x, y - 9 * scale, 8.5, fill="#fffaf0", stroke="#2b2118", stroke_width=1.2)
        drawn += words("?", x, y - 9 * scale + 5, 10, anchor="middle", weight=BOLD)
    return group(drawn, class_=f"cheese {size}")


def _frame(side: int) -> tuple[float, float, float, float]:
    """The room beside the board: 0 below it, then clockwise."""
    return (
        (EDGE, TOP + BOARD + GAP, WIDTH - 2 * EDGE, FLAT),
        (EDGE, TOP, TRAY, BOARD),
        (EDGE, HEADER, WIDTH - 2 * EDGE, FLAT),
        (LEFT + BOARD + GAP, TOP, TRAY, BOARD),
    )[side]


def _tray(snapshot: Snapshot, seat: int, perspective: int | None, turned: int) -> str:
    """A player's side of the table, with the cheeses held there."""
    side = (SIDE_NAMES.index(snapshot["sides"][seat]) - turned) % 4
    x, y, wide, high = _frame(side)
    moving = seat == snapshot["turn"] and snapshot["phase"] == "move" and not snapshot["over"]
    return group(
        panel(snapshot, seat, x, y, wide, high, you=seat == perspective),
        _roll(snapshot, x + 16, y + 46) if moving else "",
        words(_points(snapshot, seat), x + 16, y + 74, 17, weight=BOLD),
        _held(snapshot, seat, perspective, x, y, flat=side in (0, 2)),
        class_="tray",
    )


def _points(snapshot: Snapshot, seat: int) -> str:
    if not snapshot["over"]:
        return ""
    points = snapshot["scores"][seat]
    return f"{points} point{'' if points == 1 else 's'}"


def _roll(snapshot: Snapshot, x: float, y: float) -> str:
    """The number rolled, and a dot for each step, those still to make in colour."""
    roll, left = snapshot["roll"], snapshot["steps_left"]
    colour = COLOURS[snapshot["turn"]]
    dots = [
        circle(x + 58 + place % 6 * 15, y + (11 if place < 6 else 29), 5.5) for place in range(roll)
    ]
    shift = 9 if roll <= 6 else 0
    return group(
        rect(x, y, 40, 40, rx=9, fill="#fff", stroke="#2b2118", stroke_width=2.5),
        words(str(roll), x + 20, y + 30, 20, anchor="middle", weight=BOLD, within=30),
        placed(
            0,
            shift,
            group(*dots[:left], fill=colour),
            group(*dots[left:], fill="#e2d5b8"),
        ),
        class_="roll",
    )


def _held(
    snapshot: Snapshot, seat: int, perspective: int | None, x: float, y: float, flat: bool
) -> str:
    """The cheeses a player holds, by size, to be taken from in the bonus."""
    drawn, at = [], 0
    held = sum(one["owner"] == seat and one["at"] is None for one in snapshot["cheeses"])
    for size in SIZES:
        cheeses = [
            seen_worm(one, snapshot, perspective)
            for one in snapshot["cheeses"]
            if one["owner"] == seat and one["at"] is None and one["size"] == size
        ]
        # In no order but this: which of a player's cheeses is which may be hidden.
        places = [_slot(x, y, at + number, held, flat) for number in range(len(cheeses))]
        at += len(cheeses)
        shown = [
            _cheese(size, wormy, *place, held=True)
            for wormy, place in zip(sorted(cheeses, key=str), places, strict=True)
        ]
        if shown:
            drawn.append(target(f"take:{seat},{size}", *shown))
    return group(*drawn)


def _slot(x: float, y: float, number: int, held: int, flat: bool) -> tuple[float, float]:
    """Where the cheese of a number lies among as many as are held."""
    if flat:
        first = 52 if held <= IN_ROW else 29
        return x + 226 + number % IN_ROW * 64, y + first + number // IN_ROW * 47
    return x + 33 + number % 3 * 53, y + 122 + number // 3 * 56


def _lost(snapshot: Snapshot, perspective: int | None, turned: int) -> str:
    """The sides where nobody sits, and in the first of them what is lost."""
    taken = {(SIDE_NAMES.index(side) - turned) % 4 for side in snapshot["sides"]}
    lost = sorted(
        (SIZES.index(one["size"]), bool(seen_worm(one, snapshot, perspective)))
        for one in snapshot["cheeses"]
        if one["at"] is None and one["owner"] is None
    )
    drawn = []
    for side in sorted({0, 1, 2, 3} - taken):
        x, y, wide, high = _frame(side)
        drawn.append(
            rect(
                x,
                y,
                wide,
                high,
                rx=12,
                fill="none",
                stroke=FAINT,
                stroke_width=1.5,
                stroke_dasharray="6 6",
                opacity="0.7",
            )
        )
        drawn.append(words("nobody's side", x + 14, y + 24, 11, fill=FAINT))
        flat = side in (0, 2)
        drawn += [
            group(_cheese(SIZES[size], wormy, *_slot(x, y, at, len(lost), flat)), opacity="0.45")
            for at, (size, wormy) in enumerate(lost)
        ]
        if lost:
            drawn.append(words("lost here:", x + 14, y + 84, 11, fill=FAINT))
        lost = []
    return group(*drawn, class_="lost")


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
