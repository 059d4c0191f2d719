"""The six subjects, drawn about (0, 0) in a square from -50 to 50."""

from __future__ import annotations

from functools import cache

from cheese_envs.core.svg import figures
from cheese_envs.core.svg.elements import circle, ellipse, group, path, rect
from cheese_envs.core.svg.figures import EDGE, LINE
from cheese_envs.core.svg.lettering import INK

SKIN = "#f2c9a1"


def _bust(clothes: str) -> str:
    return path("M-40 48C-40 22 -22 16 0 16C22 16 40 22 40 48Z", fill=clothes, **EDGE)


def _face() -> str:
    return group(
        circle(0, -6, 25, fill=SKIN, **EDGE),
        circle(-9, -6, 3.2, fill=INK),
        circle(9, -6, 3.2, fill=INK),
    )


def _smile() -> str:
    return path("M-8 7q8 7 16 0", **LINE)


@cache
def farmer() -> str:
    """A straw hat, a moustache, green overalls."""
    return group(
        _bust("#3f8f5b"),
        path("M-18 18v30M18 18v30", fill="none", stroke="#1f5a37", stroke_width=8),
        _face(),
        path("M0 4q-6 -5 -15 2q6 6 15 1q9 5 15 -1q-9 -7 -15 -2Z", fill="#5b3a1c"),
        ellipse(0, -22, 42, 9, fill="#e8c15a", **EDGE),
        path("M-22 -24C-22 -52 22 -52 22 -24Z", fill="#e8c15a", **EDGE),
        path("M-22 -27h44", fill="none", stroke="#b5502f", stroke_width=6),
    )


@cache
def wife() -> str:
    """A red scarf tied under the chin."""
    return group(
        _bust("#d1495b"),
        path(
            "M-33 -4C-36 -48 36 -48 33 -4C31 14 14 24 0 26C-14 24 -31 14 -33 -4Z",
            fill="#d1495b",
            **EDGE,
        ),
        _face(),
        path("M-25 -10C-20 -26 20 -26 25 -10C22 -38 -22 -38 -25 -10Z", fill="#7a4a24"),
        _smile(),
        path("M0 24l-12 10h24Z", fill="#a32f41", **EDGE),
    )


@cache
def farmhand() -> str:
    """A blue cap, a pitchfork."""
    return group(
        path("M40 48V-30M30 -42v14q10 8 20 0v-14M40 -44v18", **{**LINE, "stroke_width": 4}),
        _bust("#2f6fb0"),
        _face(),
        path("M-26 -12C-28 -44 22 -44 25 -17L44 -12Q24 -6 -26 -12Z", fill="#1d4e86", **EDGE),
        _smile(),
    )


@cache
def maid() -> str:
    """Fair hair in a bun, a white cap and apron."""
    return group(
        circle(0, -38, 11, fill="#e6b84b", **EDGE),
        _bust("#4a4a55"),
        path("M-14 22h28v26h-28Z", fill="#fff", **EDGE),
        _face(),
        path(
            "M-27 2C-34 -40 34 -40 27 2C22 -12 14 -18 0 -19C-14 -18 -22 -12 -27 2Z",
            fill="#e6b84b",
            **EDGE,
        ),
        path(
            "M-22 -24q6 -14 11 -5q5 -14 11 -3q6 -11 11 3q5 -9 11 5Q0 -34 -22 -24Z",
            fill="#fff",
            **EDGE,
        ),
        _smile(),
    )


@cache
def horse() -> str:
    """A white horse's head."""
    return group(
        path("M-6 -40L-12 -20L4 -28ZM14 -40L12 -24L24 -22Z", fill="#fdfdfb", **EDGE),
        path(
            "M-14 48C-10 30 -12 22 -22 24C-36 30 -44 22 -42 12C-34 -2 -26 -26 2 -32"
            "C32 -34 42 -2 42 48Z",
            fill="#fdfdfb",
            **EDGE,
        ),
        path(
            "M10 -36C44 -34 50 6 48 48L34 48C38 20 34 -6 12 -22Z",
            fill="#9aa3b0",
            **EDGE,
        ),
        circle(-8, -8, 4.5, fill=INK),
        ellipse(-33, 13, 3.5, 2.6, fill=INK),
        path("M-36 22q8 0 12 -5", **LINE),
    )


@cache
def house() -> str:
    """The farm, from -50 to 50."""
    return group(
        rect(-36, -8, 72, 50, fill="#f7e3bd", **EDGE),
        path("M-46 -4L0 -46L46 -4Z", fill="#b5483a", **EDGE),
        rect(-10, 12, 20, 30, fill="#7a4a24", **EDGE),
        rect(-29, 4, 13, 13, fill="#9fd3ee", **EDGE),
        rect(16, 4, 13, 13, fill="#9fd3ee", **EDGE),
    )


DRAWN = {
    "farmer": farmer,
    "wife": wife,
    "farmhand": farmhand,
    "maid": maid,
    "dog": figures.dog,
    "horse": horse,
}
