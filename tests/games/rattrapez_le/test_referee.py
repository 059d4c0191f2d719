"""The referee of Rattrapez-le against cases worked by hand, and against itself at random."""

from __future__ import annotations

import copy
import json
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from .referee import (
    CARDS,
    DEAL_TABLE,
    HORSE,
    PLAYER_COUNTS,
    PURSUERS,
    Move,
    Paths,
    Referee,
    Snapshot,
    check_deal,
    option_sets,
)

Board = dict[str, Any]

DEFAULT_DECK = {
    card: 4 if card.startswith(HORSE) else 2 if card.endswith("=") else 3 for card in CARDS
}
DEFAULTS: dict[str, Any] = {
    "board": "countryside",
    "deck": DEFAULT_DECK,
    "min_distance": 0,
    "max_distance": 24,
    "max_deals": 4,
    "first_player": 0,
    "reward": "win",
}


# -- a tiny dealer ----------------------------------------------------------------------------


def line(cells: int, start: int | None = None) -> Board:
    """Cells in a row, the farm at the left end, the black cell (unless said) at the right."""
    edges = [[cell, cell + 1] for cell in range(cells - 1)]
    black = cells - 1 if start is None else start
    return {"name": "line", "cells": cells, "edges": edges, "farm": 0, "start": black}


def ring(cells: int, start: int) -> Board:
    edges = [[cell, (cell + 1) % cells] for cell in range(cells)]
    return {"name": "ring", "cells": cells, "edges": edges, "farm": 0, "start": start}


def graph(name: str, farm: int, start: int, *paths: list[int]) -> Board:
    """A board of paths, each given by the cells along it."""
    edges = [list(edge) for path in paths for edge in pairwise(path)]
    cells = 1 + max(cell for path in paths for cell in path)
    return {"name": name, "cells": cells, "edges": edges, "farm": farm, "start": start}


# Three loops through the farm, a way across, and two dead ends (17 and 19).
MEADOW = graph(
    "meadow",
    0,
    12,
    [0, 1, 2, 3, 4, 5, 0],
    [0, 6, 7, 8, 9, 10, 0],
    [3, 11, 12, 13, 8],
    [0, 14, 15, 16, 0],
    [12, 18, 17],
    [15, 19],
)
# One loop at the farm and one long tail: subjects soon get stuck here.
YARD = graph("yard", 0, 4, [0, 1, 2, 0], [2, 3, 4, 5, 6])


def count(cards: list[str]) -> dict[str, int]:
    counted = Counter(cards)
    return {card: counted[card] for card in CARDS if counted[card]}


def split(cards: list[str], num_players: int) -> list[dict[str, int]]:
    return [count(cards[seat::num_players]) for seat in range(num_players)]


def deal(num_players: int, random: Random, board: Board = MEADOW, /, **options: Any) -> Snapshot:
    """A beginning dealt as the deal table says."""
    chosen = {**DEFAULTS, **options}
    shares = DEAL_TABLE[num_players]
    cards = list(Counter(chosen["deck"]).elements())
    random.shuffle(cards)
    removed = [card for card in cards if card.startswith(HORSE)][: shares.removed]
    for card in removed:
        cards.remove(card)
    aside, dealt = cards[: shares.aside], cards[shares.aside :]
    first = chosen["first_player"]
    return {
        "game": "rattrapez_le_v0",
        "options": chosen,
        "num_players": num_players,
        "turn": random.randrange(num_players) if first == "random" else first,
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "board": board,
        "hands": split(dealt, num_players),
        "secrets": [None] * num_players,
        "positions": {**dict.fromkeys(PURSUERS, board["farm"]), HORSE: board["start"]},
        "distance": None,
        "played": [],
        "aside": aside,
        "removed": removed,
        "deal": 1,
        "phase": "choose",
    }


def reshuffle(before: Snapshot, move: Move, random: Random) -> Snapshot | None:
    """What a redeal would give, if `move` plays the last card in hand."""
    if move["type"] == "choose" or sum(sum(hand.values()) for hand in before["hands"]) > 1:
        return None
    cards = [*before["played"], move["card"]]
    random.shuffle(cards)
    return {"hands": split(cards, before["num_players"])}


