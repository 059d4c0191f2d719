"""Rattrapez-le's actions: a card and a cell, `128 * card + cell`; then choices, then discards."""

from __future__ import annotations

from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.spec import ActionGroup
from cheese_envs.games.rattrapez_le.state import (
    CARD_NAMES,
    CELLS,
    KINDS,
    PURSUER_NAMES,
    PURSUERS,
    SUBJECT_NAMES,
    SYMBOLS,
    End,
    Phase,
    Subject,
)

Move = dict[str, Any]

CHOOSE = KINDS * CELLS  # the first choice
DISCARD = CHOOSE + PURSUERS  # the first discard
ACTIONS = DISCARD + KINDS


def groups(num_players: int) -> list[ActionGroup]:
    """The action space, in order."""
    moves = [
        ActionGroup(f"move {card}", CELLS, f"play {card} and move the {card[:-1]} to cell 0, 1, …")
        for card in CARD_NAMES
    ]
    return [
        *moves,
        ActionGroup("choose", PURSUERS, f"write down {', '.join(PURSUER_NAMES)} as one's secret"),
        ActionGroup("discard", KINDS, f"discard {', '.join(CARD_NAMES)}"),
    ]


def describe(state: Any, config: Any, action: int) -> Move:
    """An action as a move."""
    if action >= DISCARD:
        return {"type": "discard", "card": CARD_NAMES[action - DISCARD]}
    if action >= CHOOSE:
        return {"type": "choose", "subject": PURSUER_NAMES[action - CHOOSE]}
    kind, cell = divmod(action, CELLS)
    return {"type": "move", "card": CARD_NAMES[kind], "to": cell}


FIELDS = {
    "move": ("type", "card", "to"),
    "choose": ("type", "subject"),
    "discard": ("type", "card"),
}


def encode(state: Any, config: Any, move: Move) -> int:
    """A move as an action; ValueError for one that no action means."""
    if not isinstance(move, dict) or "type" not in move:
        raise ValueError(f"a move must be a mapping with a type, not {move!r}")
    sort = plain.choice(move["type"], "the move's type", FIELDS, error=ValueError)
    parts = plain.fields(move, f"a move of type {sort!r}", FIELDS[sort], error=ValueError)
    if sort == "choose":
        name = plain.choice(parts["subject"], "the move's subject", PURSUER_NAMES, error=ValueError)
        return CHOOSE + PURSUER_NAMES.index(name)
    card = plain.choice(parts["card"], "the move's card", CARD_NAMES, error=ValueError)
    kind = CARD_NAMES.index(card)
    if sort == "discard":
        return DISCARD + kind
    return kind * CELLS + plain.whole(parts["to"], "the move's to", 0, CELLS - 1, error=ValueError)


def explain(state: Any, config: Any, action: int) -> str:
    """Why the player to move may not take an action."""
    move = describe(state, config, action)
    said = f"player_{state.seat} cannot {_words(move)}"
    if state.end != End.PLAYING:
        return f"{said}: the game is over"
    if state.phase == Phase.CHOOSE:
        return f"{said}: a secret is still to be chosen"
    if move["type"] == "choose":
        return f"{said}: the secret is chosen for the whole game"
    if state.hands[state.seat, CARD_NAMES.index(move["card"])] == 0:
        return f"{said}: there is none in hand"
    if move["type"] == "discard":
        return f"{said}: a card in hand can be played"
    return f"{said}: {_why_not_there(state, config, *divmod(action, CELLS))}"


def _words(move: Move) -> str:
    if move["type"] == "choose":
        return f"choose the {move['subject']}"
    if move["type"] == "discard":
        return f"discard {move['card']}"
    return f"play {move['card']} to cell {move['to']}"


def _why_not_there(state: Any, config: Any, kind: int, cell: int) -> str:
    # Imported here: the rules read this module's layout.
    from cheese_envs.games.rattrapez_le.rules import lengths_of

    subject = kind // SYMBOLS
    length = int(lengths_of(state, config)[kind % SYMBOLS])
    if cell >= config.cells:
        return f"the board has {int(config.cells)} cells"
    if not int(config.walks[state.positions[subject], cell]) >> length & 1:
        return f"no walk of {length} from cell {int(state.positions[subject])} ends there"
    if subject == Subject.HORSE and cell == config.farm:
        return "the horse enters the farm only to be caught by the mover's own secret subject"
    there = [
        name
        for other, name in enumerate(SUBJECT_NAMES)
        if other != subject and state.positions[other] == cell
    ]
    return f"the {' and the '.join(there)} is there"
