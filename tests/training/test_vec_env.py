"""The learner's seat in many games, as SB3 sees it."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from cheese_envs.core.errors import IllegalActionError
from cheese_envs.registry import GAMES, game_spec
from tests.training.pools import FirstLegal, pool_of
from training.network import BoolMaskBuffer, policy_arguments
from training.vec_env import SelfPlayVecEnv


def games_of(game: str, players: int, count: int, seed: int = 7, **options: Any) -> SelfPlayVecEnv:
    pool = pool_of(game, players, FirstLegal())
    return SelfPlayVecEnv(
        game_spec(game), count, pool, num_players=players, seed=seed, threads=1, **options
    )


def follow(game: str, players: int, seat: int, seed: int) -> tuple[list[Any], float, bool, Any]:
    """One game by the AEC face: the seat's views at its turns, its reward, cut off?, last view."""
    env = importlib.import_module(f"cheese_envs.{game}_v0").raw_env(num_players=players)
    env.reset(seed=seed)
    seen, mine = [], f"player_{seat}"
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        agent = env.agent_selection
        view = env.observe(agent)
        if agent == mine:
            seen.append(view["observation"])
        env.step(int(view["action_mask"].argmax()))
    last = env.observe(mine)["observation"]
    return seen, env.rewards[mine], any(env.truncations.values()), last


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_transition_ends_at_the_learners_next_turn_with_all_rewards_until_then(
    game: str, players: int
) -> None:
    games = games_of(game, players, 6)
    seen = [[row] for row in games.reset()]
    seats = games.seats.copy()
    rewards: list[list[float]] = [[] for _ in range(6)]
    ended: dict[int, dict[str, Any]] = {}
    while len(ended) < 6:
        actions = games.action_masks().argmax(axis=1)
        views: Any
        views, paid, dones, infos = games.step(actions)
        for at in range(6):
            if at in ended:
                continue
            rewards[at].append(float(paid[at]))
            if dones[at]:
                ended[at] = infos[at]
            else:
                seen[at].append(views[at])
    for at, info in ended.items():
        views, reward, cut, last = follow(game, players, int(seats[at]), 7 + at)
        np.testing.assert_array_equal(np.stack(seen[at]), np.stack(views))
        np.testing.assert_array_equal(info["terminal_observation"], last)
        assert info["TimeLimit.truncated"] == cut
        assert rewards[at] == [*[0.0] * (len(views) - 1), pytest.approx(reward)]


def test_returns_are_those_of_a_game_worked_by_hand() -> None:
    """12 decisions, then the reward: each decision earlier is worth half."""
    games = games_of("cheese_rescue", 2, 8)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=12,
        batch_size=96,
        n_epochs=1,
        gamma=0.5,
        gae_lambda=1.0,
        rollout_buffer_class=BoolMaskBuffer,
        policy_kwargs=policy_arguments(game_spec("cheese_rescue"), 2, (8,), "tanh"),
        seed=0,
        device="cpu",
    )
    kept: dict[str, Any] = {}
    buffer = model.rollout_buffer
    compute = buffer.compute_returns_and_advantage

    def note(last_values: Any, dones: Any) -> None:
        compute(last_values=last_values, dones=dones)
        kept.update(rewards=buffer.rewards.copy(), returns=buffer.returns.copy(), dones=dones)

    buffer.compute_returns_and_advantage = note  # type: ignore[method-assign]
    model.learn(96)
    assert kept["dones"].all()
    assert (kept["rewards"][:11] == 0).all()
    final = kept["rewards"][11]
    assert set(final) <= {-1.0, 0.0, 1.0} and -1.0 in final
    for step in range(12):
        np.testing.assert_allclose(kept["returns"][step], final * 0.5 ** (11 - step), atol=1e-5)


def test_a_game_cut_off_says_so() -> None:
    games = games_of("au_secours", 2, 4, max_turns=3)
    games.reset()
    for _ in range(3):
        _, rewards, dones, infos = games.step(games.action_masks().argmax(axis=1))
    assert dones.all() and (rewards == 0).all()
    assert all(info["TimeLimit.truncated"] for info in infos)


def test_masks_are_answered_the_way_sb3_contrib_asks() -> None:
    games = games_of("cheese_rescue", 2, 5)
    games.reset()
    assert is_masking_supported(games)
    masks = get_action_masks(games)
    np.testing.assert_array_equal(masks, games.batch.action_masks)
    assert len(games.env_method("action_masks", indices=[1, 3])) == 2
    assert not games.has_attr("no_such_thing")
    with pytest.raises(NotImplementedError, match="no method 'fly'"):
        games.env_method("fly")


def test_what_was_handed_out_does_not_change_when_the_games_go_on() -> None:
    games = games_of("cheese_rescue", 2, 5)
    first = games.reset()
    kept, masks = first.copy(), games.action_masks()
    kept_masks = masks.copy()
    second, *_ = games.step(masks.argmax(axis=1))
    games.step(games.action_masks().argmax(axis=1))
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(masks, kept_masks)
    assert not np.shares_memory(first, second)


def test_seats_are_drawn_and_an_illegal_action_is_refused() -> None:
    games = games_of("cheese_rescue", 3, 300)
    games.reset()
    assert (np.bincount(games.seats, minlength=3) > 70).all()
    with pytest.raises(IllegalActionError, match="game 0"):
        games.step(np.full(300, -1))


def test_the_pool_hears_how_its_rivals_fared() -> None:
    games = games_of("cheese_rescue", 2, 50)
    games.reset()
    for _ in range(12):
        games.step(games.batch.sample())
    rival = games.pool.rivals[1]
    assert rival.games == 50 and rival.share != 0.5


def test_the_same_seed_plays_the_same_games() -> None:
    def play() -> list[Any]:
        games = games_of("drole_de_fromage", 2, 16)
        games.pool.rivals[1].agent = None
        games.pool.rivals[1].name = "random"
        games.seed(3)
        games.reset()
        return [games.step(games.action_masks().argmax(axis=1))[0] for _ in range(30)]

    for one, other in zip(play(), play(), strict=True):
        np.testing.assert_array_equal(one, other)
