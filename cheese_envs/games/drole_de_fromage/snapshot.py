"""Drôle de Fromage's state record to the contract's plain fields, and back, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import SnapshotError
from cheese_envs.games.drole_de_fromage.options import possible_rolls
from cheese_envs.games.drole_de_fromage.state import (
    AHEAD,
    BARE,
    CHEESES,
    EMPTY,
    MAX_ROLL,
    MOUSE,
    NOBODY,
    NOWHERE,
    OF_SIZE,
    PHASE_NAMES,
    RIM,
    SIDE_NAMES,
    SIDES,
    SIZE,
    SIZE_NAMES,
    SIZES,
    WORMS,
    End,
    Phase,
    cell_at,
    row_and_col,
)

Plain = dict[str, Any]

FIELDS = ("size", "sides", "mice", "cheeses", "roll", "steps_left", "phase", "games")
CHEESE_FIELDS = ("size", "wormy", "at", "owner", "known_to")
WRONG: dict[str, Any] = {"error": SnapshotError}


def snapshot(state: Any, config: Any) -> Plain:
    """The game's own fields."""
    players = int(config.players)
    return {
        "size": SIZE,
        "sides": [SIDE_NAMES[side] for side in SIDES[players]],
        "mice": [list(row_and_col(int(cell))) for cell in state.mice[:players]],
        "cheeses": [_cheese(state, i, players) for i in range(CHEESES)],
        "roll": int(state.roll),
        "steps_left": int(state.steps_left),
        "phase": PHASE_NAMES[state.phase],
        "games": [list(map(int, game[:players])) for game in state.points[: state.played]],
    }


def _cheese(state: Any, i: int, players: int) -> Plain:
    cell, owner = int(state.cells[i]), int(state.owners[i])
    return {
        "size": SIZE_NAMES[state.sizes[i]],
        "wormy": bool(state.wormy[i]),
        "at": None if cell == NOWHERE else list(row_and_col(cell)),
        "owner": None if owner == NOBODY else owner,
        "known_to": [seat for seat in range(players) if state.known[i] >> seat & 1],
    }


def restore(state: Any, config: Any, given: Plain, options: Plain) -> None:
    """Write the fields into a state whose `seat` and `turns` are set."""
    names = (*FIELDS, "over", "truncated", "winners")
    fields = plain.fields(given, "the snapshot", names, **WRONG)
    sides = [SIDE_NAMES[side] for side in SIDES[int(config.players)]]
    plain.whole(fields["size"], "size", SIZE, SIZE, **WRONG)
    if fields["sides"] != sides:
        raise SnapshotError(f"sides is {fields['sides']!r}, but should be {sides}")
    phase = plain.choice(fields["phase"], "phase", PHASE_NAMES, **WRONG)
    state.phase = PHASE_NAMES.index(phase)
    state.board[:] = BARE
    _read_mice(fields["mice"], state, config)
    _read_cheeses(fields["cheeses"], state, config)
    _check_phase(fields, state, config)
    _check_known(fields["over"], state, config)
    _read_roll(fields, state, options)
    _read_games(fields, state, config)
    _check_turn(fields, state, config)
    if fields["over"]:
        state.end = End.OUT_OF_TURNS if fields["truncated"] else End.BOARD_EMPTY


def _read_cell(value: Any, name: str, state: Any) -> int:
    """A free cell of the board."""
    row, col = plain.listing(value, name, 2, **WRONG)
    row = plain.whole(row, f"{name}'s row", 0, SIZE - 1, **WRONG)
    col = plain.whole(col, f"{name}'s col", 0, SIZE - 1, **WRONG)
    cell = cell_at(row, col)
    if state.board[cell] != EMPTY:
        raise SnapshotError(f"{name} is at {row}, {col}, where something else is already")
    return cell


def _read_mice(value: Any, state: Any, config: Any) -> None:
    for seat, at in enumerate(plain.listing(value, "mice", int(config.players), **WRONG)):
        cell = _read_cell(at, f"mice[{seat}]", state)
        state.mice[seat] = cell
        state.board[cell] = MOUSE


