"""Au secours as a picture: every player's wheels with what stands beside them, piles and hands."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import circle, document, group, path, placed, rect, target
from cheese_envs.core.svg.lettering import words
from cheese_envs.core.svg.table import (
    EDGE,
    FAINT,
    HEADER,
    MARK,
    PAGE,
    card,
    header,
    large_hand,
    panel,
    small_hand,
    stack,
    turn_words,
)

Snapshot = dict[str, Any]
Wheel = dict[str, Any]

NAME = "Au secours, mon fromage !"
KINDS = ("good", "mouse", "guard", "yarn", "sleeping", "rotten", "broom")
CAPTIONS = {
    "good": "good wedge",
    "guard": "guard cat",
    "yarn": "yarn ball",
    "sleeping": "sleeping cat",
    "rotten": "rotten wedge",
}
PLACES = 8
WIDTH, GAP, BAND, OWN = 960, 12, 96, 224
COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
BROAD = 600  # wider than this, a panel has its hand at the right
SHOWN = 9  # of the discard pile, the last cards
FACES = {
    "good": figures.wedge,
    "mouse": figures.mouse,
    "guard": figures.guard_cat,
    "yarn": figures.yarn,
    "sleeping": figures.sleeping_cat,
    "rotten": figures.rotten_wedge,
    "broom": figures.broom,
}


def face(kind: str) -> str:
    """A card's figure."""
    return FACES[kind]()


def draw(snapshot: Snapshot, perspective: int | None, last: dict[str, Any] | None) -> str:
    """The whole picture."""
    players = snapshot["num_players"]
    seats = [seat for seat in range(players) if seat != perspective]
    if perspective is not None:
        seats.sort(key=lambda seat: (seat - perspective) % players)
    columns = COLUMNS[len(seats)]
    rows = math.ceil(len(seats) / columns)
    high = 330 if rows == 1 else 252
    wide = (WIDTH - 2 * EDGE + GAP) / columns - GAP
    below = HEADER + rows * (high + GAP)
    height = below + BAND + EDGE + (0 if perspective is None else OWN + GAP)
    drawn = [
        _seat(
            snapshot,
            seat,
            EDGE + place % columns * (wide + GAP),
            HEADER + place // columns * (high + GAP),
            wide,
            high,
            perspective,
            last,
        )
        for place, seat in enumerate(seats)
    ]
    drawn.append(_piles(snapshot, below, last))
    if perspective is not None:
        drawn.append(_own(snapshot, perspective, below + BAND + GAP, last))
    return document(
        WIDTH,
        height,
        NAME,
        rect(0, 0, WIDTH, height, fill=PAGE),
        header(snapshot, WIDTH, NAME, turn_words(snapshot), "to play a card"),
        *drawn,
    )


def _seat(
    snapshot: Snapshot,
    seat: int,
    x: float,
    y: float,
    wide: float,
    high: float,
    perspective: int | None,
    last: dict[str, Any] | None,
) -> str:
    hand, known = snapshot["hands"][seat], snapshot["known"][seat]
    seen = hand if perspective is None else known
    hidden = sum(hand.values()) - sum(seen.values())
    cards = [(kind, seen.get(kind, 0)) for kind in KINDS]
    clickable = perspective is None and seat == snapshot["turn"]
    if wide > BROAD:  # the hand beside the wheels, not below them
        room = BROAD - 120
        return group(
            panel(snapshot, seat, x, y, wide, high, _note(snapshot, seat)),
            _wheels(snapshot, seat, x + 8, y + 36, room, high - 44, last),
            small_hand(
                cards, hidden, face, x + room + 40, y + high / 2 - 30, wide - room - 80, (62, 76)
            ),
        )
    return group(
        panel(snapshot, seat, x, y, wide, high, _note(snapshot, seat)),
        _wheels(snapshot, seat, x + 8, y + 36, wide - 16, high - 104, last),
        small_hand(
            cards, hidden, face, x + 14, y + high - 58, wide - 36, (38, 46), clickable=clickable
        ),
    )


def _note(snapshot: Snapshot, seat: int) -> str:
    done = snapshot["completed"][seat]
    if snapshot["options"]["wheels"] == 1:
        return ""
    return f"{done} of 2 wheels done"


def _wheels(
    snapshot: Snapshot,
    seat: int,
    x: float,
    y: float,
    wide: float,
    high: float,
    last: dict[str, Any] | None,
) -> str:
    wheels = snapshot["tables"][seat]
    room = wide / len(wheels)
    drawn = []
    for number, wheel in enumerate(wheels):
        lit = last is not None and (last.get("target"), last.get("wheel")) == (seat, number)
        left = x + number * room
        drawn.append(
            target(
                f"wheel:{seat},{number}",
                rect(
                    left + 3,
                    y + 2,
                    room - 6,
                    high - 4,
                    rx=12,
                    fill="#f3e7cb",
                    stroke=MARK if lit else "#e4d3ac",
                    stroke_width=4 if lit else 1,
                ),
                _wheel(
                    wheel,
                    snapshot["num_players"] + 1,
                    left + room / 2,
                    y + high / 2,
                    min(high / 3.0, room / 3.4),
                ),
            )
        )
    return group(*drawn)


