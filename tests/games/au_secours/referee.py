"""A slow, plain second writing of "Au secours, mon fromage !", to check the fast one against."""

from __future__ import annotations

import copy
from collections import Counter
from random import Random
from typing import Any

Snapshot = dict[str, Any]
Move = dict[str, Any]
Wheel = dict[str, Any]

GAME = "au_secours_v0"
PLAYER_COUNTS: tuple[int, ...] = (2, 3, 4, 5, 6)
TWO_WHEEL_PLAYER_COUNTS = (2, 3)
CARDS = ("good", "mouse", "guard", "yarn", "sleeping", "rotten", "broom")
CARDS_FOR_ONESELF = ("good", "guard", "broom")
PLACES = 8  # on a wheel
DEALT = 6  # cards to each player
OPTIONS = {
    "deck",
    "free_discard",
    "max_turns",
    "wheels",
    "alliances",
    "shared_reward",
    "first_player",
    "reward",
}
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
    "hands",
    "known",
    "pile",
    "discard",
    "turned",
    "tables",
    "completed",
}


class Referee:
    """One game, taken up at a snapshot and played on move by move."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.options: dict[str, Any] = copy.deepcopy(snapshot["options"])
        if self.options["reward"] != "win":
            raise ValueError(f"au_secours has no scores: reward {self.options['reward']!r}")
        self.num_players: int = snapshot["num_players"]
        self.turn: int = snapshot["turn"]
        self.turns: int = snapshot["turns"]
        self.over: bool = snapshot["over"]
        self.truncated: bool = snapshot["truncated"]
        self.winners: list[int] | None = copy.copy(snapshot["winners"])
        self.hands: list[Counter[str]] = [Counter(hand) for hand in snapshot["hands"]]
        self.known: list[Counter[str]] = [Counter(known) for known in snapshot["known"]]
        self.pile: list[str] = list(snapshot["pile"])
        self.discard: list[str] = list(snapshot["discard"])
        self.turned: int = snapshot["turned"]
        self.tables: list[list[Wheel | None]] = [
            [copy.copy(wheel) for wheel in table] for table in snapshot["tables"]
        ]
        self.completed: list[int] = list(snapshot["completed"])

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
            "scores": None,
            "hands": [_listed(hand) for hand in self.hands],
            "known": [_listed(known) for known in self.known],
            "pile": list(self.pile),
            "discard": list(self.discard),
            "turned": self.turned,
            "tables": [[copy.copy(wheel) for wheel in table] for table in self.tables],
            "completed": list(self.completed),
        }

    def rewards(self) -> list[float] | None:
        if not self.over:
            return None
        if not self.winners:
            return [0.0] * self.num_players
        others = self.num_players - 1
        win = (self.num_players / len(self.winners) - 1) / others
        loss = -1 / others
        return [win if seat in self.winners else loss for seat in range(self.num_players)]

    # What may be played

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        held = [card for card in CARDS if self.hands[self.turn][card] > 0]
        actions: list[Move] = [
            {"type": "play", "card": card, "target": target, "wheel": wheel}
            for card in held
            for target in range(self.num_players)
            for wheel in range(self.options["wheels"])
            if self._may_lay(card, target, wheel)
        ]
        if actions and not self.options["free_discard"]:
            return actions
        return actions + [{"type": "discard", "card": card} for card in held]

    def _may_lay(self, card: str, target: int, wheel_number: int) -> bool:
        wheel = self.tables[target][wheel_number]
        if wheel is None:
            return False
        if card in CARDS_FOR_ONESELF:
            return target == self.turn and _helps(card, wheel)
        return target not in self._friends(self.turn) and _harms(card, wheel)

    def _friends(self, seat: int) -> list[int]:
        """The seat and its allies, ascending."""
        for alliance in self.options["alliances"] or []:
            if seat in alliance:
                return sorted(alliance)
        return [seat]

    # What a move does

    def play(self, move: Move, after: Snapshot | None = None) -> None:
        """Apply a legal move. Nothing here is left to luck, so `after` is never looked at."""
        if move not in self.legal_moves():
            raise ValueError(f"seat {self.turn} may not play {move}")
        card = move["card"]
        self._leave_hand(card)
        if move["type"] == "discard":
            self.discard.append(card)
        else:
            self._lay(card, move["target"], move["wheel"])
        self._end_turn()

    def _leave_hand(self, card: str) -> None:
        self.hands[self.turn][card] -= 1
        if self.known[self.turn][card] > 0:
            self.known[self.turn][card] -= 1

    def _lay(self, card: str, target: int, wheel_number: int) -> None:
        wheel = self.tables[target][wheel_number]
        assert wheel is not None
        if card == "good":
            wheel["good"] += 1
            if wheel["good"] == PLACES:
                self._finish_wheel(wheel_number)
        elif card == "mouse":
            wheel["mice"] += 1
            if wheel["mice"] == self.num_players + 1:
                self._feed_mice(wheel)
        elif card == "guard":
            wheel["cat"] = "guard"
        elif card == "yarn":
            self._clear(wheel, "cat")
            self.discard.append("yarn")
        elif card == "sleeping":
            self._clear(wheel, "cat")
            wheel["cat"] = "sleeping"
        elif card == "rotten":
            self._lose_good_wedge(wheel)
            wheel["rotten"] += 1
            if wheel["good"] == 0:
                self._clear(wheel, "mice")
        elif card == "broom":
            self._clear(wheel, "rotten", "mice", "cat")
            self.discard.append("broom")

    def _feed_mice(self, wheel: Wheel) -> None:
        if wheel["cat"] == "guard":
            self._clear(wheel, "mice", "cat")
        else:
            self._lose_good_wedge(wheel)
            self._clear(wheel, "mice")

    def _finish_wheel(self, wheel_number: int) -> None:
        self.completed[self.turn] += 1
        if self.completed[self.turn] == self.options["wheels"]:
            # The wheel that wins the game stays on the table.
            shared = self.options["shared_reward"]
            self.winners = self._friends(self.turn) if shared else [self.turn]
            return
        wheel = self.tables[self.turn][wheel_number]
        assert wheel is not None
        self._clear(wheel, "good", "rotten", "mice", "cat")
        self.tables[self.turn][wheel_number] = None

    def _lose_good_wedge(self, wheel: Wheel) -> None:
        wheel["good"] -= 1
        self.discard.append("good")

    def _clear(self, wheel: Wheel, *places: str) -> None:
        """Discard all that lies in these places of the wheel, in this order."""
        for place in places:
            self.discard += _cards_at(wheel, place)
            wheel[place] = None if place == "cat" else 0

    # How a turn ends and the next begins

    def _end_turn(self) -> None:
        self.turns += 1
        if self.winners is not None:
            self.over = True
        elif self.turns >= self.options["max_turns"] * self.num_players:
            self._truncate()
        else:
            self._begin_turn((self.turn + 1) % self.num_players)

    def _begin_turn(self, seat: int) -> None:
        self._draw(seat)
        if self.hands[seat].total() == 0:
            self._truncate()
        else:
            self.turn = seat

    def _draw(self, seat: int) -> None:
        if not self.pile and self.discard:
            # Turned over, not shuffled: the first discarded lies on top.
            self.pile, self.discard = self.discard, []
            self.turned += 1
        if not self.pile:
            return
        card = self.pile.pop(0)
        self.hands[seat][card] += 1
        if self.turned > 0:
            self.known[seat][card] += 1

    def _truncate(self) -> None:
        self.over = True
        self.truncated = True
        self.winners = []

    # What a player knows

    def disguise(self, seat: int, random: Random) -> Snapshot:
        """A snapshot that `seat` cannot tell from the true one, its hidden cards dealt anew."""
        hidden = [hand - known for hand, known in zip(self.hands, self.known, strict=True)]
        hidden[seat] = Counter()  # one's own hand hides nothing from oneself
        pile_is_hidden = self.turned == 0
        unseen = [card for cards in hidden for card in cards.elements()]
        if pile_is_hidden:
            unseen += self.pile
        random.shuffle(unseen)

        other = Referee(self.snapshot())
        for each in range(self.num_players):
            if each != seat:
                dealt = [unseen.pop() for _ in range(hidden[each].total())]
                other.hands[each] = self.known[each] + Counter(dealt)
        if pile_is_hidden:
            other.pile = unseen
        return other.snapshot()


def _helps(card: str, wheel: Wheel) -> bool:
    """Whether a card for oneself has anything to do on one's own wheel."""
    if card == "good":
        return bool(wheel["good"] + wheel["rotten"] < PLACES)
    if card == "guard":
        return wheel["cat"] is None
    return wheel["rotten"] > 0 or wheel["mice"] > 0 or wheel["cat"] is not None  # broom


