"""The rule-of-thumb player of Au secours: what it does, and how strong it is."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from cheese_envs.core.batch import Batch
from cheese_envs.faces.aec import RawEnv
from cheese_envs.games.au_secours.spec import SPEC
from tests.games.au_secours.scenes import scene, wheel

CHOOSE = SPEC.heuristic


@numba.njit  # type: ignore[untyped-decorator]
def choose_all(observations: Any, masks: Any, config: Any, where: Any, actions: Any) -> None:
    for i in range(where.shape[0]):
        if where[i]:
            actions[i] = CHOOSE(observations[i], masks[i], config[0])


def chosen(env: RawEnv) -> dict[str, Any]:
    """What the heuristic plays for the player to move."""
    seen = env.observe(env.agent_selection)
    actions = np.zeros(1, np.int64)
    masks = seen["action_mask"][None].astype(np.bool_)
    config = SPEC.make_config(env.num_players, env.options)
    choose_all(seen["observation"][None], masks, config, np.ones(1, np.bool_), actions)
    return env.describe(int(actions[0]))


def wins(players: int, games: int, **options: Any) -> float:
    """The share of games that one heuristic player wins against random ones, seats rotated."""
    slots = games // players * players
    batch = Batch(SPEC, slots, num_players=players, seed=1, threads=1, **options)
    seats = np.arange(slots) % players
    playing, won = np.ones(slots, np.bool_), 0
    while playing.any():
        actions = batch.sample()
        mine = batch.players == seats
        choose_all(batch.observations, batch.action_masks, batch.config, mine, actions)
        batch.step(actions)
        done = playing & (batch.terminated | batch.truncated)
        won += int((batch.rewards[done, seats[done]] > 0).sum())
        playing &= ~done
    return won / slots


def test_it_finishes_its_wheel() -> None:
    env = scene(["good", "rotten", *["mouse"] * 5], wheel(good=7), wheel(good=7, mice=2))
    assert chosen(env)["card"] == "good"


def test_it_attacks_the_leader() -> None:
    env = scene(["rotten"] * 7, wheel(), wheel(good=2), wheel(good=7), wheel(good=4))
    assert chosen(env)["target"] == 2


def test_it_stops_a_player_about_to_win() -> None:
    env = scene(["rotten", *["good"] * 6], wheel(good=2), wheel(good=7))
    assert chosen(env) == {"type": "play", "card": "rotten", "target": 1, "wheel": 0}


def test_it_guards_its_wheel_when_mice_gather() -> None:
    env = scene(["guard", *["mouse"] * 6], wheel(good=4, mice=2), wheel(good=1))
    assert chosen(env)["card"] == "guard"


def test_it_keeps_brooms_for_need() -> None:
    env = scene(["broom", *["good"] * 6], wheel(good=3, mice=1), wheel())
    assert chosen(env)["card"] == "good"
    env = scene(["broom", *["mouse"] * 6], wheel(good=6, rotten=2), wheel(good=1))
    assert chosen(env)["card"] == "broom"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_it_beats_random_players_by_twenty_points(players: int) -> None:
    assert wins(players, 1200) > 1 / players + 0.2


STRONG = 0.85  # against one random player


def test_it_is_far_above_one_random_player() -> None:
    assert wins(2, 2000) >= STRONG
