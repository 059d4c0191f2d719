"""Au secours in words, for those who watch."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.au_secours.actions import CARDS, OWN
from cheese_envs.games.au_secours.state import KIND_NAMES, Kind

SPOKEN = {KIND_NAMES[kind]: CARDS[kind] for kind in Kind}
WHEELS = ("wheel", "second wheel")


def tell(move: dict[str, Any], mine: bool) -> str:
    """A move in words that begin with its verb. All of it lies open."""
    card = SPOKEN[move["card"]]
    if move["type"] == "discard":
        return f"discard a {card}"
    wheel = WHEELS[move["wheel"]]
    if move["card"] not in OWN:
        return f"play a {card} on player_{move['target']}'s {wheel}"
    return f"play a {card}" if move["wheel"] == 0 else f"play a {card} on the {wheel}"
