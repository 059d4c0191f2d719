"""Rattrapez-le, written a second time: slow, plain, from RULES.md alone.

It is played in lockstep with the compiled kernels and shares no code with them.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

Snapshot = dict[str, Any]
Move = dict[str, Any]

PLAYER_COUNTS: tuple[int, ...] = (2, 3, 4, 5, 6)
HORSE = "horse"
PURSUERS = ("farmer", "wife", "farmhand", "maid", "dog")
SUBJECTS = (*PURSUERS, HORSE)
CARDS = tuple(subject + symbol for subject in SUBJECTS for symbol in "+=-")
DECK_SIZE = 52
FIRST_DISTANCE = 3
LONGER_BY = {"+": 1, "=": 0, "-": -1}


class Shares(NamedTuple):
    """How the deck is split for a number of players."""

    removed: int  # horse cards
    each: int
    aside: int


DEAL_TABLE = {
    2: Shares(removed=6, each=15, aside=16),
    3: Shares(removed=4, each=14, aside=6),
    4: Shares(removed=0, each=13, aside=0),
    5: Shares(removed=0, each=10, aside=2),
    6: Shares(removed=4, each=8, aside=0),
}

# fmt: off
SNAPSHOT_FIELDS = {
    "game", "options", "num_players", "turn", "turns", "over", "truncated", "winners", "scores",
    "board", "hands", "secrets", "positions", "distance", "played", "aside", "removed", "deal",
    "phase",
}
OPTIONS = {
    "board", "deck", "min_distance", "max_distance", "max_deals", "first_player", "reward",
}
# fmt: on


def subject_of(card: str) -> str:
    return card[:-1]


def symbol_of(card: str) -> str:
    return card[-1]


class Paths:
    """The cells of a board and the walks along its edges."""

    def __init__(self, cells: int, edges: tuple[tuple[int, int], ...]) -> None:
        self.beside: list[set[int]] = [set() for _ in range(cells)]
        for a, b in edges:
            self.beside[a].add(b)
            self.beside[b].add(a)
        self._walks: dict[tuple[int, int], set[tuple[int | None, int]]] = {}

    def ends(self, start: int, steps: int) -> set[int]:
        """The cells where a walk of exactly `steps` steps can end."""
        return {cell for _, cell in self._last_steps(start, steps)}

    def _last_steps(self, start: int, steps: int) -> set[tuple[int | None, int]]:
        """Every (cell before the last, last cell) of the walks; no walk turns back on the spot."""
        if steps == 0:
            return {(None, start)}
        if (start, steps) not in self._walks:
            self._walks[start, steps] = {
                (cell, onward)
                for came_from, cell in self._last_steps(start, steps - 1)
                for onward in self.beside[cell]
                if onward != came_from
            }
        return self._walks[start, steps]


@lru_cache(maxsize=64)
def paths_of(cells: int, edges: tuple[tuple[int, int], ...]) -> Paths:
    """Shared by all games on one board, for the walks it remembers."""
    return Paths(cells, edges)


class Referee:
    def __init__(self, snapshot: Snapshot) -> None:
        given = copy.deepcopy(snapshot)
        self.game: str = given["game"]
        self.options: dict[str, Any] = given["options"]
        if self.options["reward"] != "win":
            raise ValueError(f"this game has no scores: reward {self.options['reward']!r}")
        self.num_players: int = given["num_players"]
        self.turn: int = given["turn"]
        self.turns: int = given["turns"]
        self.over: bool = given["over"]
        self.truncated: bool = given["truncated"]
        self.winners: list[int] | None = given["winners"]
        self.board: dict[str, Any] = given["board"]
        self.hands: list[Counter[str]] = [Counter(hand) for hand in given["hands"]]
        self.secrets: list[str | None] = given["secrets"]
        self.positions: dict[str, int] = given["positions"]
        self.distance: int | None = given["distance"]
        self.played: list[str] = given["played"]
        self.aside: list[str] = given["aside"]
        self.removed: list[str] = given["removed"]
        self.deal: int = given["deal"]
        self.phase: str = given["phase"]
        self.farm: int = self.board["farm"]
        edges = tuple((a, b) for a, b in self.board["edges"])
        self.paths = paths_of(self.board["cells"], edges)

    # -- what may be done ---------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        if self.phase == "choose":
            return [{"type": "choose", "subject": subject} for subject in PURSUERS]
        hand = [card for card in CARDS if self.hands[self.turn][card] > 0]
        moves: list[Move] = [
            {"type": "move", "card": card, "to": cell}
            for card in hand
            for cell in self._destinations(card)
        ]
        return moves or [{"type": "discard", "card": card} for card in hand]

    def _destinations(self, card: str) -> list[int]:
        subject = subject_of(card)
        ends = self.paths.ends(self.positions[subject], self._length(card))
        return sorted(cell for cell in ends if self._may_stop(subject, cell))

    def _length(self, card: str) -> int:
        if self.distance is None:
            return FIRST_DISTANCE
        length = self.distance + LONGER_BY[symbol_of(card)]
        lowest: int = self.options["min_distance"]
        highest: int = self.options["max_distance"]
        return min(max(length, lowest), highest)

    def _may_stop(self, subject: str, cell: int) -> bool:
        if self._catches(subject, cell):
            return True
        others = [other for other in SUBJECTS if other != subject and self.positions[other] == cell]
        if subject == HORSE:
            return not others and cell != self.farm
        if HORSE in others:
            return False
        return not others or cell == self.farm

    def _catches(self, subject: str, cell: int) -> bool:
        """Whether the player to move wins by bringing `subject` onto `cell`."""
        secret = self.secrets[self.turn]
        assert secret is not None
        if subject == HORSE:
            return self.positions[secret] == cell
        return subject == secret and self.positions[HORSE] == cell

    # -- doing it -----------------------------------------------------------------------------

    def play(self, move: Move, after: Snapshot | None = None) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"seat {self.turn} may not play {move}")
        if move["type"] == "choose":
            self._choose(move["subject"])
        else:
            self._play_card(move, after)
        self.turns += 1
        if not self.over:
            self.turn = (self.turn + 1) % self.num_players

    def _choose(self, subject: str) -> None:
        self.secrets[self.turn] = subject
        if None not in self.secrets:
            self.phase = "play"

    def _play_card(self, move: Move, after: Snapshot | None) -> None:
        card = move["card"]
        subject = subject_of(card)
        caught = move["type"] == "move" and self._catches(subject, move["to"])
        last_card = sum(hand.total() for hand in self.hands) == 1
        last_deal = self.deal == self.options["max_deals"]
        # Read before anything changes, so that a refused redeal leaves the game as it was.
        redealt = None
        if last_card and not last_deal and not caught:
            redealt = self._read_redeal([*self.played, card], after)

        if move["type"] == "move":
            self.distance = self._length(card)
            self.positions[subject] = move["to"]
        self.hands[self.turn][card] -= 1
        self.played.append(card)

        if caught:
            self.over = True
            self.winners = [self.turn]
        elif redealt is not None:
            self.hands = redealt
            self.played = []
            self.deal += 1
        elif last_card:
            self.over = True
            self.truncated = True
            self.winners = []

    def _read_redeal(self, cards: list[str], after: Snapshot | None) -> list[Counter[str]]:
        if after is None:
            raise ValueError("all hands are empty: the redeal must be read from `after`")
        hands = [Counter(hand) for hand in after["hands"]]
        check_hands(after["hands"], self.num_players)
        expect(
            sum(hands, Counter()) == Counter(cards),
            f"impossible redeal: the hands {after['hands']} are not the cards played {cards}",
        )
        return hands

    # -- how it stands ------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        return copy.deepcopy(
            {
                "game": self.game,
                "options": self.options,
                "num_players": self.num_players,
                "turn": self.turn,
                "turns": self.turns,
                "over": self.over,
                "truncated": self.truncated,
                "winners": self.winners,
                "scores": None,
                "board": self.board,
                "hands": [as_mapping(hand) for hand in self.hands],
                "secrets": self.secrets,
                "positions": {subject: self.positions[subject] for subject in SUBJECTS},
                "distance": self.distance,
                "played": self.played,
                "aside": self.aside,
                "removed": self.removed,
                "deal": self.deal,
                "phase": self.phase,
            }
        )

    def rewards(self) -> list[float] | None:
        if self.winners is None:
            return None
        if not self.winners:
            return [0.0] * self.num_players
        n, w = self.num_players, len(self.winners)
        return [
            (n / w - 1) / (n - 1) if seat in self.winners else -1 / (n - 1) for seat in range(n)
        ]

    # -- what a player cannot know ------------------------------------------------------------

    def disguise(self, seat: int, random: random.Random) -> Snapshot:
        disguised = self.snapshot()
        self._redraw_secrets(seat, random, disguised)
        others = [other for other in range(self.num_players) if other != seat]
        held = [card for other in others for card in self.hands[other].elements()]
        undealt = [*self.removed, *self.aside]
        if self.deal == 1:
            # Nobody has yet seen which cards are in play: hands and undealt cards are one pool.
            removed, pool = draw_horses([*held, *undealt], len(self.removed), random)
            random.shuffle(pool)
            aside, held = pool[: len(self.aside)], pool[len(self.aside) :]
        else:
            removed, aside = draw_horses(undealt, len(self.removed), random)
            random.shuffle(held)
        disguised["removed"] = in_card_order(removed)
        disguised["aside"] = in_card_order(aside)
        for other in others:
            size = self.hands[other].total()
            disguised["hands"][other] = as_mapping(Counter(held[:size]))
            held = held[size:]
        return disguised

    def _redraw_secrets(self, seat: int, random: random.Random, disguised: Snapshot) -> None:
        shown = {seat, *(self.winners or [])}  # A winner shows the paper.
        for other, secret in enumerate(self.secrets):
            if secret is not None and other not in shown:
                disguised["secrets"][other] = random.choice(PURSUERS)


def draw_horses(
    cards: list[str], number: int, random: random.Random
) -> tuple[list[str], list[str]]:
    """`number` random horse cards, and the rest: only horse cards are ever removed."""
    horses = [card for card in cards if subject_of(card) == HORSE]
    drawn = random.sample(horses, number)
    return drawn, list((Counter(cards) - Counter(drawn)).elements())


def as_mapping(hand: Counter[str]) -> dict[str, int]:
    return {card: hand[card] for card in CARDS if hand[card] > 0}


def in_card_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


# -- the beginning of a game ------------------------------------------------------------------


def expect(holds: bool, wrong: str) -> None:
    if not holds:
        raise AssertionError(wrong)


def check_deal(snapshot: Snapshot) -> None:
    """AssertionError, naming what is wrong, unless a game can begin like this."""
    expect(set(snapshot) == SNAPSHOT_FIELDS, f"fields: {sorted(set(snapshot) ^ SNAPSHOT_FIELDS)}")
    expect(snapshot["game"] == "rattrapez_le_v0", f"game {snapshot['game']!r}")
    expect(snapshot["num_players"] in PLAYER_COUNTS, f"num_players {snapshot['num_players']!r}")
    check_options(snapshot["options"], snapshot["num_players"])
    check_board(snapshot["board"])
    check_first_turn(snapshot)
    check_places(snapshot)
    check_cards(snapshot)


def check_options(options: dict[str, Any], num_players: int) -> None:
    expect(set(options) == OPTIONS, f"options: {sorted(set(options) ^ OPTIONS)}")
    deck = options["deck"]
    expect(set(deck) == set(CARDS), f"deck: {sorted(set(deck) ^ set(CARDS))}")
    expect(all(is_count(n) for n in deck.values()), f"deck has odd counts: {deck}")
    expect(sum(deck.values()) == DECK_SIZE, f"the deck has {sum(deck.values())} cards")
    low, high = options["min_distance"], options["max_distance"]
    expect(
        is_count(low) and is_count(high) and low <= FIRST_DISTANCE <= high,
        f"distances {low!r} to {high!r} leave no room for the first {FIRST_DISTANCE}",
    )
    deals = options["max_deals"]
    expect(is_count(deals) and deals >= 1, f"max_deals {deals!r}")
    first = options["first_player"]
    expect(
        first == "random" or (is_count(first) and first < num_players), f"first_player {first!r}"
    )
    expect(options["reward"] == "win", f"reward {options['reward']!r} in a game without scores")


def check_board(board: dict[str, Any]) -> None:
    expect(set(board) == {"name", "cells", "edges", "farm", "start"}, f"board: {sorted(board)}")
    cells, edges = board["cells"], board["edges"]
    expect(is_count(cells), f"board has {cells!r} cells")
    for place in ("farm", "start"):
        expect(is_count(board[place]) and board[place] < cells, f"{place} {board[place]!r}")
    expect(board["farm"] != board["start"], "the black cell is the farm")
    for edge in edges:
        on_board = len(edge) == 2 and all(is_count(end) and end < cells for end in edge)
        expect(on_board, f"edge {edge} is not between two cells")
        expect(edge[0] != edge[1], f"edge {edge} is a loop")
    expect(len({frozenset(edge) for edge in edges}) == len(edges), "the board has a double path")
    reached = reachable(paths_of(cells, tuple((a, b) for a, b in edges)), board["farm"])
    expect(len(reached) == cells, f"only {len(reached)} of {cells} cells hang together")


def reachable(paths: Paths, start: int) -> set[int]:
    reached = {start}
    waiting = [start]
    while waiting:
        new = paths.beside[waiting.pop()] - reached
        reached |= new
        waiting.extend(new)
    return reached


def check_first_turn(snapshot: Snapshot) -> None:
    players = snapshot["num_players"]
    turn, first = snapshot["turn"], snapshot["options"]["first_player"]
    expect(is_count(turn) and turn < players, f"turn {turn!r}")
    expect(first in ("random", turn), f"seat {turn} begins, not {first}")
    beginning = {
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "secrets": [None] * players,
        "distance": None,
        "played": [],
        "deal": 1,
        "phase": "choose",
    }
    for field, value in beginning.items():
        expect(snapshot[field] == value, f"{field} begins as {snapshot[field]!r}, not {value!r}")


def check_places(snapshot: Snapshot) -> None:
    farm, start = snapshot["board"]["farm"], snapshot["board"]["start"]
    places = {**dict.fromkeys(PURSUERS, farm), HORSE: start}
    expect(snapshot["positions"] == places, f"positions {snapshot['positions']}, not {places}")


def check_cards(snapshot: Snapshot) -> None:
    players, hands = snapshot["num_players"], snapshot["hands"]
    removed, aside = snapshot["removed"], snapshot["aside"]
    shares = DEAL_TABLE[players]
    check_hands(hands, players)
    expect(len(removed) == shares.removed, f"{len(removed)} cards removed, not {shares.removed}")
    expect(len(aside) == shares.aside, f"{len(aside)} cards aside, not {shares.aside}")
    expect(all(subject_of(card) == HORSE for card in removed), f"removed {removed}: horses only")
    everything = sum((Counter(hand) for hand in hands), Counter([*removed, *aside]))
    deck = snapshot["options"]["deck"]
    for card in sorted({*everything, *CARDS}):
        there, wanted = everything[card], deck.get(card, 0)
        expect(there == wanted, f"{there} cards {card!r}, where the deck has {wanted}")


def check_hands(hands: list[dict[str, int]], num_players: int) -> None:
    expect(len(hands) == num_players, f"{len(hands)} hands for {num_players} players")
    for seat, hand in enumerate(hands):
        expect(set(hand) <= set(CARDS), f"seat {seat} holds {sorted(set(hand) - set(CARDS))}")
        expect(all(is_count(n) and n > 0 for n in hand.values()), f"seat {seat} holds {hand}")
        size = DEAL_TABLE[num_players].each
        expect(
            sum(hand.values()) == size, f"seat {seat} has {sum(hand.values())} cards, not {size}"
        )


def is_count(value: object) -> bool:
    return type(value) is int and value >= 0


# -- for the lockstep tests -------------------------------------------------------------------


def deck_of(counts: dict[str, int]) -> dict[str, int]:
    return {card: counts.get(card, 0) for card in CARDS}


def option_sets(num_players: int) -> list[dict[str, Any]]:
    """Keyword options worth playing in lockstep; the first are the defaults."""
    all_horses = deck_of({"horse+": 18, "horse=": 17, "horse-": 17})
    dog_and_horse = deck_of({"dog+": 8, "dog-": 12, "horse+": 10, "horse=": 10, "horse-": 12})
    shrinking = deck_of({**{f"{subject}-": 8 for subject in PURSUERS}, "horse-": 12})
    growing = deck_of({**{f"{subject}+": 8 for subject in PURSUERS}, "horse+": 9, "horse-": 3})
    # With two players every horse card is removed, so that only pursuers ever move.
    six_horses = deck_of({"farmer+": 12, "wife=": 12, "maid-": 12, "dog=": 10, "horse=": 6})
    return [
        {},
        {"board": "paddock", "first_player": "random"},
        {
            "board": "paddock",
            "min_distance": 1,
            "max_distance": 5,
            "first_player": num_players - 1,
        },
        {"board": "countryside", "min_distance": 3, "max_distance": 3, "max_deals": 1},
        {"board": "paddock", "deck": all_horses, "max_deals": 2},
        {"board": "paddock", "deck": dog_and_horse, "min_distance": 2, "first_player": 1},
        {"deck": shrinking, "max_distance": 3, "max_deals": 6, "reward": "win"},
        {"deck": growing, "max_distance": 40, "first_player": "random"},
        {"board": "paddock", "deck": six_horses, "max_deals": 3},
    ]
