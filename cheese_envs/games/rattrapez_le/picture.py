"""Rattrapez-le as a picture: the country with its paths, the six on it, cards and secrets."""

from __future__ import annotations

from typing import Any

from cheese_envs.core.svg.elements import circle, document, group, path, placed, rect, target
from cheese_envs.core.svg.lettering import BOLD, words
from cheese_envs.core.svg.table import (
    EDGE,
    FAINT,
    HEADER,
    PAGE,
    back,
    card,
    count,
    header,
    large_hand,
    panel,
    turn_words,
)
from cheese_envs.games.rattrapez_le import country
from cheese_envs.games.rattrapez_le.people import DRAWN

Snapshot = dict[str, Any]

NAME = "Rattrapez-le"
SUBJECTS = tuple(DRAWN)
PURSUERS = SUBJECTS[:-1]
SYMBOLS = "+=-"
KINDS = tuple(subject + symbol for subject in SUBJECTS for symbol in SYMBOLS)
TINTS = {"+": "#dff0e4", "=": "#fdf3d3", "-": "#f8dfd8"}
WIDTH, COUNTRY, BAND, OWN = 960, (620, 470), 104, 142
SHOWN = 6  # of the cards played, the last


def draw(snapshot: Snapshot, perspective: int | None, last: dict[str, Any] | None) -> str:
    """The whole picture."""
    above = COUNTRY[1] + 12 + BAND
    height = HEADER + above + EDGE + (0 if perspective is None else OWN + 12)
    deals = snapshot["options"]["max_deals"]
    choosing = snapshot["phase"] == "choose"
    return document(
        WIDTH,
        height,
        NAME,
        rect(0, 0, WIDTH, height, fill=PAGE),
        header(
            snapshot,
            WIDTH,
            NAME,
            f"deal {snapshot['deal']} of {deals}, {turn_words(snapshot)}",
            "to choose a secret" if choosing else "to play",
        ),
        country.draw(snapshot, EDGE, HEADER, *COUNTRY, last),
        _choice(snapshot) if choosing else _played(snapshot, last),
        _seats(snapshot, perspective),
        "" if perspective is None else _own(snapshot, perspective, HEADER + above + 12),
    )


def face(kind: str) -> str:
    """A card's figure: the subject, and the symbol beside it."""
    subject, symbol = kind[:-1], kind[-1]
    return group(
        placed(0, -8, DRAWN[subject](), scale=0.92),
        circle(32, 34, 25, fill=TINTS[symbol], stroke="#2b2118", stroke_width=3),
        words(symbol, 32, 51, 43, anchor="middle", weight=2.4),
    )


def _choice(snapshot: Snapshot) -> str:
    y = HEADER + COUNTRY[1] + 12
    drawn = [
        target(
            f"subject:{name}",
            card(EDGE + 236 + place * 76, y + 8, 68, 88, DRAWN[name](), caption=name),
        )
        for place, name in enumerate(PURSUERS)
    ]
    return group(
        rect(EDGE, y, COUNTRY[0], BAND, rx=12, fill="#efe3c8", stroke="#e4d3ac"),
        words("Choose in secret", EDGE + 16, y + 44, 15, weight=BOLD),
        words("with whom you will catch", EDGE + 16, y + 66, 11, fill=FAINT, within=206),
        words("the white horse", EDGE + 16, y + 84, 11, fill=FAINT),
        *drawn,
        class_="choice",
    )


def _played(snapshot: Snapshot, last: dict[str, Any] | None) -> str:
    y = HEADER + COUNTRY[1] + 12
    distance, played = snapshot["distance"], snapshot["played"]
    shown = played[-SHOWN:]
    cards = [
        card(EDGE + 300 + place * 52, y + 18, 48, 66, face(kind))
        for place, kind in enumerate(shown)
    ]
    sign = group(
        path(f"M{EDGE + 60} {y + 50}v46", fill="none", stroke="#7a4a24", stroke_width=8),
        path(
            f"M{EDGE + 14} {y + 14}h84l20 20l-20 20h-84Z",
            fill="#f0d69a",
            stroke="#7a4a24",
            stroke_width=3,
            stroke_linejoin="round",
        ),
        words(
            "3" if distance is None else str(distance),
            EDGE + 62,
            y + 46,
            24,
            anchor="middle",
            weight=BOLD,
        ),
        class_="distance",
    )
    said = "first move" if distance is None else "last move"
    return group(
        rect(EDGE, y, COUNTRY[0], BAND, rx=12, fill="#efe3c8", stroke="#e4d3ac"),
        sign,
        words(said, EDGE + 74, y + 78, 11, fill=FAINT),
        target(
            "discard",
            rect(EDGE + 170, y + 8, COUNTRY[0] - 180, BAND - 16, rx=10, fill="#e6d6b2"),
            words(f"{len(played)} played", EDGE + 186, y + 46, 13),
            words("newest right", EDGE + 186, y + 66, 10, fill=FAINT),
            *cards,
        ),
    )


