"""The network that is trained, and its way into and out of the saved format."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from cheese_envs.agents.inputs import OneHotLayout, board_layout, one_hot_layout
from cheese_envs.agents.model_files import Weights
from cheese_envs.core.spec import GameSpec
from training.board import BoardBody, BoardChoice, BoardHeads, Place
from training.cells import CellChoice, CellHeads, CellScores
from training.choice import draw_actions, likelihood_and_variety

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}


def observation_scale(spec: GameSpec, num_players: int) -> NDArray[np.float32]:
    """What each number of an observation is multiplied by: one over its piece's highest."""
    parts = [np.full(piece.size, piece.high, np.float32) for piece in spec.pieces(num_players)]
    return np.reciprocal(np.maximum(np.concatenate(parts), np.float32(1)))


class ScaledObservation(BaseFeaturesExtractor):
    """Brings every piece of the observation to the range from 0 to 1."""

    def __init__(self, observation_space: spaces.Box, scale: list[float]) -> None:
        super().__init__(observation_space, features_dim=len(scale))
        self.register_buffer("scale", torch.tensor(scale))
        self.scale: torch.Tensor

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return observations * self.scale

    def column_scale(self) -> torch.Tensor:
        """What the weights of each row of the saved first layer are multiplied by."""
        return self.scale


class NamesAndNumbers(ScaledObservation):
    """Scales only what is not a name; a OneHotLinear takes it from there."""

    def __init__(
        self, observation_space: spaces.Box, scale: list[float], layout: OneHotLayout, cells: int
    ) -> None:
        super().__init__(observation_space, scale)
        self.layout, self.cells = layout, cells
        self.scale[torch.from_numpy(layout.names)] = 1.0

    def column_scale(self) -> torch.Tensor:
        columns = torch.ones(self.layout.size)
        columns[self.layout.number_columns] = self.scale[self.layout.numbers]
        return columns


class OneHotLinear(torch.nn.Linear):
    """A layer over one-hot columns that adds up the weights of what is named.

    The columns themselves are never made: over Rattrapez-le's, that is five times as fast.
    """

    def __init__(self, layout: OneHotLayout, outputs: int) -> None:
        super().__init__(layout.size, outputs)
        self.register_buffer("numbers", torch.from_numpy(layout.numbers), persistent=False)
        self.register_buffer(
            "number_columns", torch.from_numpy(layout.number_columns), persistent=False
        )
        self.register_buffer("names", torch.from_numpy(layout.names), persistent=False)
        self.register_buffer(
            "offsets", torch.from_numpy(layout.first_columns - layout.lows), persistent=False
        )
        self.numbers: torch.Tensor
        self.number_columns: torch.Tensor
        self.names: torch.Tensor
        self.offsets: torch.Tensor

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """observations: [B, OBSERVATION], names as they are."""
        by_column = self.weight.t().contiguous()
        named = observations.index_select(1, self.names).long() + self.offsets
        numbers = observations.index_select(1, self.numbers)
        made = torch.addmm(self.bias, numbers, by_column.index_select(0, self.number_columns))
        return made + torch.nn.functional.embedding_bag(named, by_column, mode="sum")


