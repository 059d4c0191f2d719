"""Learning to do as a teacher does."""

from __future__ import annotations

import numpy as np
from sb3_contrib import MaskablePPO

from cheese_envs import make_batch
from cheese_envs.agents import load
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.registry import game_spec
from tests.training.pools import model_info, pool_of
from training.imitate import imitate
from training.lessons import watch
from training.network import LeanPolicy, policy_arguments, weights_of
from training.vec_env import SelfPlayVecEnv


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
    masks = np.unpackbits(unseen.masks, axis=1, count=info.action_size).view(np.bool_)
    agreed = np.mean(pupil.act_batch(unseen.observations, masks) == unseen.choices[:, 0])
    by_chance = np.mean(1 / masks.sum(axis=1))
    assert agreed > 3 * by_chance
