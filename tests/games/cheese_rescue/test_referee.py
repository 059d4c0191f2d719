"""Hand-worked cases for the referee of Cheese Rescue, and games it plays with itself."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from .referee import PLAYER_COUNTS, Move, Referee, Snapshot, check_deal, option_sets

ANIMALS = ("dog", "cat", "mouse")
REMOVED = {2: (3, 6, 9), 3: (2, 3, 4), 4: (0, 0, 0)}
DEFAULTS: dict[str, Any] = {
    "area": "floating",
    "animals": {"dog": 6, "cat": 12, "mouse": 18},
    "cheese_values": [1, 1, 1, 2, 2, 3],
    "first_player": 0,
    "reward": "win",
}
LETTERS = {"S": "start", "D": "dog", "C": "cat", "M": "mouse"}


# --- a dealer, and boards from drawings -----------------------------------------------------------


def filled(options: dict[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps({**DEFAULTS, **options}))
    return whole


def deal(num_players: int, seed: int = 0, **options: Any) -> Snapshot:
    random = Random(seed)
    whole = filled(options)
    pile = [
        kind
        for kind, removed in zip(ANIMALS, REMOVED[num_players], strict=True)
        for _ in range(whole["animals"][kind] - removed)
    ]
    random.shuffle(pile)
    hands = []
    for _ in range(num_players):
        drawn = [pile.pop(0), pile.pop(0)]
        hands.append(dict(Counter(drawn + [f"cheese{v}" for v in whole["cheese_values"]])))
    size = num_players + 3
    middle = size // 2 if whole["area"] == "fixed" else 0
    first = whole["first_player"]
    return {
        "game": "cheese_rescue_v0",
        "options": whole,
        "num_players": num_players,
        "turn": random.randrange(num_players) if first == "random" else first,
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "size": size,
        "board": [] if num_players == 3 else [[middle, middle, "start", None]],
        "hands": hands,
        "pile": pile,
    }


def finished(drawing: str, **options: Any) -> Referee:
    """A finished game. `D C M S` are animals and the start card, `b3` is seat 1's cheese worth 3.

    Each hand is what the drawing leaves that seat: its other cheeses, and mice up to three cards.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    size = len(rows)
    assert all(len(row) == size for row in rows)
    num_players = size - 3
    board: list[list[Any]] = [
        [row, col, LETTERS.get(mark, f"cheese{mark[1:]}"), None if mark in LETTERS else seat(mark)]
        for row, marks in enumerate(rows)
        for col, mark in enumerate(marks)
    ]
    values = options.setdefault("cheese_values", [1, 1, 1, 2, 2, 3])
    hands = [Counter(f"cheese{value}" for value in values) for _ in range(num_players)]
    for _, _, card, owner in board:
        if owner is not None:
            hands[owner][card] -= 1
    for hand in hands:
        assert min(hand.values()) >= 0, "a cheese too many in the drawing"
        assert hand.total() <= 3, "a player lays at least three cheeses"
        hand["mouse"] = 3 - hand.total()
    in_play = Counter(card for _, _, card, _ in board) + sum(hands, Counter())
    options["animals"] = {
        kind: in_play[kind] + removed
        for kind, removed in zip(ANIMALS, REMOVED[num_players], strict=True)
    }
    snapshot = deal(num_players, **options)
    snapshot.update(
        board=moved_to_origin(board, snapshot["options"]["area"]),
        hands=[{card: count for card, count in hand.items() if count} for hand in hands],
        pile=[],
        turn=(snapshot["turn"] - 1) % num_players,
    )
    assert_cards_conserved(snapshot)
    return Referee(snapshot)


def seat(mark: str) -> int:
    return "abcd".index(mark[0])


def moved_to_origin(board: list[list[Any]], area: str) -> list[list[Any]]:
    if area == "fixed":
        return board
    row, col = next(([r, c] for r, c, card, _ in board if card == "start"), [0, 0])
    return [[r - row, c - col, card, owner] for r, c, card, owner in board]


def result(referee: Referee) -> tuple[list[int], list[int]]:
    snapshot = referee.snapshot()
    return snapshot["scores"], snapshot["winners"]


def place(card: str, row: int, col: int) -> Move:
    return {"type": "place", "card": card, "row": row, "col": col}


