"""Saved models on disk: a folder with the weights, what they are for, and a card to read.

Nothing read here runs code: the weights are safetensors, the rest is JSON. Sizes are checked before
memory is taken, and a folder is accepted whole or refused with a `ModelError` that says why.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.inputs import board_layout, one_hot_layout
from cheese_envs.core import plain
from cheese_envs.core.spec import GameSpec
from cheese_envs.registry import game_spec

FORMAT = "cheese-model/2"
WEIGHTS, ABOUT, CARD = "policy.safetensors", "model.json", "README.md"
ACTIVATIONS = ("tanh", "relu")

MAX_ABOUT = 2**20  # bytes of model.json
MAX_HEADER = 2**16  # bytes of the weights' file that are not weights
MAX_WEIGHTS = 2**26  # bytes of weights
MAX_LAYERS = 8
MAX_WIDTH = 4096
MAX_CHANNELS = 512  # of a layer whose weights are used at every cell
MAX_REACH = 1e30  # of any sum in the network; a float32 ends at 3e38

Weights = dict[str, NDArray[np.float32]]

FIELDS = (
    "format",
    "game",
    "num_players",
    "options",
    "observation_size",
    "action_size",
    "network",
    "training",
    "sha256",
)


class ModelError(ValueError):
    """A saved model that cannot be used; the message says what does not fit."""


@dataclass(frozen=True)
class ModelInfo:
    """What a model is for, and the shape of its network."""

    game: str  # without the version: cheese_rescue
    num_players: int
    options: dict[str, Any]
    observation_size: int
    action_size: int
    activation: str
    policy: tuple[int, ...]  # widths of the hidden layers
    value: tuple[int, ...] | None  # the same for the value network, None if there is none
    training: dict[str, Any]
    one_hot: bool = False  # whether numbers that name things have a column for each of them
    cells: int = 0  # width of a layer at each cell that is named, for its actions; 0: none
    board: tuple[int, ...] = ()  # channels of convolutions over the board, before both networks

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The tensors of the weights' file. A layer is `x @ weight + bias`."""
        found: dict[str, Any] = {}
        policy = value = self.observation_size
        actions = self.action_size
        spec = game_spec(self.game)
        if self.one_hot:
            columns = one_hot_layout(spec, self.num_players)
            policy = value = columns.size
        if self.cells:
            found["cells.hidden"] = ((policy, *self.policy)[-1], self.cells)
            found["cells.marks"] = (len(columns.marks), self.cells)
            found["cells.places"] = (columns.cells, self.cells)
            groups = len(columns.cell_actions) // columns.cells
            found |= _layers("cells", self.cells, (), groups)
            actions = len(columns.other_actions)
        if self.board:
            layout = board_layout(spec, self.num_players)
            channels = (len(layout.planes), *self.board)
            for layer, width in enumerate(self.board):
                # The nine cells around, by row and column; of each, its channels.
                found[f"body.{layer}.weight"] = (9 * channels[layer], width)
                found[f"body.{layer}.bias"] = (width,)
            found["globals.weight"] = (len(layout.numbers), self.board[0])
            # A cell, the mean of all and the highest of all; for the value, the latter two.
            policy, value = 3 * self.board[-1], 2 * self.board[-1]
            actions = layout.groups
        found |= _layers("policy", policy, self.policy, actions)
        if self.value is not None:
            found |= _layers("value", value, self.value, 1)
        return found


def _layers(name: str, inputs: int, hidden: tuple[int, ...], outputs: int) -> dict[str, Any]:
    sizes = (inputs, *hidden, outputs)
    shapes: dict[str, Any] = {}
    for layer in range(len(sizes) - 1):
        shapes[f"{name}.{layer}.weight"] = (sizes[layer], sizes[layer + 1])
        shapes[f"{name}.{layer}.bias"] = (sizes[layer + 1],)
    return shapes


def read_model(folder: Path) -> tuple[ModelInfo, Weights]:
    """A model from its folder, or a ModelError."""
    about = _parse(_read(folder / ABOUT, MAX_ABOUT))
    info, digest = check_about(about)
    data = _read(folder / WEIGHTS, check_size(info) + MAX_HEADER)
    found = hashlib.sha256(data).hexdigest()
    if found != digest:
        raise ModelError(f"{WEIGHTS} is not the file {ABOUT} speaks of: its SHA-256 is {found}")
    weights = _tensors(data, info.shapes())
    _check_reach(info, weights)
    return info, weights


