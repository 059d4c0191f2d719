"""Drôle de Fromage's actions: four steps in the player's own view, what to take, or nothing."""

from __future__ import annotations

from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.spec import ActionGroup
from cheese_envs.games.drole_de_fromage.state import (
    AHEAD,
    DIRECTION_NAMES,
    RIM,
    SIZE_NAMES,
    SIZES,
    End,
    Phase,
)

Move = dict[str, Any]

STEPS = 4
TAKE = STEPS  # the first action that takes a cheese
WRONG: dict[str, Any] = {"error": ValueError}


def groups(num_players: int) -> list[ActionGroup]:
    """The action space, in order."""
    steps = ("forward", "right", "back", "left")
    return [
        *(ActionGroup(f"step {way}", 1, f"one step {way}, in one's own view") for way in steps),
        ActionGroup(
            "take",
            (num_players - 1) * SIZES,
            "take a small, medium, big cheese of the next player clockwise, then of the one after",
        ),
        ActionGroup("decline", 1, "take no cheese"),
    ]


def step_action(side: int, direction: int) -> int:
    """The action of who sits at a side that goes in a compass direction."""
    return (direction - side) % STEPS


def action_direction(side: int, action: int) -> int:
    """The compass direction of a step by who sits at a side."""
    return (action + side) % STEPS


def take_action(config: Any, seat: int, victim: int, size: int) -> int:
    """The action of a seat that takes a cheese of a size from another."""
    return TAKE + ((victim - seat) % int(config.players) - 1) * SIZES + size


def action_take(config: Any, seat: int, action: int) -> tuple[int, int]:
    """The victim and the size of a take by a seat."""
    away, size = divmod(action - TAKE, SIZES)
    return (seat + 1 + away) % int(config.players), size


def decline_action(config: Any) -> int:
    """The action that takes nothing."""
    return TAKE + (int(config.players) - 1) * SIZES


def describe(state: Any, config: Any, action: int) -> Move:
    """An action of the player to move as a move."""
    seat = int(state.seat)
    if action < STEPS:
        direction = action_direction(int(config.sides[seat]), action)
        return {"type": "step", "direction": DIRECTION_NAMES[direction]}
    if action == decline_action(config):
        return {"type": "decline"}
    victim, size = action_take(config, seat, action)
    return {"type": "take", "from": victim, "size": SIZE_NAMES[size]}


def encode(state: Any, config: Any, move: Move) -> int:
    """A move as an action; ValueError for one that no action means now."""
    seat = int(state.seat)
    kinds = ("step", "take", "decline")
    given = move.get("type") if isinstance(move, dict) else None
    if not isinstance(move, dict) or given is None:
        raise ValueError(f"a move must be a mapping with a type, not {move!r}")
    plain.choice(given, "the move's type", kinds, **WRONG)
    if given == "decline":
        plain.fields(move, "a decline", ("type",), **WRONG)
        return decline_action(config)
    if given == "step":
        parts = plain.fields(move, "a step", ("type", "direction"), **WRONG)
        name = plain.choice(parts["direction"], "the move's direction", DIRECTION_NAMES, **WRONG)
        return step_action(int(config.sides[seat]), DIRECTION_NAMES.index(name))
    parts = plain.fields(move, "a take", ("type", "from", "size"), **WRONG)
    victim = plain.whole(parts["from"], "the move's from", 0, int(config.players) - 1, **WRONG)
    size = plain.choice(parts["size"], "the move's size", SIZE_NAMES, **WRONG)
    if victim == seat:
        raise ValueError(f"the move's from must be another seat than {seat}, who takes")
    return take_action(config, seat, victim, SIZE_NAMES.index(size))


def explain(state: Any, config: Any, action: int) -> str:
    """Why the player to move may not take an action."""
    seat, move = int(state.seat), describe(state, config, action)
    said = f"player_{seat} cannot {_words(move)}"
    if state.end != End.PLAYING:
        return f"{said}: the game is over"
    if (move["type"] == "step") != (state.phase == Phase.MOVE):
        now = "make a step" if state.phase == Phase.MOVE else "take a cheese or decline"
        return f"{said}: now is the time to {now}"
    if move["type"] != "step":
        return f"{said}: player_{move['from']} holds none"
    ahead = int(AHEAD[DIRECTION_NAMES.index(move["direction"])])
    cell = int(state.mice[seat]) + ahead
    if state.board[cell] == RIM:
        return f"{said}: the board ends there"
    if state.board[cell] < 0:
        return f"{said}: a mouse stands there"
    return f"{said}: the line of cheese ends against a mouse"


def _words(move: Move) -> str:
    if move["type"] == "step":
        return f"step {move['direction']}"
    if move["type"] == "decline":
        return "decline"
    return f"take a {move['size']} cheese from player_{move['from']}"
