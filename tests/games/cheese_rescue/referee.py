"""The referee of Cheese Rescue: a slow, plain second writing of the rules.

It shares no code with the engine, so that the two can be played in lockstep and caught disagreeing.
Whatever follows from the cards on the table (turns, end, scores, winners) is worked out here and
never copied from the snapshot a game is taken up at.
"""

import copy
from collections import Counter
from random import Random
from typing import Any, NamedTuple

Snapshot = dict[str, Any]
Move = dict[str, Any]
Cell = tuple[int, int]

GAME = "cheese_rescue_v0"
PLAYER_COUNTS: tuple[int, ...] = (2, 3, 4)

ANIMALS = ("dog", "cat", "mouse")
CHEESES = ("cheese1", "cheese2", "cheese3")
CARDS = ("start", *ANIMALS, *CHEESES)
POINTS = {"cheese1": 1, "cheese2": 2, "cheese3": 3}

AREA_SIZE = {2: 5, 3: 6, 4: 7}
HAS_START_CARD = {2: True, 3: False, 4: True}
REMOVED_ANIMALS = {
    2: {"dog": 3, "cat": 6, "mouse": 9},
    3: {"dog": 2, "cat": 3, "mouse": 4},
    4: {"dog": 0, "cat": 0, "mouse": 0},
}
ANIMALS_IN_THE_BOX = 36
ANIMALS_DEALT = 2
PILE_PER_PLAYER = 7
CHEESES_PER_PLAYER = 6

# Who flees from whom, in the order of the three steps at the end of a game.
FLIGHTS = ((("cat",), "dog"), (("mouse",), "cat"), (CHEESES, "mouse"))

OPTIONS = {"area", "animals", "cheese_values", "first_player", "reward"}
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
    "board",
    "hands",
    "pile",
}


class Card(NamedTuple):
    kind: str
    owner: int | None


Board = dict[Cell, Card]


class Referee:
    def __init__(self, snapshot: Snapshot) -> None:
        self.options = copy.deepcopy(snapshot["options"])
        self.num_players: int = snapshot["num_players"]
        self.size = AREA_SIZE[self.num_players]
        self.turn: int = snapshot["turn"]
        self.board: Board = {
            (row, col): Card(kind, owner) for row, col, kind, owner in snapshot["board"]
        }
        self.hands = [Counter(hand) for hand in snapshot["hands"]]
        self.pile: list[str] = list(snapshot["pile"])

    def legal_moves(self) -> list[Move]:
        if self._over():
            return []
        cells = self._open_cells()
        return [
            {"type": "place", "card": kind, "row": row, "col": col}
            for kind in CARDS
            if self.hands[self.turn][kind] > 0
            for row, col in cells
        ]

    def play(self, move: Move, after: Snapshot | None = None) -> None:
        """`after` is not looked at: the pile's order is known, so nothing is left to luck."""
        if move not in self.legal_moves():
            raise ValueError(f"seat {self.turn} may not play {move}")
        hand = self.hands[self.turn]
        kind = move["card"]
        hand[kind] -= 1
        self.board[move["row"], move["col"]] = Card(kind, self.turn if kind in CHEESES else None)
        if self.pile:
            hand[self.pile.pop(0)] += 1
        if not self._over():
            self.turn = (self.turn + 1) % self.num_players

    def snapshot(self) -> Snapshot:
        over = self._over()
        return {
            "game": GAME,
            "options": copy.deepcopy(self.options),
            "num_players": self.num_players,
            "turn": self.turn,
            "turns": sum(card.kind != "start" for card in self.board.values()),
            "over": over,
            "truncated": False,
            "winners": self._winners() if over else None,
            "scores": self._scores() if over else None,
            "size": self.size,
            "board": [[row, col, *self.board[row, col]] for row, col in sorted(self.board)],
            "hands": [_listed(hand) for hand in self.hands],
            "pile": list(self.pile),
        }

    def rewards(self) -> list[float] | None:
        if not self._over():
            return None
        if self.options["reward"] == "score":
            return self._score_rewards()
        return self._win_rewards()

    def disguise(self, seat: int, random: Random) -> Snapshot:
        """Deal the animals that seat cannot see anew: those in the other hands and in the pile.

        The other hands keep their sizes and their cheeses, which everybody can work out. By
        counting, seat also knows the unseen animals as a whole, so those stay the same ones.
        """
        others = [other for other in range(self.num_players) if other != seat]
        unseen = list(self.pile)
        for other in others:
            unseen += _animals_in(self.hands[other])
        random.shuffle(unseen)

        disguised = Referee(self.snapshot())
        for other in others:
            hand = disguised.hands[other]
            held = len(_animals_in(hand))
            for kind in ANIMALS:
                hand[kind] = 0
            for _ in range(held):
                hand[unseen.pop()] += 1
        disguised.pile = unseen
        return disguised.snapshot()

    def _over(self) -> bool:
        return len(self.board) == self.size * self.size

    def _open_cells(self) -> list[Cell]:
        """The cells, sorted, where a card may be laid now."""
        if not self.board:
            return self._first_cells()
        beside = {cell for laid in self.board for cell in _neighbours(laid)}
        return sorted(cell for cell in beside if cell not in self.board and self._inside_area(cell))

    def _first_cells(self) -> list[Cell]:
        if self.options["area"] == "floating":
            # Anywhere on the table is the same place: coordinates count from the first card.
            return [(0, 0)]
        return [(row, col) for row in range(self.size) for col in range(self.size)]

    def _inside_area(self, cell: Cell) -> bool:
        if self.options["area"] == "fixed":
            return all(0 <= coordinate < self.size for coordinate in cell)
        rows = [row for row, _ in self.board] + [cell[0]]
        cols = [col for _, col in self.board] + [cell[1]]
        height = max(rows) - min(rows) + 1
        width = max(cols) - min(cols) + 1
        return height <= self.size and width <= self.size

    def _cheeses_left(self) -> list[list[str]]:
        """For each seat, its cheeses still in the area after the three removals."""
        left: list[list[str]] = [[] for _ in range(self.num_players)]
        for card in _after_removals(self.board).values():
            if card.owner is not None:
                left[card.owner].append(card.kind)
        return left

    def _scores(self) -> list[int]:
        return [sum(POINTS[cheese] for cheese in cheeses) for cheeses in self._cheeses_left()]

    def _winners(self) -> list[int]:
        counts = [len(cheeses) for cheeses in self._cheeses_left()]
        standings = list(zip(self._scores(), counts, strict=True))
        best = max(standings)
        return [seat for seat, standing in enumerate(standings) if standing == best]

    def _win_rewards(self) -> list[float]:
        n = self.num_players
        winners = self._winners()
        won = (n / len(winners) - 1) / (n - 1)
        lost = -1 / (n - 1)
        return [won if seat in winners else lost for seat in range(n)]

    def _score_rewards(self) -> list[float]:
        scores = self._scores()
        largest = sum(self.options["cheese_values"])
        rewards = []
        for seat, score in enumerate(scores):
            others = scores[:seat] + scores[seat + 1 :]
            rewards.append((score - sum(others) / len(others)) / largest)
        return rewards


