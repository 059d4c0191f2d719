"""The rules of Drôle de Fromage a second time, slow and plain, to check the fast engine against."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Snapshot = dict[str, Any]
Move = dict[str, Any]
Cell = tuple[int, int]

GAME = "drole_de_fromage_v0"
PLAYER_COUNTS: tuple[int, ...] = (2, 3, 4)
BOARD_SIZE = 8

# A direction is also the name of the edge one reaches by following it.
DIRECTIONS: dict[str, Cell] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
SIDES = {
    2: ["south", "north"],
    3: ["south", "west", "north"],
    4: ["south", "west", "north", "east"],
}
# The fourth cell from the player's own right, as they face the board.
STARTS: dict[str, Cell] = {"south": (7, 4), "west": (4, 0), "north": (0, 3), "east": (3, 7)}

SIZES = ("small", "medium", "big")
WORMS = {"small": 0, "medium": 4, "big": 2}
SOUND = {"small": 4, "medium": 4, "big": 2}
MIDDLE = (
    ("small", "medium", "medium", "small"),
    ("medium", "big", "big", "medium"),
    ("medium", "big", "big", "medium"),
    ("small", "medium", "medium", "small"),
)
MIDDLE_CORNER: Cell = (2, 2)

OPTIONS = {"die", "values", "peek", "max_turns", "games", "first_player", "reward"}
FIELDS = {
    "game",
    "options",
    "num_players",
    "turn",
    "turns",
    "over",
    "truncated",
    "winners",
    "scores",
    "size",
    "sides",
    "mice",
    "cheeses",
    "roll",
    "steps_left",
    "phase",
    "games",
}


@dataclass
class Cheese:
    size: str
    wormy: bool
    at: Cell | None
    owner: int | None = None
    known_to: set[int] = field(default_factory=set)

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Cheese:
        at = None if entry["at"] is None else (entry["at"][0], entry["at"][1])
        return cls(entry["size"], entry["wormy"], at, entry["owner"], set(entry["known_to"]))

    def written(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "wormy": self.wormy,
            "at": None if self.at is None else list(self.at),
            "owner": self.owner,
            "known_to": sorted(self.known_to),
        }


class Referee:
    def __init__(self, snapshot: Snapshot) -> None:
        self.options: dict[str, Any] = copy.deepcopy(snapshot["options"])
        self.num_players: int = snapshot["num_players"]
        self.sides: list[str] = list(snapshot["sides"])
        self.mice: list[Cell] = [(row, col) for row, col in snapshot["mice"]]
        self.cheeses = [Cheese.read(entry) for entry in snapshot["cheeses"]]
        self.turn: int = snapshot["turn"]
        self.turns: int = snapshot["turns"]
        self.roll: int = snapshot["roll"]
        self.steps_left: int = snapshot["steps_left"]
        self.phase: str = snapshot["phase"]
        self.games: list[list[int]] = copy.deepcopy(snapshot["games"])
        self.over: bool = snapshot["over"]
        self.truncated: bool = snapshot["truncated"]
        self.winners: list[int] | None = copy.copy(snapshot["winners"])
        self.scores: list[int] | None = copy.copy(snapshot["scores"])

    def snapshot(self) -> Snapshot:
        return {
            "game": GAME,
            "options": copy.deepcopy(self.options),
            "num_players": self.num_players,
            "turn": self.turn,
            "turns": self.turns,
            "over": self.over,
            "truncated": self.truncated,
            "winners": copy.copy(self.winners),
            "scores": copy.copy(self.scores),
            "size": BOARD_SIZE,
            "sides": list(self.sides),
            "mice": [list(cell) for cell in self.mice],
            "cheeses": [cheese.written() for cheese in self.cheeses],
            "roll": self.roll,
            "steps_left": self.steps_left,
            "phase": self.phase,
            "games": copy.deepcopy(self.games),
        }

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        if self.phase == "bonus":
            return [*self._takes(), {"type": "decline"}]
        return [{"type": "step", "direction": name} for name in self._steps_of(self.turn)]

    def play(self, move: Move, after: Snapshot | None = None) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"seat {self.turn} cannot play {move}")
        if move["type"] == "step":
            self._step(move["direction"], after)
            return
        if move["type"] == "take":
            self._take(move["from"], move["size"], after)
        self._finish_game(after)

    def rewards(self) -> list[float] | None:
        if not self.over:
            return None
        if self.options["reward"] == "score":
            return self._score_rewards()
        assert self.winners is not None
        n, w = self.num_players, len(self.winners)
        won, lost = (n / w - 1) / (n - 1), -1 / (n - 1)
        return [won if seat in self.winners else lost for seat in range(n)]

    def disguise(self, seat: int, random: random.Random) -> Snapshot:
        disguised = self.snapshot()
        for size in SIZES:
            hidden = [
                entry
                for entry, cheese in zip(disguised["cheeses"], self.cheeses, strict=True)
                if cheese.size == size and not self._knows(seat, cheese)
            ]
            # How many worms are among them follows by counting, so only their places are drawn.
            worms = [entry["wormy"] for entry in hidden]
            random.shuffle(worms)
            for entry, wormy in zip(hidden, worms, strict=True):
                entry["wormy"] = wormy
        return disguised

    def _knows(self, seat: int, cheese: Cheese) -> bool:
        # At the end all count their points in the open.
        counted = self.over and cheese.owner is not None
        return counted or seat in cheese.known_to

    # Steps and pushes

    def _steps_of(self, seat: int) -> list[str]:
        return [name for name in DIRECTIONS if self._may_step(seat, name)]

    def _may_step(self, seat: int, direction: str) -> bool:
        line, behind = self._line_ahead(seat, direction)
        if behind in self.mice:
            return False
        return _on_board(behind) or bool(line)

    def _line_ahead(self, seat: int, direction: str) -> tuple[list[Cheese], Cell]:
        """The unbroken line of cheeses the mouse would push, nearest first; the cell behind it."""
        cheese_at = {cheese.at: cheese for cheese in self.cheeses if cheese.at is not None}
        line = []
        cell = _beside(self.mice[seat], direction)
        while cell in cheese_at:
            line.append(cheese_at[cell])
            cell = _beside(cell, direction)
        return line, cell

    def _step(self, direction: str, after: Snapshot | None) -> None:
        line, behind = self._line_ahead(self.turn, direction)
        self.mice[self.turn] = _beside(self.mice[self.turn], direction)
        for cheese in line:
            assert cheese.at is not None
            cheese.at = _beside(cheese.at, direction)
        if line and not _on_board(behind):
            self._drop(line[-1], direction)
        self.steps_left -= 1

        if all(cheese.at is None for cheese in self.cheeses):
            self._after_last_cheese(line[-1], after)
        elif self.steps_left == 0 or not self._steps_of(self.turn):
            self._end_turn(after)

    def _drop(self, cheese: Cheese, side: str) -> None:
        cheese.at = None
        if side in self.sides:
            self._hand_over(cheese, self.sides.index(side))

    def _hand_over(self, cheese: Cheese, seat: int) -> None:
        cheese.owner = seat
        if self.options["peek"]:
            cheese.known_to.add(seat)

    # Turns

    def _end_turn(self, after: Snapshot | None) -> None:
        seat = self.turn
        while True:
            self.turns += 1
            if self.turns >= self.options["max_turns"] * self.num_players:
                self.truncated = True
                self._finish_game(after)
                return
            seat = (seat + 1) % self.num_players
            # A mouse with no legal step loses its turn, and that turn counts too.
            if self._steps_of(seat):
                break
        self._start_turn(seat, after)

    def _start_turn(self, seat: int, after: Snapshot | None) -> None:
        self.turn = seat
        self.phase = "move"
        self.roll = self._roll(after)
        self.steps_left = self.roll

    def _roll(self, after: Snapshot | None) -> int:
        """Luck: the number of steps of the turn that has just begun."""
        possible = possible_rolls(self.options["die"])
        if after is None and len(possible) == 1:
            return possible[0]
        after = _seen(after, "the next roll")
        assert not after["over"], "the game cannot be over: a mouse has steps to make"
        assert (after["turn"], after["turns"]) == (self.turn, self.turns), (
            f"impossible: seat {after['turn']} to move after {after['turns']} turns; "
            f"the next seat that is not blocked is {self.turn}, after {self.turns} turns"
        )
        roll: int = after["roll"]
        assert roll in possible, f"impossible roll {roll}: the die allows {possible}"
        return roll

    # The last cheese

    def _after_last_cheese(self, last: Cheese, after: Snapshot | None) -> None:
        self.turns += 1
        self.steps_left = 0
        if last.owner is None:
            self._finish_game(after)
            return
        self.turn = last.owner
        self.phase = "bonus"
        self.roll = 0

    def _takes(self) -> Iterator[Move]:
        for seat in range(self.num_players):
            for size in SIZES:
                if seat != self.turn and self._held(seat, size):
                    yield {"type": "take", "from": seat, "size": size}

    def _held(self, seat: int, size: str) -> list[int]:
        return [
            index
            for index, cheese in enumerate(self.cheeses)
            if cheese.owner == seat and cheese.size == size
        ]

    def _take(self, victim: int, size: str, after: Snapshot | None) -> None:
        held = self._held(victim, size)
        taken = held[0] if len(held) == 1 else self._taken_one(held, after)
        self._hand_over(self.cheeses[taken], self.turn)

    def _taken_one(self, held: list[int], after: Snapshot | None) -> int:
        """Luck: which of the cheeses held was taken."""
        after = _seen(after, "which cheese is taken")
        if self._is_last_game():
            taken = [index for index in held if after["cheeses"][index]["owner"] == self.turn]
            assert len(taken) == 1, (
                f"impossible: seat {self.turn} took cheeses {taken}, not one of {held}"
            )
            return taken[0]
        # The next game is on the table already; only the points still tell what was taken.
        assert after["games"], "impossible: a game was finished, and `games` shows none"
        counted = after["games"][-1]
        for index in held:
            if self._points_if_taken(index) == counted:
                return index
        raise AssertionError(f"impossible scores {counted}: no cheese of {held} taken gives them")

    def _points_if_taken(self, index: int) -> list[int]:
        cheese = self.cheeses[index]
        owner, cheese.owner = cheese.owner, self.turn
        points = self._points()
        cheese.owner = owner
        return points

    # Ends

    def _points(self) -> list[int]:
        points = [0] * self.num_players
        for cheese in self.cheeses:
            if cheese.owner is not None and not cheese.wormy:
                points[cheese.owner] += self.options["values"][cheese.size]
        return points

    def _is_last_game(self) -> bool:
        return len(self.games) + 1 == int(self.options["games"])

    def _finish_game(self, after: Snapshot | None) -> None:
        ends_match = self.truncated or self._is_last_game()
        self.games.append(self._points())
        if ends_match:
            self._finish_match()
        else:
            self._set_up_next_game(after)

    def _finish_match(self) -> None:
        self.over = True
        self.steps_left = 0
        seats = range(self.num_players)
        won = [sum(game[seat] == max(game) for game in self.games) for seat in seats]
        self.scores = [sum(game[seat] for game in self.games) for seat in seats]
        standing = list(zip(won, self.scores, strict=True))
        self.winners = [seat for seat in seats if standing[seat] == max(standing)]

    def _set_up_next_game(self, after: Snapshot | None) -> None:
        after = _seen(after, "the worms of the next game")
        assert after["games"] == self.games, (
            f"impossible: games {after['games']} were finished, the points make it {self.games}"
        )
        _check_cheeses(after["cheeses"])
        self.cheeses = [Cheese.read(entry) for entry in after["cheeses"]]
        self.mice = [STARTS[side] for side in self.sides]
        self.turns = 0
        before = self.games[-1]
        self._start_turn(before.index(min(before)), after)

    def _score_rewards(self) -> list[float]:
        assert self.scores is not None
        values = self.options["values"]
        best = self.options["games"] * sum(SOUND[size] * values[size] for size in SIZES)
        total, others = sum(self.scores), self.num_players - 1
        return [(score - (total - score) / others) / best for score in self.scores]


def _on_board(cell: Cell) -> bool:
    return 0 <= cell[0] < BOARD_SIZE and 0 <= cell[1] < BOARD_SIZE


def _beside(cell: Cell, direction: str) -> Cell:
    down, right = DIRECTIONS[direction]
    return cell[0] + down, cell[1] + right


def _seen(after: Snapshot | None, luck: str) -> Snapshot:
    assert after is not None, f"luck decides {luck}: the snapshot reached is needed"
    return after


def possible_rolls(die: list[int | str]) -> list[int]:
    numbers = {face for face in die if isinstance(face, int)}
    if "star" in die:
        # However many stars come first, they double once.
        numbers |= {2 * number for number in numbers}
    return sorted(numbers)


def check_deal(snapshot: Snapshot) -> None:
    assert set(snapshot) == FIELDS, f"fields missing or unknown: {set(snapshot) ^ FIELDS}"
    _check_options(snapshot["options"], snapshot["num_players"])
    sides = SIDES[snapshot["num_players"]]
    fixed = {
        "game": GAME,
        "size": BOARD_SIZE,
        "sides": sides,
        "mice": [list(STARTS[side]) for side in sides],
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "phase": "move",
        "games": [],
    }
    for name, value in fixed.items():
        assert snapshot[name] == value, f"{name} is {snapshot[name]} at the beginning, not {value}"
    _check_first_turn(snapshot)
    _check_cheeses(snapshot["cheeses"])


def _check_options(options: dict[str, Any], num_players: int) -> None:
    assert num_players in PLAYER_COUNTS, f"{num_players} players"
    assert set(options) == OPTIONS, f"options missing or unknown: {set(options) ^ OPTIONS}"
    die = options["die"]
    assert isinstance(die, list), f"die is not a list: {die}"
    numbers = [face for face in die if face != "star"]
    assert numbers, f"a die without a number: {die}"
    assert all(number in range(1, 7) for number in numbers), f"die with odd faces: {die}"
    assert set(options["values"]) == set(SIZES), f"values of {set(options['values'])}"
    assert isinstance(options["peek"], bool), f"peek is {options['peek']}"
    assert options["max_turns"] >= 1, f"max_turns is {options['max_turns']}"
    assert options["games"] >= 1, f"games is {options['games']}"
    first = options["first_player"]
    assert first == "random" or first in range(num_players), f"first_player is {first}"
    assert options["reward"] in ("win", "score"), f"reward is {options['reward']}"


def _check_first_turn(snapshot: Snapshot) -> None:
    turn, roll, options = snapshot["turn"], snapshot["roll"], snapshot["options"]
    assert turn in range(snapshot["num_players"]), f"no seat {turn}"
    first = options["first_player"]
    assert first in ("random", turn), f"seat {turn} begins, not first_player {first}"
    possible = possible_rolls(options["die"])
    assert roll in possible, f"impossible roll {roll}: the die allows {possible}"
    assert snapshot["steps_left"] == roll, f"{snapshot['steps_left']} steps left of {roll}"


def _check_cheeses(entries: list[dict[str, Any]]) -> None:
    layout = sorted(
        ([MIDDLE_CORNER[0] + row, MIDDLE_CORNER[1] + col], size)
        for row, sizes in enumerate(MIDDLE)
        for col, size in enumerate(sizes)
    )
    for entry in entries:
        assert entry["at"] is not None, f"cheese not on the board: {entry}"
        assert entry["owner"] is None, f"cheese owned at the beginning: {entry}"
        assert entry["known_to"] == [], f"cheese known at the beginning: {entry}"
    found = sorted((entry["at"], entry["size"]) for entry in entries)
    assert found == layout, f"cheeses lie as {found}"
    for size, worms in WORMS.items():
        wormy = sum(entry["wormy"] for entry in entries if entry["size"] == size)
        assert wormy == worms, f"{wormy} wormy {size} cheeses, not {worms}"


def option_sets(num_players: int) -> list[dict[str, Any]]:
    return [
        {},
        {"peek": False},
        {"die": (1,), "max_turns": 60},
        {"die": ("star", 6, "star", 5), "first_player": num_players - 1},
        {"values": {"big": 5, "medium": 3, "small": 1}, "reward": "score", "max_turns": 40},
        {"max_turns": 1, "games": 2},
        {"games": 3, "first_player": "random", "die": (1, 2, 3, 4, 5, 6)},
        {"games": 2, "peek": False, "reward": "score", "die": ("star", 6), "max_turns": 120},
    ]