class LeanPolicy(MaskableActorCriticPolicy):
    """The same policy with its probabilities worked out for the legal actions alone.

    torch.distributions set what is masked to -1e8, whose exp is ten times slower than others', and
    take it several times over: more than half the time of training.
    """

    def _build(self, lr_schedule: Any) -> None:
        if isinstance(self.features_extractor, BoardBody):
            self.action_dist = BoardChoice(self.features_extractor.layout)
        named = self.features_extractor
        if isinstance(named, NamesAndNumbers) and named.cells:
            self.action_dist = CellChoice(named.layout, named.cells, self.activation_fn)
        super()._build(lr_schedule)
        if isinstance(self.action_net, CellScores):
            self.action_net.begin()

    def _build_mlp_extractor(self) -> None:
        extractor = self.features_extractor
        if isinstance(extractor, BoardBody):
            heads: Any = BoardHeads(self.features_dim, self.net_arch, self.activation_fn)
            self.mlp_extractor = heads
            return
        super()._build_mlp_extractor()
        if isinstance(extractor, NamesAndNumbers):
            for net in (self.mlp_extractor.policy_net, self.mlp_extractor.value_net):
                first: Any = net[0]
                net[0] = OneHotLinear(extractor.layout, first.out_features)
            if extractor.cells:
                cells: Any = CellHeads(self.mlp_extractor, extractor.layout)
                self.mlp_extractor = cells

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and the actions' log likelihoods. obs: [B, OBSERVATION]."""
        values, scores, allowed = self._values_and_scores(obs, action_masks)
        if deterministic:
            actions = scores.masked_fill(~allowed, -torch.inf).argmax(dim=-1)
            return actions, values, likelihood_and_variety(scores, allowed, actions)[0]
        actions, likelihood = draw_actions(scores, allowed, torch.rand(len(scores)))
        return actions, values, likelihood

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values, the actions' log likelihoods, and how varied the choice is."""
        values, scores, allowed = self._values_and_scores(obs, action_masks)
        return values, *likelihood_and_variety(scores, allowed, actions)

    def _values_and_scores(
        self, obs: torch.Tensor, action_masks: Any
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        features = self.extract_features(obs)
        hidden, hidden_value = self.mlp_extractor(features)
        scores = self.action_net(hidden)
        everything = True if action_masks is None else action_masks
        allowed = torch.as_tensor(everything, dtype=torch.bool).expand(scores.shape)
        return self.value_net(hidden_value), scores, allowed


class BoolMaskBuffer(MaskableRolloutBuffer):
    """Keeps masks as booleans, a quarter of the size, and hands out what it picked as it is."""

    def to_torch(self, array: NDArray[Any], copy: bool = True) -> torch.Tensor:
        """Without a second copy: what is picked for a minibatch is one already."""
        return torch.from_numpy(array)

    def reset(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        shape = (self.buffer_size, self.n_envs, self.mask_dims)
        self.action_masks = np.ones(shape, dtype=np.bool_)
        super(MaskableRolloutBuffer, self).reset()


@contextmanager
def products(bfloat16: bool) -> Iterator[None]:
    """Let torch multiply matrices in bfloat16, if it can and is meant to, for a while."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium" if bfloat16 else "highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def policy_arguments(
    spec: GameSpec,
    num_players: int,
    hidden: tuple[int, ...],
    activation: str,
    *,
    one_hot: bool = False,
    cells: int = 0,
    board: tuple[int, ...] = (),
) -> dict[str, Any]:
    """What SB3 needs to build the network: a LeanPolicy, if names are one-hot or with a board."""
    extractor: Any = ScaledObservation
    settings: dict[str, Any] = {"scale": observation_scale(spec, num_players).tolist()}
    if one_hot:
        extractor = NamesAndNumbers
        settings |= {"layout": one_hot_layout(spec, num_players), "cells": cells}
    if board:
        extractor = BoardBody
        settings["layout"] = board_layout(spec, num_players)
        settings |= {"channels": board, "activation": ACTIVATIONS[activation]}
    return {
        "net_arch": {"pi": list(hidden), "vf": list(hidden)},
        "activation_fn": ACTIVATIONS[activation],
        "features_extractor_class": extractor,
        "features_extractor_kwargs": settings,
    }


def places(model: MaskablePPO) -> Iterator[Place]:
    """The networks of an SB3 model as the saved format has them."""
    policy: Any = model.policy
    extractor, body = policy.features_extractor, policy.mlp_extractor
    on_board = isinstance(extractor, BoardBody)
    last = policy.action_net
    if on_board:
        yield from extractor.places()
    if isinstance(last, CellScores):
        yield from last.places_saved()
        last = last.others
    for name, hidden, head in (
        ("policy", body.policy_net, last),
        ("value", body.value_net, policy.value_net),
    ):
        layers = [layer for layer in hidden if isinstance(layer, torch.nn.Linear)]
        for number, layer in enumerate([*layers, head]):
            scaled = number == 0 and not on_board
            scale = extractor.column_scale()[:, None] if scaled else None
            yield f"{name}.{number}.weight", layer.weight.t(), scale
            yield f"{name}.{number}.bias", layer.bias, None


def weights_of(model: MaskablePPO) -> Weights:
    """A model's weights to be saved, the scaling folded in."""
    found: Weights = {}
    for name, parameter, scale in places(model):
        saved = parameter.detach() if scale is None else parameter.detach() * scale
        flat = saved if saved.ndim < 3 else saved.flatten(0, -2)
        found[name] = np.array(flat.numpy(), np.float32, order="C")
    return found


def take_weights(model: MaskablePPO, weights: Weights) -> None:
    """Let a model go on from saved weights of the same shapes; those not saved stay as they are."""
    with torch.no_grad():
        for name, parameter, scale in places(model):
            if name in weights:
                saved = torch.from_numpy(weights[name]).reshape(parameter.shape)
                parameter.copy_(saved if scale is None else saved / scale)
