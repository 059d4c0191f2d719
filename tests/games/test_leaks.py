"""What a player cannot know changes nothing of what that player sees."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import numpy as np
import pytest

from cheese_envs.faces.aec import RawEnv
from tests.games.playing import (
    Snapshot,
    by_options,
    by_player_count,
    make_raw,
    midway,
    referee_of,
    walk,
)

pytestmark = pytest.mark.uncompiled

MOST_PLIES = 60


def assert_same_view(agent: str, one: RawEnv, other: RawEnv) -> None:
    seen, also = one.observe(agent), other.observe(agent)
    np.testing.assert_array_equal(seen["observation"], also["observation"])
    np.testing.assert_array_equal(seen["action_mask"], also["action_mask"])


def known_part(snapshot: Snapshot, seat: int) -> Snapshot:
    """The snapshot without what only others may know. A field nobody named here is public."""
    part = copy.deepcopy(snapshot)
    part["pile"] = len(part.get("pile", []))
    for pack in ("aside", "removed"):
        part[pack] = len(part.get(pack, []))
    part["hands"] = [
        hand if owner == seat else sum(hand.values())
        for owner, hand in enumerate(part.get("hands", []))
    ]
    part["secrets"] = [
        secret if owner == seat else secret is None
        for owner, secret in enumerate(part.get("secrets", []))
    ]
    for cheese in part.get("cheeses", []):
        if seat not in cheese["known_to"]:
            del cheese["wormy"]
    return part


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_a_disguise_is_not_seen_through(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env, other = (make_raw(game, num_players, **options) for _ in range(2))
    env.reset(seed=3)
    other.reset(seed=4)
    random = Random(5)
    for _ in walk(env, random, MOST_PLIES):
        referee = referee_of(game).Referee(env.snapshot())
        for seat, agent in enumerate(env.possible_agents):
            other.restore(referee.disguise(seat, random))
            assert_same_view(agent, env, other)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_redeal_keeps_all_that_the_player_knows(game: str, num_players: int) -> None:
    env, other = make_raw(game, num_players), make_raw(game, num_players)
    env.reset(seed=6)
    for ply in walk(env, Random(7), MOST_PLIES):
        truth = env.snapshot()
        for seat, agent in enumerate(env.possible_agents):
            twin = env.redeal(agent, seed=ply)
            assert_same_view(agent, env, twin)
            dealt = twin.snapshot()
            assert known_part(dealt, seat) == known_part(truth, seat)
            other.restore(dealt)
            assert other.snapshot() == dealt
        assert env.snapshot() == truth


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_redeals_differ_by_seed_and_by_nothing_else(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=num_players)
    dealt = [env.redeal("player_1", seed).snapshot() for seed in range(20)]
    assert dealt == [env.redeal("player_1", seed).snapshot() for seed in range(20)]
    assert any(one != dealt[0] for one in dealt)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_redealt_games_play_to_their_end(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=5)
    twin = env.redeal("player_0", seed=1)
    referee = referee_of(game).Referee(twin.snapshot())
    random = Random(2)
    for _ in range(MOST_PLIES):
        moves = twin.legal_moves()
        if not moves:
            break
        move = random.choice(moves)
        twin.step(twin.encode(move))
        referee.play(move, after=twin.snapshot())
        assert referee.snapshot() == twin.snapshot()


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_only_the_player_to_move_is_shown_a_mask(game: str, num_players: int) -> None:
    env = make_raw(game, num_players)
    env.reset(seed=8)
    for _ in walk(env, Random(9), MOST_PLIES):
        over = env.snapshot()["over"]
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert bool(mask.any()) == (agent == env.agent_selection and not over)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_view_handed_out_is_the_users_own(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=4)
    for agent in env.possible_agents:
        before = env.observe(agent)
        for array in before.values():
            array[:] = 77
        after = env.observe(agent)
        assert not any((array == 77).all() for array in after.values())
