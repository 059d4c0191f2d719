"""The referee of Au secours, mon fromage !, against cases worked by hand and games played alone."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.au_secours.referee import (
    PLAYER_COUNTS,
    Move,
    Referee,
    Snapshot,
    check_deal,
    option_sets,
)

CARDS = ("good", "mouse", "guard", "yarn", "sleeping", "rotten", "broom")
DEFAULTS: dict[str, Any] = {
    "deck": dict(zip(CARDS, (40, 24, 12, 8, 6, 10, 10), strict=True)),
    "free_discard": False,
    "max_turns": 200,
    "wheels": 1,
    "alliances": None,
    "shared_reward": False,
    "first_player": 0,
    "reward": "win",
}


def filled(options: dict[str, Any]) -> dict[str, Any]:
    """Options as a snapshot tells them: plain JSON, defaults and absent kinds filled in."""
    whole = DEFAULTS | options
    whole["deck"] = {card: whole["deck"].get(card, 0) for card in CARDS}
    plain: dict[str, Any] = json.loads(json.dumps(whole))
    return plain


def listed(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in CARDS if card in cards}


def wheel(good: int = 0, rotten: int = 0, mice: int = 0, cat: str | None = None) -> dict[str, Any]:
    return {"good": good, "rotten": rotten, "mice": mice, "cat": cat}


def cards_in(snapshot: Snapshot) -> Counter[str]:
    cards = Counter(snapshot["pile"] + snapshot["discard"])
    for hand in snapshot["hands"]:
        cards.update(hand)
    for table in snapshot["tables"]:
        for each in table:
            if each is not None:
                cards.update(good=each["good"], rotten=each["rotten"], mouse=each["mice"])
                cards.update([each["cat"]] if each["cat"] else [])
    return +cards


def deal(num_players: int, seed: int, **options: Any) -> Snapshot:
    random = Random(seed)
    whole = filled(options)
    pile = [card for card in CARDS for _ in range(whole["deck"][card])]
    random.shuffle(pile)
    first = whole["first_player"]
    turn = random.randrange(num_players) if first == "random" else first
    hands = [[pile.pop(0) for _ in range(6)] for _ in range(num_players)]
    hands[turn].append(pile.pop(0))
    return {
        "game": "au_secours_v0",
        "options": whole,
        "num_players": num_players,
        "turn": turn,
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "hands": [listed(hand) for hand in hands],
        "known": [{} for _ in hands],
        "pile": pile,
        "discard": [],
        "turned": 0,
        "tables": [[wheel() for _ in range(whole["wheels"])] for _ in hands],
        "completed": [0] * num_players,
    }


def position(
    hand: str,
    *tables: Any,
    others: str = "mouse",
    pile: str = "broom broom",
    discard: str = "",
    known: dict[int, str] | None = None,
    **fields: Any,
) -> Snapshot:
    """A position with seat 0 to move: its hand, then one wheel (or list of wheels) a seat.

    Cards are words; `others` is what each other seat holds, `known` what all know of a hand.
    """
    known = known or {}
    options = fields.pop("options", {})
    num_players = len(tables)
    spread = [table if isinstance(table, list) else [table] for table in tables]
    snapshot: Snapshot = {
        "game": "au_secours_v0",
        "options": {},
        "num_players": num_players,
        "turn": 0,
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "hands": [listed(hand.split())] + [listed(others.split()) for _ in tables[1:]],
        "known": [listed(known.get(seat, "").split()) for seat in range(num_players)],
        "pile": pile.split(),
        "discard": discard.split(),
        "turned": 0,
        "tables": spread,
        "completed": [sum(each is None for each in table) for table in spread],
    } | fields
    snapshot["options"] = filled({"deck": dict(cards_in(snapshot))} | options)
    return snapshot


def lay(card: str, target: int = 0, wheel: int = 0) -> Move:
    return {"type": "play", "card": card, "target": target, "wheel": wheel}


def throw(card: str) -> Move:
    return {"type": "discard", "card": card}


def legal(snapshot: Snapshot) -> list[Move]:
    return Referee(snapshot).legal_moves()


def played(snapshot: Snapshot, *moves: Move) -> Snapshot:
    referee = Referee(snapshot)
    for move in moves:
        referee.play(move)
    after = referee.snapshot()
    assert cards_in(after) == cards_in(snapshot)
    return after


# Each card


def test_a_good_wedge_goes_on_ones_own_wheel_only() -> None:
    before = position("good", wheel(2), wheel(3))
    assert legal(before) == [lay("good")]
    after = played(before, lay("good"))
    assert after["tables"] == [[wheel(3)], [wheel(3)]]
    assert after["discard"] == []


def test_rotten_wedges_take_places_on_the_wheel() -> None:
    assert lay("good") in legal(position("good", wheel(5, rotten=2), wheel()))
    assert lay("good") not in legal(position("good", wheel(6, rotten=2), wheel()))


def test_a_mouse_needs_another_players_good_wedge() -> None:
    before = position("mouse", wheel(4), wheel(1), wheel(0, rotten=2), wheel(0, cat="guard"))
    assert legal(before) == [lay("mouse", 1)]
    after = played(before, lay("mouse", 1))
    assert after["tables"][1] == [wheel(1, mice=1)]
    assert after["discard"] == []


@pytest.mark.parametrize("cat", ["guard", "sleeping"])
def test_a_cat_keeps_no_mouse_out(cat: str) -> None:
    after = played(position("mouse", wheel(), wheel(1, cat=cat)), lay("mouse", 1))
    assert after["tables"][1] == [wheel(1, mice=1, cat=cat)]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_players_plus_one_mice_eat_one_good_wedge(players: int) -> None:
    bystanders = [wheel()] * (players - 2)
    one_less = position("mouse", wheel(), wheel(3, 1, players - 1), *bystanders)
    after = played(one_less, lay("mouse", 1))
    assert after["tables"][1] == [wheel(3, 1, players)]
    enough = position("mouse", wheel(), wheel(3, 1, players), *bystanders)
    after = played(enough, lay("mouse", 1))
    assert after["tables"][1] == [wheel(2, 1, 0)]
    assert after["discard"] == ["good"] + ["mouse"] * (players + 1)


def test_a_sleeping_cat_stays_while_the_mice_eat() -> None:
    before = position("mouse", wheel(), wheel(3, mice=2, cat="sleeping"))
    after = played(before, lay("mouse", 1))
    assert after["tables"][1] == [wheel(2, cat="sleeping")]
    assert after["discard"] == ["good", "mouse", "mouse", "mouse"]


def test_a_guard_cat_leaves_with_the_mice_and_saves_the_cheese() -> None:
    before = position("mouse", wheel(), wheel(3, mice=2, cat="guard"))
    after = played(before, lay("mouse", 1))
    assert after["tables"][1] == [wheel(3)]
    assert after["discard"] == ["mouse", "mouse", "mouse", "guard"]


def test_mice_may_eat_the_only_good_wedge() -> None:
    before = position("mouse", wheel(), wheel(1, rotten=4, mice=2))
    assert played(before, lay("mouse", 1))["tables"][1] == [wheel(0, rotten=4)]


def test_a_guard_cat_may_watch_an_empty_wheel() -> None:
    before = position("guard", wheel(), wheel())
    assert legal(before) == [lay("guard")]
    assert played(before, lay("guard"))["tables"][0] == [wheel(cat="guard")]


@pytest.mark.parametrize("cat", ["guard", "sleeping"])
def test_a_cat_of_either_kind_keeps_guard_cats_out(cat: str) -> None:
    assert legal(position("guard", wheel(cat=cat), wheel())) == [throw("guard")]


def test_a_guard_cat_that_comes_late_does_not_eat_the_mice_there() -> None:
    before = position("guard", wheel(1, mice=2), wheel())
    assert played(before, lay("guard"))["tables"][0] == [wheel(1, mice=2, cat="guard")]


def test_yarn_lures_another_players_guard_cat_away() -> None:
    before = position("yarn", wheel(cat="guard"), wheel(cat="guard"), wheel(cat="sleeping"))
    assert legal(before) == [lay("yarn", 1)]
    after = played(before, lay("yarn", 1))
    assert after["tables"] == [[wheel(cat="guard")], [wheel()], [wheel(cat="sleeping")]]
    assert after["discard"] == ["guard", "yarn"]


def test_a_sleeping_cat_takes_another_players_guard_cats_place() -> None:
    before = position(
        "sleeping", wheel(cat="guard"), wheel(2, mice=1, cat="guard"), wheel(cat="sleeping")
    )
    assert legal(before) == [lay("sleeping", 1)]
    after = played(before, lay("sleeping", 1))
    assert after["tables"][1] == [wheel(2, mice=1, cat="sleeping")]
    assert after["discard"] == ["guard"]


def test_a_rotten_wedge_takes_a_good_ones_place() -> None:
    before = position("rotten", wheel(3), wheel(2, rotten=6, mice=2), wheel(rotten=1))
    assert legal(before) == [lay("rotten", 1)]
    after = played(before, lay("rotten", 1))
    assert after["tables"][1] == [wheel(1, rotten=7, mice=2)]
    assert after["discard"] == ["good"]


def test_mice_leave_a_wheel_of_nothing_but_rotten_wedges() -> None:
    before = position("rotten", wheel(), wheel(1, mice=2, cat="guard"))
    after = played(before, lay("rotten", 1))
    assert after["tables"][1] == [wheel(rotten=1, cat="guard")]
    assert after["discard"] == ["good", "mouse", "mouse"]


@pytest.mark.parametrize("cat", ["guard", "sleeping"])
def test_a_broom_leaves_only_good_wedges(cat: str) -> None:
    before = position("broom", wheel(4, rotten=2, mice=1, cat=cat), wheel(1, mice=1))
    assert legal(before) == [lay("broom")]
    after = played(before, lay("broom"))
    assert after["tables"] == [[wheel(4)], [wheel(1, mice=1)]]
    assert after["discard"] == ["rotten", "rotten", "mouse", cat, "broom"]


@pytest.mark.parametrize(
    "dirt",
    [wheel(rotten=1), wheel(1, mice=1), wheel(cat="guard"), wheel(cat="sleeping")],
)
def test_a_broom_sweeps_whatever_there_is(dirt: dict[str, Any]) -> None:
    assert legal(position("broom", dirt, wheel())) == [lay("broom")]


def test_a_broom_with_nothing_to_sweep_is_no_action() -> None:
    before = position("broom yarn", wheel(7), wheel(7))
    assert legal(before) == [throw("yarn"), throw("broom")]


# Discarding


def test_a_discard_is_legal_only_when_nothing_else_is() -> None:
    assert legal(position("good broom broom", wheel(), wheel())) == [lay("good")]
    stuck = position("mouse mouse yarn", wheel(), wheel())
    assert legal(stuck) == [throw("mouse"), throw("yarn")]
    assert played(stuck, throw("yarn"))["discard"] == ["yarn"]


def test_free_discard_allows_one_at_any_turn() -> None:
    before = position("good broom", wheel(), wheel(), options={"free_discard": True})
    assert legal(before) == [lay("good"), throw("good"), throw("broom")]


@pytest.mark.parametrize(
    "move",
    [
        throw("good"),
        lay("guard"),
        lay("good", 1),
        lay("good", 0, 1),
        {"type": "pass"},
        lay("good") | {"to": 1},
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: Move) -> None:
    referee = Referee(position("good", wheel(), wheel()))
    before = referee.snapshot()
    with pytest.raises(ValueError, match="may not play"):
        referee.play(move)
    assert referee.snapshot() == before


# The pile


def test_the_next_player_draws_the_top_of_the_pile() -> None:
    after = played(position("good", wheel(), wheel(), pile="yarn broom"), lay("good"))
    assert (after["turn"], after["turns"]) == (1, 1)
    assert after["hands"] == [{}, {"mouse": 1, "yarn": 1}]
    assert after["pile"] == ["broom"]
    assert after["known"] == [{}, {}]


def test_play_goes_round_clockwise() -> None:
    before = position("mouse", wheel(), wheel(), wheel(), others="mouse mouse")
    after = played(before, throw("mouse"), throw("mouse"), throw("mouse"))
    assert (after["turn"], after["turns"]) == (0, 3)


def test_the_discard_pile_is_turned_over_and_not_shuffled() -> None:
    before = position("yarn", wheel(), wheel(), pile="", discard="good mouse broom")
    after = played(before, throw("yarn"))
    assert after["hands"][1] == {"good": 1, "mouse": 1}
    assert after["pile"] == ["mouse", "broom", "yarn"]
    assert after["discard"] == []
    assert after["turned"] == 1
    assert after["known"] == [{}, {"good": 1}]


def test_the_pile_is_not_turned_before_somebody_must_draw() -> None:
    after = played(
        position("good", wheel(), wheel(), pile="yarn", discard="good broom"), lay("good")
    )
    assert (after["pile"], after["discard"], after["turned"]) == ([], ["good", "broom"], 0)


def test_with_both_piles_empty_one_acts_without_drawing() -> None:
    after = played(position("good", wheel(), wheel(), pile=""), lay("good"))
    assert after["turn"] == 1
    assert after["hands"] == [{}, {"mouse": 1}]
    assert after["turned"] == 0


def test_a_player_without_any_card_ends_the_game() -> None:
    before = position("good", wheel(), wheel(2), others="", pile="")
    after = played(before, lay("good"))
    assert (after["over"], after["truncated"], after["winners"]) == (True, True, [])
    assert (after["turn"], after["turns"]) == (0, 1)
    assert Referee(after).rewards() == [0.0, 0.0]


def test_an_empty_hand_that_can_draw_plays_on() -> None:
    after = played(position("mouse", wheel(), wheel(), others="", pile=""), throw("mouse"))
    assert (after["over"], after["turn"]) == (False, 1)
    assert after["hands"] == [{}, {"mouse": 1}]


def test_a_known_card_is_the_first_to_leave_the_hand() -> None:
    before = position("good good", wheel(), wheel(), known={0: "good"}, turned=1)
    after = played(before, lay("good"))
    assert after["hands"][0] == {"good": 1}
    assert after["known"][0] == {}


def test_playing_an_unknown_card_leaves_the_known_ones() -> None:
    before = position("good mouse", wheel(), wheel(), known={0: "mouse"}, turned=1)
    assert played(before, lay("good"))["known"][0] == {"mouse": 1}


def test_discarding_a_known_card_forgets_it() -> None:
    before = position("mouse yarn", wheel(), wheel(), known={0: "mouse"}, turned=1)
    assert played(before, throw("mouse"))["known"][0] == {}


# The end


def test_eight_good_wedges_win_whatever_stands_beside() -> None:
    after = played(position("good", wheel(7, mice=2, cat="sleeping"), wheel(7)), lay("good"))
    assert (after["over"], after["truncated"], after["winners"]) == (True, False, [0])
    assert after["tables"][0] == [wheel(8, mice=2, cat="sleeping")]
    assert after["completed"] == [1, 0]
    assert (after["turn"], after["turns"]) == (0, 1)
    assert after["pile"] == ["broom", "broom"]
    assert after["discard"] == []


def test_nothing_is_legal_once_over() -> None:
    referee = Referee(position("good good", wheel(7), wheel()))
    referee.play(lay("good"))
    assert referee.legal_moves() == []
    with pytest.raises(ValueError, match="may not play"):
        referee.play(lay("good"))


def test_too_long_a_game_is_truncated_before_the_next_draw() -> None:
    before = position("mouse", wheel(), wheel(), pile="", turns=5, options={"max_turns": 3})
    after = played(before, throw("mouse"))
    assert (after["over"], after["truncated"], after["winners"]) == (True, True, [])
    assert (after["turn"], after["turns"], after["turned"]) == (0, 6, 0)
    assert after["discard"] == ["mouse"]


def test_the_turn_before_the_last_is_played_on() -> None:
    before = position("mouse", wheel(), wheel(), turns=4, options={"max_turns": 3})
    assert not played(before, throw("mouse"))["over"]


def test_a_win_on_the_very_last_turn_counts() -> None:
    before = position("good", wheel(7), wheel(), turns=5, options={"max_turns": 3})
    after = played(before, lay("good"))
    assert (after["truncated"], after["winners"]) == (False, [0])


@pytest.mark.parametrize(
    ("players", "rewards"),
    [(2, [1, -1]), (3, [1, -1 / 2, -1 / 2]), (6, [1] + [-1 / 5] * 5)],
)
def test_a_lone_winner_takes_one_and_the_others_share_the_loss(
    players: int, rewards: list[float]
) -> None:
    referee = Referee(position("good", wheel(7), *[wheel()] * (players - 1)))
    assert referee.rewards() is None
    referee.play(lay("good"))
    assert referee.rewards() == pytest.approx(rewards)


def test_reward_by_score_is_refused() -> None:
    with pytest.raises(ValueError, match="score"):
        Referee(position("good", wheel(), wheel(), options={"reward": "score"}))


# Two wheels

TWO = {"wheels": 2}


def test_each_of_two_wheels_is_played_on_its_own() -> None:
    before = position(
        "good mouse guard broom",
        [wheel(2), wheel(1, 7, mice=1, cat="sleeping")],
        [wheel(), wheel(3)],
        options=TWO,
    )
    assert legal(before) == [
        lay("good", 0, 0),
        lay("mouse", 1, 1),
        lay("guard", 0, 0),
        lay("broom", 0, 1),
    ]
    after = played(before, lay("broom", 0, 1))
    assert after["tables"][0] == [wheel(2), wheel(1)]


def test_mice_of_two_wheels_are_counted_apart() -> None:
    before = position("mouse", [wheel(), wheel()], [wheel(2, mice=2), wheel(2)], options=TWO)
    after = played(before, lay("mouse", 1, 1))
    assert after["tables"][1] == [wheel(2, mice=2), wheel(2, mice=1)]


def test_a_finished_first_wheel_is_discarded_with_what_stood_beside() -> None:
    before = position(
        "good", [wheel(3), wheel(7, mice=2, cat="guard")], [wheel(), wheel()], options=TWO
    )
    after = played(before, lay("good", 0, 1))
    assert after["over"] is False
    assert after["tables"][0] == [wheel(3), None]
    assert after["completed"] == [1, 0]
    assert after["discard"] == ["good"] * 8 + ["mouse", "mouse", "guard"]


def test_a_finished_wheel_may_be_neither_attacked_nor_built_on() -> None:
    before = position("good guard broom mouse rotten", [None, wheel(3)], [wheel(2), None])
    before["options"]["wheels"] = 2
    assert legal(before) == [
        lay("good", 0, 1),
        lay("mouse", 1, 0),
        lay("guard", 0, 1),
        lay("rotten", 1, 0),
    ]


def test_the_second_wheel_wins_and_stays_on_the_table() -> None:
    before = position("good", [None, wheel(7, mice=1)], [wheel(2), wheel()], options=TWO)
    after = played(before, lay("good", 0, 1))
    assert (after["over"], after["winners"]) == (True, [0])
    assert after["tables"][0] == [None, wheel(8, mice=1)]
    assert after["completed"] == [2, 0]
    assert after["discard"] == []


def test_a_turned_pile_may_hold_a_wheel_just_finished() -> None:
    before = position("good", [wheel(7), wheel()], [wheel(), wheel()], pile="", options=TWO)
    after = played(before, lay("good", 0, 0))
    assert (after["pile"], after["turned"]) == (["good"] * 7, 1)
    assert after["known"][1] == {"good": 1}


# Alliances


@pytest.mark.parametrize(
    ("card", "victim"),
    [
        ("mouse", wheel(1)),
        ("rotten", wheel(1)),
        ("yarn", wheel(cat="guard")),
        ("sleeping", wheel(cat="guard")),
    ],
)
def test_allies_may_not_attack_each_other(card: str, victim: dict[str, Any]) -> None:
    # Seat 1 is the ally, seat 2 the other side's, seat 3 stands alone.
    before = position(card, wheel(), victim, victim, victim, options={"alliances": ((1, 0),)})
    assert legal(before) == [lay(card, 2), lay(card, 3)]


def test_with_none_but_allies_to_attack_one_discards() -> None:
    before = position("mouse", wheel(), wheel(5), wheel(), options={"alliances": ((0, 1),)})
    assert legal(before) == [throw("mouse")]


def test_mice_are_counted_by_players_and_not_by_enemies() -> None:
    before = position("mouse", wheel(), wheel(), wheel(3, mice=2), options={"alliances": ((0, 1),)})
    assert played(before, lay("mouse", 2))["tables"][2] == [wheel(3, mice=3)]


def test_an_ally_wins_alone_unless_the_reward_is_shared() -> None:
    tables = wheel(7), wheel(), wheel(), wheel()
    alone = {"alliances": ((2, 0), (1, 3))}
    after = played(position("good", *tables, options=alone), lay("good"))
    assert after["winners"] == [0]
    shared = alone | {"shared_reward": True}
    after = played(position("good", *tables, options=shared), lay("good"))
    assert after["winners"] == [0, 2]
    assert Referee(after).rewards() == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])


def test_who_stands_alone_wins_alone_though_rewards_are_shared() -> None:
    options = {"alliances": ((1, 2),), "shared_reward": True}
    before = position("good", wheel(7), wheel(), wheel(), options=options)
    assert played(before, lay("good"))["winners"] == [0]


# What a player knows


def test_before_the_first_turn_over_all_but_ones_own_hand_is_dealt_anew() -> None:
    true = deal(3, seed=1)
    other = Referee(true).disguise(1, Random(2))
    assert other["hands"][1] == true["hands"][1]
    assert other["hands"][0] != true["hands"][0]
    assert other["pile"] != true["pile"]
    check_deal(other)


def test_after_the_first_turn_over_the_pile_and_known_cards_stay() -> None:
    true = position(
        "good",
        wheel(),
        wheel(),
        wheel(),
        pile="yarn broom",
        known={1: "rotten"},
        hands=[{"good": 1}, {"good": 1, "rotten": 1}, {"mouse": 1}],
        turned=1,
    )
    disguises = [Referee(true).disguise(0, Random(seed)) for seed in range(20)]
    assert all(other["pile"] == ["yarn", "broom"] for other in disguises)
    seat_1 = {tuple(other["hands"][1].items()) for other in disguises}
    assert seat_1 == {(("good", 1), ("rotten", 1)), (("mouse", 1), ("rotten", 1))}


def test_what_is_nowhere_else_must_be_in_the_only_other_hand() -> None:
    true = position("good", wheel(), wheel(), others="mouse guard broom", turned=1)
    assert Referee(true).disguise(0, Random(0)) == true


# Beginnings


def spoilt(path: tuple[Any, ...], value: Any) -> Snapshot:
    snapshot = deal(3, seed=0)
    place = snapshot
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return snapshot


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("game",), "au_secours", "game"),
        (("num_players",), 7, "7 players"),
        (("turn",), 1, "first_player"),
        (("turns",), 1, "turns"),
        (("turned",), 1, "turned"),
        (("winners",), [], "winners"),
        (("scores",), [0, 0, 0], "scores"),
        (("discard",), ["good"], "discard"),
        (("known", 0), {"good": 1}, "known"),
        (("tables", 2, 0, "good"), 1, "tables"),
        (("completed", 1), 1, "completed"),
        (("pile", 0), "cheese", "unknown cards"),
        (("pile",), [], "the deck"),
        (("hands", 1), {"good": 7}, "seat 1 holds 7"),
        (("hands", 1), {"good": 6, "mouse": 0}, "lists"),
        (("hands", 1), {"mouse": 1, "good": 5}, "lists"),
        (("colour",), "yellow", "fields"),
        (("options", "deck", "good"), 41, "the deck"),
        (("options", "deck"), {"good": 110}, "deck lists"),
        (("options", "wheels"), 3, "wheels"),
        (("options", "reward"), "score", "reward"),
        (("options", "max_turns"), 0, "max_turns"),
        (("options", "alliances"), [[0, 1], [1, 2]], "overlap"),
        (("options", "alliances"), [[0, 1, 2]], "everybody"),
        (("options", "alliances"), [[0, 3]], "does not play"),
        (("options", "first_player"), 2, "first_player"),
        (("options", "seed"), 2, "options"),
    ],
)
def test_an_impossible_deal_is_named(path: tuple[Any, ...], value: Any, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_deal(spoilt(path, value))


@pytest.mark.parametrize(
    ("players", "options", "complaint"),
    [
        (2, {"deck": {"good": 12}}, "only 12 cards"),
        (2, {"deck": {"good": 7, "mouse": 30}}, "only 7 good"),
        (2, {"deck": {"good": 15, "mouse": 30}, "wheels": 2}, "only 15 good"),
        (4, {"wheels": 2}, "two wheels"),
    ],
)
def test_a_deal_under_refused_options_is_named(
    players: int, options: dict[str, Any], complaint: str
) -> None:
    deck = options.get("deck", {})
    dealable = options | {"deck": deck | {"good": 50}}
    snapshot = deal(players, 0, **dealable)
    snapshot["options"] = filled(options)
    with pytest.raises(AssertionError, match=complaint):
        check_deal(snapshot)


# Whole games

GAMES = [
    (players, number) for players in PLAYER_COUNTS for number in range(len(option_sets(players)))
]


def check_position(snapshot: Snapshot) -> None:
    players, deck = snapshot["num_players"], snapshot["options"]["deck"]
    assert cards_in(snapshot) == +Counter(deck)
    for hand, known in zip(snapshot["hands"], snapshot["known"], strict=True):
        assert all(count <= hand.get(card, 0) for card, count in known.items())
    for table, completed in zip(snapshot["tables"], snapshot["completed"], strict=True):
        standing = [each for each in table if each is not None]
        full = sum(each["good"] == 8 for each in standing)
        assert completed == table.count(None) + full
        for each in standing:
            assert each["good"] + each["rotten"] <= 8
            assert each["mice"] <= (players if each["good"] else 0)


def check_choice(moves: list[Move], snapshot: Snapshot) -> None:
    spelt = [json.dumps(move) for move in moves]
    assert moves
    assert len(set(spelt)) == len(spelt)
    discards = [move for move in moves if move["type"] == "discard"]
    if snapshot["options"]["free_discard"]:
        assert len(discards) == len(snapshot["hands"][snapshot["turn"]])
    else:
        assert len(discards) in (0, len(moves))


def check_disguise(referee: Referee, random: Random) -> None:
    true = referee.snapshot()
    seat = random.randrange(true["num_players"])
    other = referee.disguise(seat, random)
    check_position(other)
    assert referee.snapshot() == true
    assert other["hands"][seat] == true["hands"][seat]
    assert [sum(hand.values()) for hand in other["hands"]] == [
        sum(hand.values()) for hand in true["hands"]
    ]
    assert len(other["pile"]) == len(true["pile"])
    assert true["turned"] == 0 or other["pile"] == true["pile"]
    open_to_all = set(true) - {"hands", "pile"}
    assert all(other[field] == true[field] for field in open_to_all)


def check_end(referee: Referee) -> None:
    end = referee.snapshot()
    rewards = referee.rewards()
    assert rewards is not None
    assert sum(rewards) == pytest.approx(0)
    assert end["truncated"] == (end["winners"] == [])
    assert end["truncated"] or end["turn"] in end["winners"]
    assert end["turns"] <= end["options"]["max_turns"] * end["num_players"]


@pytest.mark.parametrize(("players", "number"), GAMES)
def test_random_games_keep_the_cards_and_come_to_an_end(players: int, number: int) -> None:
    options = option_sets(players)[number]
    for seed in range(5):
        random = Random(seed)
        start = deal(players, seed, **options)
        check_deal(start)
        referee = Referee(start)
        assert referee.snapshot() == start
        while moves := referee.legal_moves():
            snapshot = referee.snapshot()
            check_position(snapshot)
            check_choice(moves, snapshot)
            if random.random() < 0.05:
                check_disguise(referee, random)
                referee = Referee(json.loads(json.dumps(snapshot)))
            referee.play(random.choice(moves))
        check_position(referee.snapshot())
        check_end(referee)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_option_sets_begin_with_the_defaults_and_are_few_and_different(players: int) -> None:
    sets = option_sets(players)
    assert sets[0] == {}
    assert 4 <= len(sets) <= 10
    assert len({json.dumps(filled(options)) for options in sets}) == len(sets)


def test_a_deck_of_good_wedges_alone_runs_out() -> None:
    referee = Referee(deal(2, 0, deck={"good": 13}))
    while moves := referee.legal_moves():
        referee.play(moves[0])
    end = referee.snapshot()
    assert (end["turns"], end["truncated"], end["turned"]) == (13, True, 0)
    assert end["tables"] == [[wheel(7)], [wheel(6)]]
