"""Au secours as text and as a picture."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.au_secours import picture

PLACES = 8
SHOWN = 8  # of the discard pile, the last cards
NAME = "Au secours, mon fromage !"
CATS = {None: "", "guard": "guard cat", "sleeping": "sleeping cat"}


def text(snapshot: dict[str, Any]) -> str:
    """The wheels (`O` good, `x` rotten, `.` free, `m` a mouse), the hands, and the two piles."""
    lines = [_headline(snapshot)]
    for seat, hand in enumerate(snapshot["hands"]):
        mark = ">" if seat == snapshot["turn"] and not snapshot["over"] else " "
        held = "  ".join(f"{count} {card}" for card, count in hand.items())
        lines += ["", f"{mark} player_{seat}: {held or 'no cards'}"]
        lines += [f"    {_wheel(wheel)}" for wheel in snapshot["tables"][seat]]
    return "\n".join([*lines, "", *_piles(snapshot)])


def svg(
    snapshot: dict[str, Any],
    *,
    perspective: int | None = None,
    last_move: dict[str, Any] | None = None,
    last_player: int | None = None,
) -> str:
    """The game as SVG: the whole truth, or what a seat may see."""
    return picture.draw(snapshot, perspective, last_move)


def targets(snapshot: dict[str, Any], move: dict[str, Any]) -> list[str]:
    """What to click, in order, to make a move."""
    where = f"wheel:{move['target']},{move['wheel']}" if move["type"] == "play" else "discard"
    return [f"hand:{move['card']}", where]


def _headline(snapshot: dict[str, Any]) -> str:
    if not snapshot["over"]:
        return f"{NAME} turn {snapshot['turns'] + 1}: player_{snapshot['turn']} to move"
    if not snapshot["winners"]:
        return f"{NAME} cut off after {snapshot['turns']} turns: nobody wins"
    won = " and ".join(f"player_{seat}" for seat in snapshot["winners"])
    return f"{NAME} over: {won} {'win' if len(snapshot['winners']) > 1 else 'wins'}"


def _wheel(wheel: dict[str, Any] | None) -> str:
    if wheel is None:
        return "(finished)"
    wedges = "O" * wheel["good"] + "x" * wheel["rotten"]
    beside = ["m" * wheel["mice"], CATS[wheel["cat"]]]
    return " ".join([f"[{wedges:.<{PLACES}}]", *filter(None, beside)])


def _piles(snapshot: dict[str, Any]) -> list[str]:
    times = snapshot["turned"]
    turned = f", turned over {times} time{'s' if times > 1 else ''}" if times else ""
    last = " ".join(snapshot["discard"][-SHOWN:])
    more = "... " if len(snapshot["discard"]) > SHOWN else ""
    return [
        f"pile: {len(snapshot['pile'])} cards{turned}",
        f"discard pile: {len(snapshot['discard'])} cards{': ' + more + last if last else ''}",
    ]
