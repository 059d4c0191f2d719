"""What every table shows: whose seat, whose turn, cards, hands and piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import circle, group, path, placed, rect, target
from cheese_envs.core.svg.lettering import BOLD, INK, width_of, words

# Okabe and Ito's colours, told apart by colour-blind people; letters are the second cue.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#4d4d4d")
LETTERS = "ABCDEF"
PAGE, PANEL, PANEL_EDGE, CARD, CARD_EDGE = "#f5ecd9", "#fffaf0", "#d9c8a5", "#fffdf7", "#9c8661"
BACK, BACK_EDGE, FAINT, MARK = "#8c5a3c", "#5e3a25", "#8b7b62", "#e69f00"
HEADER = 60  # how high the top line is
EDGE = 20  # of the page

Snapshot = dict[str, Any]
Face = Callable[[str], str]  # a card's name -> its figure about (0, 0)
Edge = Callable[[str], str]  # a card's name -> the colour of its edge


def player(seat: int) -> str:
    return f"player_{seat}"


def badge(seat: int, x: float, y: float, radius: float = 12) -> str:
    """A seat's colour and letter."""
    letter = words(
        LETTERS[seat], x, y + radius * 0.5, radius, anchor="middle", fill="#fff", weight=2.2
    )
    return circle(x, y, radius, fill=COLOURS[seat], stroke="#fff", stroke_width=2) + letter


def verdict(snapshot: Snapshot) -> str:
    """Who won a game that is over."""
    winners = snapshot["winners"]
    cut = "cut off: " if snapshot["truncated"] else ""
    if not winners:
        return f"{cut}nobody wins"
    names = " and ".join(map(player, winners))
    return f"{cut}{names} {'share the victory' if len(winners) > 1 else 'wins'}"


def turn_words(snapshot: Snapshot) -> str:
    """How far a game has come."""
    turns = snapshot["turns"]
    return f"after {turns} turns" if snapshot["over"] else f"turn {turns + 1}"


def header(snapshot: Snapshot, width: float, title: str, detail: str, task: str) -> str:
    """The top line: the game at the left, whose turn it is or who won at the right."""
    over, seat = snapshot["over"], snapshot["turn"]
    said = verdict(snapshot) if over else f"{player(seat)} {task}"
    left = words(title, EDGE, 38, 19, weight=BOLD)
    after = EDGE + width_of(title, 19) + 18
    sign_room = 0 if over and not snapshot["winners"] else 24
    wide = min(width_of(said, 14), width * 0.5) + 36 + sign_room
    begin = width - EDGE - wide
    room = begin - after - 14
    left += words(detail, after, 38, 12.5, fill=FAINT, within=room) if room > 40 else ""
    colour = "#f2c230" if over else COLOURS[seat]
    pill = rect(begin, 13, wide, 36, rx=18, fill=PANEL, stroke=colour, stroke_width=3)
    sign = badge(seat, begin + 22, 31, 12)
    if over:
        sign = placed(begin + 23, 31, figures.crown(), scale=0.24) if snapshot["winners"] else ""
    text = words(said, begin + 18 + sign_room, 36.5, 14, weight=BOLD, within=width * 0.5)
    return group(left, pill, sign, text, class_="header")


def panel(
    snapshot: Snapshot,
    seat: int,
    x: float,
    y: float,
    width: float,
    height: float,
    note: str = "",
    you: bool = False,
) -> str:
    """A seat's part of the table, with its name on it; the seat to move stands out."""
    active = seat == snapshot["turn"] and not snapshot["over"]
    won = bool(snapshot["winners"]) and seat in snapshot["winners"]
    edge = COLOURS[seat] if active else "#f2c230" if won else PANEL_EDGE
    wide = 4 if active or won else 1.5
    name = player(seat) + (" (you)" if you else "")
    after = x + 42 + width_of(name, 12)
    return group(
        rect(x, y, width, height, rx=12, fill=PANEL, stroke=edge, stroke_width=wide),
        badge(seat, x + 20, y + 19, 11),
        words(name, x + 37, y + 24, 12, weight=BOLD if active or won else 1.4),
        placed(after + 14, y + 19, figures.crown(), scale=0.2) if won else "",
        arrow(after + 6, y + 19, COLOURS[seat]) if active else "",
        words(note, x + width - 12, y + 24, 12, anchor="end", fill=INK, within=width * 0.5),
        class_=f"seat seat-{seat}",
    )


def arrow(x: float, y: float, colour: str) -> str:
    """It is their turn."""
    return path(f"M{x + 12:g} {y - 7:g}l-12 7l12 7z", fill=colour, class_="turn")


