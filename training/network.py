"""The network that is trained, and its way into and out of the saved format."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from cheese_envs.agents.model_files import Weights
from cheese_envs.core.spec import GameSpec

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


class LeanPolicy(MaskableActorCriticPolicy):
    """The same policy with its probabilities worked out once, and not through torch.distributions.

    Those set what is masked to -1e8, whose exp is ten times slower than others', and take it
    several times over: half the time of training.
    """

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and the actions' log likelihoods. obs: [B, OBSERVATION]."""
        values, scores, allowed = self._values_and_scores(obs, action_masks)
        scores = scores.masked_fill(~allowed, -torch.inf)
        chances = torch.softmax(scores, dim=-1)
        if deterministic:
            actions = scores.argmax(dim=-1)
        else:
            reached = chances.cumsum(dim=-1)
            total = reached[:, -1:]
            aim = torch.rand_like(total) * total
            aim = torch.minimum(aim, torch.nextafter(total, torch.zeros(())))
            actions = torch.searchsorted(reached, aim, right=True).squeeze(-1)
        return actions, values, chances.gather(-1, actions[:, None]).squeeze(-1).log()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values, the actions' log likelihoods, and how varied the choice is."""
        values, scores, allowed = self._values_and_scores(obs, action_masks)
        masked = scores.masked_fill(~allowed, -torch.inf)
        taken = actions[:, None]
        likelihood = torch.log_softmax(masked, dim=-1).gather(-1, taken)
        # An action's log likelihood is its score less the same for all; what is masked counts 0.
        same = scores.gather(-1, taken) - likelihood
        mean = (torch.softmax(masked, dim=-1) * scores).sum(dim=-1)
        return values, likelihood.squeeze(-1), same.squeeze(-1) - mean

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
    """Keeps masks as booleans, a quarter of the size."""

    def reset(self) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        shape = (self.buffer_size, self.n_envs, self.mask_dims)
        self.action_masks = np.ones(shape, dtype=np.bool_)
        super(MaskableRolloutBuffer, self).reset()


def policy_arguments(
    spec: GameSpec, num_players: int, hidden: tuple[int, ...], activation: str
) -> dict[str, Any]:
    """What SB3 needs to build the network."""
    return {
        "net_arch": {"pi": list(hidden), "vf": list(hidden)},
        "activation_fn": ACTIVATIONS[activation],
        "features_extractor_class": ScaledObservation,
        "features_extractor_kwargs": {"scale": observation_scale(spec, num_players).tolist()},
    }


def weights_of(model: MaskablePPO) -> Weights:
    """The networks of an SB3 model as the saved format has them, the scaling folded in."""
    policy: Any = model.policy
    scale = policy.features_extractor.scale.numpy(force=True)
    body = policy.mlp_extractor
    found: Weights = {}
    for name, hidden, head in (
        ("policy", body.policy_net, policy.action_net),
        ("value", body.value_net, policy.value_net),
    ):
        layers = [layer for layer in hidden if isinstance(layer, torch.nn.Linear)]
        for place, layer in enumerate([*layers, head]):
            weight = layer.weight.numpy(force=True).T
            if place == 0:
                weight = weight * scale[:, None]
            found[f"{name}.{place}.weight"] = np.array(weight, np.float32, order="C")
            found[f"{name}.{place}.bias"] = layer.bias.numpy(force=True).copy()
    return found
