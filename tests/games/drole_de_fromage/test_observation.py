"""What a player sees, and what they must not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cheese_envs import drole_de_fromage_v0
from cheese_envs.games.drole_de_fromage.spec import SPEC

from .scenes import position, taken_up
from .test_referee import EXAMPLE, bonus, give

pytestmark = pytest.mark.uncompiled


def seen(env: Any, seat: int) -> dict[str, Any]:
    """A seat's observation, piece by piece."""
    vector, parts, at = env.observe(f"player_{seat}")["observation"], {}, 0
    for piece in SPEC.pieces(env.snapshot()["num_players"]):
        parts[piece.name] = vector[at : at + piece.size].reshape(piece.shape)
        at += piece.size
    return parts


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_player_sees_the_board_their_own_way_up(num_players: int) -> None:
    env = drole_de_fromage_v0.raw_env(num_players)
    env.reset(seed=0)
    for seat in range(num_players):
        assert np.argwhere(seen(env, seat)["own_mouse"]).tolist() == [[7, 4]]


def test_with_three_players_each_sees_which_side_is_empty() -> None:
    env = drole_de_fromage_v0.raw_env(3)
    env.reset(seed=0)
    assert [seen(env, seat)["sides"].tolist() for seat in range(3)] == [
        [1, 2, 0],
        [1, 0, 2],
        [0, 1, 2],
    ]


def test_own_worms_are_seen_and_the_rest_follows_by_counting() -> None:
    start = position(EXAMPLE)
    give(start, 0, "medium", wormy=True)
    give(start, 1, "big", wormy=True)
    env = taken_up(start)
    assert seen(env, 0)["own_known"].tolist() == [0, 1, 0, 0]
    assert seen(env, 0)["unseen"].tolist() == [4, 3, 2, 2]
    assert seen(env, 1)["own_known"].tolist() == [0, 0, 0, 1]
    assert seen(env, 1)["unseen"].tolist() == [4, 4, 2, 1]
    assert seen(env, 1)["held"].tolist() == [[0, 0, 1], [0, 1, 0]]


def test_without_peek_nobody_knows_before_the_end_and_all_know_after() -> None:
    start = bonus(peek=False)
    give(start, 0, "medium", wormy=True)
    give(start, 1, "big", wormy=False)
    env = taken_up(start)
    assert seen(env, 0)["unseen"].tolist() == [4, 4, 2, 2]
    env.step(env.encode({"type": "decline"}))
    assert seen(env, 0)["unseen"].tolist() == [4, 3, 1, 2]


def test_who_lost_a_cheese_still_knows_it() -> None:
    start = bonus()
    give(start, 1, "small", wormy=False)
    taken = give(start, 0, "big", wormy=True)
    env = taken_up(start)
    env.step(env.encode({"type": "take", "from": 0, "size": "big"}))
    assert env.snapshot()["cheeses"][taken]["known_to"] == [0, 1]
    assert seen(env, 0)["unseen"].tolist() == [4, 4, 2, 1]


def test_redeal_draws_only_worms_one_cannot_know() -> None:
    start = position(EXAMPLE)
    own = give(start, 0, "medium", wormy=True)
    other = give(start, 1, "big", wormy=True)
    env = taken_up(start)
    dealt = [env.redeal("player_0", seed).snapshot()["cheeses"] for seed in range(40)]
    assert all(cheeses[own]["wormy"] for cheeses in dealt)
    assert {cheeses[other]["wormy"] for cheeses in dealt} == {True, False}
    assert all(not c["wormy"] for cheeses in dealt for c in cheeses if c["size"] == "small")
