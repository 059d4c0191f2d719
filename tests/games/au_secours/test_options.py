"""Au secours's options: what they make of a game, and which are refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cheese_envs import au_secours_v0

pytestmark = pytest.mark.uncompiled

REFUSED: list[tuple[int, dict[str, Any], str]] = [
    (2, {"deck": {"good": 12}}, "more than 12 cards"),
    (6, {"deck": {"good": 36}}, "more than 36 cards"),
    (2, {"deck": {"good": 257}}, "256"),
    (2, {"deck": {"good": 200, "mouse": 57}}, "at most 256"),
    (2, {"deck": {"good": 7, "mouse": 20}}, "at least 8 good wedges"),
    (2, {"deck": {"good": 15, "mouse": 20}, "wheels": 2}, "at least 16 good wedges"),
    (2, {"deck": {"good": 20, "dog": 1}}, "unknown cards 'dog'"),
    (2, {"deck": {"good": -1}}, "whole number"),
    (2, {"deck": {"good": 20.0}}, "whole number"),
    (2, {"deck": [20]}, "must map cards to counts"),
    (4, {"wheels": 2}, "2 or 3 players"),
    (2, {"wheels": 3}, "wheels"),
    (2, {"wheels": True}, "wheels"),
    (2, {"max_turns": 0}, "max_turns"),
    (2, {"free_discard": 1}, "free_discard"),
    (2, {"shared_reward": "yes"}, "shared_reward"),
    (4, {"alliances": ((0, 1), (1, 2))}, "overlap"),
    (4, {"alliances": ((0, 0),)}, "overlap"),
    (4, {"alliances": ((0, 1, 2, 3),)}, "everybody"),
    (2, {"alliances": ((1, 0),)}, "everybody"),
    (4, {"alliances": ((0, 4),)}, "each seat of alliances"),
    (4, {"alliances": ((0, 1), ())}, "empty"),
    (4, {"alliances": (0, 1)}, "must be a list"),
    (4, {"alliances": "01"}, "must be a list"),
    (2, {"first_player": 2}, "first_player"),
    (2, {"reward": "score"}, "no scores"),
    (2, {"reward": "luck"}, "reward"),
    (2, {"area": "fixed"}, "has no option 'area'"),
    (1, {}, "num_players"),
    (7, {}, "num_players"),
]


@pytest.mark.parametrize(("players", "options", "reason"), REFUSED)
def test_an_impossible_option_is_refused_with_a_reason(
    players: int, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        au_secours_v0.raw_env(players, **options)


def test_the_defaults_are_told_in_full() -> None:
    env = au_secours_v0.raw_env()
    env.reset(seed=0)
    options = env.snapshot()["options"]
    assert options == {
        "deck": {
            "good": 40,
            "mouse": 24,
            "guard": 12,
            "yarn": 8,
            "sleeping": 6,
            "rotten": 10,
            "broom": 10,
        },
        "free_discard": False,
        "max_turns": 200,
        "wheels": 1,
        "alliances": None,
        "shared_reward": False,
        "first_player": 0,
        "reward": "win",
    }


def test_a_deck_is_a_whole_mapping() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 30})
    env.reset(seed=0)
    deck = env.snapshot()["options"]["deck"]
    assert deck["good"] == 30 and sum(deck.values()) == 30 and len(deck) == 7


@pytest.mark.parametrize("none", [None, (), []])
def test_no_alliances_are_told_as_null(none: Any) -> None:
    env = au_secours_v0.raw_env(3, alliances=none)
    env.reset(seed=0)
    assert env.snapshot()["options"]["alliances"] is None


def test_alliances_are_told_as_plain_lists() -> None:
    env = au_secours_v0.raw_env(4, alliances=((2, 0), (3,)))
    env.reset(seed=0)
    shot = env.snapshot()
    assert shot["options"]["alliances"] == [[2, 0], [3]]
    assert json.loads(json.dumps(shot)) == shot


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_first_player_begins_and_has_drawn(players: int) -> None:
    env = au_secours_v0.raw_env(players, first_player=players - 1)
    env.reset(seed=0)
    sizes = [sum(hand.values()) for hand in env.snapshot()["hands"]]
    assert env.agent_selection == f"player_{players - 1}"
    assert sizes == [6] * (players - 1) + [7]


def test_the_largest_deck_can_be_dealt_and_played() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 8, "mouse": 248}, max_turns=150)
    env.reset(seed=0)
    for _ in range(280):
        if env.snapshot()["over"]:
            break
        env.step(env.encode(env.legal_moves()[-1]))
    env.restore(env.snapshot())
