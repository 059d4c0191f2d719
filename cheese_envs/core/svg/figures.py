"""Animals, cheeses and things, drawn about (0, 0) in a square from -50 to 50."""

from __future__ import annotations

from functools import cache

from cheese_envs.core.svg.elements import circle, ellipse, group, path
from cheese_envs.core.svg.lettering import INK, words

RIND, PASTE, LIGHT_PASTE, HOLE = "#c98a12", "#f6c445", "#ffe08a", "#d9a01e"
LINE = {"fill": "none", "stroke": INK, "stroke_width": 3, "stroke_linecap": "round"}
EDGE = {"stroke": INK, "stroke_width": 3, "stroke_linejoin": "round"}


def _eyes(x: float, y: float, radius: float = 4.5) -> str:
    return circle(-x, y, radius, fill=INK) + circle(x, y, radius, fill=INK)


def _closed_eyes(x: float, y: float) -> str:
    return path(f"M{-x - 8} {y}q8 8 16 0M{x - 8} {y}q8 8 16 0", **LINE)


def _whiskers(y: float, reach: float) -> str:
    return path(
        f"M-14 {y}l{-reach} -5M-14 {y + 5}l{-reach} 4M14 {y}l{reach} -5M14 {y + 5}l{reach} 4",
        **{**LINE, "stroke_width": 2},
    )


@cache
def mouse(fur: str = "#a9a9b4") -> str:
    """A mouse's face: great round ears, a pointed chin."""
    return group(
        *(circle(x, -22, 20, fill=fur, **EDGE) for x in (-28, 28)),
        *(circle(x, -21, 11, fill="#f3b8bd") for x in (-28, 28)),
        path(
            "M-33 -4C-33 -32 33 -32 33 -4C33 20 14 40 0 42C-14 40 -33 20 -33 -4Z", fill=fur, **EDGE
        ),
        _eyes(13, -1),
        _whiskers(22, 26),
        ellipse(0, 30, 7, 5.5, fill="#e8727f"),
        path("M-4 38h8v8h-8zM0 38v8", fill="#fff", stroke=INK, stroke_width=1.5),
    )


@cache
def cat(fur: str = "#f0913a", stripe: str = "#c2631a", asleep: bool = False) -> str:
    """A cat's face: pointed ears, stripes."""
    return group(
        path("M-40 -44L-38 2L-6 -24ZM40 -44L38 2L6 -24Z", fill=fur, **EDGE),
        path("M-34 -31L-33 -8L-19 -20ZM34 -31L33 -8L19 -20Z", fill="#f7c6b0"),
        path("M-41 4C-41 -36 41 -36 41 4C41 28 24 42 0 42C-24 42 -41 28 -41 4Z", fill=fur, **EDGE),
        path(
            "M0 -26v13M-11 -24v9M11 -24v9M-40 8h10M-38 18h9M40 8h-10M38 18h-9",
            **{**LINE, "stroke": stripe, "stroke_width": 4},
        ),
        _closed_eyes(17, 2) if asleep else _cat_eyes(),
        _whiskers(20, 30),
        path("M-6 13h12l-6 7z", fill="#b8434e"),
        path("M0 20q-1 10 -11 9M0 20q1 10 11 9", **LINE),
    )


def _cat_eyes() -> str:
    return "".join(
        ellipse(x, 1, 8, 9, fill="#e9f27a", stroke=INK, stroke_width=2)
        + ellipse(x, 1, 2.6, 8, fill=INK)
        for x in (-17, 17)
    )


@cache
def guard_cat() -> str:
    """A wide-awake cat with a bell on its collar."""
    return group(
        cat("#5d6b7a", "#39434f"),
        path("M-30 37Q0 54 30 37", **{**LINE, "stroke": "#d23c3c", "stroke_width": 7}),
        circle(0, 46, 6, fill=PASTE, stroke=INK, stroke_width=2),
    )


@cache
def sleeping_cat() -> str:
    """A cat that is of no use to anybody."""
    return group(
        cat("#d9c3a3", "#b0946c", asleep=True),
        words("z", 26, -24, 20, weight=2.2, fill="#3b5f9e"),
        words("z", 39, -40, 13, weight=2.2, fill="#3b5f9e"),
    )


