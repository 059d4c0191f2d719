"""Cheese Rescue in words, for those who watch: the moves, and the removals at the end."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]

# What leaves, and beside what: the removals of the rules, in their order.
REMOVALS = (("cat", "dog"), ("mouse", "cat"), ("cheese", "mouse"))
MANY = {"cat": "cats", "mouse": "mice", "cheese": "cheeses"}


def tell(move: Plain, mine: bool) -> str:
    """A move in words that begin with its verb. All of it lies open."""
    card, where = move["card"], f"({move['row']}, {move['col']})"
    if card.startswith("cheese"):
        return f"lay a cheese worth {card[-1]} at {where}"
    return f"lay a {card} at {where}"


def closing(snapshot: Plain) -> list[tuple[str, Plain]]:
    """The full area and what is left of it after each removal."""
    cards = [list(card) for card in snapshot["board"]]
    steps = [("The area is full.", cards)]
    for leaving, feared in REMOVALS:
        near = {
            cell
            for row, col, card, _ in cards
            if card == feared
            for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        }
        gone = [card for card in cards if card[2].startswith(leaving) and (*card[:2],) in near]
        cards = [card for card in cards if card not in gone]
        steps.append((_words(leaving, feared, len(gone)), cards))
    return [(words, {**snapshot, "board": left}) for words, left in steps]


def _words(leaving: str, feared: str, count: int) -> str:
    if count == 0:
        return f"No {leaving} stands beside a {feared}."
    verb = ("goes" if count == 1 else "go") if leaving == "cheese" else "flee"
    verb = "flees" if verb == "flee" and count == 1 else verb
    return f"{count} {leaving if count == 1 else MANY[leaving]} beside a {feared} {verb}."
