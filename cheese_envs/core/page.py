"""The tables of a game's page, made from its spec.

`python -m cheese_envs.core.page GAME` fills them in.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path

from cheese_envs.core.spec import GameSpec


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
        print(f"{path.name} of {game}: tables made anew")
