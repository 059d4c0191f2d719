"""Boards are data: reading them from JSON, checked, and working out where walks end."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.games.rattrapez_le.state import CELLS, LENGTHS, NAME_BYTES, WORDS

FOLDER = Path(__file__).parent / "boards"
SHIPPED = ("countryside", "paddock")
LARGEST_FILE = 2**20  # bytes
FARTHEST = 10**6  # of a place from the origin
WORD = 2**64 - 1


@dataclass(frozen=True)
class Board:
    """Cells joined by edges, and the places to draw them at."""

    name: str
    cells: int
    edges: tuple[tuple[int, int], ...]
    farm: int
    start: int
    places: tuple[tuple[float, float], ...]

    def plain(self) -> dict[str, Any]:
        """The board as a snapshot shows it."""
        return {
            "name": self.name,
            "cells": self.cells,
            "edges": [list(edge) for edge in self.edges],
            "farm": self.farm,
            "start": self.start,
        }


@dataclass(frozen=True)
class Tables:
    """What the kernels read of a board."""

    ends: NDArray[np.uint64]  # [LENGTHS, CELLS, WORDS] where walks of a length from a cell end
    walks: NDArray[np.uint64]  # [CELLS, CELLS] the lengths of the walks that join two cells
    steps: NDArray[np.int8]  # [CELLS, CELLS] the fewest steps between two cells


def load(board: str) -> Board:
    """A shipped board by its name, or another from its file; OptionError if it is broken."""
    return read(FOLDER / f"{board}.json" if board in SHIPPED else Path(board), board)


def read(path: Path, said: str) -> Board:
    """The board in a file, or an OptionError that says what is wrong with it."""
    try:
        if not path.is_file():
            raise OptionError(
                f"board must be one of {', '.join(map(repr, SHIPPED))} or a file, not {said!r}"
            )
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:
        if isinstance(problem, OptionError):
            raise
        raise OptionError(f"board {said!r} cannot be read: {problem}") from None
    if len(content) > LARGEST_FILE:
        raise OptionError(f"board {said!r} is a file of over {LARGEST_FILE} bytes")
    try:
        value = json.loads(content.decode())
    except (ValueError, RecursionError) as problem:
        raise OptionError(f"board {said!r} is not JSON: {problem}") from None
    return parse(value, f"board {said!r}", path.stem)


def parse(value: Any, said: str, stem: str) -> Board:
    """The board that a JSON value describes; a name and places may be left out."""
    if not isinstance(value, dict):
        raise OptionError(f"{said} must be a mapping, not a {type(value).__name__}")
    value = {"name": stem, "places": None, **value}
    names = ("name", "cells", "edges", "farm", "start", "places")
    found = plain.fields(value, said, names)
    name = found["name"]
    if not isinstance(name, str) or not 0 < len(_utf8(name)) <= NAME_BYTES or "\0" in name:
        raise OptionError(f"{said}: name must be a text of 1 to {NAME_BYTES} bytes, not {name!r}")
    cells = plain.whole(found["cells"], f"{said}: cells", 2, CELLS)
    farm = plain.whole(found["farm"], f"{said}: farm", 0, cells - 1)
    start = plain.whole(found["start"], f"{said}: start", 0, cells - 1)
    if farm == start:
        raise OptionError(f"{said}: start, the black cell, must not be the farm ({farm})")
    edges = _read_edges(found["edges"], cells, said)
    if cells != len(_reached(edges, farm)):
        lost = min(set(range(cells)) - _reached(edges, farm))
        raise OptionError(f"{said} is not connected: no path leads from the farm to cell {lost}")
    return Board(name, cells, edges, farm, start, _read_places(found["places"], cells, said))


def _utf8(name: str) -> bytes:
    return name.encode(errors="replace")


def _read_edges(value: Any, cells: int, said: str) -> tuple[tuple[int, int], ...]:
    edges: dict[frozenset[int], tuple[int, int]] = {}
    for entry in plain.listing(value, f"{said}: edges"):
        pair = plain.listing(entry, f"{said}: each of edges", 2)
        a, b = (plain.whole(end, f"{said}: a cell of edges", 0, cells - 1) for end in pair)
        if a == b:
            raise OptionError(f"{said}: the edge [{a}, {b}] leads from a cell to itself")
        if frozenset((a, b)) in edges:
            raise OptionError(f"{said}: the edge [{a}, {b}] is there twice")
        edges[frozenset((a, b))] = (a, b)
    return tuple(edges.values())


def _reached(edges: tuple[tuple[int, int], ...], farm: int) -> set[int]:
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    reached, waiting = {farm}, [farm]
    while waiting:
        new = set(beside.get(waiting.pop(), ())) - reached
        reached |= new
        waiting += new
    return reached


def _read_places(value: Any, cells: int, said: str) -> tuple[tuple[float, float], ...]:
    if value is None:  # a board need not be drawn: its cells then stand in a ring
        turn, radius = 2 * math.pi / cells, cells / 5
        return tuple(
            (radius * math.cos(turn * cell), radius * math.sin(turn * cell))
            for cell in range(cells)
        )
    places = []
    for entry in plain.listing(value, f"{said}: places", cells):
        x, y = plain.listing(entry, f"{said}: each of places", 2)
        for part in (x, y):
            number = isinstance(part, int | float) and not isinstance(part, bool)
            if not number or not -FARTHEST <= part <= FARTHEST:
                raise OptionError(f"{said}: a place must be two numbers, not {entry!r}")
        places.append((x, y))
    return tuple(places)


@lru_cache(maxsize=16)
def tables(cells: int, edges: tuple[tuple[int, int], ...]) -> Tables:
    """Where walks end, worked out length by length over directed edges."""
    ends = np.zeros((LENGTHS, CELLS, WORDS), np.uint64)
    walks = [[0] * cells for _ in range(cells)]
    for length, sets in enumerate(_ends(cells, edges)):
        for cell, found in enumerate(sets):
            ends[length, cell] = [found >> (64 * word) & WORD for word in range(WORDS)]
            for end in range(cells):
                walks[cell][end] |= (found >> end & 1) << length
    wide = np.zeros((CELLS, CELLS), np.uint64)
    wide[:cells, :cells] = np.array(walks, np.uint64)
    return Tables(ends, wide, _steps(cells, edges))


def _ends(cells: int, edges: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """For each length and cell, the set of cells (a bit each) where walks from it end.

    A walk can be walked backwards, so what is kept for a directed edge is the set of cells from
    which a walk ends with that edge; the next edge may be any but the same one back.
    """
    beside: list[list[int]] = [[] for _ in range(cells)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    found = [[1 << cell for cell in range(cells)]]
    from_edge = {(a, b): 1 << a for a in range(cells) for b in beside[a]}
    for _ in range(1, LENGTHS):
        found.append([_union(from_edge[a, cell] for a in beside[cell]) for cell in range(cells)])
        onward = {}
        for cell in range(cells):
            arrivals = [from_edge[a, cell] for a in beside[cell]]
            for b, others in zip(beside[cell], _all_but_one(arrivals), strict=True):
                onward[cell, b] = others
        from_edge = onward
    return found


def _union(sets: Any) -> int:
    whole = 0
    for part in sets:
        whole |= part
    return whole


def _all_but_one(sets: list[int]) -> list[int]:
    """For each of the sets, the union of the others."""
    unions = []
    before = 0
    for part in sets:
        unions.append(before)
        before |= part
    after = 0
    for place in range(len(sets) - 1, -1, -1):
        unions[place] |= after
        after |= sets[place]
    return unions


def _steps(cells: int, edges: tuple[tuple[int, int], ...]) -> NDArray[np.int8]:
    steps = np.zeros((CELLS, CELLS), np.int8)
    beside = [0] * cells
    for a, b in edges:
        beside[a] |= 1 << b
        beside[b] |= 1 << a
    for cell in range(cells):
        reached = border = 1 << cell
        away = 0
        while border:
            inside = [other for other in range(cells) if border >> other & 1]
            steps[cell, inside] = away
            border = _union(beside[other] for other in inside) & ~reached
            reached |= border
            away += 1
    return steps