def _harms(card: str, wheel: Wheel) -> bool:
    """Whether a card against others has anything to do on another's wheel."""
    if card in ("mouse", "rotten"):
        return bool(wheel["good"] > 0)
    return bool(wheel["cat"] == "guard")  # yarn, sleeping


def _cards_at(wheel: Wheel, place: str) -> list[str]:
    if place == "cat":
        return [] if wheel["cat"] is None else [wheel["cat"]]
    card = "mouse" if place == "mice" else place
    return [card] * wheel[place]


def _listed(cards: Counter[str]) -> dict[str, int]:
    return {card: cards[card] for card in CARDS if cards[card] > 0}


# How a game may begin


def check_deal(snapshot: Snapshot) -> None:
    assert set(snapshot) == FIELDS, f"fields missing or too many: {set(snapshot) ^ FIELDS}"
    assert snapshot["game"] == GAME, f"game is {snapshot['game']!r}"
    players = snapshot["num_players"]
    assert players in PLAYER_COUNTS, f"{players} players"
    _check_options(snapshot["options"], players)
    _check_nothing_happened(snapshot)
    _check_first_player(snapshot["turn"], snapshot["options"]["first_player"], players)
    _check_cards(snapshot)


def _check_options(options: dict[str, Any], players: int) -> None:
    assert set(options) == OPTIONS, f"options missing or too many: {set(options) ^ OPTIONS}"
    deck, wheels = options["deck"], options["wheels"]
    assert _is_whole(wheels, 1, 2), f"wheels is {wheels!r}"
    assert wheels == 1 or players in TWO_WHEEL_PLAYER_COUNTS, f"two wheels with {players} players"
    assert set(deck) == set(CARDS), f"deck lists {list(deck)}"
    assert all(_is_whole(count, 0) for count in deck.values()), f"deck is {deck}"
    assert sum(deck.values()) > DEALT * players, f"only {sum(deck.values())} cards in the deck"
    assert deck["good"] >= PLACES * wheels, f"only {deck['good']} good wedges in the deck"
    assert type(options["free_discard"]) is bool, f"free_discard is {options['free_discard']!r}"
    assert type(options["shared_reward"]) is bool, f"shared_reward is {options['shared_reward']!r}"
    max_turns = options["max_turns"]
    assert _is_whole(max_turns, 1), f"max_turns is {max_turns!r}"
    assert options["reward"] == "win", f"reward is {options['reward']!r}"
    if options["alliances"] is not None:
        _check_alliances(options["alliances"], players)


