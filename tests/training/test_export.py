"""From SB3 to NumPy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from cheese_envs.agents.policy import load_policy
from cheese_envs.registry import GAMES, game_spec
from tests.training.pools import model_info, pool_of
from training.export import card, export
from training.network import observation_scale, policy_arguments
from training.vec_env import SelfPlayVecEnv


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("game", GAMES)
def test_numpy_and_torch_agree(game: str, activation: str, tmp_path: Path) -> None:
    spec = game_spec(game)
    games = SelfPlayVecEnv(spec, 64, pool_of(game, 2, fixed=("random",)), seed=1)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=2,
        policy_kwargs=policy_arguments(spec, 2, (64, 32), activation),
        seed=3,
        device="cpu",
    )
    policy: Any = model.policy
    with torch.no_grad():  # the head begins near 0, which would prove little
        policy.action_net.weight.normal_()
    info = model_info(game, 2, (64, 32))
    info = type(info)(**{**vars(info), "activation": activation})
    export(model, info, tmp_path / "model", {"steps": 5, "seconds": 1, "command": "x"}, {})
    agent = load_policy(tmp_path / "model")
    games.batch.rollout(20)
    seen, masks = games.batch.observations, games.batch.action_masks
    inputs: Any = torch.from_numpy(seen.copy())
    with torch.no_grad():
        wanted = policy.get_distribution(inputs, masks).distribution.probs.numpy()
        values = policy.predict_values(inputs).numpy()[:, 0]
    found = np.stack([agent.weights(row, mask) for row, mask in zip(seen, masks, strict=True)])
    np.testing.assert_allclose(found, wanted, atol=1e-5)
    expected = np.array([agent.value(row) for row in seen], np.float64)
    np.testing.assert_allclose(expected, values, atol=1e-5)
    choices, _ = model.predict(seen, action_masks=masks, deterministic=True)
    np.testing.assert_array_equal(agent.act_batch(seen, masks), choices)


@pytest.mark.parametrize("game", GAMES)
def test_scaled_observations_lie_between_minus_one_and_one(game: str) -> None:
    spec = game_spec(game)
    games = SelfPlayVecEnv(spec, 64, pool_of(game, 2, fixed=("random",)), seed=1)
    games.batch.rollout(30)
    scaled = games.batch.observations * observation_scale(spec, 2)
    assert scaled.min() >= -1 and scaled.max() <= 1


def test_a_card_tells_the_command_and_the_strength() -> None:
    info = model_info("cheese_rescue", 3)
    strength = {"random": {"mean": 0.75, "low": 0.7, "high": 0.8}}
    training = {"steps": 1000, "seconds": 120, "command": "python -m x", "strength": strength}
    text = card(type(info)(**{**vars(info), "training": training}))
    assert "python -m x" in text and "1,000 decisions in 2 minutes" in text
    assert "| random | 75.0% (70.0–80.0) |" in text and "33% would be even" in text
