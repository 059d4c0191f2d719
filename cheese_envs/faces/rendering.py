"""The render modes, the same for every environment."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cheese_envs.core.errors import OptionError
from cheese_envs.core.spec import GameSpec
from cheese_envs.faces import raster
from cheese_envs.faces.window import Window

Rendered = str | NDArray[np.uint8] | None
RENDER_MODES = ["human", "rgb_array", "svg", "ansi"]
FPS = 2  # of a window
SEAT_CODES = (34, 31, 32, 35, 36, 33)  # a terminal's colours, seat by seat
PLAYER = re.compile(r"\bplayer_([0-5])\b")


class Renderer:
    """Shows one environment's game in its render mode; holds the window, if there is one."""

    def __init__(self, spec: GameSpec, mode: str | None, perspective: int | None = None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise OptionError(f"render_mode must be one of {RENDER_MODES}, not {mode!r}")
        if mode == "rgb_array":
            raster.require("render_mode='rgb_array'", "resvg_py", "PIL")
        self.spec, self.mode, self.perspective = spec, mode, perspective
        self.last: dict[str, Any] = {}  # last_move and last_player
        self._window = Window(spec.title, FPS) if mode == "human" else None

    def note(self, move: dict[str, Any], seat: int) -> None:
        """Remember the last move, to be marked."""
        self.last = {"last_move": move, "last_player": seat}

    def svg(self, snapshot: dict[str, Any]) -> str:
        return self.spec.draw(snapshot, perspective=self.perspective, **self.last)

    def show(self, snapshot: dict[str, Any]) -> Rendered:
        """What `render()` gives: text, a picture, pixels, or None for a window."""
        if self.mode == "ansi":
            return coloured(self.spec.text(snapshot))
        if self.mode == "svg":
            return self.svg(snapshot)
        if self.mode == "rgb_array":
            return raster.pixels(self.svg(snapshot))
        if self._window is not None:
            self._window.show(self.svg(snapshot))
        else:
            gymnasium.logger.warn("render() does nothing without a render_mode, such as 'svg'.")
        return None

    def close(self) -> None:
        if self._window is not None:
            self._window.close()


def coloured(text: str, terminal: bool | None = None) -> str:
    """Text with each player in a colour, and who is to move bold, where a terminal shows it."""
    if terminal is None:
        terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    if not terminal:
        return text
    return "\n".join(
        f"\x1b[1m{_named(line, bold=True)}\x1b[0m" if line.startswith(">") else _named(line)
        for line in text.split("\n")
    )


def _named(line: str, bold: bool = False) -> str:
    after = "\x1b[0m\x1b[1m" if bold else "\x1b[0m"

    def in_colour(found: re.Match[str]) -> str:
        return f"\x1b[1;{SEAT_CODES[int(found[1])]}m{found[0]}{after}"

    return PLAYER.sub(in_colour, line)
