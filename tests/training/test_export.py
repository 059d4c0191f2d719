"""From SB3 to NumPy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from cheese_envs.agents.policy import load_policy
from cheese_envs.registry import GAMES, game_spec
from tests.training.pools import model_info, pool_of
from training.export import card, export
from training.network import LeanPolicy, observation_scale, policy_arguments
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


@pytest.mark.parametrize(
    ("game", "network", "words"),
    [
        ("cheese_rescue", {}, "A network of 8 hidden units (relu) for"),
        ("rattrapez_le", {"one_hot": True}, "of 8 hidden units over one-hot names and plain numb"),
        (
            "cheese_rescue",
            {"board": (4, 5)},
            "of 3 × 3 convolutions over the board (4 × 5 channels",
        ),
    ],
)
def test_a_card_says_what_the_network_is(game: str, network: dict[str, Any], words: str) -> None:
    info = replace(model_info(game, 2), activation="relu", training={"strength": {}}, **network)
    assert words in card(info)


def test_the_lean_policy_is_sb3s_own_but_for_speed() -> None:
    spec = game_spec("cheese_rescue")
    games = SelfPlayVecEnv(spec, 32, pool_of("cheese_rescue", 2, fixed=("random",)), seed=1)
    made: list[Any] = []
    for kind in (MaskableActorCriticPolicy, LeanPolicy):
        torch.manual_seed(0)
        arguments = policy_arguments(spec, 2, (16,), "tanh")
        policy: Any = kind(games.observation_space, games.action_space, lambda _: 1e-3, **arguments)
        with torch.no_grad():
            policy.action_net.weight.normal_()
        made.append(policy)
    games.batch.rollout(9)
    seen, masks = (
        torch.from_numpy(games.batch.observations),
        torch.from_numpy(games.batch.action_masks),
    )
    actions, values, likelihoods = made[1](seen, action_masks=games.batch.action_masks)
    assert masks[torch.arange(32), actions].all()
    for weight in (1.0, 0.0):
        grads = []
        for policy in made:
            policy.zero_grad()
            found = policy.evaluate_actions(seen, actions, action_masks=masks)
            (found[0].sum() + weight * found[1].sum() + found[2].sum()).backward()
            grads.append([one.grad.clone() for one in policy.parameters()])
            torch.testing.assert_close(found[0], values)
            torch.testing.assert_close(found[1], likelihoods, atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(grads[0], grads[1], atol=1e-4, rtol=1e-4)
    entropies = [policy.evaluate_actions(seen, actions, action_masks=masks)[2] for policy in made]
    torch.testing.assert_close(*entropies, atol=1e-5, rtol=1e-5)
    best, _, _ = made[1](seen, deterministic=True, action_masks=masks)
    wanted = made[0].get_distribution(seen, masks).get_actions(deterministic=True)
    assert torch.equal(best, wanted)
    assert made[1](seen)[0].shape == (32,)


def test_the_lean_policy_draws_actions_as_often_as_they_are_likely() -> None:
    spec = game_spec("cheese_rescue")
    games = SelfPlayVecEnv(spec, 1, pool_of("cheese_rescue", 2, fixed=("random",)), seed=1)
    torch.manual_seed(0)
    arguments = policy_arguments(spec, 2, (16,), "tanh")
    policy: Any = LeanPolicy(
        games.observation_space, games.action_space, lambda _: 1e-3, **arguments
    )
    seen = torch.from_numpy(games.batch.observations).expand(20_000, -1)
    mask = torch.from_numpy(games.batch.action_masks).expand(20_000, -1)
    with torch.no_grad():
        policy.action_net.weight.normal_()
        actions, _, likelihoods = policy(seen, action_masks=mask)
        chances = policy.get_distribution(seen[:1], mask[:1]).distribution.probs[0]
    shares = torch.bincount(actions, minlength=chances.numel()) / 20_000
    torch.testing.assert_close(shares, chances, atol=0.02, rtol=0)
    torch.testing.assert_close(likelihoods, chances[actions].log(), atol=1e-4, rtol=1e-4)