def _seats(snapshot: Snapshot, perspective: int | None) -> str:
    players = snapshot["num_players"]
    seats = [seat for seat in range(players) if seat != perspective]
    if perspective is not None:
        seats.sort(key=lambda seat: (seat - perspective) % players)
    x, width = EDGE + COUNTRY[0] + 14, WIDTH - 2 * EDGE - COUNTRY[0] - 14
    most = 190.0 if perspective is None else 116.0
    high = min(most, (COUNTRY[1] + 22 + BAND) / len(seats) - 10)
    drawn = []
    for place, seat in enumerate(seats):
        y = HEADER + place * (high + 10)
        drawn.append(panel(snapshot, seat, x, y, width, high))
        drawn.append(_secret(snapshot, seat, perspective, x + width - 40, y + 10))
        room = width - 70, high - 42
        if perspective is None:
            drawn.append(_open_hand(snapshot, seat, x + 14, y + 36, *room))
        else:
            drawn.append(_closed_hand(snapshot, seat, x + 14, y + 36, *room))
    return group(*drawn, class_="seats")


def _closed_hand(
    snapshot: Snapshot, seat: int, x: float, y: float, wide: float, high: float
) -> str:
    """A fan of backs, and how many they are."""
    number = sum(snapshot["hands"][seat].values())
    tall = min(58.0, high - 4)
    broad = tall * 0.76
    step = min(16.0, (wide - broad) / max(1, number - 1))
    backs = [back(x + place * step, y, broad, tall) for place in range(number)]
    return group(*backs, count(number, x + step * max(0, number - 1) + broad - 2, y + 4))


def _open_hand(snapshot: Snapshot, seat: int, x: float, y: float, wide: float, high: float) -> str:
    """Every kind once, as large as there is room for."""
    hand = snapshot["hands"][seat]
    kinds = [kind for kind in KINDS if kind in hand]
    clickable = seat == snapshot["turn"] and snapshot["phase"] == "play"
    rows = max((1, 2, 3), key=lambda rows: _fitting(len(kinds), rows, wide, high))
    tall = _fitting(len(kinds), rows, wide, high)
    broad = tall * 0.8
    columns = -(-len(kinds) // rows)
    drawn = []
    for place, kind in enumerate(kinds):
        left = x + place % max(1, columns) * (broad + 5)
        top = y + place // max(1, columns) * (tall + 4)
        one = card(left, top, broad, tall, face(kind))
        one += count(hand[kind], left + broad - 2, top + 3, 7)
        drawn.append(target(f"hand:{kind}", one) if clickable else one)
    return group(*drawn, class_="hand")


def _fitting(number: int, rows: int, wide: float, high: float) -> float:
    """How tall cards can be when so many lie in so many rows."""
    columns = max(1, -(-number // rows))
    return min(56.0, (high - 4 * (rows - 1)) / rows, ((wide + 5) / columns - 5) / 0.8)


def _secret(snapshot: Snapshot, seat: int, perspective: int | None, x: float, y: float) -> str:
    """A folded paper: blank before the choice, with the choice on it for who may see it."""
    secret = snapshot["secrets"][seat]
    shown = perspective in (None, seat) or seat in (snapshot["winners"] or ())
    paper = rect(
        x - 4,
        y,
        34,
        40,
        rx=4,
        fill="#fff" if secret else "none",
        stroke=FAINT,
        stroke_width=1.5,
        stroke_dasharray=None if secret else "4 3",
    )
    if secret is None:
        return paper
    if shown:
        return group(paper, placed(x + 13, y + 20, DRAWN[secret](), scale=0.3), class_="secret")
    return group(
        paper, words("?", x + 13, y + 28, 16, anchor="middle", weight=BOLD), class_="secret"
    )


def _own(snapshot: Snapshot, seat: int, y: float) -> str:
    width = WIDTH - 2 * EDGE
    hand = snapshot["hands"][seat]
    return group(
        panel(snapshot, seat, EDGE, y, width, OWN, "", you=True),
        words("secret", EDGE + width - 118, y + 24, 11, fill=FAINT),
        _secret(snapshot, seat, seat, EDGE + width - 46, y + 4),
        large_hand(
            [(kind, hand.get(kind, 0)) for kind in KINDS],
            face,
            lambda _: "",
            EDGE + 16,
            y + 50,
            width - 40,
            (58, 82),
        ),
    )