def _read_cheeses(value: Any, state: Any, config: Any) -> None:
    for i, given in enumerate(plain.listing(value, "cheeses", CHEESES, **WRONG)):
        name = f"cheeses[{i}]"
        entry = plain.fields(given, name, CHEESE_FIELDS, **WRONG)
        size = plain.choice(entry["size"], f"{name}'s size", SIZE_NAMES, **WRONG)
        state.sizes[i] = SIZE_NAMES.index(size)
        state.wormy[i] = plain.flag(entry["wormy"], f"{name}'s wormy", **WRONG)
        _read_place(entry, i, state, config)
    state.left = int((state.cells != NOWHERE).sum())
    for size, name in enumerate(SIZE_NAMES):
        of_size = state.sizes == size
        count, worms = int(of_size.sum()), int(state.wormy[of_size].sum())
        if count != OF_SIZE[size]:
            raise SnapshotError(f"there are {count} {name} cheeses, but should be {OF_SIZE[size]}")
        if worms != WORMS[size]:
            raise SnapshotError(f"{worms} {name} cheeses are wormy, but {WORMS[size]} should be")


def _read_place(entry: Plain, i: int, state: Any, config: Any) -> None:
    """Where a cheese is, whose it is, and who has looked at it."""
    name, last = f"cheeses[{i}]", int(config.players) - 1
    state.cells[i], state.owners[i] = NOWHERE, NOBODY
    if entry["at"] is not None:
        state.cells[i] = _read_cell(entry["at"], name, state)
        state.board[state.cells[i]] = i + 1
    if entry["owner"] is not None:
        state.owners[i] = plain.whole(entry["owner"], f"{name}'s owner", 0, last, **WRONG)
        if entry["at"] is not None:
            raise SnapshotError(f"{name} lies on the board, so it has no owner")
    elif entry["at"] is None and NOBODY not in config.sitting:
        raise SnapshotError(f"{name} is lost, but no side of the board is empty")
    known = plain.listing(entry["known_to"], f"{name}'s known_to", **WRONG)
    seats = [plain.whole(seat, f"{name}'s known_to", 0, last, **WRONG) for seat in known]
    if seats != sorted(set(seats)):
        raise SnapshotError(f"{name}'s known_to must be in ascending order, not {seats}")
    state.known[i] = sum(1 << seat for seat in seats)


def _check_phase(fields: Plain, state: Any, config: Any) -> None:
    """Whether there may be cheese on the board, or must be."""
    left, seat = int(state.left), int(state.seat)
    playing_on = fields["truncated"] or (not fields["over"] and state.phase == Phase.MOVE)
    if playing_on and left == 0:
        raise SnapshotError("no cheese is on the board, so the game cannot go on or be cut off")
    if not playing_on and left > 0:
        raise SnapshotError(f"{left} cheeses are on the board: too soon for the bonus or the end")
    if state.phase == Phase.BONUS and fields["truncated"]:
        raise SnapshotError("a game is not cut off in the bonus")
    if state.phase == Phase.BONUS and seat not in state.owners:
        raise SnapshotError(f"player_{seat} has the bonus, but owns no cheese")
    if fields["over"] and left == 0 and state.phase == Phase.MOVE and NOBODY not in state.owners:
        raise SnapshotError("the last cheese was lost, it seems, but every cheese has an owner")


def _check_known(over: bool, state: Any, config: Any) -> None:
    """Owners know their cheeses; so does the one from whom the last decision took one."""
    taken = []
    for i in range(CHEESES):
        owner, known = int(state.owners[i]), int(state.known[i])
        wanted = 1 << owner if owner != NOBODY and config.peek else 0
        more = known ^ wanted
        if more and over and state.phase == Phase.BONUS and config.peek and owner == state.seat:
            taken.append(i)
            if known & wanted and more.bit_count() == 1:
                continue
        if more:
            seats = [seat for seat in range(int(config.players)) if wanted >> seat & 1]
            raise SnapshotError(f"cheeses[{i}]'s known_to should be {seats}")
    if len(taken) > 1:
        raise SnapshotError(f"cheeses {taken} were all taken after the last cheese, but one may be")
    if taken and (state.owners == state.seat).sum() < 2:
        raise SnapshotError(f"player_{int(state.seat)} had the bonus without a cheese of their own")


def _read_roll(fields: Plain, state: Any, options: Plain) -> None:
    roll = plain.whole(fields["roll"], "roll", 0, MAX_ROLL, **WRONG)
    left = plain.whole(fields["steps_left"], "steps_left", 0, MAX_ROLL, **WRONG)
    possible = [0] if state.phase == Phase.BONUS else possible_rolls(options["die"])
    if roll not in possible:
        raise SnapshotError(f"roll is {roll}, but can only be {', '.join(map(str, possible))}")
    stepping = state.phase == Phase.MOVE and not fields["over"]
    low, high = (1, roll) if stepping else (0, 0)
    if not low <= left <= high:
        raise SnapshotError(f"steps_left is {left}, but can only be from {low} to {high}")
    state.roll, state.steps_left = roll, left


