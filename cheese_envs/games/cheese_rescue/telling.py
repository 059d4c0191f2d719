"""Cheese Rescue in words, for those who watch: the moves, and the removals at the end."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.cheese_rescue.picture import HUNTS, removed

Plain = dict[str, Any]

FATES = {
    "cat": ("cat", "cats", "flees", "flee"),
    "mouse": ("mouse", "mice", "flees", "flee"),
    "cheese": ("cheese", "cheeses", "is eaten", "are eaten"),
}


def tell(move: Plain, mine: bool) -> str:
    """A move in words that begin with its verb. All of it lies open."""
    card, where = move["card"], f"({move['row']}, {move['col']})"
    if card.startswith("cheese"):
        return f"lay a cheese worth {card[-1]} at {where}"
    return f"lay a {card} at {where}"


def closing(snapshot: Plain) -> list[tuple[str, Plain]]:
    """The full area, then each removal: words, and a snapshot that shows so many of them."""
    shown = [{**snapshot, "removals": count} for count in range(len(HUNTS) + 1)]
    steps = [("The area is full.", shown[0])]
    for count, (hunter, prey) in enumerate(HUNTS, start=1):
        fled = len(removed(shown[count])) - len(removed(shown[count - 1]))
        one, many, goes, go = FATES[prey]
        if fled == 0:
            words = f"No {one} is beside a {hunter}."
        elif fled == 1:
            words = f"1 {one} beside a {hunter} {goes}."
        else:
            words = f"{fled} {many} beside a {hunter} {go}."
        steps.append((words, shown[count]))
    return steps