def cells(referee: Referee) -> set[tuple[int, int]]:
    return {(move["row"], move["col"]) for move in referee.legal_moves()}


def with_board(snapshot: Snapshot, *cells: tuple[int, int]) -> Referee:
    """The game of `snapshot` with a dog on each of these cells, whatever the cards say."""
    board = snapshot["board"] + [[row, col, "dog", None] for row, col in cells]
    return Referee({**snapshot, "board": board})


def assert_cards_conserved(snapshot: Snapshot) -> None:
    animals: Counter[str] = Counter(snapshot["pile"])
    for hand in snapshot["hands"]:
        animals += Counter({kind: hand[kind] for kind in ANIMALS if kind in hand})
    animals += Counter(card for _, _, card, _ in snapshot["board"] if card in ANIMALS)
    removed = REMOVED[snapshot["num_players"]]
    for kind, gone in zip(ANIMALS, removed, strict=True):
        assert animals[kind] + gone == snapshot["options"]["animals"][kind]
    dealt = Counter(f"cheese{value}" for value in snapshot["options"]["cheese_values"])
    for owner, hand in enumerate(snapshot["hands"]):
        held = Counter({kind: count for kind, count in hand.items() if kind not in ANIMALS})
        laid = Counter(card for _, _, card, whose in snapshot["board"] if whose == owner)
        assert held + laid == dealt


# --- laying a card --------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 4])
def test_first_card_goes_beside_the_start_card(num_players: int) -> None:
    assert cells(Referee(deal(num_players))) == {(-1, 0), (0, -1), (0, 1), (1, 0)}


@pytest.mark.parametrize(("num_players", "centre"), [(2, 2), (4, 3)])
def test_fixed_area_has_the_start_card_in_its_centre(num_players: int, centre: int) -> None:
    referee = Referee(deal(num_players, area="fixed"))
    assert referee.snapshot()["board"] == [[centre, centre, "start", None]]
    around = {
        (centre - 1, centre),
        (centre, centre - 1),
        (centre, centre + 1),
        (centre + 1, centre),
    }
    assert cells(referee) == around


def test_three_players_floating_lay_the_first_card_at_the_origin() -> None:
    referee = Referee(deal(3))
    assert cells(referee) == {(0, 0)}
    assert len(referee.legal_moves()) == len(referee.snapshot()["hands"][0])


def test_three_players_fixed_lay_the_first_card_on_any_of_36_cells() -> None:
    referee = Referee(deal(3, area="fixed"))
    assert cells(referee) == {(row, col) for row in range(6) for col in range(6)}


def test_three_players_lay_the_second_card_beside_the_first() -> None:
    referee = Referee(deal(3, area="fixed"))
    referee.play(place("cheese1", 0, 5))
    assert cells(referee) == {(0, 4), (1, 5)}


def test_each_kind_of_card_is_offered_once_however_many_are_held() -> None:
    snapshot = deal(2)
    snapshot["hands"][0] = {"mouse": 2, "cheese1": 3, "cheese2": 2, "cheese3": 1}
    moves = Referee(snapshot).legal_moves()
    assert Counter(move["card"] for move in moves) == dict.fromkeys(snapshot["hands"][0], 4)
    assert place("mouse", 0, 1) in moves


def test_floating_area_stretches_away_from_the_start_card_up_to_its_size() -> None:
    # The start card at the left end of a full row: nothing more to its left or right.
    referee = with_board(deal(2), (0, 1), (0, 2), (0, 3), (0, 4))
    assert cells(referee) == {(row, col) for row in (-1, 1) for col in range(5)}


def test_floating_area_one_short_of_its_size_stretches_either_way() -> None:
    referee = with_board(deal(2), (0, 1), (0, 2), (0, 3))
    assert {(0, -1), (0, 4)} <= cells(referee)


def test_floating_area_bounds_rows_and_columns_apart() -> None:
    referee = with_board(deal(2), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1))
    assert (5, 0) not in cells(referee) and (-1, 0) not in cells(referee)
    assert {(4, 2), (4, -1), (0, -1)} <= cells(referee)


def test_fixed_area_ends_at_its_edges_however_narrow_the_cards_lie() -> None:
    referee = with_board(deal(2, area="fixed"), (2, 3), (2, 4))
    assert cells(referee) == {(1, 2), (3, 2), (2, 1), (1, 3), (3, 3), (1, 4), (3, 4)}