def scene(board: Board, /, *hands: list[str], **changes: Any) -> Referee:
    """A game under way, seat 0 to move: secrets are farmer, wife, farmhand, ... by seat."""
    snapshot = deal(len(hands), Random(0), board)
    snapshot["options"].update(changes.pop("options", {}))
    snapshot["positions"].update(changes.pop("places", {}))
    snapshot.update(
        phase="play",
        turns=len(hands),
        hands=[count(hand) for hand in hands],
        secrets=[PURSUERS[seat % 5] for seat in range(len(hands))],
    )
    snapshot.update(changes)
    return Referee(snapshot)


def last_card_scene(num_players: int = 2, **changes: Any) -> Referee:
    """The last seat is about to play the deal's last card, a dog that has to stay in the farm."""
    pool = ["dog="] + [card for card in CARDS if card != "dog="] * 3
    played = pool[1 : num_players * DEAL_TABLE[num_players].each]
    hands: list[list[str]] = [[] for _ in range(num_players)]
    hands[-1] = ["dog="]
    return scene(
        line(9), *hands, **{"played": played, "turn": num_players - 1, "distance": 0, **changes}
    )


def move(card: str, to: int) -> Move:
    return {"type": "move", "card": card, "to": to}


def discard(card: str) -> Move:
    return {"type": "discard", "card": card}


def choose(subject: str) -> Move:
    return {"type": "choose", "subject": subject}


# -- the deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_the_deal_table_uses_up_the_deck(num_players: int) -> None:
    removed, each, aside = DEAL_TABLE[num_players]
    assert removed + each * num_players + aside == 52


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_a_fair_deal_passes(num_players: int) -> None:
    for options in option_sets(num_players):
        check_deal(deal(num_players, Random(1), **options))


def test_the_default_deck_leaves_six_players_eight_of_each_subject() -> None:
    snapshot = deal(6, Random(2))
    dealt = sum((Counter(hand) for hand in snapshot["hands"]), Counter[str]())
    subjects = Counter(card[:-1] for card in dealt.elements())
    assert subjects == dict.fromkeys([*PURSUERS, HORSE], 8)


def swap_a_removed_card_for_a_dealt_pursuer(snapshot: Snapshot) -> None:
    hand: dict[str, int] = snapshot["hands"][0]
    pursuer = next(card for card in hand if not card.startswith(HORSE))
    horse = snapshot["removed"][0]
    snapshot["removed"][0] = pursuer
    hand[pursuer] -= 1
    hand[horse] = hand.get(horse, 0) + 1
    snapshot["hands"][0] = count(list(Counter(hand).elements()))


def give_a_card_to_the_neighbour(snapshot: Snapshot) -> None:
    first, second = (Counter(hand) for hand in snapshot["hands"])
    card = next(first.elements())
    snapshot["hands"] = [
        count(list((first - Counter([card])).elements())),
        count([*second.elements(), card]),
    ]


