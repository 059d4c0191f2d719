"""Saved models and the agent that plays them."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs import cheese_rescue_v0
from cheese_envs.agents.model_files import ModelError, ModelInfo, Weights, read_model, write_model
from cheese_envs.agents.policy import PolicyAgent, load_policy
from cheese_envs.registry import game_spec


def some_info(game: str = "cheese_rescue", players: int = 2, **changes: Any) -> ModelInfo:
    spec = game_spec(game)
    known: dict[str, Any] = {
        "game": game,
        "num_players": players,
        "options": spec.options(players, {})[1],
        "observation_size": spec.observation_size(players),
        "action_size": spec.action_size(players),
        "activation": "tanh",
        "policy": (16, 8),
        "value": (16,),
        "training": {"steps": 1},
    }
    return ModelInfo(**(known | changes))


def some_weights(info: ModelInfo, seed: int = 0) -> Weights:
    luck = np.random.default_rng(seed)
    return {
        name: (luck.standard_normal(shape) * 0.3).astype(np.float32)
        for name, shape in info.shapes().items()
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    info = some_info()
    write_model(tmp_path / "model", info, some_weights(info), "# A card\n")
    return tmp_path / "model"


def change(folder: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    path = folder / "model.json"
    about = json.loads(path.read_text())
    edit(about)
    path.write_text(json.dumps(about))


def test_a_saved_model_is_read_back_as_it_was(folder: Path) -> None:
    info, weights = read_model(folder)
    assert info == some_info()
    for name, tensor in some_weights(info).items():
        np.testing.assert_array_equal(weights[name], tensor)
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.md",
        "model.json",
        "policy.safetensors",
    ]


def test_saving_replaces_a_model_and_leaves_nothing_beside_it(folder: Path) -> None:
    info = some_info(policy=(4,), value=None)
    write_model(folder, info, some_weights(info, 1), "")
    assert read_model(folder)[0] == info
    assert [path.name for path in folder.parent.iterdir()] == ["model"]


def test_a_failed_save_leaves_the_old_model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    other = some_info(policy=(4,))
    with pytest.raises(OSError, match="No space"):
        write_model(folder, other, some_weights(other), "")
    assert read_model(folder)[0] == some_info()
    assert [path.name for path in folder.parent.iterdir()] == ["model"]


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_the_network_is_layers_of_matrix_and_bias(activation: str) -> None:
    info = some_info(activation=activation)
    weights = some_weights(info)
    batch = cheese_envs.make_batch("cheese_rescue", 8, seed=1)
    batch.rollout(5)
    signal = batch.observations.astype(np.float64)
    for layer in range(3):
        signal = signal @ weights[f"policy.{layer}.weight"] + weights[f"policy.{layer}.bias"]
        if layer < 2:
            signal = np.tanh(signal) if activation == "tanh" else np.maximum(signal, 0)
    wanted = np.where(batch.action_masks, signal, -np.inf)
    agent = PolicyAgent(info, weights)
    agent.bind(batch)
    np.testing.assert_array_equal(
        agent.act_batch(batch.observations, batch.action_masks), wanted.argmax(axis=1)
    )
    chances = np.exp(wanted[0]) / np.exp(wanted[0]).sum()
    found = agent.weights(batch.observations[0], batch.action_masks[0])
    np.testing.assert_allclose(found, chances, rtol=1e-4, atol=1e-7)
    assert isinstance(agent.value(batch.observations[0]), float)


@pytest.mark.parametrize("sample", [False, True])
def test_decisions_do_not_depend_on_how_a_batch_is_cut(sample: bool) -> None:
    batch = cheese_envs.make_batch("cheese_rescue", 64, seed=3)
    batch.rollout(6)
    agent = PolicyAgent(some_info(), some_weights(some_info()), sample=sample)
    agent.seed(5)
    whole = agent.act_batch(batch.observations, batch.action_masks)
    alone = [
        agent.act(row, mask)
        for row, mask in zip(batch.observations, batch.action_masks, strict=True)
    ]
    assert whole.tolist() == alone
    assert batch.action_masks[np.arange(64), whole].all()


def test_a_seed_decides_what_is_drawn() -> None:
    batch = cheese_envs.make_batch("cheese_rescue", 256, seed=3)
    agent = PolicyAgent(some_info(), some_weights(some_info()), sample=True, temperature=3.0)

    def drawn(seed: int) -> Any:
        agent.seed(seed)
        return agent.act_batch(batch.observations, batch.action_masks).tolist()

    assert drawn(1) == drawn(1) != drawn(2)


def test_actions_are_drawn_as_often_as_they_are_likely() -> None:
    batch = cheese_envs.make_batch("cheese_rescue", 1, seed=3)
    agent = PolicyAgent(some_info(), some_weights(some_info()), sample=True)
    chances = agent.weights(batch.observations[0], batch.action_masks[0])
    draws = (np.arange(20_000) + 0.5) / 20_000
    rows = np.zeros(20_000, np.int64)
    actions = agent.choose(batch.observations[rows], batch.action_masks[rows], draws)
    np.testing.assert_allclose(np.bincount(actions, minlength=216) / 20_000, chances, atol=1e-4)
    last = agent.choose(batch.observations, batch.action_masks, np.array([np.nextafter(1.0, 0.0)]))
    assert batch.action_masks[0, last[0]]


def test_a_mask_without_actions_is_refused() -> None:
    agent = PolicyAgent(some_info(), some_weights(some_info()))
    nothing = np.zeros(216, np.bool_)
    with pytest.raises(ValueError, match="allows nothing"):
        agent.act(np.zeros(234, np.int8), nothing)
    with pytest.raises(ValueError, match="allows nothing"):
        agent.act_batch(np.zeros((2, 234), np.int8), np.stack([~nothing, nothing]))
    with pytest.raises(ValueError, match="takes 234 observations"):
        agent.act(np.zeros(5, np.int8), ~nothing)


def test_a_model_plays_only_what_it_is_for() -> None:
    agent = PolicyAgent(some_info(), some_weights(some_info()))
    agent.bind(cheese_rescue_v0.env())
    agent.bind(cheese_envs.make_batch("cheese_rescue", 1, reward="score", first_player=1))
    with pytest.raises(ModelError, match="plays 2-player cheese_rescue, not 3-player"):
        agent.bind(cheese_envs.make_batch("cheese_rescue", 1, num_players=3))
    with pytest.raises(ModelError, match="not 2-player drole_de_fromage"):
        agent.bind(cheese_envs.make_batch("drole_de_fromage", 1))
    with pytest.raises(ModelError, match="area='floating', not area='fixed'"):
        agent.bind(cheese_envs.make_batch("cheese_rescue", 1, area="fixed"))


def put_board(widths: Any) -> Callable[[dict[str, Any]], object]:
    return lambda about: about["network"].update(board=widths)


REFUSED: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("format must be 'cheese-model/2'", lambda about: about.update(format="cheese-model/1")),
    ("lacks sha256", lambda about: about.pop("sha256")),
    ("unknown 'extra'", lambda about: about.update(extra=1)),
    ("there is no game", lambda about: about.update(game="chess_v0")),
    ("a game and its version", lambda about: about.update(game="cheese_rescue_v1")),
    ("a whole number from 2 to 4", lambda about: about.update(num_players=7)),
    ("no option 'depth'", lambda about: about["options"].update(depth=1)),
    ("but 2-player cheese_rescue has 234", lambda about: about.update(observation_size=10**9)),
    ("activation must be one of", lambda about: about["network"].update(activation="exec")),
    ("at most 8 widths", lambda about: about["network"].update(policy=[1] * 9)),
    ("from 1 to 4096", lambda about: about["network"].update(policy=[10**12])),
    ("bytes of weights, more than", lambda about: about["network"].update(policy=[4096] * 8)),
    ("lacks cells", lambda about: about["network"].pop("cells")),
    ("network.cells must be a whole number", lambda about: about["network"].update(cells=-1)),
    ("needs the names of cells one-hot", lambda about: about["network"].update(cells=8)),
    ("lacks board", lambda about: about["network"].pop("board")),
    ("one_hot must be true or false", lambda about: about["network"].update(one_hot=1)),
    ("no numbers that name things", lambda about: about["network"].update(one_hot=True)),
    ("not both", lambda about: about["network"].update(one_hot=True, board=[8])),
    ("board must list at most 8 widths", lambda about: about["network"].update(board=[8] * 9)),
    ("network.board must be a whole number from 1 to 512", put_board([513])),
    ("network.board must be a whole number from 1 to 512", put_board([8, True])),
    ("network.board must list", put_board("8")),
    (
        "bytes of weights, more than",
        lambda about: about["network"].update(board=[512] * 8, policy=[512]),
    ),
    ("64 hexadecimal digits", lambda about: about.update(sha256="x")),
    ("not the file", lambda about: about.update(sha256="0" * 64)),
]


@pytest.mark.parametrize(("words", "edit"), REFUSED)
def test_a_description_that_does_not_fit_is_refused(
    folder: Path, words: str, edit: Callable[[dict[str, Any]], object]
) -> None:
    change(folder, edit)
    with pytest.raises(ModelError, match=words):
        load_policy(folder)


def put_weights(folder: Path, data: bytes) -> None:
    """Other weights, with the right hash."""
    (folder / "policy.safetensors").write_bytes(data)
    change(folder, lambda about: about.update(sha256=hashlib.sha256(data).hexdigest()))


def test_weights_that_do_not_fit_are_refused(folder: Path) -> None:
    from safetensors.numpy import save

    good = some_weights(some_info())
    name = "policy.0.bias"

    def refused(words: str, data: bytes) -> None:
        put_weights(folder, data)
        with pytest.raises(ModelError, match=words):
            load_policy(folder)

    refused("not a safetensors file", b"\xff" * 8 + b"{}")
    refused("not a safetensors file", b"")
    refused("larger than it can be", b"\0" * 2**20)
    refused("lacks policy.0.bias", save({k: v for k, v in good.items() if k != name}))
    refused("must be float32 of shape", save(good | {name: np.zeros(17, np.float32)}))
    refused("must be float32", save(good | {name: np.zeros(16, np.float64)}))
    refused("not finite", save(good | {name: np.full(16, np.nan, np.float32)}))
    refused("too large", save(good | {name: np.full(16, 1e38, np.float32)}))
    put_weights(folder, save(good))
    load_policy(folder)


def test_a_file_that_is_no_file_is_refused(folder: Path) -> None:
    (folder / "model.json").unlink()
    with pytest.raises(ModelError, match=r"model\.json cannot be read"):
        load_policy(folder)
    (folder / "model.json").mkdir()
    with pytest.raises(ModelError, match="is not a file"):
        load_policy(folder)


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("cheese_rescue", {}),
        ("cheese_rescue", {"board": (4, 4), "policy": (4,)}),
        ("rattrapez_le", {"one_hot": True, "policy": (4,), "value": None}),
    ],
    ids=["plain", "board", "one-hot"],
)
def test_no_mutation_of_a_model_does_more_than_be_refused(
    folder: Path, game: str, changes: dict[str, Any]
) -> None:
    """Thousands of broken folders: each loads as a whole model or is a ModelError."""
    info = some_info(game, **changes)
    write_model(folder, info, some_weights(info), "")
    rubbish = np.arange(info.observation_size).astype(np.int8)
    about, data = (folder / "model.json").read_bytes(), (folder / "policy.safetensors").read_bytes()
    luck = random.Random(0)
    refused = 0
    for turn in range(2000):
        text, weights = bytearray(about), bytearray(data)
        target = text if turn % 2 else weights
        _mutate(target, luck)
        if turn % 2 == 0:  # as an attacker would: with the right hash
            parsed = json.loads(about) | {"sha256": hashlib.sha256(weights).hexdigest()}
            text = bytearray(json.dumps(parsed).encode())
        (folder / "model.json").write_bytes(text)
        (folder / "policy.safetensors").write_bytes(weights)
        try:
            agent = load_policy(folder)
        except ModelError:
            refused += 1
        else:
            agent.act(rubbish, np.ones(info.action_size, np.bool_))
    assert refused > 500


def _mutate(data: bytearray, luck: random.Random) -> None:
    kind = luck.randrange(7)
    place = luck.randrange(min(len(data), luck.choice((16, 900, len(data)))))
    if kind == 0:
        data[place] ^= 1 << luck.randrange(8)
    elif kind == 1:
        del data[place:]
    elif kind == 2:
        data[:8] = luck.choice((2**63, 2**40, 10**8, 0, 7)).to_bytes(8, "little")
    elif kind == 3:
        data[:] = b"[" * luck.choice((10, 100_000)) + data
    elif kind == 4:
        other = luck.randrange(len(data))
        data[place], data[other] = data[other], data[place]
    elif kind == 5:
        words = (
            (b"F32", b"F64", b"BF16", b"F8_E4M3"),
            (b"234", b"-234", b"1e400", b"9" * 5000),
            (b'"one_hot": ', b'"one_hot": !', b'"one_hot": true, "": ', b'"one_hot": 1'),
            (b'"board": [', b'"board": [7, ', b'"board": [[', b'"board": [' + b"512, " * 7),
        )
        old, *new = luck.choice(words)
        data[:] = data.replace(old, luck.choice(new), 1)
    else:
        data[place:place] = bytes(luck.randrange(256) for _ in range(luck.randrange(1, 40)))


def test_a_model_needs_neither_torch_nor_sb3(folder: Path) -> None:
    script = (
        "import sys; from cheese_envs.agents import load; load(sys.argv[1]);"
        "print([name for name in ('torch', 'stable_baselines3') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
