"""Elements as text. Keywords become attributes: `stroke_width=2` is `stroke-width="2"`."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape

NAMESPACE = "http://www.w3.org/2000/svg"
QUOTES = {'"': "&quot;", "'": "&#39;"}
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{round(value, 1):g}"


def escaped(text: object) -> str:
    """Any text, safe between tags and quotes."""
    return escape(NO_XML.sub("?", str(text)), QUOTES)


def element(name: str, *inside: str, **attributes: Any) -> str:
    """An element; attributes that are None are left out."""
    said = "".join(
        f' {key.strip("_").replace("_", "-")}="'
        f'{number(value) if isinstance(value, float) else escaped(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not inside:
        return f"<{name}{said}/>"
    return f"<{name}{said}>{''.join(inside)}</{name}>"


def group(*inside: str, **attributes: Any) -> str:
    return element("g", *inside, **attributes) if inside else ""


def target(name: str, *inside: str, **attributes: Any) -> str:
    """What a player can click."""
    return group(*inside, class_="target", data_target=name, **attributes) + "\n"


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> str:
    size = {"width": float(width), "height": float(height)}
    return element("rect", x=float(x), y=float(y), **size, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Any) -> str:
    return element("circle", cx=float(x), cy=float(y), r=float(radius), **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: Any) -> str:
    return element("ellipse", cx=float(x), cy=float(y), rx=float(rx), ry=float(ry), **attributes)


def path(d: str, **attributes: Any) -> str:
    return element("path", d=d, **attributes)


def placed(
    x: float, y: float, *inside: str, scale: float = 1.0, turn: float = 0.0, **more: Any
) -> str:
    """Shapes drawn about (0, 0), moved to a place."""
    move = f"translate({number(x)} {number(y)})"
    if turn:
        move += f" rotate({number(turn)})"
    if scale != 1:
        move += f" scale({round(scale, 3):g})"
    return group(*inside, transform=move, **more)


def document(width: float, height: float, title: str, *inside: str) -> str:
    """A whole picture; the title is for those who do not see it."""
    return (
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {number(width)} {number(height)}" role="img">\n'
        f"<title>{escaped(title)}</title>\n" + "\n".join(filter(None, inside)) + "\n</svg>\n"
    )
