"""Batch, AEC, solo and vector play the same games for the same seeds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cheese_envs
from cheese_envs.core.rng import pick_from_mask
from cheese_envs.faces.aec import RawEnv
from tests.games.playing import (
    arrays_of,
    assert_same_arrays,
    assert_same_states,
    by_options,
    by_player_count,
    is_over,
    make_raw,
    midway,
    random_actions,
)

SEED = 40


def assert_shows(batch: Any, index: int, env: RawEnv) -> None:
    """A game of a batch is at the same place as an AEC env that is not over."""
    assert f"player_{batch.players[index]}" == env.agent_selection
    seen = env.observe(env.agent_selection)
    np.testing.assert_array_equal(batch.observations[index], seen["observation"])
    np.testing.assert_array_equal(batch.action_masks[index], seen["action_mask"])


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_batch_and_aec_play_the_same_games(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    batch = cheese_envs.make_batch(game, 3, num_players=num_players, seed=SEED, **options)
    envs = [make_raw(game, num_players, **options) for _ in range(3)]
    for index, env in enumerate(envs):
        env.reset(seed=SEED + index)
        assert_shows(batch, index, env)
    random = np.random.default_rng(0)
    for _ in range(80):
        actions = random_actions(batch, random)
        batch.step(actions)
        for index, env in enumerate(envs):
            env.step(int(actions[index]))
            assert batch.rewards[index].tolist() == list(env.rewards.values())
            assert batch.terminated[index] == any(env.terminations.values())
            assert batch.truncated[index] == any(env.truncations.values())
            if is_over(env):
                env.reset()  # the next game goes on with the last one's random numbers
            assert_shows(batch, index, env)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_threads_change_nothing(game: str, num_players: int) -> None:
    size = 3 * 1024 + 5  # so many that three threads do share them
    batches = [
        cheese_envs.make_batch(game, size, num_players=num_players, seed=SEED, threads=threads)
        for threads in (1, 2, 3)
    ]
    for _ in range(20):
        for batch in batches:
            batch.step(batch.sample())
        for batch in batches[1:]:
            assert_same_arrays(arrays_of(batches[0]), arrays_of(batch))
    for batch in batches:
        batch.rollout(30)
    for batch in batches[1:]:
        assert_same_arrays(arrays_of(batches[0]), arrays_of(batch))
        assert_same_states(batch.get_states(), batches[0].get_states())


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_how_a_batch_is_cut_changes_nothing(game: str, num_players: int) -> None:
    whole = cheese_envs.make_batch(game, 12, num_players=num_players, seed=SEED)
    parts = [
        cheese_envs.make_batch(game, size, num_players=num_players, seed=SEED + first)
        for first, size in ((0, 1), (1, 4), (5, 7))
    ]
    for _ in range(100):
        whole.step(whole.sample())
        for part in parts:
            part.step(part.sample())
    shown = [arrays_of(part) for part in parts]
    joined = {name: np.concatenate([part[name] for part in shown]) for name in shown[0]}
    assert_same_arrays(arrays_of(whole), joined)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_rollout_is_so_many_sampled_steps(game: str, num_players: int) -> None:
    one, other = (
        cheese_envs.make_batch(game, 2, num_players=num_players, seed=SEED) for _ in range(2)
    )
    for steps in (1, 0, 2, 30):
        one.rollout(steps)
        for _ in range(steps):
            other.step(other.sample())
        assert_same_arrays(arrays_of(one), arrays_of(other))
        assert_same_states(one.get_states(), other.get_states())


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_sampling_is_picking_from_the_mask(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    batch = cheese_envs.make_batch(game, 3, num_players=num_players, seed=SEED, **options)
    for _ in range(40):
        states = batch.get_states()
        wanted = [
            pick_from_mask(states[index], batch.config[0], batch.action_masks[index])
            for index in range(3)
        ]
        actions = batch.sample()
        assert actions.tolist() == wanted
        assert batch.get_states()["rng"].tolist() == states["rng"].tolist()
        batch.step(actions)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_sampling_is_uniform(game: str, num_players: int) -> None:
    size = 20_000
    env = midway(game, num_players, plies=2 * num_players)
    batch = cheese_envs.make_batch(game, size, num_players=num_players, seed=SEED)
    states = batch.get_states()
    luck = states["rng"].copy()
    states[:] = env._states[0]
    states["rng"] = luck
    batch.set_states(states)
    legal = np.flatnonzero(batch.action_masks[0])
    counts = np.bincount(batch.sample(), minlength=batch.action_masks.shape[1])
    assert counts.sum() == counts[legal].sum() == size
    expected = size / legal.size
    chi_square = float(((counts[legal] - expected) ** 2 / expected).sum())
    freedom = legal.size - 1
    assert chi_square <= freedom + 6 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_states_taken_out_and_put_back_play_on_alike(game: str, num_players: int) -> None:
    one, other = (
        cheese_envs.make_batch(game, 5, num_players=num_players, seed=seed) for seed in (1, 2)
    )
    one.rollout(25)
    kept = one.get_states()
    other.set_states(kept)
    for name in ("observations", "action_masks", "players"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert not other.rewards.any() and not other.terminated.any() and not other.truncated.any()
    one.rollout(25)
    assert_same_states(kept, other.get_states())
    other.rollout(25)
    assert_same_arrays(arrays_of(one), arrays_of(other))


def play_by_batch(batch: Any, seat: int, action: int) -> tuple[float, bool, bool]:
    """The seat's action and the others' sampled ones, up to the seat's next turn."""
    batch.step(np.array([action]))
    reward, terminated, truncated = _results(batch, seat)
    while batch.players[0] != seat:
        batch.step(batch.sample())
        if not (terminated or truncated):  # else it is the next game that is being played already
            more = _results(batch, seat)
            reward, terminated, truncated = reward + more[0], more[1], more[2]
    return reward, terminated, truncated


