"""Networks that take names one-hot, and networks over a board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs.agents import network
from cheese_envs.agents.inputs import board_layout, one_hot_layout
from cheese_envs.agents.model_files import ModelError, ModelInfo, Weights, read_model, write_model
from cheese_envs.agents.policy import PolicyAgent, load_policy
from cheese_envs.games.rattrapez_le.observation import POSITIONS
from cheese_envs.games.rattrapez_le.state import CELLS, KINDS, SUBJECTS
from cheese_envs.registry import GAMES, game_spec

ONE_HOT: dict[str, Any] = {"game": "rattrapez_le", "one_hot": True}
BOARD: dict[str, Any] = {"game": "cheese_rescue", "board": (6, 5, 5)}


def some_info(game: str, players: int = 2, **changes: Any) -> ModelInfo:
    spec = game_spec(game)
    known: dict[str, Any] = {
        "game": game,
        "num_players": players,
        "options": spec.options(players, {})[1],
        "observation_size": spec.observation_size(players),
        "action_size": spec.action_size(players),
        "activation": "relu",
        "policy": (7,),
        "value": (4,),
        "training": {},
    }
    return ModelInfo(**(known | changes))


def some_weights(info: ModelInfo) -> Weights:
    luck = np.random.default_rng(0)
    return {
        name: (luck.standard_normal(shape) * 0.3).astype(np.float32)
        for name, shape in info.shapes().items()
    }


def some_views(info: ModelInfo, count: int = 9) -> Any:
    batch = cheese_envs.make_batch(info.game, count, num_players=info.num_players, seed=1)
    batch.rollout(12)
    return batch.observations, batch.action_masks


def slow_layers(weights: Weights, name: str, signal: Any, activation: str = "relu") -> Any:
    """Dense layers in float64."""
    count = sum(key.startswith(f"{name}.") for key in weights) // 2
    for layer in range(count):
        if layer:
            signal = np.tanh(signal) if activation == "tanh" else np.maximum(signal, 0)
        weight, bias = (weights[f"{name}.{layer}.{part}"] for part in ("weight", "bias"))
        signal = signal @ weight.astype(np.float64) + bias
    return signal


def slow_one_hot(info: ModelInfo, view: Any) -> list[float]:
    """The columns of one observation, piece by piece."""
    columns: list[float] = []
    numbers = iter(view.tolist())
    for piece in game_spec(info.game).pieces(info.num_players):
        for _ in range(piece.size):
            number = next(numbers)
            if piece.sort == "name":
                columns += [float(number == thing) for thing in range(piece.low, piece.high + 1)]
            else:
                columns.append(number)
    return columns


@pytest.mark.parametrize("players", [2, 5])
def test_a_name_is_a_column_for_each_thing_it_may_mean(players: int) -> None:
    info = some_info("rattrapez_le", players, one_hot=True)
    weights = some_weights(info)
    views, _ = some_views(info)
    columns = np.array([slow_one_hot(info, view) for view in views])
    assert columns.shape[1] == one_hot_layout(game_spec("rattrapez_le"), players).size
    assert weights["policy.0.weight"].shape[0] == columns.shape[1]
    made = network.network_of(info, weights)
    np.testing.assert_allclose(
        made.scores(views), slow_layers(weights, "policy", columns), atol=1e-4
    )
    np.testing.assert_allclose(
        made.values(views), slow_layers(weights, "value", columns), atol=1e-4
    )
    np.testing.assert_allclose(made.scores(views[0]), made.scores(views)[0], atol=1e-4)


def slow_cell(weights: Weights, hidden: Any, positions: Any, cell: int) -> Any:
    """The scores of one cell's actions, a card each."""
    signal = hidden @ weights["cells.hidden"] + weights["cells.places"][cell]
    for mark, place in zip(weights["cells.marks"], positions, strict=True):
        signal = signal + mark * (place == cell)
    return np.maximum(signal, 0) @ weights["cells.0.weight"] + weights["cells.0.bias"]


