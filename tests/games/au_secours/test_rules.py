"""Au secours's rules, one case at a time."""

from __future__ import annotations

import pytest

from cheese_envs import IllegalActionError, au_secours_v0
from tests.games.au_secours.scenes import discard, discardable, play, playable, scene, wheel

pytestmark = pytest.mark.uncompiled

GOODS = ["good"] * 7
MICE = ["mouse"] * 7
ROT = ["rotten"] * 7
BROOMS = ["broom"] * 7
MIXED = ["good", "mouse", "guard", "yarn", "sleeping", "rotten", "broom"]


# Good wedges


def test_a_good_wedge_goes_on_ones_own_wheel() -> None:
    env = scene(GOODS, wheel(good=2), wheel(good=3))
    assert playable(env) == {("good", 0, 0)}
    after = play(env, "good")
    assert after["tables"] == [[wheel(good=3)], [wheel(good=3)]]
    assert after["discard"] == [] and after["turn"] == 1


def test_a_wheel_full_of_good_and_rotten_wedges_takes_no_more() -> None:
    env = scene(GOODS, wheel(good=6, rotten=2), wheel())
    assert playable(env) == set()
    assert discardable(env) == {"good"}


def test_a_full_wheel_with_rot_wins_only_after_a_broom() -> None:
    env = scene([*GOODS[1:], "broom"], wheel(good=7, rotten=1), wheel())
    assert playable(env) == {("broom", 0, 0)}
    after = play(env, "broom")
    assert after["tables"][0] == [wheel(good=7)] and not after["over"]


@pytest.mark.parametrize("cat", [None, "guard", "sleeping"])
def test_the_eighth_good_wedge_wins_at_once_whatever_stands_beside(cat: str | None) -> None:
    env = scene(GOODS, wheel(good=7, mice=2, cat=cat), wheel(good=7))
    after = play(env, "good")
    assert after["over"] and not after["truncated"] and after["winners"] == [0]
    assert after["turn"] == 0 and after["completed"] == [1, 0]
    assert after["tables"][0] == [wheel(good=8, mice=2, cat=cat)]
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.legal_moves() == []


# Mice


