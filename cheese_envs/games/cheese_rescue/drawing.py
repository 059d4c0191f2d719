"""Cheese Rescue as text and as a picture."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.cheese_rescue import picture

SHOWN = {"dog": "dog", "cat": "cat", "mouse": "mouse", "start": "start"}
WIDTH = 7


def text(snapshot: dict[str, Any]) -> str:
    """The area with its cards, then the hands. A cheese shows its value and its owner: `2 (p0)`."""
    lines = [_headline(snapshot), *_area(snapshot), ""]
    for seat, hand in enumerate(snapshot["hands"]):
        mark = ">" if seat == snapshot["turn"] and not snapshot["over"] else " "
        held = "  ".join(f"{count} {card}" for card, count in hand.items())
        lines.append(f"{mark} player_{seat}: {held}")
    return "\n".join(lines)


def svg(
    snapshot: dict[str, Any],
    *,
    perspective: int | None = None,
    last_move: dict[str, Any] | None = None,
    last_player: int | None = None,
) -> str:
    """The game as SVG: the whole truth, or what a seat may see."""
    last = None if last_move is None else (last_move["row"], last_move["col"])
    return picture.draw(snapshot, perspective, last)


def targets(snapshot: dict[str, Any], move: dict[str, Any]) -> list[str]:
    """What to click, in order, to make a move."""
    return [f"hand:{move['card']}", f"cell:{move['row']},{move['col']}"]


def _headline(snapshot: dict[str, Any]) -> str:
    total = 12 * snapshot["num_players"]
    if not snapshot["over"]:
        return (
            f"Cheese Rescue, turn {snapshot['turns'] + 1} of {total}:"
            f" player_{snapshot['turn']} to move, {len(snapshot['pile'])} animals in the pile"
        )
    won = " and ".join(f"player_{seat}" for seat in snapshot["winners"])
    points = ", ".join(f"player_{seat} {score}" for seat, score in enumerate(snapshot["scores"]))
    shared = "share the victory" if len(snapshot["winners"]) > 1 else "wins"
    return f"Cheese Rescue, over: {won} {shared} (points: {points})"


def _area(snapshot: dict[str, Any]) -> list[str]:
    cards = {(row, col): _card(card, owner) for row, col, card, owner in snapshot["board"]}
    rows = [row for row, _ in cards] or [0]
    cols = [col for _, col in cards] or [0]
    if snapshot["options"]["area"] == "fixed":
        rows = cols = [0, snapshot["size"] - 1]
    span = range(min(cols), max(cols) + 1)
    rule = "     +" + ("-" * WIDTH + "+") * len(span)
    lines = ["      " + " ".join(str(col).center(WIDTH) for col in span), rule]
    for row in range(min(rows), max(rows) + 1):
        cells = "|".join(cards.get((row, col), "").center(WIDTH) for col in span)
        lines += [f"{row:4d} |{cells}|", rule]
    return lines


def _card(card: str, owner: int | None) -> str:
    return f"{card[-1]} (p{owner})" if owner is not None else SHOWN[card]
