"""The rules of Rattrapez-le, case by case, through the public face and by the referee beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cheese_envs import rattrapez_le_v0

from .referee import PLAYER_COUNTS, Referee
from .scenes import Meadow, discard, line, move, play, ring, said
from .test_referee import MEADOW, YARD

pytestmark = pytest.mark.uncompiled

PURSUERS = ("farmer", "wife", "farmhand", "maid", "dog")


@pytest.fixture
def meadow(tmp_path: Path) -> Meadow:
    return Meadow(tmp_path)


# -- the secret -------------------------------------------------------------------------------


def test_two_players_may_choose_the_same_secret_and_nobody_chooses_the_horse() -> None:
    env = rattrapez_le_v0.raw_env()
    env.reset(seed=1)
    choices = [{"type": "choose", "subject": subject} for subject in PURSUERS]
    for _ in range(2):
        assert env.legal_moves() == choices
        play(env, choices[4])
    now = env.snapshot()
    assert (now["secrets"], now["phase"], now["turns"]) == (["dog", "dog"], "play", 2)


def test_the_secret_cannot_be_chosen_twice(meadow: Meadow) -> None:
    env = meadow.scene(line(9), ["dog="])
    with pytest.raises(ValueError, match="whole game"):
        env.step(env.encode({"type": "choose", "subject": "dog"}))


# -- lengths ----------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["dog+", "dog=", "dog-"])
def test_the_first_move_is_three_whatever_the_symbol(meadow: Meadow, card: str) -> None:
    env = meadow.scene(line(9), [card], distance=None)
    assert play(env, move(card, 3))["distance"] == 3


def test_the_sheets_example_of_lengths(meadow: Meadow) -> None:
    """3, 4, 5, 6, 6, 5: six players, each with one of the sheet's cards."""
    cards = ["wife=", "dog+", "farmhand+", "horse+", "farmhand=", "wife-"]
    env = meadow.scene(
        ring(50, start=25), cards, distance=None, secrets=(*PURSUERS, "dog"), first_player=0
    )
    now = env.snapshot()
    for seat, card in enumerate(cards[1:], start=1):  # swap: a card of the sheet for another
        given = next(iter(now["hands"][seat]))
        for hand, less, more in (
            (now["hands"][0], card, given),
            (now["hands"][seat], given, card),
        ):
            hand[less] -= 1
            hand[more] = hand.get(more, 0) + 1
    env.restore(now)
    lengths = [
        play(env, move(card, to))["distance"]
        for card, to in zip(cards, [3, 4, 5, 31, 11, 8], strict=True)
    ]
    assert lengths == [3, 4, 5, 6, 6, 5]


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [("dog-", 0, 0), ("dog=", 0, 0), ("dog+", 0, 1), ("dog-", 1, 0), ("dog+", 8, 8)],
)
def test_the_length_stays_between_its_bounds(
    meadow: Meadow, card: str, before: int, after: int
) -> None:
    env = meadow.scene(ring(30, start=20), [card], distance=before, max_distance=8)
    assert play(env, move(card, after))["distance"] == after


def test_the_bounds_of_the_length_are_options(meadow: Meadow) -> None:
    for card, before, to in [("dog-", 2, 2), ("dog+", 4, 4)]:
        env = meadow.scene(line(9), [card], distance=before, min_distance=2, max_distance=4)
        assert env.legal_moves() == [move(card, to)]


def test_at_length_zero_the_subject_stays(meadow: Meadow) -> None:
    hand = ["wife=", "dog-", "horse="]
    env = meadow.scene(line(9), hand, distance=0, places={"wife": 4})
    assert env.legal_moves() == [move("wife=", 4), move("dog-", 0), move("horse=", 8)]
    after = play(env, move("horse=", 8))
    assert (after["over"], after["distance"]) == (False, 0)


# -- walks ------------------------------------------------------------------------------------


def test_a_walk_turns_back_neither_on_the_spot_nor_in_a_dead_end(meadow: Meadow) -> None:
    env = meadow.scene(line(6), ["dog="], distance=2, places={"dog": 1})
    assert env.legal_moves() == [move("dog=", 3)]
    env = meadow.scene(line(6, start=1), ["dog="], distance=6)
    assert env.legal_moves() == [discard("dog=")]