def swap_an_aside_card_for_one_too_many(snapshot: Snapshot) -> None:
    snapshot["aside"][0] = next(card for card in CARDS if card != snapshot["aside"][0])


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (swap_a_removed_card_for_a_dealt_pursuer, "horses only"),
        (give_a_card_to_the_neighbour, "seat 0 has 14 cards"),
        (swap_an_aside_card_for_one_too_many, "where the deck has"),
        (lambda s: s["removed"].pop(), "5 cards removed"),
        (lambda s: s["aside"].pop(), "15 cards aside"),
        (lambda s: s["hands"][0].update({"cow+": 1}), "cow"),
        (lambda s: s["hands"].append({}), "3 hands"),
        (lambda s: s.update(turn=1), "seat 1 begins"),
        (lambda s: s.update(turns=1), "turns"),
        (lambda s: s.update(num_players=7), "num_players"),
        (lambda s: s.update(phase="play"), "phase"),
        (lambda s: s.update(secrets=["dog", None]), "secrets"),
        (lambda s: s.update(distance=3), "distance"),
        (lambda s: s.update(played=["dog+"]), "played"),
        (lambda s: s.update(deal=2), "deal"),
        (lambda s: s.update(over=True), "over"),
        (lambda s: s.update(scores=[0, 0]), "scores"),
        (lambda s: s.update(known=[]), "fields"),
        (lambda s: s.pop("aside"), "fields"),
        (lambda s: s["positions"].update(dog=3), "positions"),
        (lambda s: s["positions"].update(horse=0), "positions"),
        (lambda s: s["options"].update(min_distance=4), "no room for the first 3"),
        (lambda s: s["options"].update(max_distance=2), "no room for the first 3"),
        (lambda s: s["options"].update(max_deals=0), "max_deals"),
        (lambda s: s["options"].update(first_player=2), "first_player"),
        (lambda s: s["options"].update(reward="score"), "without scores"),
        (lambda s: s["options"].update(speed=1), "options"),
        (lambda s: s["options"].update(deck={**DEFAULT_DECK, "dog+": 4}), "53 cards"),
        (lambda s: s["options"].update(deck={"dog+": 52}), "deck"),
        (lambda s: s["board"].update(start=0), "black cell is the farm"),
        (lambda s: s["board"]["edges"].append([7, 7]), "loop"),
        (lambda s: s["board"]["edges"].append([1, 0]), "double path"),
        (lambda s: s["board"]["edges"].append([1, 20]), "not between two cells"),
        (lambda s: s["board"].update(cells=21), "20 of 21"),
    ],
)
def test_a_false_deal_is_named(spoil: Any, complaint: str) -> None:
    snapshot = copy.deepcopy(deal(2, Random(3)))
    spoil(snapshot)
    with pytest.raises(AssertionError, match=complaint):
        check_deal(snapshot)


# -- the secret -------------------------------------------------------------------------------


def test_the_first_round_chooses_secrets_and_the_first_chooser_plays_first() -> None:
    referee = Referee(deal(3, Random(4), first_player=2))
    for seat in (2, 0, 1):
        assert referee.snapshot()["phase"] == "choose"
        assert referee.snapshot()["turn"] == seat
        assert referee.legal_moves() == [choose(subject) for subject in PURSUERS]
        referee.play(choose("dog"))
    after = referee.snapshot()
    assert (after["phase"], after["turn"], after["turns"]) == ("play", 2, 3)
    assert after["secrets"] == ["dog", "dog", "dog"]


def test_the_horse_is_nobodys_secret() -> None:
    referee = Referee(deal(2, Random(5)))
    with pytest.raises(ValueError, match="horse"):
        referee.play(choose("horse"))


# -- how far ----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["dog+", "dog=", "dog-"])
def test_the_first_move_is_three_whatever_the_symbol(card: str) -> None:
    referee = scene(line(9), [card, "dog+"], ["dog+"])
    assert move(card, 3) in referee.legal_moves()
    referee.play(move(card, 3))
    assert referee.snapshot()["distance"] == 3


def test_the_sheets_example_of_lengths() -> None:
    played = ["wife=", "dog+", "farmhand+", "horse+", "farmhand=", "wife-"]
    hands = [[card, "maid="] for card in played]
    referee = scene(ring(50, start=25), *hands)
    lengths = []
    for card, to in zip(played, [3, 4, 5, 31, 11, 8], strict=True):
        referee.play(move(card, to))
        lengths.append(referee.snapshot()["distance"])
    assert lengths == [3, 4, 5, 6, 6, 5]


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("dog-", 0, 0),
        ("dog+", 0, 1),
        ("dog=", 0, 0),
        ("dog-", 1, 0),
        ("dog+", 24, 24),
        ("dog-", 24, 23),
    ],
)
def test_the_length_stays_between_its_bounds(card: str, before: int, after: int) -> None:
    referee = scene(ring(60, start=30), [card, "dog+"], ["dog+"], distance=before)
    referee.play(move(card, after))
    assert referee.snapshot()["distance"] == after


def test_the_bounds_of_the_length_are_options() -> None:
    bounds = {"min_distance": 2, "max_distance": 4}
    for card, before, to in [("dog-", 2, 2), ("dog+", 4, 4)]:
        referee = scene(line(9), [card], ["dog+"], distance=before, options=bounds)
        assert referee.legal_moves() == [move(card, to)]


