"""A player with a trained network, run in NumPy: neither torch nor Stable-Baselines3 is needed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
from numpy.typing import NDArray

import cheese_envs
from cheese_envs.agents.agent import decisions
from cheese_envs.agents.model_files import ModelError, ModelInfo, Weights, read_model
from cheese_envs.agents.network import Floats, network_of

PACKAGE = Path(cheese_envs.__file__).parent
SHELVES = (PACKAGE / "models", PACKAGE.parent / "models")  # installed; beside it in a checkout
SHIPPED_NAME = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)*")
HARMLESS = ("reward", "first_player")  # options under which a policy plays on as well
MAX_TEMPERATURE = 100.0
LEAST = np.float32(-np.inf)


class PolicyAgent:
    """Takes the likeliest action, or with `sample` draws one by the network's probabilities.

    A draw depends on the agent's seed and the observation alone, so it does not matter how the
    decisions are put together in batches.
    """

    def __init__(
        self, info: ModelInfo, weights: Weights, *, sample: bool = False, temperature: float = 1.0
    ) -> None:
        self.info = info
        self.sample, self.temperature = sample, temperature
        self._network = network_of(info, weights)
        # Whole numbers small enough for a float64 to add them up exactly, in whatever order.
        luck = np.random.Generator(np.random.PCG64(0))
        self._hash = luck.integers(1, 2**35, info.observation_size).astype(np.float64)
        self.seed(0)

    def bind(self, env: Any) -> None:
        """Refuse an env that is not the game, player count and options the model is for."""
        inner = getattr(env, "unwrapped", env)
        ours = f"{self.info.num_players}-player {self.info.game}"
        theirs = f"{inner.num_players}-player {inner.game.name}"
        if ours != theirs:
            raise ModelError(f"this model plays {ours}, not {theirs}")
        for name, value in self.info.options.items():
            if name not in HARMLESS and inner.options.get(name) != value:
                raise ModelError(
                    f"this model was trained with {name}={value!r},"
                    f" not {name}={inner.options.get(name)!r}"
                )

    def seed(self, seed: int) -> None:
        self._seed = np.uint64(seed % 2**64)

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        observation = np.asarray(observation, np.int8)
        if self.sample:
            return int(self.act_batch(observation[None], np.asarray(action_mask)[None])[0])
        allowed = np.asarray(action_mask, bool)
        scores = np.where(allowed, self._logits(observation, allowed), LEAST)
        action = int(scores.argmax())
        if not allowed[action]:
            raise ValueError("an action mask allows nothing: it is not this player's turn")
        return action

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        draws = self._draws(np.asarray(observations)) if self.sample else None
        return self.choose(observations, action_masks, draws)

    def choose(
        self,
        observations: NDArray[np.int8],
        action_masks: NDArray[Any],
        draws: NDArray[np.float64] | None,
    ) -> NDArray[np.int64]:
        """An action for each row: the likeliest, or by draws from 0 up to 1. draws: float64 [B]."""
        seen, allowed = decisions(observations, action_masks)
        scores = self.scores(seen, allowed)
        if draws is None:
            best: NDArray[np.int64] = np.where(allowed, scores, LEAST).argmax(axis=1)
            return best
        reached = _likelihoods(scores, allowed).cumsum(axis=1)
        total = reached[:, -1:]
        aim = np.minimum(draws[:, None] * total, np.nextafter(total, np.float32(0)))
        drawn: NDArray[np.int64] = (reached > aim).argmax(axis=1)
        return drawn

    def scores(self, observations: NDArray[np.int8], allowed: NDArray[np.bool_]) -> Floats:
        """How much speaks for each action, legal or not: the likelihoods of draws are their exp."""
        scores = self._logits(observations, allowed)
        scores *= np.float32(1 / self.temperature)
        return scores

    def weights(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> Floats:
        """How much the network leans to each action: probabilities, 0 where not allowed."""
        allowed = np.asarray(action_mask, bool)
        if not allowed.any():
            raise ValueError("an action mask allows nothing: it is not this player's turn")
        likelihoods = _likelihoods(self._logits(observation, allowed)[None], allowed[None])[0]
        shares: Floats = likelihoods / likelihoods.sum()
        return shares

    def value(self, observation: NDArray[np.int8]) -> float | None:
        """The reward the network expects, or None if the model has no value network."""
        if self.info.value is None:
            return None
        return float(self._network.values(np.asarray(observation, np.int8))[0])

    def _logits(self, observations: NDArray[np.int8], allowed: NDArray[np.bool_]) -> Floats:
        sizes = self.info.observation_size, self.info.action_size
        if (observations.shape[-1], allowed.shape[-1]) != sizes:
            raise ValueError(
                f"this model takes {sizes[0]} observations and {sizes[1]} actions,"
                f" not {observations.shape[-1]} and {allowed.shape[-1]}"
            )
        return self._network.scores(observations)

    def _draws(self, observations: NDArray[np.int8]) -> NDArray[np.float64]:
        """A number from 0 up to 1 for each row, from the seed and the row alone."""
        rows = (observations.astype(np.float64) @ self._hash).astype(np.int64).view(np.uint64)
        words = _mix(rows ^ _mix(np.array([self._seed]))) >> np.uint64(11)
        return words.astype(np.float64) * 2.0**-53


def _mix(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """splitmix64: every bit of a word bears on every bit of the result."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def _likelihoods(scores: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """How likely each action is, the likeliest of a row being 1."""
    scores = np.where(allowed, scores, LEAST)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    return scores


def load_policy(spec: str | os.PathLike[str]) -> PolicyAgent:
    """The model in a folder or of a shipped name; `?sample=1&temperature=0.5` draws its actions.

    Looked for in this order: a folder of that path; `models/` inside the installed package;
    `models/` beside the package, in a checkout.
    """
    path, query = os.fspath(spec), ""
    if "?" in path and not Path(path).is_dir():
        path, _, query = path.rpartition("?")
    sample, temperature = _read_query(query)
    info, weights = read_model(find_model(path))
    return PolicyAgent(info, weights, sample=sample, temperature=temperature)


def find_model(name: str) -> Path:
    """The folder that a path or a shipped name stands for."""
    if name and Path(name).is_dir():
        return Path(name)
    if SHIPPED_NAME.fullmatch(name):
        for shelf in SHELVES:
            if (shelf / name).is_dir():
                return shelf / name
    names = ", ".join(shipped_models()) or "none"
    raise ModelError(
        f"there is no agent {name!r}: it may be 'random', 'heuristic', 'mcts:200',"
        f" a saved model's folder, or a shipped model ({names})"
    )


def shipped_models() -> list[str]:
    """The names of the models that come with the package: `cheese_rescue/2p`."""
    found = (
        path.parent.relative_to(shelf) for shelf in SHELVES for path in shelf.glob("*/*/*.json")
    )
    return sorted({path.as_posix() for path in found})


def _read_query(query: str) -> tuple[bool, float]:
    pairs = parse_qsl(query, keep_blank_values=True)
    given = dict(pairs)
    for key in given:
        if sum(other == key for other, _ in pairs) > 1:
            raise ModelError(f"{key} is given twice after '?'")
    unknown = [key for key in given if key not in ("sample", "temperature")]
    if unknown:
        raise ModelError(
            f"unknown {', '.join(unknown)} after '?': sample and temperature are known"
        )
    sample = given.get("sample", "1" if "temperature" in given else "0")
    if sample not in ("0", "1"):
        raise ModelError(f"sample must be 0 or 1, not {sample!r}")
    if sample == "0" and "temperature" in given:
        raise ModelError("temperature is for sample=1 only")
    word = given.get("temperature", "1")
    try:
        temperature = float(word)
    except ValueError:
        temperature = 0.0
    if not 0.01 <= temperature <= MAX_TEMPERATURE:
        raise ModelError(f"temperature must be from 0.01 to {MAX_TEMPERATURE:g}, not {word!r}")
    return sample == "1", temperature