def _is_whole(value: Any, least: int, most: int | None = None) -> bool:
    return type(value) is int and least <= value and (most is None or value <= most)


def _check_alliances(alliances: list[list[int]], players: int) -> None:
    assert type(alliances) is list, f"alliances is {alliances!r}"
    assert alliances, "no alliances are told as null"
    assert all(type(alliance) is list and alliance for alliance in alliances), (
        f"an alliance is no list or empty: {alliances}"
    )
    allied = [seat for alliance in alliances for seat in alliance]
    assert all(_is_whole(seat, 0, players - 1) for seat in allied), (
        f"an ally who does not play: {alliances}"
    )
    assert len(allied) == len(set(allied)), f"alliances overlap: {alliances}"
    assert all(len(alliance) < players for alliance in alliances), "an alliance of everybody"


def _check_nothing_happened(snapshot: Snapshot) -> None:
    players, wheels = snapshot["num_players"], snapshot["options"]["wheels"]
    empty_wheel = {"good": 0, "rotten": 0, "mice": 0, "cat": None}
    expected: dict[str, Any] = {
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "known": [{}] * players,
        "discard": [],
        "turned": 0,
        "tables": [[empty_wheel] * wheels] * players,
        "completed": [0] * players,
    }
    for field, value in expected.items():
        assert snapshot[field] == value, f"{field} is {snapshot[field]!r} at the beginning"


