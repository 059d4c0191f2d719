"""The tables and the picture of a game's page, made from its spec.

`python -m cheese_envs.core.page GAME` makes them anew.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path

from cheese_envs.core import snapshot
from cheese_envs.core.batch import Batch
from cheese_envs.core.spec import GameSpec

PICTURED = {"seed": 7, "moves": 18}  # the game on the picture, and how far it has come


def observation_table(spec: GameSpec) -> str:
    """The pieces of the observation in order, with their shape for each player count."""
    counts = spec.player_counts
    head = ["piece", *(f"{count} players" for count in counts), "values", "meaning"]
    rows = []
    for parts in zip(*(spec.pieces(count) for count in counts), strict=True):
        highs = max(piece.high for piece in parts)
        lows = min(piece.low for piece in parts)
        shapes = ["×".join(map(str, piece.shape)) for piece in parts]
        rows.append([f"`{parts[0].name}`", *shapes, f"{lows} to {highs}", parts[0].meaning])
    sizes = [str(spec.observation_size(count)) for count in counts]
    return _table(head, [*rows, ["**in all**", *sizes, "", ""]])


def action_table(spec: GameSpec) -> str:
    """The runs of the action space in order, with their first action for each player count."""
    counts = spec.player_counts
    head = ["actions", *(f"{count} players" for count in counts), "meaning"]
    rows = []
    starts = [0] * len(counts)
    for groups in zip(*(spec.actions(count) for count in counts), strict=True):
        spans = [_span(start, group.count) for start, group in zip(starts, groups, strict=True)]
        starts = [start + group.count for start, group in zip(starts, groups, strict=True)]
        rows.append([groups[0].name, *spans, groups[0].meaning])
    return _table(head, [*rows, ["**in all**", *map(str, starts), ""]])


def fill_in(spec: GameSpec, page: str) -> str:
    """A page with its tables made anew."""
    for name, table in (("observation", observation_table), ("actions", action_table)):
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not marks.search(page):
            raise ValueError(f"the page lacks the marks <!-- {name} --> and <!-- /{name} -->")
        made = table(spec)
        page = marks.sub(lambda found, made=made: f"{found[1]}{made}{found[2]}", page)  # type: ignore[misc]
    return page


def page_path(spec: GameSpec) -> Path:
    """Where a game's page lies."""
    return Path(inspect.getfile(spec.configure)).parent / "README.md"


def picture(spec: GameSpec) -> str:
    """A game under way, as its first player sees it."""
    batch = Batch(spec, 1, seed=PICTURED["seed"], threads=1)
    batch.rollout(PICTURED["moves"])
    seen = snapshot.take(spec, batch.states, batch.config, batch.options)
    return spec.draw(seen, perspective=0) + "\n"


def picture_path(spec: GameSpec) -> Path:
    """Where the picture of a game's page lies."""
    return page_path(spec).with_name("picture.svg")


def _span(start: int, count: int) -> str:
    if count == 0:
        return "none"
    return str(start) if count == 1 else f"{start} to {start + count - 1}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


if __name__ == "__main__":
    for game in sys.argv[1:]:
        found: GameSpec = importlib.import_module(f"cheese_envs.games.{game}.spec").SPEC
        path = page_path(found)
        path.write_text(fill_in(found, path.read_text(encoding="utf-8")), encoding="utf-8")
        picture_path(found).write_text(picture(found), encoding="utf-8")
        print(f"{path.name} of {game}: tables and picture made anew")