def test_at_length_zero_the_subject_stays() -> None:
    referee = scene(line(9), ["dog-", "horse=", "wife="], ["dog+"], distance=0, places={"wife": 4})
    assert referee.legal_moves() == [move("wife=", 4), move("dog-", 0), move("horse=", 8)]
    referee.play(move("horse=", 8))
    assert not referee.snapshot()["over"]
    assert referee.snapshot()["distance"] == 0


# -- walks ------------------------------------------------------------------------------------


def test_a_walk_does_not_turn_back() -> None:
    assert Paths(4, ((0, 1), (1, 2), (2, 3))).ends(1, 2) == {3}


def test_a_walk_that_must_turn_back_in_a_dead_end_is_not_possible() -> None:
    paths = Paths(4, ((0, 1), (1, 2), (2, 3)))
    assert paths.ends(0, 3) == {3}
    assert paths.ends(0, 4) == set()


def test_a_walk_may_end_where_it_began_on_a_loop() -> None:
    paths = Paths(3, ((0, 1), (1, 2), (2, 0)))
    assert paths.ends(0, 2) == {1, 2}
    assert paths.ends(0, 3) == {0}


def test_a_walk_may_cross_its_own_track_and_come_back_through_a_loop() -> None:
    tail_and_triangle = Paths(4, ((0, 1), (1, 2), (2, 3), (3, 1)))
    assert tail_and_triangle.ends(0, 5) == {0, 2, 3}


@pytest.mark.parametrize("board", [MEADOW, YARD, line(6), ring(5, start=2)])
def test_walks_agree_with_writing_every_one_of_them_out(board: Board) -> None:
    def walks(track: list[int], steps: int) -> set[int]:
        if steps == 0:
            return {track[-1]}
        found: set[int] = set()
        for a, b in [*board["edges"], *[edge[::-1] for edge in board["edges"]]]:
            if a == track[-1] and b not in track[-2:-1]:
                found |= walks([*track, b], steps - 1)
        return found

    paths = Paths(board["cells"], tuple((a, b) for a, b in board["edges"]))
    for start in range(board["cells"]):
        for steps in range(7):
            assert paths.ends(start, steps) == walks([start], steps)


def test_a_move_passes_over_others_and_through_the_farm() -> None:
    board = {**line(9), "farm": 4}
    referee = scene(board, ["dog="], ["dog+"], distance=4, places={"dog": 2, "maid": 3, "wife": 5})
    assert referee.legal_moves() == [move("dog=", 6)]


def test_the_horse_passes_through_the_farm_and_over_pursuers() -> None:
    board = {**line(9, start=3), "farm": 4}
    referee = scene(board, ["horse="], ["dog+"], distance=3, places={"dog": 5})
    assert referee.legal_moves() == [move("horse=", 0), move("horse=", 6)]


def test_a_subject_may_come_back_to_its_own_cell() -> None:
    referee = scene(ring(4, start=2), ["horse+"], ["dog+"], distance=3)
    assert referee.legal_moves() == [move("horse+", 2)]


def test_two_walks_to_one_cell_are_one_move() -> None:
    referee = scene(ring(6, start=1), ["dog=", "dog="], ["dog+"], distance=3)
    assert referee.legal_moves() == [move("dog=", 3)]


# -- who may stop where -----------------------------------------------------------------------


def test_no_pursuer_stops_on_another() -> None:
    places = {"wife": 3, "maid": 5}
    referee = scene(line(9), ["dog=", "maid="], ["dog+"], distance=3, places=places)
    assert referee.legal_moves() == [move("maid=", 2)]


def test_the_farm_holds_any_number() -> None:
    referee = scene(line(9), ["dog="], ["dog+"], distance=3, places={"dog": 3})
    assert referee.legal_moves() == [move("dog=", 0), move("dog=", 6)]


def test_a_pursuer_that_is_not_the_movers_secret_may_not_land_on_the_horse() -> None:
    referee = scene(line(9, start=3), ["dog=", "wife="], ["wife="])
    assert referee.legal_moves() == [discard("wife="), discard("dog=")]


