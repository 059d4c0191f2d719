"""The networks of saved models, run in NumPy.

They take the int8 observation as it is: the scaling they were trained with (each piece divided by
its highest value) is folded into the first layer when a model is saved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.inputs import OneHotLayout, board_layout, one_hot_layout
from cheese_envs.agents.model_files import ModelInfo, Weights
from cheese_envs.registry import game_spec

Floats = NDArray[np.float32]
Seen = NDArray[np.int8]

BLOCK = 64  # games at a time, where there is work at each cell: it stays in the cache


class Network(Protocol):
    """What a player asks of a network. observations: int8 [OBSERVATION] or [B, OBSERVATION]."""

    def scores(self, observations: Seen) -> Floats:
        """How much speaks for each action: [ACTIONS] or [B, ACTIONS]."""

    def values(self, observations: Seen) -> Floats:
        """The rewards expected, if the model has a value network: [1] or [B, 1]."""


def network_of(info: ModelInfo, weights: Weights) -> Network:
    """The network that a model's description and weights make."""
    if info.board:
        return BoardNetwork(info, weights)
    return CellNetwork(info, weights) if info.cells else FlatNetwork(info, weights)


class Dense:
    """Layers of `x @ weight + bias`, with an activation between them."""

    def __init__(self, weights: Weights, name: str, activation: str) -> None:
        count = sum(key.startswith(f"{name}.") for key in weights) // 2
        self.layers = [
            (weights[f"{name}.{layer}.weight"], weights[f"{name}.{layer}.bias"])
            for layer in range(count)
        ]
        self.activate = np.tanh if activation == "tanh" else _relu

    def __call__(self, signal: Floats) -> Floats:
        """signal: [..., INPUTS]."""
        weight, bias = self.layers[0]
        signal = signal @ weight
        signal += bias
        return self.after_first(signal)

    def hidden_and_last(self, signal: Floats) -> tuple[Floats, Floats]:
        """What the last layer is given, and what it makes of it. signal: [..., INPUTS]."""
        for weight, bias in self.layers[:-1]:
            signal = signal @ weight
            signal += bias
            self.activate(signal, out=signal)
        weight, bias = self.layers[-1]
        return signal, signal @ weight + bias

    def after_first(self, signal: Floats) -> Floats:
        """The rest of the layers, from what the first one adds up to."""
        for weight, bias in self.layers[1:]:
            self.activate(signal, out=signal)
            signal = signal @ weight
            signal += bias
        return signal


def _relu(signal: Floats, out: Floats) -> Floats:
    return np.maximum(signal, np.float32(0), out=out)


class FlatNetwork:
    """Dense layers over the observation's numbers, or over its columns where names are one-hot."""

    def __init__(self, info: ModelInfo, weights: Weights) -> None:
        spec = game_spec(info.game)
        self._layout = one_hot_layout(spec, info.num_players) if info.one_hot else None
        self._policy = Dense(weights, "policy", info.activation)
        self._value = Dense(weights, "value", info.activation)

    def scores(self, observations: Seen) -> Floats:
        return self._policy(self._inputs(observations))

    def values(self, observations: Seen) -> Floats:
        return self._value(self._inputs(observations))

    def _inputs(self, observations: Seen) -> Floats:
        if self._layout is None:
            return observations.astype(np.float32)
        return one_hot(observations, self._layout)


class CellNetwork:
    """Dense layers over columns for what is named; then a layer at each cell for its actions.

    That layer knows the cell, who is marked there, and what the hidden layers make of the whole.
    """

    def __init__(self, info: ModelInfo, weights: Weights) -> None:
        self._layout = one_hot_layout(game_spec(info.game), info.num_players)
        self._actions = info.action_size
        self._policy = Dense(weights, "policy", info.activation)
        self._value = Dense(weights, "value", info.activation)
        self._hidden, self._marks = weights["cells.hidden"], weights["cells.marks"]
        self._places = weights["cells.places"]
        self._weight, self._bias = weights["cells.0.weight"], weights["cells.0.bias"]

    def scores(self, observations: Seen) -> Floats:
        return _by_blocks(observations, self._block_scores)

    def values(self, observations: Seen) -> Floats:
        return self._value(one_hot(observations, self._layout))

    def _block_scores(self, seen: Seen) -> Floats:
        layout = self._layout
        hidden, others = self._policy.hidden_and_last(one_hot(seen, layout))
        signal = (hidden @ self._hidden)[:, None] + self._places
        rows = np.arange(len(seen))
        for mark, cells in zip(self._marks, named_cells(seen, layout).T, strict=True):
            signal[rows, cells] += mark
        self._policy.activate(signal, out=signal)
        by_cell = signal @ self._weight
        by_cell += self._bias
        found = np.empty((len(seen), self._actions), np.float32)
        found[:, layout.cell_actions] = by_cell.transpose(0, 2, 1).reshape(len(seen), -1)
        found[:, layout.other_actions] = others
        return found