def test_a_cell_is_scored_by_its_place_and_by_who_stands_there() -> None:
    info = some_info("rattrapez_le", 3, one_hot=True, cells=5, activation="relu", policy=(7,))
    weights = some_weights(info)
    views, _ = some_views(info)
    columns = np.array([slow_one_hot(info, view) for view in views])
    found, others = np.split(network.network_of(info, weights).scores(views), [CELLS * KINDS], 1)
    np.testing.assert_allclose(others, slow_layers(weights, "policy", columns), atol=1e-4)
    for view, scores in zip(views, found.reshape(-1, KINDS, CELLS), strict=True):
        first = slow_one_hot(info, view) @ weights["policy.0.weight"] + weights["policy.0.bias"]
        hidden, positions = np.maximum(first, 0), view[POSITIONS : POSITIONS + SUBJECTS]
        wanted = [slow_cell(weights, hidden, positions, cell) for cell in range(CELLS)]
        np.testing.assert_allclose(scores.T, wanted, atol=1e-4)


def test_a_name_out_of_range_counts_as_the_nearest() -> None:
    layout = one_hot_layout(game_spec("rattrapez_le"), 2)
    for number, thing in ((-128, layout.lows), (127, layout.highs)):
        columns = network.one_hot(np.full((1, 163), number, np.int8), layout)
        wanted = np.flatnonzero(columns[0] == 1)
        assert wanted.tolist() == (layout.first_columns + thing - layout.lows).tolist()


