"""The Gymnasium face for one seat."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cheese_envs
from cheese_envs.agents import load
from cheese_envs.registry import gymnasium_id
from tests.games.playing import by_player_count


class LegalActions(gymnasium.ActionWrapper[Any, Any, Any]):
    """Takes an action as the n-th legal one: Gymnasium's checker samples it before a reset."""

    def action(self, action: Any) -> Any:
        inner: Any = self.unwrapped
        allowed = np.flatnonzero(inner.action_masks())
        return int(allowed[int(action) % max(1, allowed.size)]) if allowed.size else int(action)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_gymnasium_check_env(game: str, num_players: int) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        solo = cheese_envs.make_solo(game, num_players=num_players)
        check_env(LegalActions(solo), skip_render_check=True)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_stable_baselines3_check_env(game: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(cheese_envs.make_solo(game), warn=False)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_the_action_space_samples_what_is_legal(game: str) -> None:
    solo = cheese_envs.make_solo(game)
    for env in (solo, pickle.loads(pickle.dumps(solo)), copy.deepcopy(solo)):
        env.reset(seed=2)
        env.action_space.seed(3)
        for _ in range(60):
            *_, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_sb3_contrib_finds_the_masks(game: str) -> None:
    utils = pytest.importorskip("sb3_contrib.common.maskable.utils")
    solo = cheese_envs.make_solo(game)
    solo.reset(seed=1)
    assert utils.is_masking_supported(solo)
    np.testing.assert_array_equal(utils.get_action_masks(solo), solo.action_masks())


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_gymnasium_makes_the_game_by_its_id(game: str) -> None:
    made = gymnasium.make(gymnasium_id(game), num_players=2, seat=1)
    plain = cheese_envs.make_solo(game, num_players=2, seat=1)
    seen, info = made.reset(seed=3)
    also, other = plain.reset(seed=3)
    np.testing.assert_array_equal(seen, also)
    np.testing.assert_array_equal(info["action_mask"], other["action_mask"])
    assert info["action_mask"].dtype == np.int8


def play_out(solo: Any, random: np.random.Generator) -> float:
    while True:
        action = int(random.choice(np.flatnonzero(solo.action_masks())))
        _, reward, terminated, truncated, _ = solo.step(action)
        if terminated or truncated:
            return float(reward)
        assert reward == 0


def test_wins_losses_and_draws_all_arrive() -> None:
    # Whoever makes the last move, its result is the seat's to see.
    for seat in (0, 1):
        solo = cheese_envs.make_solo("cheese_rescue", seat=seat)
        random = np.random.default_rng(seat)
        solo.reset(seed=1)
        results = set()
        for _ in range(200):
            results.add(play_out(solo, random))
            solo.reset()
        assert results == {-1.0, 0.0, 1.0}


def test_every_seat_may_have_an_opponent_of_its_own() -> None:
    opponents = [load("random"), "random", load("random")]
    solo = cheese_envs.make_solo("cheese_rescue", num_players=4, seat=2, opponents=opponents)
    games = []
    for _ in range(2):
        seen, _ = solo.reset(seed=5)
        games.append([seen.tobytes(), play_out(solo, np.random.default_rng(1))])
    assert games[0] == games[1]


def test_wrong_arguments_are_refused() -> None:
    make = cheese_envs.make_solo
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("seat", {"seat": 2}),
        ("seat", {"seat": -1}),
        ("seat", {"seat": 0.0}),
        ("opponents", {"opponents": ["random", "random"]}),
        ("opponent", {"opponents": 3}),
        ("agent", {"opponents": "nobody"}),
        ("render_mode", {"render_mode": "hologram"}),
        ("num_players", {"num_players": 9}),
        ("colour", {"colour": "red"}),
    ]
    for name, arguments in wrong:
        with pytest.raises(ValueError, match=name):
            make("cheese_rescue", **arguments)
    with pytest.raises(ValueError, match="there is no game"):
        make("chess")


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    solo = cheese_envs.make_solo("cheese_rescue")
    with pytest.raises(gymnasium.error.ResetNeeded):
        solo.step(0)
    solo.reset(seed=1)
    mask = solo.action_masks()
    illegal = int(np.flatnonzero(~mask)[0])
    wrong: tuple[Any, ...] = (illegal, -1, len(mask), 1.0, float("nan"), None, "0", True, [1])
    wrong += (np.array(1.5), np.array([1]), 10**5000)
    for action in wrong:
        with pytest.raises(cheese_envs.IllegalActionError):
            solo.step(action)
    np.testing.assert_array_equal(mask, solo.action_masks())
    play_out(solo, np.random.default_rng(0))
    with pytest.raises(gymnasium.error.ResetNeeded):
        solo.step(int(np.flatnonzero(mask)[0]))


def test_nothing_is_allowed_before_a_game_has_begun() -> None:
    solo = cheese_envs.make_solo("cheese_rescue")
    assert not solo.action_masks().any()
    solo.reset()
    assert solo.action_masks().any()


def test_seeds_may_be_numpys_and_wrong_ones_are_refused() -> None:
    one, other = (cheese_envs.make_solo("cheese_rescue") for _ in range(2))
    seeds: tuple[Any, ...] = (np.int64(7), np.array(7))
    for seed in seeds:
        np.testing.assert_array_equal(one.reset(seed=seed)[0], other.reset(seed=7)[0])
    wrong: tuple[Any, ...] = (-1, 2**64, 1.5, "7", True)
    for seed in wrong:
        with pytest.raises(ValueError, match="seed"):
            one.reset(seed=seed)


def test_views_are_copies() -> None:
    solo = cheese_envs.make_solo("cheese_rescue")
    first, _ = solo.reset(seed=1)
    kept = first.copy()
    solo.step(int(np.flatnonzero(solo.action_masks())[0]))
    np.testing.assert_array_equal(first, kept)


def test_the_board_is_drawn_as_text() -> None:
    solo = cheese_envs.make_solo("cheese_rescue", render_mode="ansi")
    solo.reset(seed=1)
    assert "turn 1 of 24" in str(solo.render())
    play_out(solo, np.random.default_rng(0))
    assert "over" in str(solo.render())