def check_size(info: ModelInfo) -> int:
    """How many bytes the weights take; a network of more than a saved model may is refused."""
    wanted = sum(4 * int(np.prod(shape)) for shape in info.shapes().values())
    if wanted > MAX_WEIGHTS:
        raise ModelError(f"the network has {wanted} bytes of weights, more than {MAX_WEIGHTS}")
    return wanted


def _check_reach(info: ModelInfo, weights: Weights) -> None:
    """Refuse weights so large that what they add up to could be no number any more."""
    reach = 128.0  # of an int8
    for layer, width in enumerate(info.board):
        before = reach
        added = before * _heaviest(weights["globals.weight"]) if layer == 0 else 0.0
        reach = _reach(before, f"body.{layer}", weights, added)
        if layer > 0 and width == info.board[layer - 1]:
            reach += before
    for name, hidden in (("policy", info.policy), ("value", info.value)):
        after = reach
        for layer in range(len(hidden) + 1 if hidden is not None else 0):
            if info.cells and name == "policy" and layer == len(info.policy):
                _check_cells(after, weights)
            after = _reach(after, f"{name}.{layer}", weights)


def _check_cells(before: float, weights: Weights) -> None:
    reach = before * _heaviest(weights["cells.hidden"]) + _heaviest(weights["cells.marks"])
    reach += float(np.abs(weights["cells.places"]).max())
    _reach(_bounded(reach, "cells"), "cells.0", weights)


def _reach(before: float, layer: str, weights: Weights, added: float = 0.0) -> float:
    """The most that a layer can add up to, from the most that comes in."""
    bias = float(np.abs(weights[f"{layer}.bias"]).max())
    return _bounded(before * _heaviest(weights[f"{layer}.weight"]) + bias + added, layer)


def _bounded(reach: float, layer: str) -> float:
    if not reach < MAX_REACH:
        raise ModelError(f"{WEIGHTS}: the weights of {layer} are too large")
    return reach


def _heaviest(weight: NDArray[np.float32]) -> float:
    return float(np.abs(weight).sum(axis=0, dtype=np.float64).max())


