"""Drôle de Fromage as text and as a picture."""

from __future__ import annotations

from typing import Any

from cheese_envs.games.drole_de_fromage import picture

MICE = "ABCD"
CHEESES = {"small": "1", "medium": "2", "big": "3"}
STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


def text(snapshot: dict[str, Any]) -> str:
    """The board, mice as letters and cheeses as 1 (small), 2, 3 (big), then who holds what."""
    size = snapshot["size"]
    marks = [["."] * size for _ in range(size)]
    for cheese in snapshot["cheeses"]:
        if cheese["at"] is not None:
            row, col = cheese["at"]
            marks[row][col] = CHEESES[cheese["size"]]
    for seat, (row, col) in enumerate(snapshot["mice"]):
        marks[row][col] = MICE[seat]
    columns = "    " + " ".join(map(str, range(size)))
    board = [f"  {row} {' '.join(line)}" for row, line in enumerate(marks)]
    players = [_player(snapshot, seat) for seat in range(snapshot["num_players"])]
    lost = _cheeses(snapshot, None)
    return "\n".join([_headline(snapshot), columns, *board, "", *players, f"  lost: {lost}"])


def svg(
    snapshot: dict[str, Any],
    *,
    perspective: int | None = None,
    last_move: dict[str, Any] | None = None,
    last_player: int | None = None,
) -> str:
    """The game as SVG: the whole truth, or what a seat may see."""
    return picture.draw(snapshot, perspective, last_move, last_player)


def targets(snapshot: dict[str, Any], move: dict[str, Any]) -> list[str]:
    """What to click, in order, to make a move."""
    if move["type"] == "decline":
        return ["decline"]
    if move["type"] == "take":
        return [f"take:{move['from']},{move['size']}"]
    row, col = snapshot["mice"][snapshot["turn"]]
    down, right = STEPS[move["direction"]]
    return [f"cell:{row + down},{col + right}"]


def _headline(snapshot: dict[str, Any]) -> str:
    said = "Drôle de Fromage"
    if snapshot["options"]["games"] > 1:
        number = len(snapshot["games"]) + (0 if snapshot["over"] else 1)
        said += f", game {number} of {snapshot['options']['games']}"
    if snapshot["over"]:
        won = " and ".join(f"player_{seat}" for seat in snapshot["winners"])
        shared = "share the victory" if len(snapshot["winners"]) > 1 else "wins"
        points = ", ".join(f"player_{i} {score}" for i, score in enumerate(snapshot["scores"]))
        cut = "cut off" if snapshot["truncated"] else "over"
        return f"{said}, {cut}: {won} {shared} (points: {points})"
    mover = f"player_{snapshot['turn']}"
    if snapshot["phase"] == "bonus":
        return f"{said}: {mover} got the last cheese and may take another"
    left, roll = snapshot["steps_left"], snapshot["roll"]
    return f"{said}, turn {snapshot['turns'] + 1}: {mover} has {left} of {roll} steps to make"


def _player(snapshot: dict[str, Any], seat: int) -> str:
    mark = ">" if seat == snapshot["turn"] and not snapshot["over"] else " "
    side = snapshot["sides"][seat]
    return f"{mark} {MICE[seat]} player_{seat} ({side}): {_cheeses(snapshot, seat)}"


def _cheeses(snapshot: dict[str, Any], owner: int | None) -> str:
    """What an owner holds (None: what is lost); `~` marks a worm."""
    held = [
        CHEESES[cheese["size"]] + ("~" if cheese["wormy"] else "")
        for cheese in snapshot["cheeses"]
        if cheese["at"] is None and cheese["owner"] == owner
    ]
    return " ".join(sorted(held)) or "none"