def _check_first_player(turn: int, first_player: int | str, players: int) -> None:
    assert _is_whole(turn, 0, players - 1), f"turn is {turn!r}"
    if first_player != "random":
        assert type(first_player) is int, f"first_player is {first_player!r}"
        assert turn == first_player, f"seat {turn} begins, not first_player {first_player}"


def _check_cards(snapshot: Snapshot) -> None:
    hands, pile = snapshot["hands"], snapshot["pile"]
    assert len(hands) == snapshot["num_players"], f"{len(hands)} hands"
    for seat, hand in enumerate(hands):
        counts = [hand.get(card, 0) for card in CARDS]
        assert all(type(count) is int for count in counts), f"hand of seat {seat} is {hand}"
        assert list(hand) == [card for card in CARDS if hand.get(card, 0) > 0], (
            f"hand of seat {seat} lists {hand}"
        )
        # The first player has drawn, nobody else has.
        expected = DEALT + (seat == snapshot["turn"])
        assert sum(counts) == expected, f"seat {seat} holds {sum(counts)} cards, not {expected}"
    found = _listed(sum((Counter(hand) for hand in hands), Counter(pile)))
    deck = _listed(Counter(snapshot["options"]["deck"]))
    assert set(pile) <= set(CARDS), f"unknown cards in the pile: {set(pile) - set(CARDS)}"
    assert found == deck, f"hands and pile hold {found}, the deck {deck}"


# Games worth playing


def option_sets(num_players: int) -> list[dict[str, Any]]:
    """Keyword options for games between so many, the defaults first."""
    players = num_players
    fewest_cards = DEALT * players + 1
    cruel_deck = {
        "good": 8 + players,
        "mouse": 6 * players,
        "guard": 2 * players,
        "yarn": players,
        "sleeping": players,
        "rotten": 2 * players,
        "broom": players,
    }
    peaceful_deck = {"good": 10 * players, "guard": 2 * players, "broom": 2 * players}
    sets: list[dict[str, Any]] = [
        {},
        {"free_discard": True, "first_player": "random", "reward": "win"},
        {"max_turns": 3, "first_player": players - 1},
        # Nothing is ever discarded, nobody can finish: hands run out.
        {"deck": {"good": fewest_cards}},
        # A discard pile of brooms that goes round and round.
        {"deck": {"good": PLACES, "broom": fewest_cards}, "max_turns": 20, "first_player": 1},
        {"deck": cruel_deck, "max_turns": 60},
    ]
    if players in TWO_WHEEL_PLAYER_COUNTS:
        sets += [
            {"wheels": 2},
            {"wheels": 2, "deck": {"good": 2 * PLACES * players}},
            {"wheels": 2, "deck": peaceful_deck | {"mouse": 6 * players}, "free_discard": True},
        ]
    else:
        sets.append({"deck": peaceful_deck, "first_player": "random"})
    return sets + _alliance_sets(players)


def _alliance_sets(players: int) -> list[dict[str, Any]]:
    """Alliances lasting the game: of two sides, and leaving one player alone."""
    if players == 2:
        return []
    if players == 3:
        return [{"alliances": ((2, 0),), "shared_reward": True}]
    sides = tuple(range(0, players, 2)), tuple(range(1, players, 2))
    all_but_one = (tuple(range(1, players)),)
    sets: list[dict[str, Any]] = [
        {"alliances": sides, "shared_reward": True, "first_player": "random"},
        {"alliances": all_but_one},
    ]
    if players == 6:
        sets.append({"alliances": ((0, 1, 2), (3, 4, 5)), "shared_reward": True})
    return sets
