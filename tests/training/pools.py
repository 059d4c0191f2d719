"""Opponents for tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.model_files import ModelInfo
from cheese_envs.registry import game_spec
from training.self_play import Pool, Rival


class FirstLegal:
    """Takes the first action it may."""

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        return int(action_mask.argmax())

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = action_masks.argmax(axis=1)
        return actions

    def bind(self, env: Any) -> None:
        pass

    def seed(self, seed: int) -> None:
        pass


def model_info(game: str, players: int, hidden: tuple[int, ...] = (8,)) -> ModelInfo:
    spec = game_spec(game)
    return ModelInfo(
        game=game,
        num_players=players,
        options=spec.options(players, {})[1],
        observation_size=spec.observation_size(players),
        action_size=spec.action_size(players),
        activation="tanh",
        policy=hidden,
        value=hidden,
        training={},
    )


def pool_of(game: str, players: int, *agents: Any, fixed: tuple[str, ...] = ()) -> Pool:
    """A pool with these agents and no self."""
    pool = Pool(
        list(fixed),
        model_info(game, players),
        past_selves=2,
        self_share=0.0,
        at_once=4,
        seed=0,
    )
    pool.rivals[pool.first_past :] = [Rival(type(agent).__name__, agent, 0.5) for agent in agents]
    pool.draw_lineup()
    return pool