def test_a_mouse_needs_a_good_wedge_of_another() -> None:
    env = scene(MICE, wheel(good=5), wheel(), wheel(rotten=2), wheel(good=1))
    assert playable(env) == {("mouse", 3, 0)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_as_many_mice_as_players_only_wait(players: int) -> None:
    others = [wheel() for _ in range(players - 2)]
    env = scene(MICE, wheel(), wheel(good=3, mice=players - 1), *others)
    after = play(env, "mouse", 1)
    assert after["tables"][1] == [wheel(good=3, mice=players)]
    assert after["discard"] == []


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_mouse_more_than_players_eats_a_wedge(players: int) -> None:
    others = [wheel() for _ in range(players - 2)]
    env = scene(MICE, wheel(), wheel(good=3, mice=players), *others)
    after = play(env, "mouse", 1)
    assert after["tables"][1] == [wheel(good=2)]
    assert after["discard"] == ["good"] + ["mouse"] * (players + 1)


def test_a_guard_cat_goes_with_the_mice_and_saves_the_wedge() -> None:
    env = scene(MICE, wheel(), wheel(good=3, mice=2, cat="guard"))
    after = play(env, "mouse", 1)
    assert after["tables"][1] == [wheel(good=3)]
    assert after["discard"] == ["mouse"] * 3 + ["guard"]


def test_a_sleeping_cat_stays_and_saves_nothing() -> None:
    env = scene(MICE, wheel(), wheel(good=3, mice=2, cat="sleeping"))
    after = play(env, "mouse", 1)
    assert after["tables"][1] == [wheel(good=2, cat="sleeping")]
    assert after["discard"] == ["good"] + ["mouse"] * 3


def test_mice_may_eat_the_last_wedge() -> None:
    env = scene(MICE, wheel(), wheel(good=1, rotten=2, mice=2))
    after = play(env, "mouse", 1)
    assert after["tables"][1] == [wheel(rotten=2)]
    assert after["discard"] == ["good"] + ["mouse"] * 3


# Cats, yarn


def test_a_guard_cat_may_guard_an_empty_wheel() -> None:
    env = scene(["guard"] * 7, wheel(), wheel())
    after = play(env, "guard")
    assert after["tables"][0] == [wheel(cat="guard")]


@pytest.mark.parametrize("cat", ["guard", "sleeping"])
def test_either_cat_keeps_guard_cats_out(cat: str) -> None:
    env = scene(["guard"] * 7, wheel(good=1, cat=cat), wheel())
    assert playable(env) == set()


def test_a_yarn_ball_lures_a_guard_cat_away() -> None:
    env = scene(["yarn"] * 7, wheel(cat="guard"), wheel(cat="guard"), wheel(cat="sleeping"))
    assert playable(env) == {("yarn", 1, 0)}
    after = play(env, "yarn", 1)
    assert after["tables"][1] == [wheel()]
    assert after["discard"] == ["guard", "yarn"]


def test_a_sleeping_cat_takes_a_guard_cats_place() -> None:
    hand = ["sleeping"] * 5 + ["yarn"] * 2
    env = scene(hand, wheel(cat="guard"), wheel(), wheel(cat="guard"))
    assert playable(env) == {("sleeping", 2, 0), ("yarn", 2, 0)}
    after = play(env, "sleeping", 2)
    assert after["tables"][2] == [wheel(cat="sleeping")]
    assert after["discard"] == ["guard"]


# Rot


def test_a_rotten_wedge_takes_the_place_of_a_good_one() -> None:
    env = scene(ROT, wheel(good=4), wheel(good=3, mice=2), wheel())
    assert playable(env) == {("rotten", 1, 0)}
    after = play(env, "rotten", 1)
    assert after["tables"][1] == [wheel(good=2, rotten=1, mice=2)]
    assert after["discard"] == ["good"]


def test_a_rotten_wedge_on_the_last_good_one_drives_the_mice_away() -> None:
    env = scene(ROT, wheel(), wheel(good=1, mice=2, cat="guard"))
    after = play(env, "rotten", 1)
    assert after["tables"][1] == [wheel(rotten=1, cat="guard")]
    assert after["discard"] == ["good", "mouse", "mouse"]


# Brooms


@pytest.mark.parametrize("cat", ["guard", "sleeping"])
def test_a_broom_leaves_only_good_wedges(cat: str) -> None:
    env = scene(BROOMS, wheel(good=3, rotten=2, mice=1, cat=cat), wheel())
    after = play(env, "broom")
    assert after["tables"][0] == [wheel(good=3)]
    assert after["discard"] == ["rotten", "rotten", "mouse", cat, "broom"]


def test_a_broom_with_nothing_to_sweep_is_no_action() -> None:
    env = scene(BROOMS, wheel(good=3), wheel(good=1, rotten=1))
    assert playable(env) == set()
    with pytest.raises(IllegalActionError, match="nothing to sweep"):
        play(env, "broom")


# Discarding


def test_a_discard_is_for_those_who_can_do_nothing_else() -> None:
    env = scene(MIXED, wheel(), wheel())
    assert playable(env) == {("good", 0, 0), ("guard", 0, 0)}
    assert discardable(env) == set()
    with pytest.raises(IllegalActionError, match="something else"):
        discard(env, "good")


def test_a_player_who_can_do_nothing_discards_a_card_of_choice() -> None:
    env = scene([*MICE[2:], "yarn", "broom"], wheel(), wheel())
    assert playable(env) == set()
    assert discardable(env) == {"mouse", "yarn", "broom"}
    assert discard(env, "yarn")["discard"] == ["yarn"]


def test_free_discard_allows_it_at_any_turn() -> None:
    env = scene(MIXED, wheel(), wheel(), free_discard=True)
    assert playable(env) == {("good", 0, 0), ("guard", 0, 0)}
    assert discardable(env) == set(MIXED)


# The piles


def test_the_discard_pile_is_turned_over_and_not_shuffled() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 8, "yarn": 3, "sleeping": 2, "rotten": 2})
    env.reset(seed=1)
    thrown: list[str] = []
    while env.snapshot()["turned"] == 0:
        assert not env.snapshot()["over"]
        env.step(env.encode(env.legal_moves()[-1]))
        thrown = env.snapshot()["discard"] or thrown
    after = env.snapshot()
    assert after["discard"] == [] and after["turned"] == 1
    seen = after["known"][after["turn"]]
    assert [*seen, *after["pile"]][: len(thrown)] == thrown


def test_a_player_acts_without_drawing_when_both_piles_are_empty() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 13})
    env.reset(seed=0)
    assert env.snapshot()["pile"] == []
    after = play(env, "good")
    assert after["turn"] == 1 and after["hands"] == [{"good": 6}, {"good": 6}]
    assert after["turned"] == 0 and after["discard"] == []


