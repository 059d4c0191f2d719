"""The networks that are trained, and the same in NumPy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces

from cheese_envs import make_batch
from cheese_envs.agents import load
from cheese_envs.agents.model_files import read_model, write_model
from cheese_envs.agents.network import network_of
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.faces.spaces import observation_box
from cheese_envs.registry import game_spec
from tests.training.pools import model_info
from training.imitate import imitate
from training.lessons import watch
from training.network import LeanPolicy, policy_arguments, take_weights, weights_of

NETWORKS: list[tuple[str, int, dict[str, Any]]] = [
    ("rattrapez_le", 2, {}),
    ("rattrapez_le", 2, {"one_hot": True}),
    ("rattrapez_le", 6, {"one_hot": True}),
    ("rattrapez_le", 3, {"one_hot": True, "cells": 7}),
    ("cheese_rescue", 2, {"board": (8,)}),
    ("cheese_rescue", 3, {"board": (8, 8, 4, 4)}),
]

each_network = pytest.mark.parametrize(("game", "players", "network"), NETWORKS)


def make_policy(
    game: str, players: int, hidden: tuple[int, ...], activation: str, network: dict[str, Any]
) -> Any:
    """A policy whose every weight counts; SB3's begins with biases of 0 and a last layer near 0."""
    spec = game_spec(game)
    torch.manual_seed(0)
    arguments = policy_arguments(spec, players, hidden, activation, **network)
    policy: Any = LeanPolicy(
        observation_box(spec, players),
        spaces.Discrete(spec.action_size(players)),
        lambda _: 1e-3,
        **arguments,
    )
    with torch.no_grad():
        for one in policy.parameters():
            if one.ndim == 1:
                one.normal_(0, 0.2)
        for one in policy.action_net.parameters():
            one.normal_(0, 0.2)
    return policy


@each_network
@pytest.mark.parametrize(("hidden", "activation"), [((12, 6), "relu"), ((5,), "tanh")])
def test_numpy_and_torch_agree(
    game: str,
    players: int,
    network: dict[str, Any],
    hidden: tuple[int, ...],
    activation: str,
    tmp_path: Path,
) -> None:
    policy = make_policy(game, players, hidden, activation, network)
    info = replace(model_info(game, players, hidden), activation=activation, **network)
    write_model(tmp_path / "model", info, weights_of(SimpleNamespace(policy=policy)), "")  # type: ignore[arg-type]
    made = network_of(*read_model(tmp_path / "model"))
    batch = make_batch(game, 100, num_players=players, seed=1)
    batch.rollout(15)
    seen, masks = torch.from_numpy(batch.observations), batch.action_masks
    with torch.no_grad():
        values, scores, allowed = policy._values_and_scores(seen, masks)
        again = policy.predict_values(seen)
        choices = policy.get_distribution(seen, masks).get_actions(deterministic=True)
    np.testing.assert_allclose(made.scores(batch.observations), scores, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(made.values(batch.observations), values, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(values, again)
    torch.testing.assert_close(scores.masked_fill(~allowed, -torch.inf).argmax(dim=1), choices)


@each_network
def test_every_weight_learns(game: str, players: int, network: dict[str, Any]) -> None:
    policy = make_policy(game, players, (12,), "tanh", network)
    begun, later = (make_batch(game, 64, num_players=players, seed=1) for _ in range(2))
    later.rollout(15)
    seen, masks, actions = (
        torch.from_numpy(np.concatenate(both))
        for both in (
            (begun.observations, later.observations),
            (begun.action_masks, later.action_masks),
            (begun.sample(), later.sample()),
        )
    )
    values, likelihoods, variety = policy.evaluate_actions(seen, actions, action_masks=masks)
    (values.square().sum() + likelihoods.sum() + variety.sum()).backward()
    for name, one in policy.named_parameters():
        assert one.grad is not None and one.grad.abs().sum() > 0, name


def test_a_pupil_that_tells_cells_apart_learns_to_catch_the_horse() -> None:
    """In one go, the teacher's winning move is one of some sixty."""
    game, spec, luck = "rattrapez_le", game_spec("rattrapez_le"), np.random.default_rng(0)
    teacher = load("heuristic")
    lessons = watch(teacher, make_batch(game, 256, seed=1), 20_000, 0.1, luck)
    torch.manual_seed(0)
    arguments = policy_arguments(spec, 2, (64,), "relu", one_hot=True)
    actions = spaces.Discrete(spec.action_size(2))
    model: Any = SimpleNamespace(
        policy=LeanPolicy(observation_box(spec, 2), actions, lambda _: 1e-3, **arguments)
    )
    imitate(model, lessons, 4, luck, lambda _: None)
    info = replace(model_info(game, 2, (64,)), activation="relu", one_hot=True)
    pupil = PolicyAgent(info, weights_of(model))

    games = make_batch(game, 256, seed=9999)
    hits: list[Any] = []
    for _ in range(30):
        wanted = teacher.act_batch(games.observations, games.action_masks)
        same = pupil.act_batch(games.observations, games.action_masks) == wanted
        seats = games.players.copy()
        games.step(wanted)
        won = games.terminated & (games.rewards[np.arange(256), seats] > 0)
        hits.extend(same[won])
    assert len(hits) > 100 and np.mean(hits) > 0.3, np.mean(hits)


@each_network
def test_saved_weights_are_taken_back(game: str, players: int, network: dict[str, Any]) -> None:
    saved: Any = SimpleNamespace(policy=make_policy(game, players, (6,), "relu", network))
    fresh: Any = SimpleNamespace(policy=make_policy(game, players, (6,), "relu", network))
    with torch.no_grad():
        for one in fresh.policy.parameters():
            one.zero_()
    take_weights(fresh, weights_of(saved))
    for one, other in zip(fresh.policy.parameters(), saved.policy.parameters(), strict=True):
        torch.testing.assert_close(one, other)
