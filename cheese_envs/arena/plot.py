"""A picture of the standings: ratings with their intervals, and who beats whom."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheese_envs.core.files import write_whole

from .report import INCOMPLETE, best_first, plus_minus, title
from .standings import Standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BLUE = "#0072B2"  # of the Okabe-Ito palette
COLOURS = "PuOr"  # orange to purple: told apart with any kind of colour blindness
LONGEST_NAME = 28


def plot_format(path: Path) -> str:
    """The image format that a file's name asks for; without an ending, PNG."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ModuleNotFoundError as error:
        raise ValueError('--plot needs matplotlib: pip install "cheese-envs[arena]"') from error
    wanted = path.suffix.removeprefix(".").lower() or "png"
    known = FigureCanvasBase.get_supported_filetypes()
    if wanted not in known:
        raise ValueError(f"cannot plot to {path.name}: the formats are {', '.join(sorted(known))}")
    return wanted


def plot(standings: Standings, path: Path) -> None:
    """Draw the standings into a file, whole or not at all."""
    from matplotlib.figure import Figure

    order = best_first(standings)
    size = len(order)
    names = [_short(standings.agents[at].name) for at in order]
    letters = 0.08 * max(map(len, names))  # the longest name, in inches
    cells = max(2.2, 0.5 * size)
    figure = Figure(
        figsize=(5.5 + letters + cells, 1.6 + 0.7 * letters + cells), layout="constrained"
    )
    # A row of the matrix stands beside its agent's rating.
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(4, cells + 0.8))
    _draw_ratings(left, standings, order, names)
    _draw_versus(right, standings, order, names)
    heading = title(standings) + ("" if standings.complete else f"\n{INCOMPLETE}")
    figure.suptitle(heading, fontsize=11)
    image = io.BytesIO()
    figure.savefig(image, format=plot_format(path), dpi=150, bbox_inches="tight")
    write_whole(path, image.getvalue())


def _draw_ratings(axes: Axes, standings: Standings, order: list[int], names: list[str]) -> None:
    places = range(len(order))
    for place, at in enumerate(order):
        rating = standings.agents[at].rating
        if rating.low is not None and rating.high is not None:
            axes.plot((rating.low, rating.high), (place, place), "|-", color=BLUE, linewidth=1.5)
        axes.plot(rating.mean, place, "o", color=BLUE, markersize=4)
        axes.annotate(
            plus_minus(rating, 0, sign="+"),
            (rating.mean, place),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
    axes.axvline(0, color="0.8", linewidth=1, zorder=0)
    axes.margins(x=0.15)
    axes.set_yticks(places, names)
    axes.set_ylabel("agent")
    axes.set_xlabel("rating, Elo points above the mean (95% interval)")
    axes.set_title("Ratings", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_versus(axes: Axes, standings: Standings, order: list[int], names: list[str]) -> None:
    shares = np.array(standings.versus, dtype=float)[np.ix_(order, order)] * 100
    shown = axes.imshow(np.ma.masked_invalid(shares), cmap=COLOURS, vmin=0, vmax=100, aspect="auto")
    for row, column in zip(*np.nonzero(~np.isnan(shares)), strict=True):
        value = shares[row, column]
        dark = abs(value - 50) > 32
        axes.text(
            column,
            row,
            f"{value:.0f}",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if dark else "black",
        )
    places = range(len(order))
    axes.set_xticks(places, names, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("against")
    axes.set_title("Who beats whom", fontsize=10)
    axes.set_facecolor("0.9")
    axes.figure.colorbar(shown, ax=axes, label="% of the points that the two made")


def _short(name: str) -> str:
    """A long name's end says most: it may be a path."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]
