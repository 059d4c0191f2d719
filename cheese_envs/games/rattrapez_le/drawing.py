"""Rattrapez-le as text and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cheese_envs.core.errors import OptionError
from cheese_envs.games.rattrapez_le import board as boards
from cheese_envs.games.rattrapez_le import country, picture

LETTERS = {"farmer": "F", "wife": "W", "farmhand": "H", "maid": "M", "dog": "D", "horse": "*"}
CELL = 6  # characters from a place to the next one to its right
LINE = 2  # lines from a place to the next one below
WIDEST, HIGHEST = 24, 24  # a board larger than this is listed, not drawn


def text(snapshot: dict[str, Any]) -> str:
    """The board with the subjects on it, then the hands and secrets."""
    lines = [_headline(snapshot), _cards(snapshot), "", *_board(snapshot), ""]
    lines.append(
        "  ".join(
            f"{LETTERS[name]} {name} on {cell}" for name, cell in snapshot["positions"].items()
        )
    )
    for seat, hand in enumerate(snapshot["hands"]):
        mark = ">" if seat == snapshot["turn"] and not snapshot["over"] else " "
        held = "  ".join(f"{count} {card}" for card, count in hand.items()) or "no cards"
        secret = snapshot["secrets"][seat] or "not chosen"
        lines.append(f"{mark} player_{seat} (secret: {secret}): {held}")
    return "\n".join(lines)


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
    if move["type"] == "choose":
        return [f"subject:{move['subject']}"]
    where = f"cell:{move['to']}" if move["type"] == "move" else "discard"
    return [f"hand:{move['card']}", where]


def _headline(snapshot: dict[str, Any]) -> str:
    if snapshot["truncated"]:
        return "Rattrapez-le, over: the deals are used up, nobody wins"
    if snapshot["over"]:
        return f"Rattrapez-le, over: player_{snapshot['winners'][0]} caught the horse"
    task = "to choose a secret" if snapshot["phase"] == "choose" else "to play"
    return (
        f"Rattrapez-le, deal {snapshot['deal']} of {snapshot['options']['max_deals']},"
        f" turn {snapshot['turns'] + 1}: player_{snapshot['turn']} {task}"
    )


def _cards(snapshot: dict[str, Any]) -> str:
    distance = snapshot["distance"]
    moved = "no move yet" if distance is None else f"the last move was {distance} long"
    last = " ".join(snapshot["played"][-8:]) or "none"
    return f"{moved}; last cards of this deal: {last}"


def _board(snapshot: dict[str, Any]) -> list[str]:
    board = snapshot["board"]
    names = {cell: str(cell) for cell in range(board["cells"])}
    names[board["farm"]] = "farm"
    names[board["start"]] = f"#{board['start']}"
    for cell in set(snapshot["positions"].values()):
        there = [LETTERS[name] for name, at in snapshot["positions"].items() if at == cell]
        names[cell] = f"[{''.join(there)}]"
    places = _grid(snapshot)
    if places is None:
        return _listing(board, names)
    return _canvas(places, board["edges"], names)


def _grid(snapshot: dict[str, Any]) -> list[tuple[int, int]] | None:
    """The cells' places if they are few whole numbers, from 0; else None."""
    try:
        board = boards.load(snapshot["options"]["board"])
    except OptionError:  # a file that is no longer there
        return None
    if board.cells != snapshot["board"]["cells"]:
        return None
    left, top = (min(place[axis] for place in board.places) for axis in (0, 1))
    moved = [(x - left, y - top) for x, y in board.places]
    whole = all(x == int(x) and y == int(y) for x, y in moved)
    if not whole or len(set(moved)) < len(moved):
        return None
    if max(x for x, _ in moved) > WIDEST or max(y for _, y in moved) > HIGHEST:
        return None
    return [(int(x), int(y)) for x, y in moved]


def _canvas(
    places: list[tuple[int, int]], edges: list[list[int]], names: dict[int, str]
) -> list[str]:
    width = (max(x for x, _ in places) + 1) * CELL + CELL
    rows = [[" "] * width for _ in range(max(y for _, y in places) * LINE + 1)]
    for a, b in edges:
        _line(rows, places[a], places[b])
    for cell, (x, y) in enumerate(places):
        name = names[cell]
        begin = x * CELL + max(0, (CELL - len(name)) // 2)
        rows[y * LINE][begin : begin + len(name)] = name
    return ["".join(row).rstrip() for row in rows]


def _line(rows: list[list[str]], a: tuple[int, int], b: tuple[int, int]) -> None:
    """A path between two places, as a row of characters."""
    (x0, y0), (x1, y1) = sorted((a, b))
    mark = "-" if y0 == y1 else "|" if x0 == x1 else "\\" if y1 > y0 else "/"
    columns, lines = (x1 - x0) * CELL, abs(y1 - y0) * LINE
    for i in range(1, max(columns, lines)):
        part = i / max(columns, lines)
        row = y0 * LINE + round(part * (y1 - y0) * LINE)
        if mark == "-" or row not in (y0 * LINE, y1 * LINE):
            rows[row][x0 * CELL + CELL // 2 + round(part * columns)] = mark


def _listing(board: dict[str, Any], names: dict[int, str]) -> list[str]:
    beside: list[list[int]] = [[] for _ in range(board["cells"])]
    for a, b in board["edges"]:
        beside[a].append(b)
        beside[b].append(a)
    return [
        f"{cell:4d} {names[cell] if names[cell] != str(cell) else '':8s}- "
        + ", ".join(map(str, sorted(others)))
        for cell, others in enumerate(beside)
    ]


def write_pictures(folder: Path) -> None:
    """Write a picture of each shipped board."""
    for name in boards.SHIPPED:
        (folder / f"{name}.svg").write_text(country.board_svg(boards.load(name)), encoding="utf-8")


if __name__ == "__main__":
    write_pictures(Path(__file__).parent)
