"""The Gymnasium vector face."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import cheese_envs
from cheese_envs.registry import gymnasium_id


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_autoreset_is_declared_and_kept(game: str) -> None:
    vector = cheese_envs.make_vector(game, 8)
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = vector.reset(seed=1)
    random = np.random.default_rng(0)
    ended = 0
    for _ in range(3000):
        assert vector.observation_space.contains(seen)
        masks = infos["action_mask"]
        assert masks.any(axis=1).all()
        actions = (random.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        over = terminated | truncated
        assert rewards.dtype == np.float64 and not rewards[~over].any()
        assert ("final_obs" in infos) == bool(over.any())
        if over.any():
            np.testing.assert_array_equal(infos["_final_obs"], over)
            for index in range(8):
                final = infos["final_obs"][index]
                assert (final is not None) == over[index]
                assert final is None or vector.single_observation_space.contains(final)
            ended += int(over.sum())
            if ended > 8:
                return
    pytest.fail("too few games ended")


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_gymnasium_makes_the_vector_by_its_id(game: str) -> None:
    made = gymnasium.make_vec(gymnasium_id(game), num_envs=3, num_players=2)
    plain = cheese_envs.make_vector(game, 3, num_players=2)
    np.testing.assert_array_equal(made.reset(seed=5)[0], plain.reset(seed=5)[0])
    assert made.num_envs == 3


def test_seeds_give_the_same_games_and_no_seed_goes_on() -> None:
    one, other = (cheese_envs.make_vector("cheese_rescue", 4) for _ in range(2))
    first = one.reset(seed=9)[0]
    np.testing.assert_array_equal(first, other.reset(seed=9)[0])
    np.testing.assert_array_equal(one.reset()[0], other.reset()[0])
    assert (one.reset(seed=10)[0] != first).any()


def test_what_is_handed_out_is_the_users_own() -> None:
    vector = cheese_envs.make_vector("cheese_rescue", 2)
    seen, infos = vector.reset(seed=1)
    kept, mask = seen.copy(), infos["action_mask"].copy()
    vector.step(mask.argmax(axis=1))
    np.testing.assert_array_equal(seen, kept)
    np.testing.assert_array_equal(infos["action_mask"], mask)


def test_a_step_before_the_first_reset_is_refused() -> None:
    vector = cheese_envs.make_vector("cheese_rescue", 2, seat=1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        vector.step([0, 0])


def test_wrong_actions_and_sizes_are_refused() -> None:
    for size in (0, -1, 1.5, "2"):
        with pytest.raises(ValueError, match="num_envs"):
            cheese_envs.make_vector("cheese_rescue", size)  # type: ignore[arg-type]
    vector = cheese_envs.make_vector("cheese_rescue", 2)
    vector.reset(seed=1)
    for actions in ([0], [0.0, 0.0], [[0, 0]], [-1, 0], [10**6, 0], [0, None]):
        with pytest.raises(cheese_envs.IllegalActionError):
            vector.step(actions)
