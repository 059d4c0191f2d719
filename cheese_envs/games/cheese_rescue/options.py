"""Cheese Rescue's options: checked, made plain, and laid out for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.games.cheese_rescue.state import (
    ANIMAL_NAMES,
    ANIMALS,
    AREAS,
    FRAME,
    HAS_START,
    LAID_EACH,
    REMOVED,
    SIZE,
)

DEFAULT_ANIMALS = {"dog": 6, "cat": 12, "mouse": 18}
DEFAULT_CHEESE_VALUES = (1, 1, 1, 2, 2, 3)


def read_options(
    num_players: int,
    *,
    area: str = "floating",
    animals: Mapping[str, int] = DEFAULT_ANIMALS,
    cheese_values: Sequence[int] = DEFAULT_CHEESE_VALUES,
    first_player: int | str = 0,
    reward: str = "win",
) -> dict[str, Any]:
    """The options as plain values, or an OptionError."""
    values = plain.listing(cheese_values, "cheese_values", 6)
    return {
        "area": plain.choice(area, "area", AREAS),
        "animals": _read_animals(animals, num_players),
        "cheese_values": [plain.whole(value, "each of cheese_values", 1, 3) for value in values],
        "first_player": plain.first_player(first_player, num_players),
        "reward": reward,
    }


def _read_animals(animals: Mapping[str, int], num_players: int) -> dict[str, int]:
    found = plain.counts(animals, "animals", ANIMAL_NAMES, at_most=ANIMALS)
    whole = {name: found.get(name, 0) for name in ANIMAL_NAMES}
    if sum(whole.values()) != ANIMALS:
        raise OptionError(f"animals must be {ANIMALS} in all, not {sum(whole.values())}")
    for name, removed in zip(ANIMAL_NAMES, REMOVED[num_players], strict=True):
        if whole[name] < removed:
            raise OptionError(
                f"animals must hold at least {removed} {name} cards, not {whole[name]}:"
                f" with {num_players} players so many stay in the box"
            )
    return whole


def configure(config: Any, num_players: int, options: dict[str, Any]) -> None:
    """Fill the game's own fields of a config record."""
    size, frame = SIZE[num_players], FRAME[num_players]
    values = options["cheese_values"]
    kept = [
        options["animals"][name] - removed
        for name, removed in zip(ANIMAL_NAMES, REMOVED[num_players], strict=True)
    ]
    config.side = size
    config.frame = frame
    config.cells = frame * frame
    config.fixed = options["area"] == "fixed"
    config.start_card = HAS_START[num_players]
    config.turns = LAID_EACH * num_players
    config.animals[:] = kept
    config.pile = sum(kept)
    config.cheeses[:] = [values.count(value) for value in (1, 2, 3)]
    config.top_score = sum(values)
    inner, whole = range(1, size + 1), range(frame)
    config.row = frame
    config.corner = _cells(frame, [1], [1])
    config.inside = _cells(frame, inner, inner)
    config.rows = _cells(frame, inner, whole)
    config.columns = _cells(frame, whole, inner)
    config.not_last = _cells(frame, whole, range(size))


def _cells(frame: int, rows: Iterable[int], cols: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << row * frame + col for row, col in product(rows, cols)))
