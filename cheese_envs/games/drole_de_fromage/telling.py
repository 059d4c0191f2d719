"""Drôle de Fromage in words, for those who watch."""

from __future__ import annotations

from typing import Any


def tell(move: dict[str, Any], mine: bool) -> str:
    """A move in words that begin with its verb. All of it lies open; worms are not in a move."""
    if move["type"] == "step":
        return f"step {move['direction']}"
    if move["type"] == "decline":
        return "decline to take a cheese"
    return f"take a {move['size']} cheese from player_{move['from']}"