def test_only_the_movers_own_secret_counts_not_that_of_another() -> None:
    places = {"wife": 4}
    mine = scene(line(9), ["wife+"], ["wife+"], distance=3, places=places, turn=1)
    assert mine.legal_moves() == [move("wife+", 0), move("wife+", 8)]
    not_mine = scene(line(9), ["wife+"], ["wife+"], distance=3, places=places, turn=0)
    assert not_mine.legal_moves() == [move("wife+", 0)]


def test_the_horse_may_not_land_on_a_pursuer_that_is_not_the_movers_secret() -> None:
    referee = scene(line(9, start=4), ["horse="], ["dog+"], distance=3, places={"wife": 1})
    assert referee.legal_moves() == [move("horse=", 7)]


def test_the_horse_stays_out_of_the_farm_when_the_movers_secret_is_elsewhere() -> None:
    referee = scene(line(9, start=3), ["horse="], ["dog+"], distance=3, places={"farmer": 8})
    assert referee.legal_moves() == [move("horse=", 6)]


def test_the_horse_stays_out_of_an_empty_farm() -> None:
    away = {"farmer": 4, "wife": 5, "farmhand": 6, "maid": 7, "dog": 8}
    referee = scene(line(12, start=3), ["horse="], ["dog+"], distance=3, places=away)
    assert referee.legal_moves() == [discard("horse=")]


# -- the catch --------------------------------------------------------------------------------


def assert_caught(referee: Referee, seat: int) -> None:
    end = referee.snapshot()
    assert (end["over"], end["truncated"], end["winners"]) == (True, False, [seat])
    assert (end["turn"], end["scores"]) == (seat, None)
    assert referee.legal_moves() == []


def test_the_movers_secret_lands_on_the_horse_and_wins() -> None:
    referee = scene(line(9, start=3), ["farmer=", "dog+"], ["dog+", "dog+"])
    referee.play(move("farmer=", 3))
    assert_caught(referee, 0)
    end = referee.snapshot()
    assert (end["turns"], end["distance"], end["played"]) == (3, 3, ["farmer="])
    assert end["positions"]["farmer"] == end["positions"]["horse"] == 3


def test_the_horse_lands_on_the_movers_secret_and_wins() -> None:
    referee = scene(line(9), ["dog+"], ["horse-"], distance=4, places={"wife": 5}, turn=1)
    referee.play(move("horse-", 5))
    assert_caught(referee, 1)


def test_the_horse_enters_the_farm_to_catch_though_others_are_there() -> None:
    referee = scene(line(9, start=3), ["horse="], ["dog+"], distance=3)
    assert referee.legal_moves() == [move("horse=", 0), move("horse=", 6)]
    referee.play(move("horse=", 0))
    assert_caught(referee, 0)


def test_a_catch_may_be_left_undone() -> None:
    referee = scene(line(9), ["farmer=", "dog="], ["dog+"], distance=3, places={"farmer": 5})
    assert referee.legal_moves() == [move("farmer=", 2), move("farmer=", 8), move("dog=", 3)]


def test_passing_over_the_horse_is_no_catch() -> None:
    referee = scene(line(9, start=2), ["farmer=", "dog+"], ["dog+"])
    referee.play(move("farmer=", 3))
    assert not referee.snapshot()["over"]


def test_a_catch_with_the_last_card_wins_before_any_redeal_or_truncation() -> None:
    for deal_number in (1, 4):
        referee = scene(line(9, start=3), [], ["wife="], turn=1, deal=deal_number)
        referee.play(move("wife=", 3))
        assert_caught(referee, 1)
        assert referee.snapshot()["deal"] == deal_number


# -- the discard ------------------------------------------------------------------------------


def test_a_discard_is_legal_only_when_no_card_can_move() -> None:
    stuck = scene(line(9), ["dog=", "dog=", "maid+"], ["dog+"], distance=9)
    assert stuck.legal_moves() == [discard("maid+"), discard("dog=")]
    one_can = scene(line(9), ["dog=", "maid-"], ["dog+"], distance=9, places={"horse": 7})
    assert one_can.legal_moves() == [move("maid-", 8)]
    with pytest.raises(ValueError, match="discard"):
        one_can.play(discard("dog="))