def _read_games(fields: Plain, state: Any, config: Any) -> None:
    games = plain.listing(fields["games"], "games", **WRONG)
    players, over, whole = int(config.players), fields["over"], int(config.games)
    low, high = (1 if over else 0), (whole if over else whole - 1)
    if over and not fields["truncated"]:
        low = whole
    if not low <= len(games) <= high:
        raise SnapshotError(
            f"{len(games)} games are finished, but from {low} to {high} of {whole} can be"
        )
    for number, given in enumerate(games):
        scores = plain.listing(given, f"games[{number}]", players, **WRONG)
        for seat, score in enumerate(scores):
            points = plain.whole(score, f"games[{number}][{seat}]", 0, 32767, **WRONG)
            state.points[number, seat] = points
        if over and number == len(games) - 1:
            counted = count_points(state.owners, state.wormy, state.sizes, config)
            if scores != counted:
                raise SnapshotError(f"games[{number}] is {scores}, but the cheeses make {counted}")
        elif not _attainable(scores, config):
            raise SnapshotError(f"games[{number}] is {scores}, which no cheeses make")
    state.played = len(games)


def count_points(
    owners: Iterable[int], wormy: Iterable[int], sizes: Iterable[int], config: Any
) -> list[int]:
    """Each seat's points for the cheeses they own."""
    points = [0] * int(config.players)
    for owner, worm, size in zip(owners, wormy, sizes, strict=True):
        if owner != NOBODY and not worm:
            points[owner] += int(config.values[size])
    return points


def _attainable(scores: list[int], config: Any) -> bool:
    """Whether the sound cheeses can be shared out to give these scores."""
    values = [int(value) for value in config.values]
    sound = tuple(OF_SIZE[size] - WORMS[size] for size in range(SIZES))
    rests = {sound}
    for score in scores:
        rests = {
            (small - a, medium - b, big - c)
            for small, medium, big in rests
            for a in range(small + 1)
            for b in range(medium + 1)
            for c in range(big + 1)
            if a * values[0] + b * values[1] + c * values[2] == score
        }
    # Where someone sits at every side, no cheese is lost.
    return bool(rests) if NOBODY in config.sitting else (0, 0, 0) in rests


def _check_turn(fields: Plain, state: Any, config: Any) -> None:
    """Whose turn it is follows from who began and how many turns are over."""
    players, turns, limit = int(config.players), int(state.turns), int(config.turns)
    ended = fields["over"] or state.phase == Phase.BONUS
    low, high = (1, limit) if ended else (0, limit - 1)
    if fields["truncated"]:
        low = limit
    if not low <= turns <= high:
        raise SnapshotError(f"turns is {turns}, but can only be from {low} to {high}")
    first = _first_seat(fields, state, config)
    seat = int(state.seat)
    if not ended and not _can_step(state, seat):
        raise SnapshotError(f"player_{seat} is to move, but their mouse cannot step")
    if state.phase == Phase.BONUS or first == NOBODY:
        return
    mover = (first + turns - (1 if ended else 0)) % players
    while fields["truncated"] and mover != seat and not _can_step(state, mover):
        mover = (mover - 1) % players
    if mover != seat:
        raise SnapshotError(f"turn is {seat} after {turns} turns, but player_{first} began")


def _first_seat(fields: Plain, state: Any, config: Any) -> int:
    """Who began this game, or NOBODY where it was drawn by lot."""
    before = int(state.played) - (1 if fields["over"] else 0)
    if before == 0:
        return int(config.first_player)
    scores = list(state.points[before - 1, : int(config.players)])
    return scores.index(min(scores))


def _can_step(state: Any, seat: int) -> bool:
    """Whether a mouse can step; plain, as compiling the kernel for this alone takes a second."""
    for ahead in map(int, AHEAD):
        cell = beside = int(state.mice[seat]) + ahead
        while state.board[cell] > EMPTY:
            cell += ahead
        if state.board[cell] == EMPTY or (state.board[cell] == RIM and cell != beside):
            return True
    return False
