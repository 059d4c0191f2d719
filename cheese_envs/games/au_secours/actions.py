"""Au secours's actions: each card on each wheel it may be meant for, then a discard of each."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.spec import ActionGroup
from cheese_envs.games.au_secours.state import (
    ATTACK_KINDS,
    KIND_NAMES,
    KINDS,
    OWN_KINDS,
    PLACES,
    SLOTS,
    End,
    Kind,
    Part,
)

Move = dict[str, Any]

OWN = tuple(KIND_NAMES[kind] for kind in OWN_KINDS)
CARDS = {
    Kind.GOOD: "good wedge",
    Kind.MOUSE: "mouse",
    Kind.GUARD: "guard cat",
    Kind.YARN: "yarn ball",
    Kind.SLEEPING: "sleeping cat",
    Kind.ROTTEN: "rotten wedge",
    Kind.BROOM: "broom",
}


def groups(num_players: int) -> list[ActionGroup]:
    """The action space, in order."""
    slots, others = SLOTS[num_players], num_players - 1
    own = "on one's own wheel (wheels 0, 1 with 2 or 3 players)"
    attack = "on a wheel of the others, clockwise (wheels 0, 1 of each with 2 or 3 players)"
    plays = [
        ActionGroup(f"play {KIND_NAMES[kind]}", slots, f"a {CARDS[kind]} {own}")
        if kind in OWN_KINDS
        else ActionGroup(f"play {KIND_NAMES[kind]}", others * slots, f"a {CARDS[kind]} {attack}")
        for kind in Kind
    ]
    return [*plays, ActionGroup("discard", KINDS, f"a card: {', '.join(KIND_NAMES)}")]


def layout(num_players: int) -> list[tuple[int, int, int]]:
    """Of each action the card, the seats clockwise to its target, the wheel (discards: 0, 0)."""
    slots = range(SLOTS[num_players])
    plays = [
        (int(kind), away, wheel)
        for kind in Kind
        for away in ([0] if kind in OWN_KINDS else range(1, num_players))
        for wheel in slots
    ]
    return plays + [(int(kind), 0, 0) for kind in Kind]


def firsts(num_players: int) -> list[int]:
    """The first action of each card, then of the discards."""
    return [0, *accumulate(group.count for group in groups(num_players)[:-1])]


def play_action(config: Any, kind: int, away: int, wheel: int) -> int:
    """The action that plays a card on a wheel of the seat so many places clockwise."""
    before = 0 if kind in OWN_KINDS else (away - 1) * int(config.slots)
    return int(config.first[kind]) + before + wheel


def discard_action(config: Any, kind: int) -> int:
    """The action that discards a card."""
    return int(config.first[KINDS]) + kind


def is_discard(config: Any, action: int) -> bool:
    """Whether an action is a discard."""
    return bool(action >= config.first[KINDS])


def describe(state: Any, config: Any, action: int) -> Move:
    """An action as a move, with seats as they are numbered."""
    card = KIND_NAMES[config.kind_of[action]]
    if is_discard(config, action):
        return {"type": "discard", "card": card}
    return {
        "type": "play",
        "card": card,
        "target": int((state.seat + config.away_of[action]) % config.players),
        "wheel": int(config.wheel_of[action]),
    }


def encode(state: Any, config: Any, move: Move) -> int:
    """A move as an action; ValueError for one that no action means now."""
    if isinstance(move, dict) and move.get("type") == "discard":
        parts = plain.fields(move, "a discard", ("type", "card"), error=ValueError)
        card = plain.choice(parts["card"], "the move's card", KIND_NAMES, error=ValueError)
        return discard_action(config, KIND_NAMES.index(card))
    parts = plain.fields(move, "a move", ("type", "card", "target", "wheel"), error=ValueError)
    plain.choice(parts["type"], "the move's type", ("play", "discard"), error=ValueError)
    card = plain.choice(parts["card"], "the move's card", KIND_NAMES, error=ValueError)
    players, last = int(config.players), int(config.slots) - 1
    target = plain.whole(parts["target"], "the move's target", 0, players - 1, error=ValueError)
    wheel = plain.whole(parts["wheel"], "the move's wheel", 0, last, error=ValueError)
    away = (target - int(state.seat)) % players
    if (away == 0) != (card in OWN):
        whose = "one's own wheel" if card in OWN else "another player's wheel"
        raise ValueError(f"a {card} is played on {whose}, not on player_{target}'s")
    return play_action(config, KIND_NAMES.index(card), away, wheel)


def explain(state: Any, config: Any, action: int) -> str:
    """Why the player to move may not take an action."""
    kind = Kind(config.kind_of[action])
    said = f"player_{state.seat} cannot {'discard' if is_discard(config, action) else 'play'}"
    said += f" a {CARDS[kind]}"
    if not is_discard(config, action):
        target = describe(state, config, action)["target"]
        said += f" on wheel {int(config.wheel_of[action])} of player_{target}"
    if state.end != End.PLAYING:
        return f"{said}: the game is over"
    if state.hands[state.seat, kind] == 0:
        return f"{said}: there is none in hand"
    if is_discard(config, action):
        return f"{said}: something else can be done"
    wheel = state.tables[target, config.wheel_of[action]]
    if not wheel[Part.OPEN]:
        return f"{said}: there is no such wheel in play"
    if kind in ATTACK_KINDS and config.friends[state.seat] >> target & 1:
        return f"{said}: they are allies"
    return f"{said}: {_obstacle(kind, wheel)}"


def _obstacle(kind: Kind, wheel: Any) -> str:
    if kind is Kind.GOOD:
        return f"its {PLACES} places are full"
    if kind is Kind.GUARD:
        return f"a {'guard' if wheel[Part.GUARD] else 'sleeping'} cat is there"
    if kind is Kind.BROOM:
        return "there is nothing to sweep"
    if kind in (Kind.YARN, Kind.SLEEPING):
        return "no guard cat is there"
    return "it has no good wedge"
