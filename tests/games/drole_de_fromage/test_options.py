"""Every option, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from cheese_envs import drole_de_fromage_v0

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"die": ()}, "at least one number"),
        ({"die": ("star",)}, "at least one number"),
        ({"die": (0,)}, "from 1 to 6"),
        ({"die": (7,)}, "from 1 to 6"),
        ({"die": (True,)}, "from 1 to 6"),
        ({"die": ("moon", 1)}, "star"),
        ({"die": "star"}, "list"),
        ({"die": (1,) * 65}, "64"),
        ({"values": {"big": 4}}, "lacks"),
        ({"values": {"big": 4, "medium": 2, "small": -1}}, "from 0 to 100"),
        ({"values": {"big": 101, "medium": 2, "small": 2}}, "from 0 to 100"),
        ({"values": {"big": 0, "medium": 0, "small": 0}, "reward": "score"}, "all be 0"),
        ({"peek": 1}, "peek"),
        ({"max_turns": 0}, "max_turns"),
        ({"games": 0}, "games"),
        ({"games": 33}, "games"),
        ({"first_player": 2}, "first_player"),
        ({"reward": "points"}, "reward"),
        ({"odd": 1}, "no option"),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        drole_de_fromage_v0.raw_env(**options)


def test_a_star_doubles_once() -> None:
    env = drole_de_fromage_v0.raw_env(die=("star", "star", "star", 3, 1))
    rolls = set()
    for seed in range(60):
        env.reset(seed=seed)
        rolls.add(env.snapshot()["roll"])
    assert rolls == {1, 2, 3, 6}


def test_the_first_player_may_be_drawn() -> None:
    env = drole_de_fromage_v0.raw_env(4, first_player="random")
    firsts = set()
    for seed in range(40):
        env.reset(seed=seed)
        firsts.add(env.snapshot()["turn"])
    assert firsts == {0, 1, 2, 3}


def test_options_are_told_as_plain_values() -> None:
    env = drole_de_fromage_v0.raw_env()
    env.reset(seed=0)
    assert env.snapshot()["options"] == {
        "die": [1, 2, 2, 3, 3, "star"],
        "values": {"big": 4, "medium": 2, "small": 2},
        "peek": True,
        "max_turns": 400,
        "games": 1,
        "first_player": 0,
        "reward": "win",
    }