def named_cells(seen: Seen, layout: OneHotLayout) -> NDArray[np.int64]:
    """The cells that an observation names: [B, OBSERVATION] to [B, MARKS]."""
    marks = layout.marks
    lows = layout.lows[marks]
    return seen[:, layout.names[marks]].clip(lows, layout.highs[marks]) - lows


def _by_blocks(observations: Seen, work: Callable[[Seen], Floats]) -> Floats:
    if observations.ndim == 1:
        alone: Floats = work(observations[None])[0]
        return alone
    parts = [
        work(observations[first : first + BLOCK])
        for first in range(0, max(1, len(observations)), BLOCK)
    ]
    return np.concatenate(parts)


def one_hot(observations: Seen, layout: OneHotLayout) -> Floats:
    """observations: int8 [..., OBSERVATION] to [..., COLUMNS]; a name out of range is clipped."""
    seen = observations.reshape(-1, observations.shape[-1])
    made = np.zeros((len(seen), layout.size), np.float32)
    made[:, layout.number_columns] = seen[:, layout.numbers]
    named = seen[:, layout.names].clip(layout.lows, layout.highs) - layout.lows
    made[np.arange(len(seen))[:, None], named + layout.first_columns] = 1
    return made.reshape(*observations.shape[:-1], layout.size)


class BoardNetwork:
    """3 × 3 convolutions over the cells, then dense layers for each cell and for the whole.

    Signals lie as [ROWS, B, COLUMNS, CHANNELS], so that the rows above, at and below all cells of
    all games are three runs of one array, and a convolution is three products of matrices.
    """

    def __init__(self, info: ModelInfo, weights: Weights) -> None:
        self._layout = board_layout(game_spec(info.game), info.num_players)
        self._actions = info.action_size
        self._body = Dense(weights, "body", info.activation)
        self._globals = weights["globals.weight"]
        self._policy = Dense(weights, "policy", info.activation)
        self._value = Dense(weights, "value", info.activation)

    def scores(self, observations: Seen) -> Floats:
        return _by_blocks(observations, self._block_scores)

    def values(self, observations: Seen) -> Floats:
        return _by_blocks(observations, self._block_values)

    def _block_scores(self, seen: Seen) -> Floats:
        signal = self._convolved(seen)
        *cells, channels = signal.shape
        # The first layer takes a cell and the whole; what the whole adds is the same at each cell.
        weight, bias = self._policy.layers[0]
        whole = _pooled(signal) @ weight[channels:]
        whole += bias
        first = (signal.reshape(-1, channels) @ weight[:channels]).reshape(*cells, len(bias))
        first += whole[None, :, None]
        by_cell = self._policy.after_first(first.reshape(-1, len(bias)))
        scores = by_cell.reshape(*cells, self._layout.groups).transpose(1, 3, 0, 2)
        return scores.reshape(len(seen), self._actions)

    def _block_values(self, seen: Seen) -> Floats:
        return self._value(_pooled(self._convolved(seen)))

    def _convolved(self, seen: Seen) -> Floats:
        """[ROWS, B, COLUMNS, CHANNELS] after the last convolution."""
        activate = self._body.activate
        signal = seen[:, self._layout.planes].transpose(2, 0, 3, 1).astype(np.float32)
        numbers = seen[:, self._layout.numbers].astype(np.float32) @ self._globals
        for layer, (weight, bias) in enumerate(self._body.layers):
            made = _convolve(signal, weight)
            made += numbers[None, :, None] + bias if layer == 0 else bias
            activate(made, out=made)
            if layer > 0 and made.shape == signal.shape:
                made += signal
            signal = made
        return signal


def _convolve(signal: Floats, weight: Floats) -> Floats:
    """signal: [ROWS, B, COLUMNS, C]; weight: [9 * C, OUT], by row, column and channel."""
    rows, games, columns, channels = signal.shape
    beside = np.zeros((rows + 2, games, columns, 3, channels), np.float32)
    beside[1:-1, :, 1:, 0] = signal[:, :, :-1]
    beside[1:-1, :, :, 1] = signal
    beside[1:-1, :, :-1, 2] = signal[:, :, 1:]
    run, step = rows * games * columns, games * columns
    flat = beside.reshape(run + 2 * step, 3 * channels)
    above, at, below = weight.reshape(3, 3 * channels, -1)
    made = flat[:run] @ above
    made += flat[step : step + run] @ at
    made += flat[2 * step :] @ below
    return made.reshape(rows, games, columns, weight.shape[1])


def _pooled(signal: Floats) -> Floats:
    """[ROWS, B, COLUMNS, C] to [B, 2 * C]: mean and highest over the cells."""
    cells = (0, 2)
    return np.concatenate([signal.mean(axis=cells), signal.max(axis=cells)], axis=1)
