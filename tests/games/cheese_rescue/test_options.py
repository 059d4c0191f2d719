"""Cheese Rescue's options: what they do to a game, and what they refuse."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from cheese_envs import cheese_rescue_v0

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"area": "round"}, "area must be one of 'floating', 'fixed', not 'round'"),
    ({"area": None}, "area"),
    ({"animals": {"dog": 6, "cat": 12, "mouse": 17}}, "animals must be 36 in all, not 35"),
    (
        {"animals": {"dog": 2, "cat": 12, "mouse": 22}},
        "at least 3 dog cards, not 2: with 2 players",
    ),
    ({"animals": {"dog": 30, "cat": 6}}, "at least 9 mouse cards, not 0"),
    ({"animals": {"dog": 6, "cat": 12, "cow": 18}}, "animals has unknown cards 'cow'"),
    ({"animals": {"dog": 6.0, "cat": 12, "mouse": 18}}, "animals"),
    ({"animals": {"dog": -1, "cat": 18, "mouse": 19}}, "animals"),
    ({"animals": [6, 12, 18]}, "animals must map cards to counts"),
    ({"cheese_values": (1, 2, 3)}, "cheese_values must hold 6 entries, not 3"),
    ({"cheese_values": (1, 1, 1, 2, 2, 4)}, "each of cheese_values .* from 1 to 3, not 4"),
    ({"cheese_values": (0, 1, 1, 2, 2, 3)}, "each of cheese_values .* from 1 to 3, not 0"),
    ({"cheese_values": "111223"}, "cheese_values must be a list"),
    ({"first_player": 2}, "first_player must be a whole number from 0 to 1, not 2"),
    ({"first_player": "oldest"}, "first_player must be a seat or 'random', not 'oldest'"),
    ({"reward": "points"}, "reward must be one of 'win', 'score', not 'points'"),
]


@pytest.mark.parametrize(("options", "said"), REFUSED, ids=str)
def test_what_cannot_be_is_refused_by_name(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        cheese_rescue_v0.raw_env(2, **options)


def test_with_four_players_a_kind_may_be_missing() -> None:
    env = cheese_rescue_v0.raw_env(4, animals={"cat": 18, "mouse": 18})
    env.reset(seed=1)
    snapshot = env.snapshot()
    assert snapshot["options"]["animals"] == {"dog": 0, "cat": 18, "mouse": 18}
    assert set(snapshot["pile"]) == {"cat", "mouse"}


def test_the_animals_and_the_values_are_those_that_are_dealt() -> None:
    env = cheese_rescue_v0.raw_env(
        2, animals={"dog": 13, "cat": 12, "mouse": 11}, cheese_values=np.array([3, 3, 2, 2, 2, 2])
    )
    env.reset(seed=1)
    snapshot = env.snapshot()
    assert snapshot["options"]["cheese_values"] == [3, 3, 2, 2, 2, 2]
    cards: Counter[str] = Counter(snapshot["pile"])
    for hand in snapshot["hands"]:
        cards += Counter(hand)
    assert cards == Counter(dog=10, cat=6, mouse=2, cheese2=8, cheese3=4)


def test_options_are_copied_and_shown_as_copies() -> None:
    animals = {"dog": 6, "cat": 12, "mouse": 18}
    env = cheese_rescue_v0.raw_env(2, animals=animals)
    animals["dog"] = 0
    env.reset(seed=1)
    env.snapshot()["options"]["animals"]["cat"] = 0
    assert env.snapshot()["options"]["animals"] == {"dog": 6, "cat": 12, "mouse": 18}