def test_a_discard_counts_as_played_and_keeps_the_length() -> None:
    referee = scene(line(9), ["dog-", "maid+"], ["dog+"], distance=20)
    before = referee.snapshot()
    referee.play(discard("maid+"))
    after = referee.snapshot()
    assert (after["distance"], after["played"], after["hands"][0]) == (20, ["maid+"], {"dog-": 1})
    assert after["positions"] == before["positions"]
    assert (after["turn"], after["turns"]) == (1, 3)


def test_a_discard_before_the_first_move_leaves_the_next_move_the_first() -> None:
    referee = scene(line(3), ["dog-"] * 2, ["dog+"] * 2)
    referee.play(discard("dog-"))
    assert referee.snapshot()["distance"] is None
    assert referee.legal_moves() == [discard("dog+")]


# -- the redeal -------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_when_all_hands_are_empty_the_cards_played_are_dealt_again(num_players: int) -> None:
    referee = last_card_scene(num_players)
    before = referee.snapshot()
    after = reshuffle(before, move("dog=", 0), Random(6))
    assert after is not None
    referee.play(move("dog=", 0), after)
    now = referee.snapshot()
    assert now["hands"] == after["hands"]
    assert (now["played"], now["deal"], now["turn"]) == ([], 2, 0)
    for kept in ("secrets", "positions", "distance", "aside", "removed", "phase"):
        assert now[kept] == before[kept]


def test_a_discarded_last_card_is_dealt_again_too() -> None:
    referee = last_card_scene(distance=20)
    after = reshuffle(referee.snapshot(), discard("dog="), Random(7))
    referee.play(discard("dog="), after)
    assert sum(hand.get("dog=", 0) for hand in referee.snapshot()["hands"]) == 1
    assert referee.snapshot()["distance"] == 20


def test_a_redeal_must_be_told() -> None:
    referee = last_card_scene()
    before = referee.snapshot()
    with pytest.raises(ValueError, match="redeal"):
        referee.play(move("dog=", 0))
    assert referee.snapshot() == before


@pytest.mark.parametrize(
    ("hands", "complaint"),
    [
        (lambda cards: split(["dog+" if card == "dog=" else card for card in cards], 2), "redeal"),
        (lambda cards: [count(cards[:14]), count(cards[14:])], "seat 0 has 14 cards"),
        (lambda cards: split(cards, 3), "3 hands"),
        (lambda cards: [{**count(cards[:15]), "horse=": 0}, count(cards[15:])], "seat 0 holds"),
    ],
)
def test_an_impossible_redeal_is_named_and_changes_nothing(hands: Any, complaint: str) -> None:
    referee = last_card_scene()
    before = referee.snapshot()
    cards = [*before["played"], "dog="]
    with pytest.raises(AssertionError, match=complaint):
        referee.play(move("dog=", 0), {"hands": hands(cards)})
    assert referee.snapshot() == before


def test_the_game_is_truncated_when_the_last_deal_is_played_out() -> None:
    referee = last_card_scene(deal=4)
    referee.play(move("dog=", 0))
    end = referee.snapshot()
    assert (end["over"], end["truncated"], end["winners"]) == (True, True, [])
    assert (end["turn"], end["turns"], end["deal"]) == (1, 3, 4)
    assert end["hands"] == [{}, {}]
    assert len(end["played"]) == 30
    assert referee.legal_moves() == []
    assert referee.rewards() == [0.0, 0.0]


def test_one_deal_may_be_all_there_is() -> None:
    referee = last_card_scene(options={"max_deals": 1})
    referee.play(move("dog=", 0))
    assert referee.snapshot()["truncated"]


# -- rewards, refusals, snapshots -------------------------------------------------------------


def test_a_win_is_worth_one_and_the_others_share_the_loss() -> None:
    for num_players in PLAYER_COUNTS:
        hands = [["farmer="]] * num_players
        referee = scene(line(9, start=3), *hands)
        assert referee.rewards() is None
        referee.play(move("farmer=", 3))
        assert referee.rewards() == [1.0] + [-1 / (num_players - 1)] * (num_players - 1)