def test_a_player_without_any_card_ends_the_game_as_truncated() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 13})
    env.reset(seed=0)
    while not env.snapshot()["over"]:
        env.step(env.encode(env.legal_moves()[0]))
    after = env.snapshot()
    assert after["truncated"] and after["winners"] == []
    assert after["turn"] == 0 and after["turns"] == 13
    assert after["tables"] == [[wheel(good=7)], [wheel(good=6)]]
    assert set(env.rewards.values()) == {0.0}


# The end


def test_a_game_is_cut_off_before_the_next_player_draws() -> None:
    env = scene(MICE, wheel(), wheel(good=1), turns=399, first_player=1)
    before = env.snapshot()
    after = play(env, "mouse", 1)
    assert after["over"] and after["truncated"] and after["winners"] == []
    assert after["turns"] == 400 and after["turn"] == 0
    assert after["pile"] == before["pile"]


def test_a_win_on_the_last_turn_allowed_is_a_win() -> None:
    env = scene(GOODS, wheel(good=7), wheel(), turns=399, first_player=1)
    after = play(env, "good")
    assert after["over"] and not after["truncated"] and after["winners"] == [0]


# Two wheels


def test_a_finished_wheel_leaves_with_all_beside_it() -> None:
    mine: list[dict[str, object] | None] = [wheel(good=7, mice=2, cat="guard"), wheel(good=1)]
    env = scene(GOODS, mine, [wheel(), wheel()], wheels=2)
    after = play(env, "good", number=0)
    assert after["tables"][0] == [None, wheel(good=1)]
    assert after["completed"] == [1, 0] and not after["over"]
    assert after["discard"] == ["good"] * 8 + ["mouse"] * 2 + ["guard"]


def test_a_finished_wheel_is_out_of_play() -> None:
    env = scene(MIXED, [None, wheel(mice=1, good=1)], [wheel(good=1), None], wheels=2)
    assert playable(env) == {
        ("good", 0, 1),
        ("guard", 0, 1),
        ("broom", 0, 1),
        ("mouse", 1, 0),
        ("rotten", 1, 0),
    }


def test_the_second_finished_wheel_wins_and_stays() -> None:
    env = scene(GOODS, [None, wheel(good=7, mice=1)], [wheel(), wheel(good=1)], wheels=2)
    after = play(env, "good", number=1)
    assert after["winners"] == [0] and after["completed"] == [2, 0]
    assert after["tables"][0] == [None, wheel(good=8, mice=1)]
    assert after["discard"] == []


def test_a_broom_sweeps_one_wheel_of_two() -> None:
    mine: list[dict[str, object] | None] = [wheel(good=1, mice=1), wheel(good=1, rotten=1)]
    env = scene(BROOMS, mine, [wheel(), wheel()], wheels=2)
    after = play(env, "broom", number=1)
    assert after["tables"][0] == [wheel(good=1, mice=1), wheel(good=1)]


def test_each_wheel_counts_its_own_mice() -> None:
    theirs: list[dict[str, object] | None] = [wheel(good=2, mice=2), wheel(good=2, mice=1)]
    env = scene(MICE, [wheel(), wheel()], theirs, wheels=2)
    after = play(env, "mouse", 1, number=1)
    assert after["tables"][1] == [wheel(good=2, mice=2), wheel(good=2, mice=2)]


# Alliances


def test_allies_do_not_attack_each_other() -> None:
    tables = [wheel(good=1, cat="guard") for _ in range(4)]
    env = scene(["mouse", "yarn", "sleeping", *ROT[3:]], *tables, alliances=((0, 2), (1, 3)))
    assert {target for _, target, _ in playable(env)} == {1, 3}
    with pytest.raises(IllegalActionError, match="allies"):
        play(env, "mouse", 2)


def test_a_player_in_no_alliance_stands_alone() -> None:
    tables = [wheel(good=1) for _ in range(3)]
    env = scene(MICE, *tables, alliances=((1, 2),))
    assert {target for _, target, _ in playable(env)} == {1, 2}


@pytest.mark.parametrize(("shared", "winners"), [(False, [0]), (True, [0, 2])])
def test_an_alliance_wins_together_only_with_shared_reward(
    shared: bool, winners: list[int]
) -> None:
    tables = [wheel(good=7), wheel(), wheel(), wheel()]
    env = scene(GOODS, *tables, alliances=((2, 0),), shared_reward=shared)
    after = play(env, "good")
    assert after["winners"] == winners
    paid = (4 / len(winners) - 1) / 3
    expected = [paid if seat in winners else -1 / 3 for seat in range(4)]
    assert list(env.rewards.values()) == pytest.approx(expected)
