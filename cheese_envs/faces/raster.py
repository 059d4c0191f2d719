"""SVG to pixels, by resvg; nothing is imported before it is needed."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 800  # pixels
NEEDED = {"resvg_py": "resvg-py", "PIL": "pillow", "pygame": "pygame"}


def require(what: str, *modules: str) -> None:
    """Refuse, saying how to get what is missing."""
    missing = [NEEDED[module] for module in modules if find_spec(module) is None]
    if missing:
        raise ModuleNotFoundError(
            f"{what} needs {' and '.join(missing)}: pip install 'cheese-envs[render]'"
        )


def image(svg: str, width: int = WIDTH) -> Image:
    """A picture as a Pillow image, in RGB."""
    require("drawing pixels", "resvg_py", "PIL")
    import resvg_py
    from PIL import Image

    # The pictures have no text, so looking for fonts would only take time.
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """A picture as an array, uint8 [height, width, 3]."""
    return np.array(image(svg, width), np.uint8)