def test_a_walk_ends_where_it_began_only_round_a_loop(meadow: Meadow) -> None:
    env = meadow.scene(ring(4, start=2), ["horse="], distance=4)
    assert env.legal_moves() == [move("horse=", 2)]
    env = meadow.scene(line(9, start=4), ["horse="], distance=2)
    assert env.legal_moves() == [move("horse=", 2), move("horse=", 6)]


def test_a_walk_crosses_its_own_track(meadow: Meadow) -> None:
    board = {**line(3), "cells": 5, "edges": [[0, 1], [1, 2], [2, 3], [3, 1], [3, 4]], "start": 4}
    env = meadow.scene(board, ["dog="], distance=5)
    assert [m["to"] for m in env.legal_moves()] == [0, 2, 3]


def test_a_move_passes_over_others_and_through_the_farm(meadow: Meadow) -> None:
    board = {**line(9), "farm": 4}
    env = meadow.scene(board, ["dog="], distance=4, places={"dog": 2, "maid": 3, "wife": 5})
    assert env.legal_moves() == [move("dog=", 6)]


# -- who may stop where -----------------------------------------------------------------------


def test_no_two_subjects_share_a_cell_but_the_farm_holds_any_number(meadow: Meadow) -> None:
    places = {"wife": 3, "maid": 6, "farmhand": 2}
    env = meadow.scene(line(9), ["wife=", "maid=", "dog="], places=places)
    assert env.legal_moves() == [move("wife=", 0)]


def test_landing_on_the_horse_is_the_movers_own_catch_or_nothing(meadow: Meadow) -> None:
    env = meadow.scene(line(9, start=3), ["farmer=", "wife=", "dog="])
    assert env.legal_moves() == [move("farmer=", 3)]


def test_the_horse_lands_on_no_subject_but_the_movers_own(meadow: Meadow) -> None:
    for secret, ends in (("farmer", [7]), ("wife", [1, 7])):
        env = meadow.scene(
            line(9, start=4), ["horse="], places={"wife": 1}, secrets=(secret, "wife")
        )
        assert [m["to"] for m in env.legal_moves()] == ends


def test_the_horse_enters_the_farm_only_to_catch(meadow: Meadow) -> None:
    env = meadow.scene(line(9, start=3), ["horse="], places={"farmer": 8})
    assert env.legal_moves() == [move("horse=", 6)]
    away = {"farmer": 4, "wife": 5, "farmhand": 6, "maid": 7, "dog": 8}
    env = meadow.scene(line(12, start=3), ["horse="], places=away)
    assert env.legal_moves() == [discard("horse=")]
    env = meadow.scene(line(9, start=3), ["horse="])
    assert env.legal_moves() == [move("horse=", 0), move("horse=", 6)]
    assert play(env, move("horse=", 0))["winners"] == [0]


# -- the catch --------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "to"), [("farmer=", 8), ("horse=", 5)])
def test_a_catch_by_either_way_wins_at_once(meadow: Meadow, card: str, to: int) -> None:
    env = meadow.scene(line(9), [card, "dog+"], places={"farmer": 5})
    after = play(env, move(card, to))
    assert (after["over"], after["truncated"], after["winners"]) == (True, False, [0])
    assert (after["turn"], after["distance"], after["scores"]) == (0, 3, None)
    assert list(env.rewards.values()) == [1.0, -1.0]


def test_passing_over_the_horse_is_no_catch(meadow: Meadow) -> None:
    env = meadow.scene(line(9, start=2), ["farmer=", "dog+"])
    assert not play(env, move("farmer=", 3))["over"]


# -- discards, deals --------------------------------------------------------------------------