@cache
def dog(fur: str = "#b5793f", ears: str = "#6f4522") -> str:
    """A dog's face: hanging ears, a broad muzzle, the tongue out."""
    return group(
        path(
            "M-30 -8C-30 -44 30 -44 30 -8C34 26 20 42 0 42C-20 42 -34 26 -30 -8Z", fill=fur, **EDGE
        ),
        path("M-24 -33C-46 -40 -52 -8 -44 18C-34 22 -26 6 -26 -14Z", fill=ears, **EDGE),
        path("M24 -33C46 -40 52 -8 44 18C34 22 26 6 26 -14Z", fill=ears, **EDGE),
        path("M-7 26v12a7 7 0 0 0 14 0v-12Z", fill="#e8727f", **{**EDGE, "stroke_width": 2}),
        path(
            "M-20 18C-20 4 -8 4 0 4C8 4 20 4 20 18C20 30 6 31 0 26C-6 31 -20 30 -20 18Z",
            fill="#f1dcc0",
            **{**EDGE, "stroke_width": 2},
        ),
        _eyes(13, -9),
        ellipse(0, 9, 9, 6.5, fill=INK),
    )


@cache
def wedge(
    top: str = LIGHT_PASTE,
    side: str = PASTE,
    rind: str = RIND,
    hole: str = HOLE,
    holes: bool = True,
) -> str:
    """A cut of cheese, lying."""
    dots = ""
    if holes:
        dots = group(
            circle(-14, 18, 7),
            circle(12, 10, 5.5),
            circle(24, 27, 6),
            ellipse(-32, 26, 4, 5),
            ellipse(2, -12, 7, 3.5),
            ellipse(26, -9, 5, 2.5),
            fill=hole,
        )
    return group(
        path("M-46 4L20 -32Q46 -24 46 -2L46 2Z", fill=top, **EDGE),
        path("M-46 4L46 2L46 36L-46 38Z", fill=side, **EDGE),
        path(
            "M20 -32Q46 -24 46 2", fill="none", stroke=rind, stroke_width=6, stroke_linecap="round"
        ),
        dots,
    )


@cache
def rotten_wedge() -> str:
    """A cut of cheese gone green, and it smells."""
    return group(
        wedge("#c3cf9a", "#96a86a", "#566438", "#5f6f3c"),
        path(
            "M-26 -18q-7 -8 0 -15t0 -14M-8 -28q-6 -7 0 -12t0 -9",
            **{**LINE, "stroke": "#5f7d3a", "stroke_width": 3.5},
        ),
    )


@cache
def yarn() -> str:
    """A ball of wool."""
    strand = {**LINE, "stroke": "#8d2f6b", "stroke_width": 3.5}
    return group(
        path("M18 34C30 46 42 46 47 38", **{**LINE, "stroke": "#c4549b", "stroke_width": 6}),
        circle(0, 0, 36, fill="#c4549b", **EDGE),
        path("M-30 -16Q4 -10 20 29M-20 -28Q16 -20 31 16M-35 2Q-8 4 4 35", **strand),
        path("M34 -8Q8 -22 -10 -34M26 -23Q14 -29 6 -35M-26 22Q-14 4 12 -12", **strand),
    )


@cache
def broom() -> str:
    """A broom, across."""
    return group(
        path("M38 -44L-8 10", fill="none", stroke=INK, stroke_width=11, stroke_linecap="round"),
        path(
            "M38 -44L-8 10", fill="none", stroke="#a5713a", stroke_width=6, stroke_linecap="round"
        ),
        path("M-18 -2L8 20Q-2 46 -24 46Q-46 44 -46 24Q-40 2 -18 -2Z", fill="#e3b75e", **EDGE),
        path(
            "M-20 10L-38 28M-12 16L-28 38M-4 22L-16 42",
            **{**LINE, "stroke": "#9c7423"},
        ),
        path("M-21 2L4 23", fill="none", stroke="#c0392b", stroke_width=6, stroke_linecap="round"),
    )


@cache
def worm() -> str:
    """A worm that looks out."""
    curl = "M-24 30C-30 6 -4 16 -6 -4C-8 -24 22 -26 24 -4"
    return group(
        path(curl, fill="none", stroke=INK, stroke_width=22, stroke_linecap="round"),
        path(curl, fill="none", stroke="#e87f9a", stroke_width=16, stroke_linecap="round"),
        circle(20, -8, 3.5, fill=INK),
        circle(29, -8, 3.5, fill=INK),
    )


@cache
def wheel_of_cheese(holes: int) -> str:
    """A whole round cheese, seen from a little above."""
    spots = [(0, -12, 9, 5.5), (-21, -4, 6, 3.8), (17, 0, 7, 4.2)][:holes]
    return group(
        path("M-44 -6V14C-44 46 44 46 44 14V-6Z", fill=RIND, **EDGE),
        ellipse(0, -6, 44, 27, fill=PASTE, **EDGE),
        ellipse(0, -6, 36, 21, fill=LIGHT_PASTE),
        group(*(ellipse(*spot) for spot in spots), fill=HOLE),
    )


@cache
def crown() -> str:
    """For who wins."""
    return path("M-40 28L-46 -22L-20 2L0 -34L20 2L46 -22L40 28Z", fill="#f2c230", **EDGE)
