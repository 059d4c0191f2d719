"""Letters drawn as strokes, so that a picture looks the same where no font is installed.

A capital is 10 high on a baseline at 0, a small letter 7. A glyph is its width and its strokes,
each a start and what follows it in SVG's relative commands: moving it changes the start alone.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

from cheese_envs.core.svg.elements import number, path

GAP = 2.6  # between two letters
SPACE = 4.4
CAPITAL = 10.0
LIGHT, BOLD = 1.25, 1.75  # strokes
INK = "#2b2118"

_BOWL = "5.6 -4.2a2.8 2.8 0 0 0 -5.6 0v1.4a2.8 2.8 0 0 0 5.6 0"
_BELLY = "0 -4.2a2.8 2.8 0 0 1 5.6 0v1.4a2.8 2.8 0 0 1 -5.6 0"
_RING = "0 -4.2a2.8 2.8 0 0 1 5.6 0v1.4a2.8 2.8 0 0 1 -5.6 0z"
_EYE = "0 -3.6h5.6v-.6a2.8 2.8 0 0 0 -5.6 0v1.4a2.8 2.8 0 0 0 5.1 1.5"
_ROUND = "0 -6.8a3.2 3.2 0 0 1 6.4 0v3.6a3.2 3.2 0 0 1 -6.4 0z"

# width, then strokes between bars
_DRAWN = f"""
a 5.6 {_BOWL}|5.6 -7v7
b 5.6 {_BELLY}|0 -10v10
c 5 5 -5.8a2.8 2.8 0 0 0 -5 1.6v1.4a2.8 2.8 0 0 0 5 1.6
d 5.6 {_BOWL}|5.6 -10v10
e 5.6 {_EYE}
f 3.8 4 -10h-.6a2 2 0 0 0 -2 2v8|0 -7h3.6
g 5.6 {_BOWL}|5.6 -7v7a2.8 2.8 0 0 1 -5.2 1.3
h 5.2 0 -10v10|0 -4.2a2.6 2.8 0 0 1 5.2 0v4.2
i 0.2 .1 -7v7|.1 -9.8v.1
j 1.6 1.5 -7v8a2 2 0 0 1 -1.5 1.9|1.5 -9.8v.1
k 4.8 0 -10v10|4.6 -7l-4.6 4.4|1.8 -4.3l3.1 4.3
l 0.2 .1 -10v10
m 8.4 0 -7v7|0 -4.4a2.1 2.6 0 0 1 4.2 0v4.4|4.2 -4.4a2.1 2.6 0 0 1 4.2 0v4.4
n 5.2 0 -7v7|0 -4.2a2.6 2.8 0 0 1 5.2 0v4.2
o 5.6 {_RING}
p 5.6 {_BELLY}|0 -7v10
q 5.6 {_BOWL}|5.6 -7v10
r 3.2 0 -7v7|0 -3.8a3 3 0 0 1 3.3 -3.1
s 4.6 4.4 -5.9a2.3 1.9 0 0 0 -2.1 -1.1h-.3a1.7 1.7 0 0 0 0 3.4h.6a1.8 1.8 0 0 1 0 3.6h-.3a2.5 1.9 0 0 1 -2.3 -1.2
t 3.8 1.5 -9.4v7.4a2 2 0 0 0 2 2h.4|0 -7h3.7
u 5.2 0 -7v4.2a2.6 2.8 0 0 0 5.2 0|5.2 -7v7
v 5.2 0 -7l2.6 7l2.6 -7
w 8.2 0 -7l2 7l2.1 -6l2.1 6l2 -7
x 4.8 0 -7l4.8 7|4.8 -7l-4.8 7
y 5.2 0 -7l2.6 6.8|5.2 -7l-3.1 8.4a2.2 2.2 0 0 1 -1.9 1.5
z 4.8 .1 -7h4.6l-4.7 7h4.8
A 6.8 0 0l3.4 -10l3.4 10|1.1 -3.2h4.6
B 6 0 0v-10h3a2.4 2.4 0 0 1 0 4.8h-3|3 -5.2h.4a2.6 2.6 0 0 1 0 5.2h-3.4
C 6.2 6.2 -7.8a3.2 3.2 0 0 0 -6.2 1v3.6a3.2 3.2 0 0 0 6.2 1
D 6.4 0 0v-10h2.6a3.8 3.8 0 0 1 3.8 3.8v2.4a3.8 3.8 0 0 1 -3.8 3.8z
E 5 5 -10h-5v10h5|0 -5.2h4.3
F 5 5 -10h-5v10|0 -5h4.3
G 6.4 6.2 -7.8a3.2 3.2 0 0 0 -6.2 1v3.6a3.2 3.2 0 0 0 6.4 0v-1.4h-2.8
H 6 0 -10v10|6 -10v10|0 -5.1h6
I 0.2 .1 -10v10
J 3.6 3.6 -10v7.2a2.7 2.7 0 0 1 -3.6 2.5
K 5.8 0 -10v10|5.6 -10l-5.6 6.2|1.9 -5.9l4 5.9
L 4.8 0 -10v10h4.8
M 7.6 0 0v-10l3.8 6l3.8 -6v10
N 6 0 0v-10l6 10v-10
O 6.4 {_ROUND}
P 5.8 0 0v-10h3.1a2.7 2.7 0 0 1 0 5.4h-3.1
Q 6.6 {_ROUND}|4 -2.4l2.7 2.7
R 5.9 0 0v-10h3.1a2.7 2.7 0 0 1 0 5.4h-3.1|3 -4.6l2.9 4.6
S 5.8 5.6 -8.3a2.9 2.6 0 0 0 -2.6 -1.7h-.4a2.4 2.4 0 0 0 0 4.8h.7a2.6 2.6 0 0 1 0 5.2h-.5a3 2.6 0 0 1 -2.8 -1.9
T 6.2 0 -10h6.2|3.1 -10v10
U 6.2 0 -10v6.8a3.1 3.2 0 0 0 6.2 0v-6.8
V 6.6 0 -10l3.3 10l3.3 -10
W 9.6 0 -10l2.4 10l2.4 -8.6l2.4 8.6l2.4 -10
X 6 0 -10l6 10|6 -10l-6 10
Y 6.2 0 -10l3.1 5v5|6.2 -10l-3.1 5
Z 5.8 .2 -10h5.4l-5.6 10h5.8
0 5.8 0 -7.1a2.9 2.9 0 0 1 5.8 0v4.2a2.9 2.9 0 0 1 -5.8 0z
1 2.4 0 -8l2.4 -2v10
2 5.6 .2 -7.5a2.6 2.5 0 0 1 5.2 .2c0 2.3 -5.4 4.9 -5.4 7.3h5.6
3 5.6 .3 -8.3a2.5 2.3 0 0 1 5 .7a2.4 2.3 0 0 1 -2.5 2.3a2.7 2.6 0 0 1 2.8 2.6a2.8 2.7 0 0 1 -5.5 .5
4 6 4.4 0v-10l-4.4 7h6
5 5.4 4.9 -10h-4.1l-.5 4.7a2.9 2.8 0 0 1 2.3 -1a2.8 3.1 0 0 1 0 6.3a2.9 2.6 0 0 1 -2.6 -1.5
6 5.6 4.5 -10c-3 1.2 -4.5 4 -4.5 7a2.8 3 0 0 0 5.6 0a2.8 3 0 0 0 -5.5 -.6
7 5.2 0 -10h5.2l-3.5 10
8 5.4 2.7 -5.4a2.3 2.3 0 0 1 0 -4.6a2.3 2.3 0 0 1 0 4.6a2.7 2.7 0 0 0 0 5.4a2.7 2.7 0 0 0 0 -5.4
9 5.6 1.1 0c3 -1.2 4.5 -4 4.5 -7a2.8 3 0 0 0 -5.6 0a2.8 3 0 0 0 5.5 .6
. 0.2 .1 -.1v.1
, 0.8 .7 -.3l-.7 2.2
: 0.2 .1 -6v.1|.1 -.4v.1
; 0.8 .7 -6v.1|.7 -.4l-.7 2
! 0.2 .1 -10v6.6|.1 -.1v.1
? 4.8 0 -7.7a2.4 2.4 0 0 1 4.8 .1c0 2.2 -2.4 2.2 -2.4 4.4|2.4 -.1v.1
' 0.2 .1 -10v2.2
" 2.2 .1 -10v2.2|2.1 -10v2.2
- 3.4 0 -4h3.4
_ 5 0 1.4h5
+ 5.6 0 -4h5.6|2.8 -6.8v5.6
= 5.6 0 -5.4h5.6|0 -2.6h5.6
( 2 2 -11a9 9 0 0 0 0 13
) 2 0 -11a9 9 0 0 1 0 13
[ 2 2 -11h-2v13h2
] 2 0 -11h2v13h-2
/ 4 4 -10.6l-4 11.8
\\ 4 0 -10.6l4 11.8
* 4.2 2.1 -9.5v4.6|.1 -8.3l4 2.2|4.1 -8.3l-4 2.2
# 6 2 -9.5l-1 9|5 -9.5l-1 9|.4 -6.6h5.6|0 -3.4h5.6
& 6.4 6.2 0l-4.4 -6.3a2 2 0 1 1 2.9 -.6l-3 2.2a2.6 2.6 0 0 0 1.6 4.7c1.7 0 3 -1.2 3 -3.4
% 7 6.4 -10l-5.8 10|0 -8.2a1.5 1.7 0 0 1 3 0a1.5 1.7 0 0 1 -3 0|4 -1.8a1.5 1.7 0 0 1 3 0a1.5 1.7 0 0 1 -3 0
< 4.4 4.4 -7l-4.4 3l4.4 3
> 4.4 0 -7l4.4 3l-4.4 3
× 4.6 0 -6.2l4.6 4.6|4.6 -6.2l-4.6 4.6
· 0.2 .1 -4v.1
… 5 .1 -.1v.1|2.5 -.1v.1|4.9 -.1v.1
– 5 0 -4h5
’ 0.8 .7 -10l-.6 2.2
é 5.6 {_EYE}|2.3 -8.8l1.6 -1.6
è 5.6 {_EYE}|3.3 -8.8l-1.6 -1.6
ê 5.6 {_EYE}|1.2 -8.8l1.6 -1.6l1.6 1.6
à 5.6 {_BOWL}|5.6 -7v7|3.4 -8.8l-1.6 -1.6
ô 5.6 {_RING}|1.2 -8.8l1.6 -1.6l1.6 1.6
"""  # noqa: E501
_UNKNOWN = (5.0, ((0.0, -9.0, "h5v9h-5z"),))  # a letter we have not drawn

Glyph = tuple[float, tuple[tuple[float, float, str], ...]]


@lru_cache(maxsize=1)
def _glyphs() -> dict[str, Glyph]:
    glyphs: dict[str, Glyph] = {}
    for line in _DRAWN.strip().splitlines():
        letter, width, strokes = line.split(" ", 2)
        glyphs[letter] = (float(width), tuple(map(_stroke, strokes.split("|"))))
    return glyphs


def _stroke(text: str) -> tuple[float, float, str]:
    begin = re.match(r"(-?[\d.]+) (-?[\d.]+)", text)
    assert begin is not None
    return float(begin[1]), float(begin[2]), text[begin.end() :]


def _glyph(letter: str) -> Glyph:
    glyphs = _glyphs()
    if letter in glyphs:
        return glyphs[letter]
    return glyphs.get(unicodedata.normalize("NFD", letter)[0], _UNKNOWN)


@lru_cache(maxsize=512)
def _written(text: str) -> tuple[float, str]:
    """How wide a text is, and its strokes from 0 on."""
    at, strokes = 0.0, []
    for letter in text:
        if letter.isspace():
            at += SPACE
            continue
        width, drawn = _glyph(letter)
        strokes += [f"M{number(at + x)} {number(y)}{rest}" for x, y, rest in drawn]
        at += width + GAP
    return max(at - GAP, 0.0), "".join(strokes)


def width_of(text: str, size: float) -> float:
    """How wide words of this size (a capital's height) come out."""
    return _written(text)[0] * size / CAPITAL


def words(
    text: str,
    x: float,
    y: float,
    size: float = 12,
    *,
    anchor: str = "start",
    fill: str = INK,
    weight: float = LIGHT,
    within: float | None = None,
    **attributes: Any,
) -> str:
    """Text as strokes. size: a capital's height; y: the baseline; within: shrunk to this width."""
    wide, strokes = _written(text)
    if not strokes:
        return ""
    scale = size / CAPITAL
    if within is not None and wide * scale > within:
        scale = within / wide
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide * scale
    return path(
        strokes,
        transform=f"translate({number(x)} {number(y)}) scale({round(scale, 3):g})",
        fill="none",
        stroke=fill,
        stroke_width=f"{weight:g}",
        stroke_linecap="round",
        stroke_linejoin="round",
        **attributes,
    )