def test_a_corner_is_not_a_side() -> None:
    assert (1, 1) not in cells(Referee(deal(2)))


def test_a_hole_inside_can_be_filled() -> None:
    referee = with_board(deal(2), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    assert (1, 1) in cells(referee)


@pytest.mark.parametrize(
    "move",
    [
        pytest.param(place("cheese1", 0, 0), id="on another card"),
        pytest.param(place("cheese1", 1, 1), id="beside no card"),
        pytest.param(place("cat", 0, 1), id="a card not in hand"),
        pytest.param(place("start", 0, 1), id="the start card"),
        pytest.param({"type": "pass"}, id="no pass"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: Move) -> None:
    snapshot = deal(2)
    snapshot["hands"][0] = {"mouse": 2, "cheese1": 3, "cheese2": 2, "cheese3": 1}
    referee = Referee(snapshot)
    before = referee.snapshot()
    with pytest.raises(ValueError, match="may not play"):
        referee.play(move)
    assert referee.snapshot() == before


# --- the turn -------------------------------------------------------------------------------------


def test_a_turn_lays_a_card_draws_the_next_and_passes_clockwise() -> None:
    snapshot = deal(2)
    snapshot["hands"][0] = {"dog": 1, "cat": 1, "cheese1": 3, "cheese2": 2, "cheese3": 1}
    snapshot["pile"][:2] = ["mouse", "cat"]
    referee = Referee(snapshot)
    referee.play(place("dog", 0, 1))
    after = referee.snapshot()
    assert after["board"] == [[0, 0, "start", None], [0, 1, "dog", None]]
    assert after["hands"][0] == {"cat": 1, "mouse": 1, "cheese1": 3, "cheese2": 2, "cheese3": 1}
    assert after["hands"][1] == snapshot["hands"][1]
    assert after["pile"] == snapshot["pile"][1:]
    assert (after["turn"], after["turns"], after["over"]) == (1, 1, False)


def test_a_laid_cheese_shows_its_owner() -> None:
    referee = Referee(deal(2, first_player=1))
    referee.play(place("cheese3", -1, 0))
    assert referee.snapshot()["board"] == [[-1, 0, "cheese3", 1], [0, 0, "start", None]]


def test_the_turn_goes_round_from_the_last_seat_to_the_first() -> None:
    referee = Referee(deal(3, first_player=2))
    referee.play(referee.legal_moves()[0])
    assert referee.snapshot()["turn"] == 0


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    snapshot = {**deal(2), "pile": []}
    referee = Referee(snapshot)
    referee.play(place("cheese1", 0, 1))
    after = referee.snapshot()
    assert after["pile"] == []
    assert sum(after["hands"][0].values()) == 7


def test_hands_list_held_cards_only_in_the_contracts_order() -> None:
    snapshot = deal(2)
    snapshot["hands"][0] = {"cheese3": 1, "cheese2": 2, "mouse": 1, "cheese1": 3, "dog": 1}
    assert list(Referee(snapshot).snapshot()["hands"][0]) == [
        "dog",
        "mouse",
        "cheese1",
        "cheese2",
        "cheese3",
    ]


def test_a_snapshot_handed_out_is_nobodys_to_change() -> None:
    original = deal(2)
    referee = Referee(original)
    untouched = copy.deepcopy(original)
    taken = referee.snapshot()
    referee.play(referee.legal_moves()[0])
    taken["options"]["animals"]["dog"] = 99
    taken["pile"].clear()
    assert original == untouched
    assert referee.snapshot()["options"] == untouched["options"]
    assert referee.snapshot()["pile"] == untouched["pile"][1:]


def test_the_last_card_ends_the_game_with_the_last_mover_on_turn() -> None:
    end = finished(PEACEFUL).snapshot()
    last = end["board"].pop(0)
    assert last[2] == "cheese3"
    end["hands"][1]["cheese3"] = 1
    referee = Referee({**end, "turns": 23, "over": False, "winners": None, "scores": None})
    assert referee.rewards() is None
    referee.play(place(last[2], last[0], last[1]))
    after = referee.snapshot()
    assert (after["over"], after["truncated"], after["turn"], after["turns"]) == (
        True,
        False,
        1,
        24,
    )
    assert referee.legal_moves() == []
    with pytest.raises(ValueError, match="may not play"):
        referee.play(place("cheese1", 0, 9))


# --- the end --------------------------------------------------------------------------------------

# Dogs eat nothing and scare only cats, so here every cheese stays.
PEACEFUL = """
    b3 D  D  D  D
    D  D  D  D  D
    D  D  S  D  D
    D  D  D  D  b1
    a1 a1 a1 b1 b1
"""


def test_cheeses_that_no_mouse_touches_score_their_points() -> None:
    assert result(finished(PEACEFUL)) == ([3, 6], [1])


def test_a_mouse_eats_the_cheeses_beside_it_whoever_owns_them() -> None:
    drawing = """
        D  a3 D  D  D
        b3 M  a2 D  D
        D  b2 S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([3, 3], [0, 1])


def test_a_mouse_does_not_eat_across_a_corner() -> None:
    drawing = """
        a3 D  D  D  D
        D  M  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([6, 3], [0])


def test_a_cat_away_from_dogs_drives_off_every_mouse_beside_it() -> None:
    drawing = """
        a3 M  C  M  b3
        D  D  M  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([6, 6], [0, 1])


def test_a_cat_scared_off_by_a_dog_no_longer_drives_off_mice() -> None:
    drawing = """
        D  C  M  a3 D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([3, 3], [0, 1])


def test_a_cat_across_a_corner_from_a_dog_stays() -> None:
    drawing = """
        C  M  a3 D  D
        M  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([6, 3], [0])


def test_a_cat_is_scared_by_dogs_and_not_by_fleeing_cats() -> None:
    # The left cat flees; the right one touches no dog, so it stays and drives the mouse off.
    drawing = """
        D  C  C  M  a3
        D  D  M  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([6, 3], [0])


def test_one_staying_cat_is_enough_beside_one_that_flees() -> None:
    # The mouse has a fleeing cat on its left and a staying one on its right.
    drawing = """
        D  C  M  C  a1
        D  D  a3 M  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 b1 b1 b2
    """
    assert result(finished(drawing)) == ([6, 5], [0])


def test_a_dog_does_not_drive_off_a_mouse() -> None:
    # The Russian sheet alone says it does.
    drawing = """
        D  M  a3 D  D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([3, 3], [0, 1])


def test_a_cat_does_not_eat_cheese_nor_scare_a_cat() -> None:
    drawing = """
        C  C  a3 D  D
        M  M  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([6, 3], [0])


def test_the_start_card_does_nothing() -> None:
    # Cat, mouse and cheese around it keep out of one another's reach.
    drawing = """
        D  D  M  D  D
        D  M  C  M  D
        D  a3 S  b3 D
        D  D  M  D  b1
        a1 a1 a1 b1 b1
    """
    # The cat drives off the three mice it touches, the mouse below eats the middle a1 only.
    assert result(finished(drawing)) == ([5, 6], [1])


def test_a_mouse_cut_off_by_the_start_card_is_out_of_the_cats_reach() -> None:
    drawing = """
        D  D  M  D  D
        D  M  C  M  D
        D  D  S  D  D
        D  a3 M  b3 b1
        a1 a1 a1 b1 b1
    """
    assert result(finished(drawing)) == ([2, 3], [1])


def test_the_board_at_the_end_is_the_full_area_before_the_removals() -> None:
    drawing = """
        D  C  M  a3 D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    board = finished(drawing, area="fixed").snapshot()["board"]
    assert len(board) == 25
    assert board[1:4] == [[0, 1, "cat", None], [0, 2, "mouse", None], [0, 3, "cheese3", 0]]


def test_cards_left_in_hand_score_nothing() -> None:
    referee = finished(PEACEFUL)
    assert referee.snapshot()["hands"][0] == {"cheese2": 2, "cheese3": 1}
    assert referee.snapshot()["scores"][0] == 3


def test_equal_points_go_to_more_cheeses_left() -> None:
    # Three ones against one three; b's other two cheeses are eaten.
    drawing = """
        b3 D  D  D  D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  b2 M
        a1 a1 a1 D  b1
    """
    assert result(finished(drawing)) == ([3, 3], [0])


def test_cheeses_eaten_do_not_count_in_a_tie() -> None:
    # b lays four cheeses and a three, but three of b's are eaten.
    drawing = """
        b3 D  D  D  D
        D  D  D  D  D
        D  D  S  b2 D
        D  D  b1 M  b1
        a1 a1 a1 D  D
    """
    assert result(finished(drawing)) == ([3, 3], [0])


def test_nobody_saving_a_cheese_shares_the_victory() -> None:
    drawing = """
        D  D  D  D  D
        D  D  D  D  D
        D  D  S  D  b1
        M  M  M  b1 M
        a1 a1 a1 M  b1
    """
    assert result(finished(drawing)) == ([0, 0], [0, 1])


# --- rewards --------------------------------------------------------------------------------------

THREE_PLAYERS = """
    D  D  D  D  D  D
    D  D  D  D  D  D
    D  D  D  D  D  D
    D  D  D  D  D  D
    D  D  D  c1 c1 c1
    a1 a1 a1 b1 b1 b1
"""
FOUR_PLAYERS = """
    D  D  D  D  D  D  D
    D  D  D  D  D  D  D
    D  D  D  D  D  D  D
    D  D  D  S  D  D  D
    D  D  D  D  D  D  d2
    c1 c1 c1 d1 d1 d1 b3
    a1 a1 a1 b1 b1 b1 D
"""


def test_two_players_win_and_lose_one() -> None:
    assert finished(PEACEFUL).rewards() == [-1.0, 1.0]


def test_two_players_sharing_get_nothing() -> None:
    assert finished(PEACEFUL.replace("b3", "D ")).rewards() == [0.0, 0.0]


def test_three_players_alone_win_one() -> None:
    assert finished(THREE_PLAYERS.replace("b1 b1 b1", "b1 b1 b2")).rewards() == [-0.5, 1.0, -0.5]


def test_two_of_three_players_share() -> None:
    referee = finished(THREE_PLAYERS.replace("1 c1\n", "1 c3\n").replace("1 b1\n", "1 b3\n"))
    assert result(referee) == ([3, 5, 5], [1, 2])
    assert referee.rewards() == [-0.5, 0.25, 0.25]


def test_three_players_all_share() -> None:
    referee = finished(THREE_PLAYERS)
    assert result(referee) == ([3, 3, 3], [0, 1, 2])
    assert referee.rewards() == [0.0, 0.0, 0.0]


def test_four_players_win_by_points() -> None:
    referee = finished(FOUR_PLAYERS)
    assert result(referee) == ([3, 6, 3, 5], [1])
    assert referee.rewards() == pytest.approx([-1 / 3, 1.0, -1 / 3, -1 / 3])


def test_two_of_four_players_share() -> None:
    referee = finished(FOUR_PLAYERS.replace("d2", "d3"))
    assert result(referee) == ([3, 6, 3, 6], [1, 3])
    assert referee.rewards() == pytest.approx([-1 / 3, 1 / 3, -1 / 3, 1 / 3])


def test_score_reward_is_the_lead_over_the_others_mean_in_largest_scores() -> None:
    assert finished(PEACEFUL, reward="score").rewards() == [-0.3, 0.3]
    rewards = finished(FOUR_PLAYERS, reward="score").rewards()
    assert rewards == pytest.approx([(3 - 14 / 3) / 10, (6 - 11 / 3) / 10, -1 / 6, (5 - 4) / 10])


def test_score_reward_takes_the_largest_score_from_the_cheese_values() -> None:
    drawing = PEACEFUL.replace("a1", "a3").replace("b1", "b3")
    referee = finished(drawing, reward="score", cheese_values=[3] * 6)
    assert result(referee) == ([9, 12], [1])
    assert referee.rewards() == pytest.approx([-1 / 6, 1 / 6])


# --- what a player cannot know --------------------------------------------------------------------


def public_view(snapshot: Snapshot, seat: int) -> Snapshot:
    view = copy.deepcopy(snapshot)
    view["pile"] = len(view["pile"])
    for other, hand in enumerate(view["hands"]):
        if other != seat:
            animals = sum(hand.pop(kind, 0) for kind in ANIMALS)
            view["hands"][other] = (animals, hand)
    return view


def advanced(snapshot: Snapshot, turns: int, random: Random) -> Referee:
    referee = Referee(snapshot)
    for _ in range(turns):
        referee.play(random.choice(referee.legal_moves()))
    return referee


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_a_disguise_keeps_all_that_the_player_can_see_or_count(num_players: int) -> None:
    random = Random(1)
    for turns in (0, 1, 5, 7 * num_players, 12 * num_players):
        referee = advanced(deal(num_players), turns, random)
        truth = referee.snapshot()
        for watcher in range(num_players):
            disguised = referee.disguise(watcher, random)
            assert public_view(disguised, watcher) == public_view(truth, watcher)
            assert_cards_conserved(disguised)
            assert Referee(disguised).snapshot() == disguised
        assert referee.snapshot() == truth


def test_a_disguise_of_a_fresh_deal_is_a_possible_deal() -> None:
    for num_players in PLAYER_COUNTS:
        check_deal(Referee(deal(num_players)).disguise(0, Random(3)))


def test_disguises_reach_every_hand_another_player_might_hold() -> None:
    referee = Referee(deal(2))
    random = Random(2)
    disguises = [referee.disguise(0, random) for _ in range(300)]
    hands = {tuple(d["hands"][1].get(kind, 0) for kind in ANIMALS) for d in disguises}
    truth = referee.snapshot()
    unseen: Counter[str] = Counter(truth["pile"]) + Counter(truth["hands"][1])
    possible = {
        (dogs, cats, 2 - dogs - cats)
        for dogs in range(3)
        for cats in range(3 - dogs)
        if dogs <= unseen["dog"] and cats <= unseen["cat"]
    }
    assert hands == possible


def test_with_the_pile_gone_one_opponents_hand_is_known_by_counting() -> None:
    random = Random(4)
    referee = advanced(deal(2), 14, random)
    assert referee.snapshot()["pile"] == []
    for _ in range(20):
        assert referee.disguise(0, random) == referee.snapshot()


# --- deals and options ----------------------------------------------------------------------------


def cheese_for_animal(snapshot: Snapshot) -> None:
    snapshot["hands"][0]["cheese3"] += 1


def zero_count(snapshot: Snapshot) -> None:
    snapshot["hands"][0]["dog"] = 0


def three_animals(snapshot: Snapshot) -> None:
    drawn = snapshot["pile"].pop(0)
    snapshot["hands"][1][drawn] = snapshot["hands"][1].get(drawn, 0) + 1


def other_animals(snapshot: Snapshot) -> None:
    snapshot["pile"][snapshot["pile"].index("mouse")] = "dog"


def cheese_in_the_pile(snapshot: Snapshot) -> None:
    snapshot["pile"][0] = "cheese1"


def no_start_card(snapshot: Snapshot) -> None:
    snapshot["board"] = []


def corner_start_card(snapshot: Snapshot) -> None:
    snapshot["options"]["area"] = "fixed"


def too_few_animals(snapshot: Snapshot) -> None:
    snapshot["options"]["animals"]["cat"] -= 1


def not_enough_to_remove(snapshot: Snapshot) -> None:
    snapshot["options"]["animals"] = {"dog": 2, "cat": 16, "mouse": 18}


def dear_cheese(snapshot: Snapshot) -> None:
    snapshot["options"]["cheese_values"][0] = 4


def five_cheeses(snapshot: Snapshot) -> None:
    snapshot["options"]["cheese_values"].pop()


def wrong_first_player(snapshot: Snapshot) -> None:
    snapshot["turn"] = 1


def wrong_size(snapshot: Snapshot) -> None:
    snapshot["size"] = 6


def already_over(snapshot: Snapshot) -> None:
    snapshot["over"] = True


def missing_option(snapshot: Snapshot) -> None:
    del snapshot["options"]["reward"]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (cheese_for_animal, "cheeses"),
        (zero_count, "holds 0 of dog"),
        (three_animals, "seat 1 was dealt 3 animals"),
        (other_animals, "dog cards in play"),
        (cheese_in_the_pile, "pile holds"),
        (no_start_card, "board is"),
        (corner_start_card, "board is"),
        (too_few_animals, "35 animals"),
        (not_enough_to_remove, "3 of 2 dog cards removed"),
        (dear_cheese, "cheese_values"),
        (five_cheeses, "5 cheese_values"),
        (wrong_first_player, "seat 1 begins"),
        (wrong_size, "size is 6"),
        (already_over, "over is True"),
        (missing_option, "options differ"),
    ],
)
def test_an_impossible_deal_is_named(spoil: Callable[[Snapshot], None], complaint: str) -> None:
    snapshot = deal(2)
    check_deal(snapshot)
    spoil(snapshot)
    with pytest.raises(AssertionError, match=complaint):
        check_deal(snapshot)


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_option_sets_begin_with_the_defaults_and_cover_every_option(num_players: int) -> None:
    sets = option_sets(num_players)
    assert sets[0] == {}
    assert 4 <= len(sets) <= 10
    assert {name for options in sets for name in options} == set(DEFAULTS)


# --- whole games ----------------------------------------------------------------------------------


def windows_around(board: list[list[Any]], size: int) -> list[set[tuple[int, int]]]:
    """Every square of that size that covers the board: another way to say that the area floats."""
    laid = {(row, col) for row, col, _, _ in board}
    squares = [
        {(top + r, left + c) for r in range(size) for c in range(size)}
        for top in range(-size, size)
        for left in range(-size, size)
    ]
    return [square for square in squares if laid <= square]


GAMES = [(n, index) for n in PLAYER_COUNTS for index in range(len(option_sets(n)))]


@pytest.mark.parametrize(("num_players", "index"), GAMES)
def test_random_games_run_to_their_end_with_no_card_lost(num_players: int, index: int) -> None:
    random = Random(100 * num_players + index)
    for _ in range(3):
        start = deal(num_players, random.randrange(1000), **option_sets(num_players)[index])
        check_deal(start)
        referee = Referee(start)
        for turn in range(12 * num_players):
            before = referee.snapshot()
            assert before["turn"] == (start["turn"] + turn) % num_players
            assert before["turns"] == turn and not before["over"]
            assert referee.rewards() is None
            moves = referee.legal_moves()
            assert moves
            assert len({tuple(move.values()) for move in moves}) == len(moves)
            referee.play(random.choice(moves))
            after = referee.snapshot()
            assert_cards_conserved(after)
            assert json.loads(json.dumps(after)) == after == Referee(after).snapshot()
        assert_ended_well(referee)


def assert_ended_well(referee: Referee) -> None:
    end = referee.snapshot()
    num_players, size = end["num_players"], end["size"]
    assert end["over"] and end["turns"] == 12 * num_players and end["pile"] == []
    rows = {row for row, _, _, _ in end["board"]}
    cols = {col for _, col, _, _ in end["board"]}
    assert len(end["board"]) == size * size and len(rows) == len(cols) == size
    assert [sum(hand.values()) for hand in end["hands"]] == [3] * num_players
    assert all(end["scores"][winner] == max(end["scores"]) for winner in end["winners"])
    assert end["winners"] == sorted(end["winners"]) != []
    rewards = referee.rewards()
    assert rewards is not None and sum(rewards) == pytest.approx(0)
    assert all(-1 <= reward <= 1 for reward in rewards)


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_floating_area_is_any_square_that_covers_all_cards(num_players: int) -> None:
    random = Random(num_players)
    referee = advanced(deal(num_players), 1, random)
    while not referee.snapshot()["over"]:
        snapshot = referee.snapshot()
        laid = {(row, col) for row, col, _, _ in snapshot["board"]}
        inside = set().union(*windows_around(snapshot["board"], snapshot["size"]))
        touching = {
            (row, col)
            for row, col in inside - laid
            if {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)} & laid
        }
        assert cells(referee) == touching
        referee.play(random.choice(referee.legal_moves()))


def test_without_mice_every_cheese_laid_stays() -> None:
    start = deal(4, animals={"dog": 18, "cat": 18, "mouse": 0})
    end = advanced(start, 48, Random(5)).snapshot()
    laid = Counter(owner for _, _, _, owner in end["board"] if owner is not None)
    points = Counter[int]()
    for _, _, card, owner in end["board"]:
        if owner is not None:
            points[owner] += int(card[-1])
    assert end["scores"] == [points[seat] for seat in range(4)]
    best = max((points[seat], laid[seat]) for seat in range(4))
    assert end["winners"] == [s for s in range(4) if (points[s], laid[s]) == best]
