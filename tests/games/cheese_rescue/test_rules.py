"""Cheese Rescue by the kernels: named behaviours, each on a board one can see."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cheese_envs import IllegalActionError, cheese_rescue_v0
from cheese_envs.faces.aec import RawEnv
from tests.games.cheese_rescue.scenes import result, settled
from tests.games.playing import walk

pytestmark = pytest.mark.uncompiled


def begin(num_players: int = 2, seed: int = 0, **options: Any) -> RawEnv:
    env: RawEnv = cheese_rescue_v0.raw_env(num_players, **options)
    env.reset(seed=seed)
    return env


def lay(env: RawEnv, *cells: tuple[int, int]) -> None:
    """Lay whatever is in hand on one cell after another."""
    for row, col in cells:
        move = next(m for m in env.legal_moves() if (m["row"], m["col"]) == (row, col))
        env.step(env.encode(move))


def open_cells(env: RawEnv) -> set[tuple[int, int]]:
    return {(move["row"], move["col"]) for move in env.legal_moves()}


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "left"), [(2, 14), (3, 21), (4, 28)])
def test_nine_animals_a_player_are_in_play_and_two_in_each_hand(
    num_players: int, left: int
) -> None:
    start = begin(num_players).snapshot()
    assert len(start["pile"]) == left and start["size"] == num_players + 3
    in_play: Counter[str] = Counter(start["pile"])
    for hand in start["hands"]:
        held = Counter(hand)
        assert (held["cheese1"], held["cheese2"], held["cheese3"]) == (3, 2, 1)
        animals = Counter({kind: held[kind] for kind in ("dog", "cat", "mouse")})
        assert animals.total() == 2
        in_play += animals
    removed = {2: (3, 6, 9), 3: (2, 3, 4), 4: (0, 0, 0)}[num_players]
    boxed = dict(zip(("dog", "cat", "mouse"), removed, strict=True))
    assert in_play == Counter(dog=6, cat=12, mouse=18) - Counter(boxed)


def test_the_start_card_is_laid_with_two_and_four_players_only() -> None:
    assert begin(2).snapshot()["board"] == [[0, 0, "start", None]]
    assert begin(3).snapshot()["board"] == []
    assert begin(4).snapshot()["board"] == [[0, 0, "start", None]]
    assert begin(2, area="fixed").snapshot()["board"] == [[2, 2, "start", None]]
    assert begin(4, area="fixed").snapshot()["board"] == [[3, 3, "start", None]]


def test_who_begins_is_seat_0_or_the_one_named_or_drawn_by_lot() -> None:
    assert begin().snapshot()["turn"] == 0
    assert begin(4, first_player=3).snapshot()["turn"] == 3
    drawn = {begin(3, seed, first_player="random").snapshot()["turn"] for seed in range(40)}
    assert drawn == {0, 1, 2}


# --- where a card may go --------------------------------------------------------------------------


def test_the_first_card_goes_beside_the_start_card() -> None:
    assert open_cells(begin(2)) == {(-1, 0), (1, 0), (0, -1), (0, 1)}


def test_three_players_lay_the_first_card_anywhere_and_it_is_the_origin() -> None:
    env = begin(3)
    assert open_cells(env) == {(0, 0)}
    with pytest.raises(IllegalActionError, match=r"the first card of the game goes to \(0, 0\)"):
        env.step(env.encode({**env.legal_moves()[0], "row": 1}))
    lay(env, (0, 0))
    assert open_cells(env) == {(-1, 0), (1, 0), (0, -1), (0, 1)}


def test_three_players_lay_the_first_card_on_any_of_36_fixed_cells() -> None:
    env = begin(3, area="fixed")
    assert open_cells(env) == {(row, col) for row in range(6) for col in range(6)}
    lay(env, (5, 5))
    assert open_cells(env) == {(4, 5), (5, 4)}


def test_the_floating_area_stretches_either_way_up_to_its_size() -> None:
    env = begin(2)
    lay(env, (0, 1), (0, 2), (0, 3))
    assert {(0, 4), (0, -1)} <= open_cells(env)
    lay(env, (0, -1))
    assert not {(0, 4), (0, -2)} & open_cells(env)
    assert {(-1, 3), (1, -1)} <= open_cells(env)  # rows are bounded apart from columns
    with pytest.raises(IllegalActionError, match="outside the area of 5x5"):
        env.step(env.encode({**env.legal_moves()[0], "row": 0, "col": -2}))


@pytest.mark.parametrize("way", [1, -1])
def test_the_start_card_may_come_to_lie_in_a_corner(way: int) -> None:
    env = begin(2)
    lay(env, *((0, way * step) for step in range(1, 5)))
    lay(env, *((way * step, 0) for step in range(1, 5)))
    inside = {(way * row, way * col) for row in range(5) for col in range(5)}
    assert open_cells(env) <= inside
    assert open_cells(env) == {(way, way * col) for col in range(1, 5)} | {
        (way * row, way) for row in range(1, 5)
    }


def test_the_fixed_area_ends_at_its_edges_however_narrow_the_cards_lie() -> None:
    env = begin(2, area="fixed")
    lay(env, (2, 3), (2, 4))
    assert (2, 5) not in open_cells(env) and open_cells(env) >= {(1, 4), (3, 4), (2, 1)}


def test_a_corner_is_not_a_side_and_a_cell_holds_one_card() -> None:
    env = begin(2)
    move = env.legal_moves()[0]
    with pytest.raises(IllegalActionError, match="no card beside it"):
        env.step(env.encode({**move, "row": 1, "col": 1}))
    with pytest.raises(IllegalActionError, match="a card lies there"):
        env.step(env.encode({**move, "row": 0, "col": 0}))


def test_only_cards_in_hand_may_be_laid() -> None:
    env = begin(2, animals={"dog": 3, "cat": 6, "mouse": 27})
    with pytest.raises(IllegalActionError, match=r"cannot place a dog at \(0, 1\): .* in hand"):
        env.step(env.encode({"type": "place", "card": "dog", "row": 0, "col": 1}))


# --- a game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", ["floating", "fixed"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_everybody_lays_twelve_draws_seven_and_keeps_three(num_players: int, area: str) -> None:
    env = begin(num_players, seed=5, area=area)
    hands = env.snapshot()["hands"]
    laid, drawn = Counter[int](), Counter[int]()
    for _ in walk(env, Random(6)):
        now = env.snapshot()
        if not now["over"]:
            assert env.legal_moves()
            laid[now["turn"]] += 1
        for seat, (before, after) in enumerate(zip(hands, now["hands"], strict=True)):
            gained = Counter(after)
            gained.subtract(before)
            change = sum(gained.values())
            played = now["turns"] and (now["turns"] - 1) % num_players == seat
            drawn[seat] += change + 1 if played else 0
            assert played or change == 0
        hands = now["hands"]
    end = env.snapshot()
    assert end["turns"] == 12 * num_players and end["pile"] == []
    assert set(laid.values()) == {12} and set(drawn.values()) == {7}
    assert [sum(hand.values()) for hand in end["hands"]] == [3] * num_players
    assert len(end["board"]) == (num_players + 3) ** 2
    assert env.outcome is not None and env.outcome.reason == "the area is full"


# --- the end --------------------------------------------------------------------------------------


def test_a_mouse_eats_the_cheeses_beside_it_whoever_owns_them() -> None:
    drawing = """
        D  a3 D  D  D
        b3 M  a2 D  D
        D  b2 S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([3, 3], [0, 1])


