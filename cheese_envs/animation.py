"""A recorded game to look at: an animated GIF, or one HTML page that needs nothing else."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs import records
from cheese_envs.core.files import write_whole
from cheese_envs.core.svg.elements import escaped
from cheese_envs.faces import raster
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec

if TYPE_CHECKING:
    from PIL.Image import Image

GIF_WIDTH = 640  # pixels
GIF_SECONDS, GIF_REST = 0.7, 4.0  # a move; the end
GIF_COLOURS = 127  # and one to see through
TAG_END = re.compile("(?<=>)")
PAGE = Path(__file__).with_name("animation.html")


@dataclass(frozen=True)
class Frame:
    """A position, and what led to it."""

    svg: str
    said: str


def frames(record: records.Record, perspective: int | None = None) -> Iterator[Frame]:
    """The record's positions as pictures, once it is known to fit the rules.

    RecordError if it does not. Nothing is drawn but what the rules allow, whatever a file says.
    """
    records.verify(record)
    initial = record["initial"]
    spec = game_spec(initial["game"])
    env = RawEnv(spec, initial["num_players"], **initial["options"])
    env.restore(initial)
    yield Frame(spec.draw(env.snapshot(), perspective=perspective), "the beginning")
    for number, entry in enumerate(record["moves"], start=1):
        seat = int(env.snapshot()["turn"])
        move = env.describe(env.encode(entry["move"]))
        env.restore(entry["after"])
        svg = spec.draw(env.snapshot(), perspective=perspective, last_move=move, last_player=seat)
        yield Frame(svg, f"move {number}, player_{seat}: {move_words(move)}")


def move_words(move: dict[str, Any]) -> str:
    """A move to read: `place (card cat, row 0, col 1)`."""
    details = ", ".join(f"{name} {value}" for name, value in move.items() if name != "type")
    return f"{move['type']} ({details})" if details else str(move["type"])


def write_gif(
    path: str | os.PathLike[str], record: records.Record, perspective: int | None = None
) -> int:
    """Write a record as an animated GIF, whole or not at all; gives how many frames it has."""
    raster.require("a GIF", "resvg_py", "PIL")
    svgs = [frame.svg for frame in frames(record, perspective)]
    write_whole(Path(path), b"".join(_gif(svgs)))
    return len(svgs)


def _gif(svgs: list[str]) -> Iterator[bytes]:
    """A GIF part by part: each frame holds only what differs from the one before."""
    from PIL import GifImagePlugin, Image

    palette = _palette([svgs[0], svgs[len(svgs) // 2], svgs[-1]])
    before: NDArray[np.uint8] | None = None
    for number, svg in enumerate(svgs):
        image = raster.image(svg, GIF_WIDTH).quantize(palette=palette, dither=Image.Dither.NONE)
        now = np.array(image, np.uint8)
        if before is None:
            yield from GifImagePlugin.getheader(image, info={"loop": 0})[0]
        part, offset = _difference(before, now)
        seconds = GIF_REST if number == len(svgs) - 1 else GIF_SECONDS
        yield from GifImagePlugin.getdata(
            Image.fromarray(part), offset, duration=seconds * 1000, transparency=GIF_COLOURS
        )
        before = now
    yield b";"


def _difference(
    before: NDArray[np.uint8] | None, now: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """The smallest part of a frame with all that is new, see-through elsewhere; its place."""
    if before is None:
        return now, (0, 0)
    new = now != before
    rows, columns = (np.flatnonzero(new.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        rows = columns = np.zeros(1, np.int64)
    part = np.where(new, now, np.uint8(GIF_COLOURS))
    left, top = int(columns[0]), int(rows[0])
    return part[top : rows[-1] + 1, left : columns[-1] + 1], (left, top)


def _palette(svgs: list[str]) -> Image:
    """One palette for all frames, and one colour more to see through."""
    from PIL import Image

    images = [raster.image(svg, GIF_WIDTH) for svg in svgs]
    wide, high = images[0].size
    sheet = Image.new("RGB", (wide, high * len(images)))
    for place, image in enumerate(images):
        sheet.paste(image, (0, place * high))
    return sheet.quantize(GIF_COLOURS)


def write_html(
    path: str | os.PathLike[str], record: records.Record, perspective: int | None = None
) -> int:
    """Write a record as one HTML page, whole or not at all; gives how many positions it shows."""
    page, count = html(record, perspective)
    write_whole(Path(path), page.encode())
    return count


def html(record: records.Record, perspective: int | None = None) -> tuple[str, int]:
    """A page with a slider, arrow keys and a play button, and how many positions it shows."""
    tags: dict[str, int] = {}  # pictures are made of the same few thousand
    pictures, said = [], []
    for frame in frames(record, perspective):
        pictures.append([tags.setdefault(tag, len(tags)) for tag in TAG_END.split(frame.svg)])
        said.append(frame.said)
    title = game_spec(record["initial"]["game"]).title
    data = {"tags": list(tags), "frames": pictures, "said": said}
    # Inside a script element only "<" could end it.
    inside = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    page = Template(PAGE.read_text(encoding="utf-8"))
    return page.substitute(title=escaped(title), data=inside, last=len(said) - 1), len(said)
