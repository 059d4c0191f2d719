"""Rattrapez-le's options: checked, made plain, and laid out for the kernels."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.games.rattrapez_le import board as boards
from cheese_envs.games.rattrapez_le.state import (
    CARD_NAMES,
    CELLS,
    DEALS,
    DECK,
    FIRST_DISTANCE,
    FIRST_HORSE_CARD,
    LENGTHS,
    LONGEST,
    MOST_DEALS,
    WORDS,
)

PURSUER_CARDS = (3, 2, 3)  # with +, =, -
HORSE_CARDS = (4, 4, 4)
DEFAULT_DECK = dict(zip(CARD_NAMES, 5 * PURSUER_CARDS + HORSE_CARDS, strict=True))


def read_options(
    num_players: int,
    *,
    board: str | os.PathLike[str] = "countryside",
    deck: Mapping[str, int] = DEFAULT_DECK,
    min_distance: int = 0,
    max_distance: int = 24,
    max_deals: int = 4,
    first_player: int | str = 0,
    reward: str = "win",
) -> dict[str, Any]:
    """The options as plain values, or an OptionError."""
    return {
        "board": _read_board(board),
        "deck": _read_deck(deck, num_players),
        "min_distance": plain.whole(min_distance, "min_distance", 0, FIRST_DISTANCE),
        "max_distance": plain.whole(max_distance, "max_distance", FIRST_DISTANCE, LONGEST),
        "max_deals": plain.whole(max_deals, "max_deals", 1, MOST_DEALS),
        "first_player": plain.first_player(first_player, num_players),
        "reward": reward,
    }


def _read_board(board: str | os.PathLike[str]) -> str:
    if not isinstance(board, str | os.PathLike):
        raise OptionError(f"board must be a name or the path of a file, not {board!r}")
    path = os.fspath(board)
    if not isinstance(path, str):
        raise OptionError(f"board must be a name or the path of a file, not {board!r}")
    boards.load(path)
    return path


def _read_deck(deck: Mapping[str, int], num_players: int) -> dict[str, int]:
    found = plain.counts(deck, "deck", CARD_NAMES, at_most=DECK)
    whole = {name: found.get(name, 0) for name in CARD_NAMES}
    if sum(whole.values()) != DECK:
        raise OptionError(f"deck must hold {DECK} cards in all, not {sum(whole.values())}")
    removed = DEALS[num_players].removed
    horses = sum(list(whole.values())[FIRST_HORSE_CARD:])
    if horses < removed:
        raise OptionError(
            f"deck must hold at least {removed} horse cards, not {horses}:"
            f" with {num_players} players so many are removed"
        )
    return whole


def configure(config: Any, num_players: int, options: dict[str, Any]) -> None:
    """Fill the game's own fields of a config record."""
    shares = DEALS[num_players]
    deck = list(options["deck"].values())
    config.removed, config.each, config.aside = shares
    config.dealt = shares.each * num_players
    config.deck[:] = deck
    config.horses = sum(deck[FIRST_HORSE_CARD:])
    config.min_distance = options["min_distance"]
    config.max_distance = options["max_distance"]
    config.max_deals = options["max_deals"]
    low, high = options["min_distance"], options["max_distance"]
    config.lengths[0] = FIRST_DISTANCE
    for last in range(LENGTHS):
        config.lengths[last + 1] = [min(max(last + by, low), high) for by in (1, 0, -1)]
    for cell in range(CELLS):
        config.bits[cell] = [1 << cell >> 64 * word & boards.WORD for word in range(WORDS)]
    _lay_out(config, boards.load(options["board"]))


def _lay_out(config: Any, board: boards.Board) -> None:
    tables = boards.tables(board.cells, board.edges)
    config.cells = board.cells
    config.words = (board.cells + 63) // 64
    config.farm = board.farm
    config.start = board.start
    config.farm_bit[:] = config.bits[board.farm]
    config.ends[:] = tables.ends
    config.walks[:] = tables.walks
    config.steps[:] = tables.steps
    config.edge_count = len(board.edges)
    for place, edge in enumerate(board.edges):
        config.edges[place] = edge
    name = board.name.encode()
    config.name[: len(name)] = list(name)
