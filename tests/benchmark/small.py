"""A suite of two tasks, and a model that plays one of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cheese_envs.agents.model_files import ModelInfo, write_model
from cheese_envs.benchmark import Suite, Task
from cheese_envs.registry import game_spec

SMALL = Suite(
    "small-suite/1",
    (Task("cheese_rescue", 2, "random", 40, 1), Task("au_secours", 4, "heuristic", 40, 2)),
)


def save_model(folder: Path, game: str = "cheese_rescue", players: int = 2, luck: int = 0) -> Path:
    """A network with weights drawn by lot."""
    spec = game_spec(game)
    count, options = spec.options(players, {})
    info = ModelInfo(
        game=game,
        num_players=count,
        options=options,
        observation_size=spec.observation_size(count),
        action_size=spec.action_size(count),
        activation="relu",
        policy=(8,),
        value=None,
        training={},
    )
    draw = np.random.default_rng(luck)
    weights = {
        name: draw.normal(0, 0.3, shape).astype(np.float32) for name, shape in info.shapes().items()
    }
    write_model(folder, info, weights, "A model for tests.\n")
    return folder
