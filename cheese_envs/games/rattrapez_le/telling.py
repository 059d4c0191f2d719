"""Rattrapez-le in words, for those who watch."""

from __future__ import annotations

from typing import Any

SPOKEN = {"wife": "farmer's wife", "horse": "white horse"}


def tell(move: dict[str, Any], mine: bool) -> str:
    """A move in words that begin with its verb. Nobody hears another's secret."""
    if move["type"] == "choose":
        return f"write down the {_name(move['subject'])} in secret" if mine else SECRET
    if move["type"] == "discard":
        return f"discard {move['card']}"
    return f"play {move['card']}: the {_name(move['card'][:-1])} goes to cell {move['to']}"


SECRET = "write down a secret subject"


def _name(subject: str) -> str:
    return SPOKEN.get(subject, subject)