def _neighbours(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def _after_removals(board: Board) -> Board:
    """The cards that stay: each step sees what the step before it has left, and acts at once."""
    staying = dict(board)
    for fleeing, feared in FLIGHTS:
        staying = {
            cell: card
            for cell, card in staying.items()
            if card.kind not in fleeing or not _is_beside(cell, feared, staying)
        }
    return staying


def _is_beside(cell: Cell, kind: str, board: Board) -> bool:
    return any(near in board and board[near].kind == kind for near in _neighbours(cell))


def _animals_in(hand: Counter[str]) -> list[str]:
    return [kind for kind in ANIMALS for _ in range(hand[kind])]


def _listed(hand: Counter[str]) -> dict[str, int]:
    return {kind: hand[kind] for kind in CARDS if hand[kind] > 0}


def _is_int(value: object) -> bool:
    return type(value) is int  # a bool is no number in JSON


def check_deal(snapshot: Snapshot) -> None:
    """AssertionError, naming what is wrong, unless a game can begin with this snapshot."""
    assert set(snapshot) == FIELDS, f"fields differ: {sorted(set(snapshot) ^ FIELDS)}"
    assert snapshot["game"] == GAME, f"game is {snapshot['game']!r}"
    n = snapshot["num_players"]
    assert _is_int(n) and n in PLAYER_COUNTS, f"num_players is {n!r}"
    _check_options(snapshot["options"], n)
    _check_beginning(snapshot)
    _check_first_player(snapshot)
    _check_first_board(snapshot)
    _check_first_hands(snapshot)
    _check_animals_in_play(snapshot)


def _check_options(options: dict[str, Any], num_players: int) -> None:
    assert set(options) == OPTIONS, f"options differ: {sorted(set(options) ^ OPTIONS)}"
    assert options["area"] in ("floating", "fixed"), f"area is {options['area']!r}"
    assert options["reward"] in ("win", "score"), f"reward is {options['reward']!r}"
    values = options["cheese_values"]
    assert isinstance(values, list), f"cheese_values is {values!r}, not a list"
    assert len(values) == CHEESES_PER_PLAYER, f"{len(values)} cheese_values"
    assert all(_is_int(v) and 1 <= v <= 3 for v in values), f"cheese_values are {values}"
    animals = options["animals"]
    assert set(animals) == set(ANIMALS), f"animals are {sorted(animals)}"
    assert all(_is_int(count) for count in animals.values()), f"animals are {animals}"
    assert sum(animals.values()) == ANIMALS_IN_THE_BOX, f"{sum(animals.values())} animals"
    for kind, removed in REMOVED_ANIMALS[num_players].items():
        assert animals[kind] >= removed, f"{removed} of {animals[kind]} {kind} cards removed"


def _check_beginning(snapshot: Snapshot) -> None:
    assert _is_int(snapshot["turns"]) and snapshot["turns"] == 0, f"turns is {snapshot['turns']!r}"
    for flag in ("over", "truncated"):
        assert snapshot[flag] is False, f"{flag} is {snapshot[flag]!r} at the beginning"
    for result in ("winners", "scores"):
        assert snapshot[result] is None, f"{result} are {snapshot[result]!r} at the beginning"


def _check_first_player(snapshot: Snapshot) -> None:
    n, turn, first = snapshot["num_players"], snapshot["turn"], snapshot["options"]["first_player"]
    assert _is_int(turn) and 0 <= turn < n, f"turn is {turn!r}"
    if first != "random":
        assert _is_int(first) and 0 <= first < n, f"first_player is {first!r}"
        assert turn == first, f"seat {turn} begins, but first_player is {first}"


def _check_first_board(snapshot: Snapshot) -> None:
    n, size = snapshot["num_players"], snapshot["size"]
    assert _is_int(size) and size == AREA_SIZE[n], f"size is {size!r} with {n} players"
    middle = size // 2 if snapshot["options"]["area"] == "fixed" else 0
    expected = [[middle, middle, "start", None]] if HAS_START_CARD[n] else []
    assert snapshot["board"] == expected, f"board is {snapshot['board']}, not {expected}"


def _check_first_hands(snapshot: Snapshot) -> None:
    n, hands = snapshot["num_players"], snapshot["hands"]
    cheeses = Counter(f"cheese{value}" for value in snapshot["options"]["cheese_values"])
    assert len(hands) == n, f"{len(hands)} hands for {n} players"
    for seat, hand in enumerate(hands):
        strange = set(hand) - set(ANIMALS) - set(CHEESES)
        assert not strange, f"seat {seat} holds {sorted(strange)}"
        for kind, count in hand.items():
            assert _is_int(count) and count > 0, f"seat {seat} holds {count!r} of {kind}"
        held = {kind: hand[kind] for kind in CHEESES if kind in hand}
        assert held == dict(cheeses), f"seat {seat} holds the cheeses {held}, not {dict(cheeses)}"
        dealt = sum(hand.get(kind, 0) for kind in ANIMALS)
        assert dealt == ANIMALS_DEALT, f"seat {seat} was dealt {dealt} animals"


def _check_animals_in_play(snapshot: Snapshot) -> None:
    n, pile = snapshot["num_players"], snapshot["pile"]
    assert len(pile) == PILE_PER_PLAYER * n, f"{len(pile)} cards in the pile"
    strange = set(pile) - set(ANIMALS)
    assert not strange, f"the pile holds {sorted(strange)}"
    whole = snapshot["options"]["animals"]
    for kind in ANIMALS:
        expected = whole[kind] - REMOVED_ANIMALS[n][kind]
        found = pile.count(kind) + sum(hand.get(kind, 0) for hand in snapshot["hands"])
        assert found == expected, f"{found} {kind} cards in play, not {expected}"


def option_sets(num_players: int) -> list[dict[str, Any]]:
    """Keyword options worth playing, the defaults first."""
    last = num_players - 1
    removed = REMOVED_ANIMALS[num_players]
    staying = ANIMALS_IN_THE_BOX - sum(removed.values())
    third = staying // 3
    return [
        {},
        {"area": "fixed"},
        {"reward": "score", "first_player": last},
        {"area": "fixed", "reward": "score", "first_player": "random"},
        {"cheese_values": (3, 1, 2, 1, 2, 1), "first_player": "random", "reward": "score"},
        # Points and numbers of cheeses go together, so ties are shared.
        {"cheese_values": (1, 1, 1, 1, 1, 1), "area": "fixed", "first_player": last},
        {"cheese_values": (3, 3, 3, 3, 3, 3), "animals": _whole_set(removed, mouse=staying)},
        # Without mice every cheese laid stays.
        {"animals": _whole_set(removed, dog=staying // 2, cat=staying - staying // 2)},
        # Without dogs every cat stays.
        {"animals": _whole_set(removed, cat=third, mouse=staying - third), "reward": "score"},
        {"animals": _whole_set(removed, dog=third, cat=third, mouse=third), "area": "fixed"},
    ]


def _whole_set(removed: dict[str, int], **staying: int) -> dict[str, int]:
    """The 36 animals of which these stay in play."""
    return {kind: removed[kind] + staying.get(kind, 0) for kind in ANIMALS}