def test_a_discard_is_for_those_whose_cards_all_lead_nowhere(meadow: Meadow) -> None:
    env = meadow.scene(line(5, start=2), ["dog=", "maid+"], distance=5)
    assert env.legal_moves() == [discard("maid+"), discard("dog=")]
    before = env.snapshot()
    after = play(env, discard("maid+"))
    assert (after["distance"], after["positions"]) == (5, before["positions"])
    assert after["played"] == [*before["played"], "maid+"]
    env = meadow.scene(line(6, start=2), ["dog=", "maid-"], distance=6)
    assert env.legal_moves() == [move("maid-", 5)]


def test_after_a_discard_before_the_first_move_the_next_is_still_the_first(meadow: Meadow) -> None:
    env = meadow.scene(line(3), ["dog-"], distance=None)
    after = play(env, discard("dog-"))
    assert after["distance"] is None
    assert {m["type"] for m in env.legal_moves()} == {"discard"}


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_when_all_hands_are_empty_the_cards_played_are_dealt_again(
    meadow: Meadow, num_players: int
) -> None:
    secrets = (*PURSUERS, "dog")[:num_players]
    env = meadow.scene(line(9), ["dog="], distance=0, places={"maid": 4}, secrets=secrets)
    random = Random(1)
    for _ in range(num_players - 1):
        play(env, random.choice(env.legal_moves()))
    before = env.snapshot()
    last = next(m for m in env.legal_moves() if m["type"] == "move")
    after = play(env, last)
    assert (after["deal"], after["played"], after["turn"]) == (2, [], 0)
    assert sum(map(Counter, after["hands"]), Counter()) == Counter(
        [*before["played"], last["card"]]
    )
    assert len({sum(hand.values()) for hand in after["hands"]}) == 1
    for kept in ("secrets", "removed", "aside", "phase"):
        assert after[kept] == before[kept]


def test_the_game_is_cut_off_when_the_last_deal_is_played_out(meadow: Meadow) -> None:
    env = meadow.scene(line(9), ["dog="], distance=0, deal=3, max_deals=3, others=["maid="])
    play(env, move("dog=", 0))
    after = play(env, move("maid=", 0))
    assert (after["over"], after["truncated"], after["winners"]) == (True, True, [])
    assert (after["turn"], after["deal"], after["hands"]) == (1, 3, [{}, {}])
    assert list(env.rewards.values()) == [0.0, 0.0]


def test_a_catch_with_the_very_last_card_wins(meadow: Meadow) -> None:
    env = meadow.scene(line(9), ["dog="], others=["wife="], places={"wife": 5}, deal=2, max_deals=2)
    play(env, move("dog=", 3))
    after = play(env, move("wife=", 8))
    assert (after["truncated"], after["winners"], after["deal"]) == (False, [1], 2)


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_deals_follow_the_table(num_players: int) -> None:
    removed, each, aside = {
        2: (6, 15, 16), 3: (4, 14, 6), 4: (0, 13, 0), 5: (0, 10, 2), 6: (4, 8, 0)
    }[num_players]  # fmt: skip
    env = rattrapez_le_v0.raw_env(num_players=num_players)
    env.reset(seed=0)
    snapshot = env.snapshot()
    assert len(snapshot["removed"]) == removed and len(snapshot["aside"]) == aside
    assert [sum(hand.values()) for hand in snapshot["hands"]] == [each] * num_players


# -- boards of one's own ----------------------------------------------------------------------


@pytest.mark.parametrize("board", [MEADOW, YARD, line(5), ring(9, start=4)])
@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_referee_and_kernels_agree_on_a_custom_board(
    meadow: Meadow, num_players: int, board: dict[str, Any]
) -> None:
    path = meadow.board(board)
    env, other = (rattrapez_le_v0.raw_env(num_players, board=path, max_deals=2) for _ in range(2))
    other.reset(seed=0)
    random = Random(num_players)
    for seed in range(2):
        env.reset(seed=seed)
        for _ in range(40):
            moves = env.legal_moves()
            assert said(moves) == said(Referee(env.snapshot()).legal_moves())
            if not moves:
                break
            play(env, random.choice(moves))
            # What a player cannot know may be anything that the cards allow, and can be taken up.
            dealt = env.redeal(random.choice(env.possible_agents), seed=seed).snapshot()
            other.restore(dealt)
            assert other.snapshot() == dealt
