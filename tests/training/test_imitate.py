"""What a teacher's games are remembered as."""

from __future__ import annotations

import numpy as np
from sb3_contrib import MaskablePPO

from cheese_envs import make_batch
from cheese_envs.agents import load
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.registry import game_spec
from tests.training.pools import FirstLegal, model_info, pool_of
from training.imitate import imitate, watch
from training.network import LeanPolicy, policy_arguments, weights_of
from training.vec_env import SelfPlayVecEnv


def test_lessons_hold_the_teachers_choice_and_what_its_seat_got() -> None:
    batch = make_batch("cheese_rescue", 4, seed=2)
    lessons = watch(FirstLegal(), batch, 4 * 30, 0.0, np.random.default_rng(0))
    assert len(lessons.actions) == 120
    np.testing.assert_array_equal(lessons.actions, lessons.masks.argmax(axis=1))

    again = make_batch("cheese_rescue", 4, seed=2)
    seats, rewards = [], lessons.rewards.reshape(30, 4)
    for step in range(24):
        np.testing.assert_array_equal(
            lessons.observations[4 * step : 4 * step + 4], again.observations
        )
        seats.append(again.players.copy())
        again.step(again.action_masks.argmax(axis=1))
    assert again.terminated.all()
    wanted = np.stack([again.rewards[np.arange(4), seat] for seat in seats])
    np.testing.assert_array_equal(rewards[:24], wanted)
    assert np.isnan(rewards[24:]).all()


def test_noise_leads_elsewhere_but_the_lesson_stays_the_teachers() -> None:
    batch = make_batch("cheese_rescue", 8, seed=2)
    lessons = watch(FirstLegal(), batch, 8 * 12, 1.0, np.random.default_rng(0))
    np.testing.assert_array_equal(lessons.actions, lessons.masks.argmax(axis=1))


def test_a_pupil_comes_to_choose_as_its_teacher_does() -> None:
    spec = game_spec("cheese_rescue")
    games = SelfPlayVecEnv(spec, 8, pool_of("cheese_rescue", 2, fixed=("random",)))
    arguments = policy_arguments(spec, 2, (64,), "relu")
    model = MaskablePPO(LeanPolicy, games, n_steps=8, policy_kwargs=arguments, seed=0, device="cpu")
    luck = np.random.default_rng(0)
    teacher = load("heuristic")
    told: list[str] = []
    lessons = watch(teacher, make_batch("cheese_rescue", 256, seed=1), 20_000, 0.1, luck)
    imitate(model, lessons, 4, luck, told.append)
    assert len(told) == 4

    unseen = watch(teacher, make_batch("cheese_rescue", 64, seed=9999), 2_000, 0.0, luck)
    info = model_info("cheese_rescue", 2, (64,))
    pupil = PolicyAgent(type(info)(**{**vars(info), "activation": "relu"}), weights_of(model))
    agreed = np.mean(pupil.act_batch(unseen.observations, unseen.masks) == unseen.actions)
    by_chance = np.mean(1 / unseen.masks.sum(axis=1))
    assert agreed > 3 * by_chance
