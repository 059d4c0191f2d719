"""The network over a board that is trained: convolutions, then a head for each cell and the whole.

`cheese_envs/agents/network.py` runs the same in NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from cheese_envs.agents.inputs import BoardLayout

# A tensor of the saved format: its name, the parameter laid out as it is saved, its scale.
Place = tuple[str, torch.Tensor, torch.Tensor | None]


class BoardBody(BaseFeaturesExtractor):
    """3 × 3 convolutions over the planes. Gives [B, CELLS, CHANNELS]."""

    def __init__(
        self,
        observation_space: spaces.Box,
        layout: BoardLayout,
        scale: list[float],
        channels: tuple[int, ...],
        activation: type[torch.nn.Module],
    ) -> None:
        super().__init__(observation_space, features_dim=channels[-1])
        self.layout = layout
        self.register_buffer("scale", torch.tensor(scale))
        self.register_buffer(
            "planes", torch.from_numpy(layout.planes.reshape(-1)), persistent=False
        )
        self.register_buffer("numbers", torch.from_numpy(layout.numbers), persistent=False)
        self.scale: torch.Tensor
        self.planes: torch.Tensor
        self.numbers: torch.Tensor
        inputs = (len(layout.planes), *channels)
        self.convolutions = torch.nn.ModuleList(
            torch.nn.Conv2d(inputs[layer], width, 3, padding=1)
            for layer, width in enumerate(channels)
        )
        self.globals = torch.nn.Linear(len(layout.numbers), channels[0], bias=False)
        self.activate = activation()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        layout, scaled = self.layout, observations * self.scale
        shape = (-1, len(layout.planes), layout.rows, layout.columns)
        planes = scaled.index_select(1, self.planes).reshape(shape)
        signal = planes.contiguous(memory_format=torch.channels_last)
        numbers = self.globals(scaled.index_select(1, self.numbers))
        for layer, convolution in enumerate(self.convolutions):
            made = convolution(signal)
            if layer == 0:
                made = made + numbers[:, :, None, None]
            made = self.activate(made)
            signal = made + signal if layer > 0 and made.shape == signal.shape else made
        return signal.permute(0, 2, 3, 1).flatten(1, 2)

    def places(self) -> Iterator[Place]:
        """The convolutions as `training.network.places` gives them."""
        convolutions: Any = self.convolutions
        for layer, convolution in enumerate(convolutions):
            # A plane has one scale for all cells.
            scale = self.scale[self.layout.planes[:, 0, 0], None] if layer == 0 else None
            yield f"body.{layer}.weight", convolution.weight.permute(2, 3, 1, 0), scale
            yield f"body.{layer}.bias", convolution.bias, None
        yield "globals.weight", self.globals.weight.t(), self.scale[self.numbers, None]


class BoardHeads(torch.nn.Module):
    """The hidden layers of the policy, at every cell, and of the value network, for the whole.

    They stand where SB3 has its MlpExtractor.
    """

    def __init__(self, channels: int, hidden: Any, activation: Any) -> None:
        super().__init__()
        self.channels = channels
        self.policy_net = _dense(3 * channels, hidden["pi"], activation)
        self.value_net = _dense(2 * channels, hidden["vf"], activation)
        self.latent_dim_pi, self.latent_dim_vf = hidden["pi"][-1], hidden["vf"][-1]

    def forward(self, cells: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """cells: [B, CELLS, CHANNELS]. Gives [B, CELLS, HIDDEN] and [B, HIDDEN]."""
        whole = _pooled(cells)
        return self._at_each(cells, whole), self.value_net(whole)

    def forward_actor(self, cells: torch.Tensor) -> torch.Tensor:
        return self._at_each(cells, _pooled(cells))

    def forward_critic(self, cells: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.value_net(_pooled(cells))
        return found

    def _at_each(self, cells: torch.Tensor, whole: torch.Tensor) -> torch.Tensor:
        # What the whole adds in the first layer is the same at each cell: work it out once.
        first: Any = self.policy_net[0]
        own, common = first.weight[:, : self.channels], first.weight[:, self.channels :]
        added = torch.nn.functional.linear(whole, common, first.bias)
        made = torch.nn.functional.linear(cells, own) + added[:, None]
        found: torch.Tensor = self.policy_net[1:](made)
        return found


class BoardScores(torch.nn.Linear):
    """A score for every action group at every cell, as the action space has them."""

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """hidden: [B, CELLS, HIDDEN]. Gives [B, GROUPS * CELLS]."""
        return super().forward(hidden).transpose(1, 2).flatten(1)


class BoardChoice(MaskableCategoricalDistribution):
    """SB3's choice among actions, with a last layer over the cells."""

    def __init__(self, layout: BoardLayout) -> None:
        super().__init__(layout.groups * layout.cells)
        self.groups = layout.groups

    def proba_distribution_net(self, latent_dim: int) -> torch.nn.Module:
        return BoardScores(latent_dim, self.groups)


def _dense(inputs: int, widths: list[int], activation: Any) -> torch.nn.Sequential:
    layers: list[torch.nn.Module] = []
    for width in widths:
        layers += [torch.nn.Linear(inputs, width), activation()]
        inputs = width
    return torch.nn.Sequential(*layers)


def _pooled(cells: torch.Tensor) -> torch.Tensor:
    """[B, CELLS, C] to [B, 2 * C]: mean and highest over the cells."""
    return torch.cat([cells.mean(dim=1), cells.amax(dim=1)], dim=1)