def slow_board(info: ModelInfo, weights: Weights, view: Any) -> tuple[Any, Any]:
    """The scores and the value of one observation, cell by cell in float64."""
    layout = board_layout(game_spec(info.game), info.num_players)
    act = np.tanh if info.activation == "tanh" else lambda x: np.maximum(x, 0)
    signal = np.moveaxis(view[layout.planes].astype(np.float64), 0, -1)
    for layer in range(len(info.board)):
        made = np.zeros((layout.rows, layout.columns, info.board[layer]))
        weight = weights[f"body.{layer}.weight"].reshape(3, 3, signal.shape[-1], -1)
        for row, col in np.ndindex(layout.rows, layout.columns):
            made[row, col] = weights[f"body.{layer}.bias"]
            if layer == 0:
                made[row, col] += view[layout.numbers] @ weights["globals.weight"]
            for down, right in np.ndindex(3, 3):
                there = row + down - 1, col + right - 1
                if 0 <= there[0] < layout.rows and 0 <= there[1] < layout.columns:
                    made[row, col] += signal[there] @ weight[down, right]
        made = act(made)
        signal = made + signal if layer and made.shape == signal.shape else made
    whole = np.concatenate([signal.mean(axis=(0, 1)), signal.max(axis=(0, 1))])
    scores = np.zeros((layout.groups, layout.rows, layout.columns))
    for row, col in np.ndindex(layout.rows, layout.columns):
        inputs = np.concatenate([signal[row, col], whole])
        scores[:, row, col] = slow_layers(weights, "policy", inputs, info.activation)
    return scores.reshape(-1), slow_layers(weights, "value", whole, info.activation)


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (2, {}),
        (3, {"activation": "tanh", "board": (4,), "policy": ()}),
        (4, {"board": (3, 3, 3, 2), "policy": (5, 6), "value": ()}),
    ],
)
def test_a_board_is_convolved_and_every_cell_has_its_scores(
    players: int, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "BLOCK", 4)  # so that nine games are three blocks
    info = some_info(**(BOARD | {"players": players} | changes))
    weights = some_weights(info)
    views, _ = some_views(info)
    made = network.network_of(info, weights)
    wanted = [slow_board(info, weights, view) for view in views]
    np.testing.assert_allclose(made.scores(views), [one[0] for one in wanted], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(made.values(views), [one[1] for one in wanted], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(made.scores(views[0]), wanted[0][0], rtol=1e-4, atol=1e-4)
    assert made.values(views[0]).shape == (1,)
    assert made.scores(views[:0]).shape == (0, info.action_size)


def test_cards_moved_on_the_board_move_the_scores() -> None:
    """Away from the edges, a network over the board sees the same wherever it is."""
    info = some_info(**(BOARD | {"board": (6,)}))
    made = network.network_of(info, some_weights(info))
    layout = board_layout(game_spec("cheese_rescue"), 2)
    here, there = np.zeros((2, info.observation_size), np.int8)
    here[layout.planes[2, 1, 1]] = there[layout.planes[2, 3, 4]] = 1
    scores = [made.scores(view).reshape(-1, 6, 6) for view in (here, there)]
    np.testing.assert_allclose(scores[0][:, :3, :3], scores[1][:, 2:5, 3:6], atol=1e-5)


@pytest.mark.parametrize("changes", [ONE_HOT, BOARD], ids=["one-hot", "board"])
@pytest.mark.parametrize("value", [(4,), None])
def test_a_saved_model_is_read_back_as_it_was(
    tmp_path: Path, changes: dict[str, Any], value: tuple[int, ...] | None
) -> None:
    info = some_info(**changes, value=value)
    weights = some_weights(info)
    write_model(tmp_path / "model", info, weights, "")
    found, read = read_model(tmp_path / "model")
    assert found == info
    for name, tensor in weights.items():
        np.testing.assert_array_equal(read[name], tensor)
    agent = load_policy(tmp_path / "model")
    views, masks = some_views(info)
    assert masks[np.arange(len(views)), agent.act_batch(views, masks)].all()
    assert masks[0, agent.act(views[0], masks[0])]
    assert (agent.value(views[0]) is None) == (value is None)


@pytest.mark.parametrize("changes", [ONE_HOT, BOARD], ids=["one-hot", "board"])
def test_decisions_do_not_depend_on_how_a_batch_is_cut(changes: dict[str, Any]) -> None:
    info = some_info(**changes)
    agent = PolicyAgent(info, some_weights(info), sample=True)
    views, masks = some_views(info, 150)
    alone = [agent.act(view, mask) for view, mask in zip(views, masks, strict=True)]
    assert agent.act_batch(views, masks).tolist() == alone


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cheese_rescue"])
def test_a_board_is_only_for_games_with_an_action_for_each_cell(game: str, tmp_path: Path) -> None:
    info = some_info(game)
    weights = some_weights(info)
    with pytest.raises(ModelError, match=f"{game} is no game for a network over the board"):
        write_model(tmp_path / "model", some_info(game, board=(4,)), weights, "")


@pytest.mark.parametrize("name", ["body.1.weight", "body.0.bias", "globals.weight"])
def test_weights_that_could_grow_beyond_numbers_are_refused(name: str, tmp_path: Path) -> None:
    info = some_info(**BOARD)
    weights = {key: np.zeros_like(tensor) for key, tensor in some_weights(info).items()}
    weights["body.1.weight"][:] = weights["body.0.weight"][:] = 1
    weights[name][:] = 1e35  # even where nothing comes of it in the end
    with pytest.raises(ModelError, match="too large"):
        write_model(tmp_path / "model", info, weights, "")


@pytest.mark.parametrize("name", ["cells.hidden", "cells.marks", "cells.places", "cells.0.bias"])
def test_weights_at_cells_that_could_grow_beyond_numbers_are_refused(
    name: str, tmp_path: Path
) -> None:
    info = some_info(**ONE_HOT, cells=3)
    weights = {key: np.zeros_like(tensor) for key, tensor in some_weights(info).items()}
    weights["policy.0.bias"][:] = 1
    weights[name][:] = 1e35  # even where nothing comes of it in the end
    with pytest.raises(ModelError, match=r"the weights of cells.* are too large"):
        write_model(tmp_path / "model", info, weights, "")


def test_a_model_too_large_to_be_read_is_not_written(tmp_path: Path) -> None:
    info = some_info(**(BOARD | {"board": (512,) * 8, "policy": (512,)}))
    with pytest.raises(ModelError, match="bytes of weights, more than"):
        write_model(tmp_path / "model", info, {}, "")
    assert not (tmp_path / "model").exists()