def test_a_cat_beside_a_dog_is_removed_so_a_mouse_beside_it_stays() -> None:
    drawing = """
        D  C  M  a3 D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([3, 3], [0, 1])


def test_a_mouse_beside_a_cat_that_stays_is_removed() -> None:
    drawing = """
        a3 M  C  M  b3
        D  D  M  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([6, 6], [0, 1])


def test_within_a_step_all_go_at_once() -> None:
    # Of two cats side by side only the one that touches a dog goes; the mice that the other one
    # touches go together, and the cheeses that a mouse touches too.
    drawing = """
        D  C  C  M  a3
        D  D  M  D  D
        D  b2 S  D  D
        D  M  b3 D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([5, 3], [0])


def test_sides_count_and_corners_and_the_start_card_do_not() -> None:
    drawing = """
        C  M  a3 D  D
        M  D  D  M  D
        D  D  S  D  b3
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([6, 6], [0, 1])


def test_a_dog_does_not_drive_off_a_mouse() -> None:
    drawing = """
        D  M  a3 D  D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    assert result(settled(drawing)) == ([3, 3], [0, 1])


def test_equal_points_go_to_more_cheeses_left() -> None:
    drawing = """
        b3 D  D  D  D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  b2 M
        a1 a1 a1 D  b1
    """
    env = settled(drawing)
    assert result(env) == ([3, 3], [0])
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_a_tie_in_points_and_cheeses_is_a_shared_victory() -> None:
    drawing = """
        D  D  D  D  D
        D  D  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    env = settled(drawing)
    assert result(env) == ([3, 3], [0, 1])
    assert env.rewards == {"player_0": 0, "player_1": 0}


