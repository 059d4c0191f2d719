"""Cheese Rescue's actions: a kind of card and a frame cell, `kind * cells + row * frame + col`."""

from __future__ import annotations

from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.spec import ActionGroup
from cheese_envs.games.cheese_rescue.state import FRAME, KIND_NAMES, KINDS, End

Move = dict[str, Any]


def groups(num_players: int) -> list[ActionGroup]:
    """The action space, in order."""
    cells = FRAME[num_players] ** 2
    return [
        ActionGroup(f"place {name}", cells, f"lay a {name} on a cell of the frame, row by row")
        for name in KIND_NAMES
    ]


def place_action(config: Any, kind: int, row: int, col: int) -> int:
    """The action that lays a kind of card on a frame cell."""
    return int(kind * config.cells + row * config.frame + col)


def action_parts(config: Any, action: int) -> tuple[int, int, int]:
    """The kind, frame row and frame column of an action."""
    kind, cell = divmod(action, int(config.cells))
    row, col = divmod(cell, int(config.frame))
    return kind, row, col


def describe(state: Any, config: Any, action: int) -> Move:
    """An action as a move, in coordinates that do not shift."""
    kind, row, col = action_parts(config, action)
    return {
        "type": "place",
        "card": KIND_NAMES[kind],
        "row": row - int(state.origin_row),
        "col": col - int(state.origin_col),
    }


def encode(state: Any, config: Any, move: Move) -> int:
    """A move as an action; ValueError for one that no action means now."""
    parts = plain.fields(move, "a move", ("type", "card", "row", "col"), error=ValueError)
    plain.choice(parts["type"], "the move's type", ("place",), error=ValueError)
    card = plain.choice(parts["card"], "the move's card", KIND_NAMES, error=ValueError)
    top, left = int(state.origin_row), int(state.origin_col)
    last = int(config.frame) - 1
    row = plain.whole(parts["row"], "the move's row", -top, last - top, error=ValueError)
    col = plain.whole(parts["col"], "the move's col", -left, last - left, error=ValueError)
    return place_action(config, KIND_NAMES.index(card), row + top, col + left)


def explain(state: Any, config: Any, action: int) -> str:
    """Why the player to move may not take an action."""
    kind, row, col = action_parts(config, action)
    move = describe(state, config, action)
    where = f"({move['row']}, {move['col']})"
    said = f"player_{state.seat} cannot place a {move['card']} at {where}"
    taken = _occupied(state)
    down = int(config.frame)
    here = 1 << (down * row + col)
    if state.end != End.PLAYING:
        return f"{said}: the game is over"
    if not 0 <= kind < KINDS or state.hands[state.seat, kind] == 0:
        return f"{said}: there is none in hand"
    if taken & here:
        return f"{said}: a card lies there"
    if not taken and not config.fixed:
        return f"{said}: the first card of the game goes to (0, 0)"
    right = (taken & int(config.not_last)) << 1
    if taken and not (taken << down | taken >> down | right | taken >> 1) & here:
        return f"{said}: no card beside it"
    return f"{said}: outside the area of {config.side}x{config.side}"


def _occupied(state: Any) -> int:
    taken = int(state.start)
    for words in (state.animals, state.cheese_low, state.cheese_high):
        for word in words:
            taken |= int(word)
    return taken