def card(
    x: float,
    y: float,
    width: float,
    height: float,
    figure: str,
    *,
    caption: str = "",
    fill: str = CARD,
    edge: str = CARD_EDGE,
    stroke: float = 1.5,
) -> str:
    """A card face up: a figure on it, and perhaps a word below."""
    room = height * (0.8 if caption else 1)
    scale = min(width, room) / 122
    return group(
        rect(
            x,
            y,
            width,
            height,
            rx=min(width, height) * 0.12,
            fill=fill,
            stroke=edge,
            stroke_width=stroke,
        ),
        placed(
            x + width / 2, y + room / 2 + (height * 0.02 if caption else 0), figure, scale=scale
        ),
        words(
            caption,
            x + width / 2,
            y + height * 0.92,
            height * 0.085,
            anchor="middle",
            within=width * 0.86,
            weight=1.5,
        )
        if caption
        else "",
        class_="card",
    )


def back(x: float, y: float, width: float, height: float) -> str:
    """A card face down."""
    inset = width * 0.12
    return group(
        rect(x, y, width, height, rx=width * 0.12, fill=BACK, stroke=BACK_EDGE, stroke_width=1.5),
        rect(
            x + inset,
            y + inset,
            width - 2 * inset,
            height - 2 * inset,
            rx=width * 0.08,
            fill="none",
            stroke="#d9b48f",
            stroke_width=1.2,
        ),
        placed(
            x + width / 2,
            y + height / 2,
            figures.wedge("#d9b48f", "#c79b72", "#d9b48f", BACK),
            scale=width / 190,
        ),
        class_="back",
    )


def count(number: int, x: float, y: float, radius: float = 9) -> str:
    """How many there are, on a card's corner; one needs no saying."""
    if number < 2:
        return ""
    return circle(x, y, radius, fill=INK, stroke="#fff", stroke_width=1.5) + words(
        f"×{number}",
        x,
        y + radius * 0.45,
        radius * 0.95,
        anchor="middle",
        fill="#fff",
        weight=1.8,
        within=radius * 1.5,
    )


def stack(x: float, y: float, width: float, height: float, number: int) -> str:
    """A face-down pile, as high as it is rich."""
    layers = min(4, (number + 5) // 6)
    if not layers:
        return rect(
            x,
            y,
            width,
            height,
            rx=width * 0.12,
            fill="none",
            stroke=FAINT,
            stroke_width=1.5,
            stroke_dasharray="5 4",
        )
    return "".join(back(x + 2.5 * i, y - 2.5 * i, width, height) for i in range(layers))


def small_hand(
    shown: Iterable[tuple[str, int]],
    hidden: int,
    face: Face,
    x: float,
    y: float,
    width: float,
    size: tuple[float, float] = (38, 46),
    *,
    clickable: bool = False,
    edge: Edge = lambda _: CARD_EDGE,
) -> str:
    """A hand in little: the kinds seen with their counts, then backs; it never overflows."""
    wide, high = size
    kinds = [(name, number) for name, number in shown if number]
    places = len(kinds) + (hidden > 0)
    step = min(wide + 9, (width - wide) / max(1, places - 1))
    drawn = []
    for place, (name, number) in enumerate(kinds):
        left = x + place * step
        colour = edge(name)
        thick = 1.5 if colour == CARD_EDGE else 3
        one = card(left, y, wide, high, face(name), edge=colour, stroke=thick)
        one += count(number, left + wide - 2, y + 3)
        drawn.append(target(f"hand:{name}", one) if clickable else one)
    if hidden:
        left = x + len(kinds) * step
        drawn.append(back(left, y, wide, high) + count(hidden, left + wide - 2, y + 3))
    return group(*drawn, class_="hand")


def large_hand(
    held: Iterable[tuple[str, int]],
    face: Face,
    caption: Callable[[str], str],
    x: float,
    y: float,
    width: float,
    size: tuple[float, float],
    edge: Edge = lambda _: CARD_EDGE,
) -> str:
    """One's own hand, each kind once, to be clicked; in the middle of its room."""
    wide, high = size
    kinds = [(name, number) for name, number in held if number]
    if not kinds:
        return words("no cards", x + width / 2, y + high / 2, 13, anchor="middle", fill=FAINT)
    step = min(wide + 14, (width - wide) / max(1, len(kinds) - 1))
    x += (width - wide - step * max(0, len(kinds) - 1)) / 2
    drawn = []
    for place, (name, number) in enumerate(kinds):
        left, colour = x + place * step, edge(name)
        thick = 1.5 if colour == CARD_EDGE else 4
        under = "".join(
            rect(
                left + 4 * i,
                y - 4 * i,
                wide,
                high,
                rx=wide * 0.12,
                fill=CARD,
                stroke=colour,
                stroke_width=1.5,
            )
            for i in range(min(number - 1, 2), 0, -1)
        )
        front = card(
            left, y, wide, high, face(name), caption=caption(name), edge=colour, stroke=thick
        )
        drawn.append(
            target(f"hand:{name}", under, front, count(number, left + wide - 4, y + 4, 12))
        )
    return group(*drawn, class_="hand")
