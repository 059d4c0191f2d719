"""What the tests of every game share: which games there are to play, and a way through them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cheese_envs
from cheese_envs.core.batch import Batch
from cheese_envs.core.spec import GameSpec
from cheese_envs.faces.aec import Env, RawEnv
from cheese_envs.registry import game_spec

Snapshot = dict[str, Any]


def referee_of(game: str) -> Any:
    """A game's second writing: Referee, check_deal, option_sets, PLAYER_COUNTS."""
    return importlib.import_module(f"tests.games.{game}.referee")


def by_game() -> list[Any]:
    """A parameter for each game."""
    return [pytest.param(game, id=game) for game in cheese_envs.GAMES]


def by_player_count() -> list[Any]:
    """Parameters (game, num_players)."""
    return [
        pytest.param(game, count, id=f"{game}-{count}p")
        for game in cheese_envs.GAMES
        for count in referee_of(game).PLAYER_COUNTS
    ]


def by_options() -> list[Any]:
    """Parameters (game, num_players, options), the defaults of each player count first."""
    return [
        pytest.param(game, count, options, id=f"{game}-{count}p-{index}")
        for game in cheese_envs.GAMES
        for count in referee_of(game).PLAYER_COUNTS
        for index, options in enumerate(referee_of(game).option_sets(count))
    ]


def spec_of(game: str) -> GameSpec:
    return game_spec(game)


def make_raw(game: str, num_players: int, **options: Any) -> RawEnv:
    module = importlib.import_module(f"cheese_envs.{game}_v0")
    env: RawEnv = module.raw_env(num_players, **options)
    return env


def make_env(game: str, num_players: int, **options: Any) -> Env:
    module = importlib.import_module(f"cheese_envs.{game}_v0")
    env: Env = module.env(num_players, **options)
    return env


def legal_actions(env: RawEnv) -> list[int]:
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()


def is_over(env: RawEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


def walk(env: RawEnv, random: Random, most: int = 10**9) -> Iterator[int]:
    """Play random legal actions, at most so many; yields the ply before each, and at the end."""
    for ply in range(most):
        yield ply
        if is_over(env):
            return
        env.step(random.choice(legal_actions(env)))
    yield most


def midway(game: str, num_players: int, plies: int, seed: int = 1, **options: Any) -> RawEnv:
    """A game some random plies after its beginning, still going on."""
    env = make_raw(game, num_players, **options)
    while True:
        env.reset(seed=seed)
        for _ in walk(env, Random(seed), plies):
            pass
        if not is_over(env):
            return env
        seed += 1


def random_actions(batch: Batch, random: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each game, not by the games' own luck."""
    scores = random.random(batch.action_masks.shape) * batch.action_masks
    return np.asarray(scores.argmax(axis=1), np.int64)


def arrays_of(batch: Batch) -> dict[str, NDArray[Any]]:
    """Copies of all that a batch shows."""
    names = ("observations", "action_masks", "players", "rewards", "terminated", "truncated")
    return {name: getattr(batch, name).copy() for name in names}


def assert_same_arrays(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> None:
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name)


def assert_same_states(one: NDArray[Any], other: NDArray[Any]) -> None:
    """All fields are equal (a copy need not keep the bytes between them)."""
    assert one.dtype == other.dtype
    for name in one.dtype.names or ():
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)