def _results(batch: Any, seat: int) -> tuple[float, bool, bool]:
    return float(batch.rewards[0, seat]), bool(batch.terminated[0]), bool(batch.truncated[0])


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_solo_against_random_players_is_the_batch_sampling(game: str, num_players: int) -> None:
    seat = num_players - 1
    solo = cheese_envs.make_solo(game, num_players=num_players, seat=seat)
    batch = cheese_envs.make_batch(game, 1, num_players=num_players, seed=SEED)
    seen, _ = solo.reset(seed=SEED)
    while batch.players[0] != seat:
        batch.step(batch.sample())
    random = Random(3)
    for _ in range(120):
        np.testing.assert_array_equal(seen, batch.observations[0])
        np.testing.assert_array_equal(solo.action_masks(), batch.action_masks[0])
        action = random.choice(np.flatnonzero(solo.action_masks()).tolist())
        seen, *result, _ = solo.step(action)
        assert tuple(result) == play_by_batch(batch, seat, action)
        if result[1] or result[2]:
            assert not solo.action_masks().any()
            seen, _ = solo.reset()


@pytest.mark.parametrize("opponents", ["random", "heuristic"])
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_vector_and_solo_play_the_same_games(game: str, num_players: int, opponents: str) -> None:
    from cheese_envs.registry import game_spec

    if opponents == "heuristic" and game_spec(game).heuristic is None:
        pytest.skip(f"{game} has no heuristic player")
    vector = cheese_envs.make_vector(game, 3, num_players=num_players, seat=1, opponents=opponents)
    solos = [
        cheese_envs.make_solo(game, num_players=num_players, seat=1, opponents=opponents)
        for _ in range(3)
    ]
    seen, infos = vector.reset(seed=SEED)
    for index, solo in enumerate(solos):
        np.testing.assert_array_equal(seen[index], solo.reset(seed=SEED + index)[0])
    random = Random(4)
    for _ in range(60):
        masks: NDArray[np.bool_] = infos["action_mask"]
        actions = [random.choice(np.flatnonzero(mask).tolist()) for mask in masks]
        seen, rewards, terminated, truncated, infos = vector.step(np.array(actions))
        for index, solo in enumerate(solos):
            view, reward, ended, cut, _ = solo.step(actions[index])
            assert (reward, ended, cut) == (rewards[index], terminated[index], truncated[index])
            if ended or cut:
                assert infos["_final_obs"][index]
                np.testing.assert_array_equal(infos["final_obs"][index], view)
                view, _ = solo.reset()
            np.testing.assert_array_equal(seen[index], view)
            np.testing.assert_array_equal(infos["action_mask"][index], solo.action_masks())
