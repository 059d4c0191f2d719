"""Scores for the actions of each cell, for games whose observation names cells.

`CellNetwork` in `cheese_envs/agents/network.py` is the same in NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from cheese_envs.agents.inputs import OneHotLayout
from training.board import Place


class CellHeads(torch.nn.Module):
    """SB3's MlpExtractor, with the cells that are named handed on beside the hidden layer."""

    def __init__(self, inner: Any, layout: OneHotLayout) -> None:
        super().__init__()
        self.policy_net, self.value_net = inner.policy_net, inner.value_net
        self.register_buffer(
            "marks", torch.from_numpy(layout.names[layout.marks]), persistent=False
        )
        self.marks: torch.Tensor
        self.latent_dim_pi = inner.latent_dim_pi + len(layout.marks)
        self.latent_dim_vf = inner.latent_dim_vf

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        named = features.index_select(1, self.marks)
        return torch.cat([self.policy_net(features), named], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.value_net(features)
        return found


class CellScores(torch.nn.Module):
    """A score for each action of each cell, and for the others."""

    def __init__(
        self, latent: int, layout: OneHotLayout, width: int, activation: type[torch.nn.Module]
    ) -> None:
        super().__init__()
        self.inputs, self.cells = latent - len(layout.marks), layout.cells
        groups = len(layout.cell_actions) // layout.cells
        self.hidden = torch.nn.Linear(self.inputs, width, bias=False)
        self.marks = torch.nn.Parameter(0.3 * torch.randn(len(layout.marks), width))
        self.places = torch.nn.Parameter(0.3 * torch.randn(layout.cells, width))
        self.scores = torch.nn.Linear(width, groups)
        self.others = torch.nn.Linear(self.inputs, len(layout.other_actions))
        self.activate = activation()
        made = torch.from_numpy(layout.cell_actions), torch.from_numpy(layout.other_actions)
        self.register_buffer("order", torch.cat(made).argsort(), persistent=False)
        self.register_buffer("lows", torch.from_numpy(layout.lows[layout.marks]), persistent=False)
        self.order: torch.Tensor
        self.lows: torch.Tensor

    def begin(self) -> None:
        """Undo SB3's start near 0, meant for one last layer: two of them in a row hardly learn."""
        torch.nn.init.orthogonal_(self.hidden.weight)
        torch.nn.init.orthogonal_(self.scores.weight, gain=0.3)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """latent: [B, HIDDEN + MARKS]. Gives [B, ACTIONS]."""
        hidden, named = latent[:, : self.inputs], latent[:, self.inputs :].long() - self.lows
        signal = self.hidden(hidden)[:, None] + self.places
        rows = torch.arange(len(latent))[:, None] * self.cells + named
        flat = signal.flatten(0, 1)
        flat = flat.index_add_(0, rows.flatten(), self.marks.repeat(len(latent), 1))
        by_cell = self.scores(self.activate(flat)).view(len(latent), self.cells, -1)
        made = torch.cat([by_cell.transpose(1, 2).flatten(1), self.others(hidden)], dim=1)
        return made.index_select(1, self.order)

    def places_saved(self) -> Iterator[Place]:
        """As `training.network.places` gives them."""
        yield "cells.hidden", self.hidden.weight.t(), None
        yield "cells.marks", self.marks, None
        yield "cells.places", self.places, None
        yield "cells.0.weight", self.scores.weight.t(), None
        yield "cells.0.bias", self.scores.bias, None


class CellChoice(MaskableCategoricalDistribution):
    """SB3's choice among actions, with a last layer at each cell."""

    def __init__(self, layout: OneHotLayout, width: int, activation: type[torch.nn.Module]) -> None:
        super().__init__(len(layout.cell_actions) + len(layout.other_actions))
        self.layout, self.width, self.activation = layout, width, activation

    def proba_distribution_net(self, latent_dim: int) -> torch.nn.Module:
        return CellScores(latent_dim, self.layout, self.width, self.activation)