def test_the_reward_by_score_is_the_lead_in_sets_of_cheese() -> None:
    drawing = """
        a3 D  D  D  D
        D  M  D  D  D
        D  D  S  D  D
        D  D  D  D  b1
        a1 a1 a1 b1 b1
    """
    env = settled(drawing, reward="score")
    assert result(env) == ([6, 3], [0])
    assert env.rewards == pytest.approx({"player_0": 0.3, "player_1": -0.3})


# --- boards that no play can reach ----------------------------------------------------------------


def refused(env: RawEnv, said: str, **fields: Any) -> None:
    with pytest.raises(ValueError, match=said):
        env.restore({**env.snapshot(), **fields})


def test_a_cheese_in_the_way_of_the_first_player_cannot_have_been_laid() -> None:
    # player_0 began, but could only have laid beside player_1's cheese, which was not there yet.
    env = begin(2)
    hands = env.snapshot()["hands"]
    lay(env, (0, 1), (0, 2))
    after = env.snapshot()
    for seat in (0, 1):  # whoever laid what: say that both laid a cheese1
        held = Counter(hands[seat]) - Counter(cheese1=1)
        drawn = Counter(after["hands"][seat]) - Counter(hands[seat])
        after["hands"][seat] = dict(held + drawn)
    ours, theirs = [0, 1, "cheese1", 0], [0, 2, "cheese1", 1]
    start = [0, 0, "start", None]
    env.restore({**after, "board": [start, ours, theirs]})
    swapped = [start, [0, 1, "cheese1", 1], [0, 2, "cheese1", 0]]
    refused(env, "cannot have been laid in turn", board=swapped)


def test_the_first_card_of_three_players_is_the_first_players() -> None:
    env = begin(3)
    for row in range(2):
        move = {"type": "place", "card": "cheese1", "row": row, "col": 0}
        env.step(env.encode(move))
    board = env.snapshot()["board"]
    swapped = [[0, 0, "cheese1", 1], [1, 0, "cheese1", 0]]
    assert board == [[0, 0, "cheese1", 0], [1, 0, "cheese1", 1]]
    refused(env, "player_0 beginning", board=swapped)


# --- counting -------------------------------------------------------------------------------------


def games_from(env: RawEnv, depth: int) -> int:
    """How many sequences of so many moves there are (perft)."""
    if depth == 1:
        return len(env.legal_moves())
    total = 0
    for move in env.legal_moves():
        then = env.clone()
        then.step(then.encode(move))
        total += games_from(then, depth - 1)
    return total


@pytest.mark.parametrize(
    ("num_players", "area", "counts"),
    [
        (2, "floating", (20, 600, 20240)),
        (2, "fixed", (20, 600, 19780)),
        (3, "floating", (4, 80, 2400)),
        (3, "fixed", (144, 2400)),
        (4, "floating", (20, 600)),
        (4, "fixed", (20, 600)),
    ],
)
def test_the_games_from_seed_1_are_so_many(
    num_players: int, area: str, counts: tuple[int, ...]
) -> None:
    env = begin(num_players, seed=1, area=area)
    assert tuple(games_from(env, depth) for depth in range(1, len(counts) + 1)) == counts