def _wheel(wheel: Wheel | None, teeth: int, x: float, y: float, radius: float) -> str:
    """A wheel on its board, its cat at the right, its mice below. teeth: the mice that bite."""
    if wheel is None:
        return _finished(x, y, radius)
    middle = x - radius * 0.5, y - radius * 0.27
    parts = [circle(*middle, radius * 1.06, fill="#c9975b", stroke="#7d5426", stroke_width=2)]
    for place in range(PLACES):
        state = "free"
        if place < wheel["good"]:
            state = "good"
        elif place >= PLACES - wheel["rotten"]:
            state = "rotten"
        parts.append(placed(*middle, _slice(state), scale=radius / 100, turn=place * 45))
    parts.append(_cat(wheel["cat"], x + radius * 1.1, y - radius * 0.27, radius * 0.44))
    parts.append(_mice(wheel["mice"], teeth, x, y + radius * 1.13, radius * 2.9))
    return group(*parts, class_="wheel")


@cache
def _slice(state: str) -> str:
    """One of the eight places of a wheel of radius 100, from the top clockwise."""
    bend, half = 100 * math.sin(math.pi / 4), 100 * math.cos(math.pi / 4)
    outline = f"M0 0L0 -100A100 100 0 0 1 {bend:.1f} {-half:.1f}Z"
    if state == "free":
        return path(
            outline, fill="#e9cfa5", stroke="#a8793f", stroke_width=2, stroke_dasharray="6 5"
        )
    good = state == "good"
    fill, rind, hole = (
        ("#f6c445", "#c98a12", "#dca321") if good else ("#96a86a", "#566438", "#5f6f3c")
    )
    dots = group(circle(22, -72, 8), circle(45, -64, 5), circle(17, -42, 6), fill=hole)
    crust = f"M0 -96A96 96 0 0 1 {bend * 0.96:.1f} {-half * 0.96:.1f}"
    mark = (
        ""
        if good
        else path(
            "M22 -62l20 -14m-3 17l-14 -20",
            fill="none",
            stroke="#39461f",
            stroke_width=4,
            stroke_linecap="round",
        )
    )
    return group(
        path(outline, fill=fill, stroke="#2b2118", stroke_width=2.5, stroke_linejoin="round"),
        path(crust, fill="none", stroke=rind, stroke_width=7),
        dots,
        mark,
    )


def _cat(cat: str | None, x: float, y: float, size: float) -> str:
    if cat is None:
        return circle(
            x,
            y,
            size,
            fill="none",
            stroke=FAINT,
            stroke_width=1.5,
            stroke_dasharray="4 5",
            opacity="0.6",
        )
    return placed(x, y, face(cat), scale=size / 50)


def _mice(number: int, teeth: int, x: float, y: float, wide: float) -> str:
    """A place for each mouse that a bite takes; with the last one the wheel is bitten."""
    step = min(wide / teeth, wide / 4.2)
    begin = x - step * (teeth - 1) / 2
    drawn = []
    for place in range(teeth):
        at = begin + place * step
        if place < number:
            drawn.append(placed(at, y, figures.mouse(), scale=step / 112))
        else:
            drawn.append(circle(at, y, step * 0.12, fill="#cdb88e"))
    return group(*drawn, class_="mice")


def _finished(x: float, y: float, radius: float) -> str:
    return group(
        placed(x, y - radius * 0.2, figures.wheel_of_cheese(3), scale=radius / 60, opacity="0.55"),
        words("finished", x, y + radius * 0.9, radius * 0.2, anchor="middle"),
    )


def _piles(snapshot: Snapshot, y: float, last: dict[str, Any] | None) -> str:
    pile, discard = len(snapshot["pile"]), snapshot["discard"]
    turned = snapshot["turned"]
    note = f"turned over {turned}×" if turned else "in the pile"
    shown = discard[-SHOWN:]
    begin = 352
    cards = [
        card(begin + place * 58, y + 16, 52, 64, face(kind), edge="#9c8661")
        for place, kind in enumerate(shown)
    ]
    if not shown:
        cards = [
            rect(
                begin,
                y + 16,
                52,
                64,
                rx=6,
                fill="none",
                stroke=FAINT,
                stroke_width=1.5,
                stroke_dasharray="5 4",
            )
        ]
    area = rect(
        200,
        y,
        WIDTH - EDGE - 200,
        BAND,
        rx=12,
        fill="#efe3c8",
        stroke="#e4d3ac",
        stroke_width=4 if last is not None and last["type"] == "discard" else 1,
    )
    return group(
        stack(EDGE + 6, y + 16, 52, 64, pile),
        words(f"{pile} card{'' if pile == 1 else 's'}", EDGE + 80, y + 44, 13),
        words(note, EDGE + 80, y + 64, 11, fill=FAINT, within=92),
        target(
            "discard",
            area,
            words(f"{len(discard)} discarded", 216, y + 44, 13),
            words("newest right", 216, y + 64, 11, fill=FAINT),
            *cards,
        ),
        class_="piles",
    )


def _own(snapshot: Snapshot, seat: int, y: float, last: dict[str, Any] | None) -> str:
    wide = WIDTH - 2 * EDGE
    room = 300 if snapshot["options"]["wheels"] == 1 else 440
    hand = snapshot["hands"][seat]
    size = (74, 100) if room == 300 else (60, 84)
    return group(
        panel(snapshot, seat, EDGE, y, wide, OWN, _note(snapshot, seat), you=True),
        _wheels(snapshot, seat, EDGE + 8, y + 34, room, OWN - 42, last),
        large_hand(
            [(kind, hand.get(kind, 0)) for kind in KINDS],
            face,
            lambda kind: CAPTIONS.get(kind, kind),
            EDGE + room + 28,
            y + 66,
            wide - room - 52,
            size,
        ),
    )