def _read(path: Path, limit: int) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ModelError(f"{path} is not a file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > limit:
        raise ModelError(f"{path} is larger than it can be ({limit} bytes)")
    return data


def _parse(data: bytes) -> Any:
    def refuse(word: str) -> Any:
        raise ValueError(f"{word} is not a number")

    try:
        return json.loads(data.decode(), parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{ABOUT} is not JSON: {error}") from None


def check_about(about: Any) -> tuple[ModelInfo, str]:
    """What model.json says, checked, and the SHA-256 of the weights."""
    if isinstance(about, dict) and about.get("format") != FORMAT:
        raise ModelError(f"the format must be {FORMAT!r}, not {_short(about.get('format'))}")
    try:
        found = plain.fields(about, ABOUT, FIELDS, error=ModelError)
        return _check_fields(found), _check_digest(found["sha256"])
    except ModelError as error:
        raise ModelError(_short(error)) from None
    except (ValueError, TypeError, RecursionError, OverflowError) as error:
        raise ModelError(f"{ABOUT}: {_short(error)}") from None


def _check_fields(found: dict[str, Any]) -> ModelInfo:
    game = found["game"]
    if not isinstance(game, str) or not game.endswith("_v0"):
        raise ModelError(f"game must be a game and its version, not {game!r}")
    spec = game_spec(game)
    if not isinstance(found["options"], dict) or not isinstance(found["training"], dict):
        raise ModelError("options and training must be mappings")
    count, options = spec.options(found["num_players"], found["options"])
    sizes = spec.observation_size(count), spec.action_size(count)
    said = found["observation_size"], found["action_size"]
    if tuple(map(type, said)) != (int, int) or said != sizes:
        raise ModelError(
            f"it is for {said[0]!r} observations and {said[1]!r} actions,"
            f" but {count}-player {spec.name} has {sizes[0]} and {sizes[1]}"
        )
    keys = ("activation", "one_hot", "cells", "board", "policy", "value")
    network = plain.fields(found["network"], "network", keys, error=ModelError)
    value = network["value"]
    one_hot = plain.flag(network["one_hot"], "network.one_hot", error=ModelError)
    cells = plain.whole(network["cells"], "network.cells", 0, MAX_CHANNELS, error=ModelError)
    board = _widths(network["board"], "board", MAX_CHANNELS)
    check_inputs(spec, count, one_hot, cells, board)
    return ModelInfo(
        game=spec.name,
        num_players=count,
        options=options,
        observation_size=sizes[0],
        action_size=sizes[1],
        activation=plain.choice(network["activation"], "activation", ACTIVATIONS, error=ModelError),
        policy=_widths(network["policy"], "policy"),
        value=None if value is None else _widths(value, "value"),
        training=found["training"],
        one_hot=one_hot,
        cells=cells,
        board=board,
    )


def check_inputs(
    spec: GameSpec, num_players: int, one_hot: bool, cells: int, board: tuple[int, ...]
) -> None:
    """Refuse a way of taking an observation that the game's does not allow."""
    if cells and not one_hot:
        raise ModelError("a layer at each cell needs the names of cells one-hot")
    if one_hot and board:
        raise ModelError("a network takes names one-hot or goes over the board, not both")
    try:
        if one_hot:
            one_hot_layout(spec, num_players)
        if board:
            board_layout(spec, num_players)
    except ValueError as error:
        raise ModelError(str(error)) from None


def _widths(value: Any, name: str, most: int = MAX_WIDTH) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MAX_LAYERS:
        raise ModelError(f"network.{name} must list at most {MAX_LAYERS} widths, not {value!r}")
    return tuple(
        plain.whole(width, f"each of network.{name}", 1, most, error=ModelError) for width in value
    )


def _check_digest(value: Any) -> str:
    if isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef"):
        return value
    raise ModelError(f"sha256 must be 64 hexadecimal digits, not {value!r}")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 300 else text[:300] + "…"


def _tensors(data: bytes, shapes: Mapping[str, tuple[int, ...]]) -> Weights:
    from safetensors.numpy import load

    try:
        tensors = load(data)
    except Exception as error:  # whatever it stumbles over, the file is not one of ours
        raise ModelError(f"{WEIGHTS} is not a safetensors file: {_short(error)}") from None
    plain.fields(tensors, WEIGHTS, shapes, error=ModelError)
    for name, shape in shapes.items():
        tensor = tensors[name]
        if tensor.shape != shape or tensor.dtype != np.float32:
            raise ModelError(
                f"{WEIGHTS}: {name} must be float32 of shape {shape},"
                f" not {tensor.dtype} of shape {tensor.shape}"
            )
        if not np.isfinite(tensor).all():
            raise ModelError(f"{WEIGHTS}: {name} holds numbers that are not finite")
    return {name: tensors[name] for name in shapes}


def write_model(folder: Path, info: ModelInfo, weights: Weights, card: str) -> None:
    """Save a model, whole or not at all; a model already there is replaced."""
    from safetensors.numpy import save

    check_inputs(game_spec(info.game), info.num_players, info.one_hot, info.cells, info.board)
    check_size(info)
    data = save({name: np.ascontiguousarray(weights[name]) for name in info.shapes()})
    about = {
        "format": FORMAT,
        "game": f"{info.game}_v0",
        "num_players": info.num_players,
        "options": info.options,
        "observation_size": info.observation_size,
        "action_size": info.action_size,
        "network": {
            "activation": info.activation,
            "one_hot": info.one_hot,
            "cells": info.cells,
            "board": list(info.board),
            "policy": list(info.policy),
            "value": None if info.value is None else list(info.value),
        },
        "training": info.training,
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    text = json.dumps(about, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    checked, _ = check_about(json.loads(text))
    _check_reach(checked, _tensors(data, checked.shapes()))
    replace_folder(folder, {WEIGHTS: data, ABOUT: text.encode(), CARD: card.encode()})


def replace_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder beside its place, then rename it there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    token = uuid.uuid4().hex[:8]
    fresh, old = (folder.with_name(f".{folder.name}.{kind}-{token}") for kind in ("new", "old"))
    try:
        fresh.mkdir()
        for name, data in files.items():
            with (fresh / name).open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        if folder.exists():
            folder.rename(old)  # a folder that is not empty cannot be renamed over
        fresh.rename(folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        if old.exists() and not folder.exists():
            old.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
