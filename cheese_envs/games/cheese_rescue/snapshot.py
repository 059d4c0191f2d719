"""Cheese Rescue's state record to the contract's plain fields, and back, checked."""

from __future__ import annotations

from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import SnapshotError
from cheese_envs.games.cheese_rescue.history import can_be_laid
from cheese_envs.games.cheese_rescue.state import (
    ANIMAL_KINDS,
    ANIMAL_NAMES,
    DRAWN_AT_START,
    KIND_NAMES,
    End,
    Kind,
)

Plain = dict[str, Any]
Cell = tuple[int, int]

CARDS = ("start", *KIND_NAMES)
WRONG: dict[str, Any] = {"error": SnapshotError}


def snapshot(state: Any, config: Any) -> Plain:
    """The game's own fields."""
    players = range(int(config.players))
    return {
        "size": int(config.side),
        "board": _board(state, config),
        "hands": [_hand(state.hands[seat]) for seat in players],
        "pile": [KIND_NAMES[kind] for kind in state.pile[state.drawn : config.pile]],
    }


def _hand(counts: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(KIND_NAMES, counts, strict=True) if count}


def _board(state: Any, config: Any) -> list[list[Any]]:
    words: list[tuple[int, str, int | None]] = [(int(state.start), "start", None)]
    for kind, name in enumerate(ANIMAL_NAMES):
        words.append((int(state.animals[kind]), name, None))
    for seat in range(int(config.players)):
        low, high = int(state.cheese_low[seat]), int(state.cheese_high[seat])
        words += [(low & ~high, "cheese1", seat), (high & ~low, "cheese2", seat)]
        words.append((low & high, "cheese3", seat))
    frame, top, left = int(config.frame), int(state.origin_row), int(state.origin_col)
    cards = [
        [cell // frame - top, cell % frame - left, card, owner]
        for word, card, owner in words
        for cell in range(frame * frame)
        if word >> cell & 1
    ]
    return sorted(cards, key=lambda card: card[:2])


def restore(state: Any, config: Any, given: Plain, options: Plain) -> None:
    """Write the fields into a state whose `seat` and `turns` are set."""
    names = ("size", "board", "hands", "pile", "over", "truncated", "winners")
    fields = plain.fields(given, "the snapshot", names, **WRONG)
    plain.whole(fields["size"], "size", int(config.side), int(config.side), **WRONG)
    if fields["truncated"]:
        raise SnapshotError("a game of Cheese Rescue is never truncated")
    board = _read_board(fields["board"], config)
    _check_shape(board, state, config)
    _read_hands(fields["hands"], state, config)
    _read_pile(fields["pile"], state, config)
    _check_turns(fields["over"], state, config)
    _check_cards(board, state, config)
    _check_history(board, state, config, fields["over"])
    _lay(board, state, config)
    if fields["over"]:
        state.end = End.AREA_FULL


def _read_board(value: Any, config: Any) -> dict[Cell, tuple[str, int | None]]:
    board: dict[Cell, tuple[str, int | None]] = {}
    far = 2 * int(config.side)
    for entry in plain.listing(value, "board", **WRONG):
        row, col, card, owner = plain.listing(entry, "each card of the board", 4, **WRONG)
        row = plain.whole(row, "a card's row", -far, far, **WRONG)
        col = plain.whole(col, "a card's col", -far, far, **WRONG)
        plain.choice(card, f"the card at {row}, {col}", CARDS, **WRONG)
        if card.startswith("cheese"):
            last = int(config.players) - 1
            owner = plain.whole(owner, f"the owner of the cheese at {row}, {col}", 0, last, **WRONG)
        elif owner is not None:
            raise SnapshotError(
                f"the {card} at {row}, {col} has no owner, but {plain.brief(owner)} is given"
            )
        if (row, col) in board:
            raise SnapshotError(f"two cards lie at {row}, {col}")
        board[row, col] = (card, owner)
    return board


def _check_shape(board: dict[Cell, tuple[str, int | None]], state: Any, config: Any) -> None:
    size = int(config.side)
    starts = [cell for cell, (card, _) in board.items() if card == "start"]
    middle = (size // 2, size // 2) if config.fixed else (0, 0)
    wanted = [middle] if config.start_card else []
    if starts != wanted:
        raise SnapshotError(f"the start card lies at {starts}, but should at {wanted}")
    if len(board) - len(starts) != state.turns:
        raise SnapshotError(
            f"{len(board) - len(starts)} cards are laid, but {int(state.turns)} turns were played"
        )
    if not board:
        return
    if not config.fixed and (0, 0) not in board:
        raise SnapshotError("no card lies at 0, 0, where the first one goes")
    rows, cols = [row for row, _ in board], [col for _, col in board]
    low, high = (0, size - 1) if config.fixed else (-size, size)
    spread = max(max(rows) - min(rows), max(cols) - min(cols))
    if spread >= size or min(rows + cols) < low or max(rows + cols) > high:
        raise SnapshotError(f"the cards do not fit into an area of {size}x{size}")
    if len(_connected(board)) != len(board):
        raise SnapshotError("the cards on the board do not hang together")


def _connected(board: dict[Cell, Any]) -> set[Cell]:
    reached: set[Cell] = set()
    waiting = [next(iter(board))]
    while waiting:
        row, col = waiting.pop()
        if (row, col) in board and (row, col) not in reached:
            reached.add((row, col))
            waiting += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return reached


def _read_hands(value: Any, state: Any, config: Any) -> None:
    hands = plain.listing(value, "hands", int(config.players), **WRONG)
    for seat, hand in enumerate(hands):
        held = plain.counts(hand, f"hands[{seat}]", KIND_NAMES, at_most=20, **WRONG)
        for kind, name in enumerate(KIND_NAMES):
            state.hands[seat, kind] = held.get(name, 0)


def _read_pile(value: Any, state: Any, config: Any) -> None:
    cards = plain.listing(value, "pile", **WRONG)
    if len(cards) > config.pile:
        raise SnapshotError(f"the pile holds {len(cards)} cards of {int(config.pile)}")
    state.drawn = config.pile - len(cards)
    for place, card in enumerate(cards, start=int(state.drawn)):
        state.pile[place] = ANIMAL_NAMES.index(
            plain.choice(card, "each card of the pile", ANIMAL_NAMES, **WRONG)
        )


def _first(state: Any, config: Any, over: bool) -> int:
    """The seat that began, counted back from the one to move."""
    return (int(state.seat) + (1 if over else 0) - int(state.turns)) % int(config.players)


def _turns_of(seat: int, state: Any, config: Any, over: bool) -> int:
    """How many turns a seat has had."""
    players, turns = int(config.players), int(state.turns)
    first = _first(state, config, over)
    return (turns + players - 1 - (seat - first) % players) // players


def _check_turns(over: bool, state: Any, config: Any) -> None:
    players, turns = int(config.players), int(state.turns)
    if over != (turns == config.turns):
        raise SnapshotError(f"over is {over} after {turns} of {int(config.turns)} turns")
    first = _first(state, config, over)
    if config.first_player >= 0 and first != config.first_player:
        raise SnapshotError(
            f"turn is {int(state.seat)} after {turns} turns,"
            f" but player_{int(config.first_player)} began"
        )
    drawn = DRAWN_AT_START * players + turns
    if state.drawn != min(drawn, config.pile):
        left = max(0, int(config.pile) - drawn)
        raise SnapshotError(f"after {turns} turns the pile should hold {left} cards")


def _check_cards(board: dict[Cell, tuple[str, int | None]], state: Any, config: Any) -> None:
    players = int(config.players)
    cards = list(board.values())
    over = bool(state.turns == config.turns)
    for seat in range(players):
        hand, turns = state.hands[seat], _turns_of(seat, state, config, over)
        laid = [sum(card == (f"cheese{value}", seat) for card in cards) for value in (1, 2, 3)]
        for value in range(3):
            if laid[value] + hand[Kind.CHEESE1 + value] != config.cheeses[value]:
                raise SnapshotError(
                    f"player_{seat} has {laid[value]} cheese{value + 1} laid and"
                    f" {int(hand[Kind.CHEESE1 + value])} in hand,"
                    f" of {int(config.cheeses[value])} in the set"
                )
        most = int(config.pile) // players - DRAWN_AT_START
        size = int(sum(config.cheeses)) + DRAWN_AT_START + min(turns, most) - turns
        if sum(hand) != size:
            raise SnapshotError(f"player_{seat} holds {int(sum(hand))} cards, but should {size}")
        if sum(laid) > turns:
            raise SnapshotError(f"player_{seat} laid {sum(laid)} cheeses in {turns} turns")
    for kind, name in enumerate(ANIMAL_NAMES):
        on_board = sum(card == (name, None) for card in cards)
        in_hands = int(state.hands[:players, kind].sum())
        in_pile = int((state.pile[state.drawn : config.pile] == kind).sum())
        found, wanted = on_board + in_hands + in_pile, int(config.animals[kind])
        if found != wanted:
            raise SnapshotError(f"there are {found} {name} cards in play, but should be {wanted}")


def _check_history(
    board: dict[Cell, tuple[str, int | None]], state: Any, config: Any, over: bool
) -> None:
    first = _first(state, config, over)
    if not can_be_laid(board, int(config.players), first, bool(config.fixed)):
        raise SnapshotError(
            f"the cards on the board cannot have been laid in turn, each beside another,"
            f" player_{first} beginning"
        )


def _lay(board: dict[Cell, tuple[str, int | None]], state: Any, config: Any) -> None:
    rows, cols = [row for row, _ in board] or [0], [col for _, col in board] or [0]
    size = int(config.side)
    top, left = (0, 0) if config.fixed else (min(rows), min(cols))
    state.origin_row, state.origin_col = 1 - top, 1 - left
    state.height = size if config.fixed else max(rows) - top + 1
    state.width = size if config.fixed else max(cols) - left + 1
    animals, low, high = [0] * ANIMAL_KINDS, [0] * 4, [0] * 4
    start = 0
    for (row, col), (card, owner) in board.items():
        cell = 1 << (int(config.frame) * (row - top + 1) + col - left + 1)
        if card == "start":
            start = cell
        elif owner is None:
            animals[ANIMAL_NAMES.index(card)] |= cell
        else:
            value = int(card[-1])
            low[owner] |= cell if value & 1 else 0
            high[owner] |= cell if value & 2 else 0
    state.start = start
    state.animals[:] = animals
    state.cheese_low[:] = low
    state.cheese_high[:] = high