def test_a_reward_by_score_is_refused() -> None:
    with pytest.raises(ValueError, match="no scores"):
        Referee(deal(2, Random(8), reward="score"))


@pytest.mark.parametrize(
    "wrong",
    [
        move("dog=", 4),
        move("maid=", 3),
        discard("dog="),
        choose("dog"),
        {"type": "move", "card": "dog="},
        {"type": "pass"},
        {},
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(wrong: Move) -> None:
    referee = scene(line(9), ["dog="], ["dog+"])
    before = referee.snapshot()
    with pytest.raises(ValueError, match="seat 0 may not"):
        referee.play(wrong)
    assert referee.snapshot() == before


def test_snapshots_are_fresh_plain_json_and_leave_out_cards_not_held() -> None:
    given = deal(3, Random(9))
    kept = copy.deepcopy(given)
    referee = Referee(given)
    snapshot = referee.snapshot()
    assert snapshot == given
    assert json.loads(json.dumps(snapshot)) == snapshot
    snapshot["hands"][0].clear()
    snapshot["board"]["edges"].clear()
    snapshot["options"]["deck"].clear()
    referee.play(choose("dog"))
    assert given == kept
    assert referee.snapshot()["board"] == kept["board"]
    ending = scene(line(9), ["dog=", "maid="], ["dog+"])
    ending.play(move("dog=", 3))
    assert list(ending.snapshot()["hands"][0].items()) == [("maid=", 1)]


# -- what a player cannot know ----------------------------------------------------------------


def cards_of(snapshot: Snapshot) -> Counter[str]:
    cards = Counter([*snapshot["played"], *snapshot["aside"], *snapshot["removed"]])
    return sum((Counter(hand) for hand in snapshot["hands"]), cards)


def assert_seat_sees_no_difference(truth: Snapshot, disguised: Snapshot, seat: int) -> None:
    hidden = {"hands", "secrets", "aside", "removed"}
    assert {k: v for k, v in truth.items() if k not in hidden} == {
        k: v for k, v in disguised.items() if k not in hidden
    }
    for told in ("hands", "secrets"):
        assert disguised[told][seat] == truth[told][seat]
    assert [sum(hand.values()) for hand in disguised["hands"]] == [
        sum(hand.values()) for hand in truth["hands"]
    ]
    assert [s is None for s in disguised["secrets"]] == [s is None for s in truth["secrets"]]
    assert len(disguised["removed"]) == len(truth["removed"])
    assert len(disguised["aside"]) == len(truth["aside"])
    assert all(card.startswith(HORSE) for card in disguised["removed"])
    assert cards_of(disguised) == cards_of(truth)
    if truth["deal"] > 1:
        undealt = Counter([*truth["removed"], *truth["aside"]])
        assert Counter([*disguised["removed"], *disguised["aside"]]) == undealt
    for winner in truth["winners"] or []:
        assert disguised["secrets"][winner] == truth["secrets"][winner]


def test_in_the_first_deal_a_player_cannot_tell_hands_from_undealt_cards() -> None:
    referee = Referee(deal(2, Random(10)))
    random = Random(11)
    truth = referee.snapshot()
    disguises = [referee.disguise(0, random) for _ in range(20)]
    for disguised in disguises:
        assert_seat_sees_no_difference(truth, disguised, 0)
    held_or_played = [Counter(d["hands"][1]) for d in disguises]
    assert any(hand != held_or_played[0] for hand in held_or_played)
    assert any(Counter(d["aside"]) != Counter(truth["aside"]) for d in disguises)
    assert any(Counter(d["removed"]) != Counter(truth["removed"]) for d in disguises)


def test_from_the_second_deal_the_cards_in_play_are_known_as_a_whole() -> None:
    snapshot = {**deal(3, Random(12)), "deal": 2, "phase": "play", "turns": 45}
    snapshot["secrets"] = ["farmer", "wife", "maid"]
    referee = Referee(snapshot)
    random = Random(13)
    truth = referee.snapshot()
    disguises = [referee.disguise(1, random) for _ in range(20)]
    for disguised in disguises:
        assert_seat_sees_no_difference(truth, disguised, 1)
        others = Counter(disguised["hands"][0]) + Counter(disguised["hands"][2])
        assert others == Counter(truth["hands"][0]) + Counter(truth["hands"][2])
    assert any(d["hands"][0] != truth["hands"][0] for d in disguises)


def test_with_two_players_the_other_hand_is_known_from_the_second_deal() -> None:
    snapshot = {**deal(2, Random(14)), "deal": 2, "phase": "play", "turns": 32}
    snapshot["secrets"] = ["farmer", "wife"]
    disguised = Referee(snapshot).disguise(0, Random(15))
    assert disguised["hands"] == snapshot["hands"]


def test_secrets_of_others_are_hidden_but_only_once_chosen() -> None:
    referee = Referee(deal(3, Random(16)))
    referee.play(choose("dog"))
    seen = {tuple(referee.disguise(1, Random(seed))["secrets"]) for seed in range(60)}
    assert seen == {(subject, None, None) for subject in PURSUERS}
    assert referee.disguise(0, Random(0))["secrets"] == ["dog", None, None]


def test_the_winner_has_shown_the_paper() -> None:
    referee = scene(line(9, start=3), ["farmer="], ["dog+"], ["dog+"])
    referee.play(move("farmer=", 3))
    secrets = [referee.disguise(1, Random(seed))["secrets"] for seed in range(60)]
    assert {s[0] for s in secrets} == {"farmer"}
    assert {s[1] for s in secrets} == {"wife"}
    assert {s[2] for s in secrets} == set(PURSUERS)


# -- whole games at random --------------------------------------------------------------------


def assert_places_are_possible(snapshot: Snapshot) -> None:
    positions, farm = snapshot["positions"], snapshot["board"]["farm"]
    outside = [cell for cell in positions.values() if cell != farm]
    if snapshot["winners"]:
        secret = snapshot["secrets"][snapshot["winners"][0]]
        assert positions[secret] == positions[HORSE]
    else:
        assert positions[HORSE] != farm
        assert len(set(outside)) == len(outside)


def play_out(referee: Referee, random: Random) -> int:
    deck = cards_of(referee.snapshot())
    moves = 0
    while legal := referee.legal_moves():
        assert len({json.dumps(option) for option in legal}) == len(legal)
        before = referee.snapshot()
        chosen = random.choice(legal)
        referee.play(chosen, reshuffle(before, chosen, random))
        moves += 1
        after = referee.snapshot()
        assert after["turns"] == before["turns"] + 1
        assert cards_of(after) == deck
        assert_places_are_possible(after)
        assert Referee(after).legal_moves() == referee.legal_moves()
        if moves % 10 == 0 or after["over"]:
            check_disguises(referee, random)
    return moves


def check_disguises(referee: Referee, random: Random) -> None:
    truth = referee.snapshot()
    for seat in range(truth["num_players"]):
        disguised = referee.disguise(seat, random)
        assert_seat_sees_no_difference(truth, disguised, seat)
        if seat == truth["turn"]:
            assert Referee(disguised).legal_moves() == referee.legal_moves()


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
@pytest.mark.parametrize("number", range(len(option_sets(2))))
def test_random_games_keep_the_cards_and_end(num_players: int, number: int) -> None:
    options = option_sets(num_players)[number]
    board = YARD if options.get("board") == "paddock" else MEADOW
    for seed in range(3):
        random = Random(seed)
        beginning = deal(num_players, random, board, **options)
        check_deal(beginning)
        referee = Referee(beginning)
        moves = play_out(referee, random)
        end = referee.snapshot()
        rewards = referee.rewards()
        deals = beginning["options"]["max_deals"]
        assert num_players < moves <= num_players * (1 + deals * DEAL_TABLE[num_players].each)
        assert rewards is not None
        assert sum(rewards) == pytest.approx(0)
        assert end["truncated"] == (end["winners"] == [])


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_option_sets_begin_with_the_defaults_and_name_every_option(num_players: int) -> None:
    sets = option_sets(num_players)
    assert sets[0] == {}
    assert 4 <= len(sets) <= 10
    assert {name for options in sets for name in options} == set(DEFAULTS)
