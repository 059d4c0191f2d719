"""Agents by their names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cheese_envs.agents import load, policy
from cheese_envs.agents.heuristic import HeuristicAgent
from cheese_envs.agents.model_files import ModelError, ModelInfo, write_model
from cheese_envs.agents.policy import PolicyAgent, shipped_models
from cheese_envs.agents.random import RandomAgent
from cheese_envs.registry import game_spec


def save(folder: Path, game: str = "cheese_rescue", players: int = 2) -> Path:
    spec = game_spec(game)
    info = ModelInfo(
        game=game,
        num_players=players,
        options=spec.options(players, {})[1],
        observation_size=spec.observation_size(players),
        action_size=spec.action_size(players),
        activation="relu",
        policy=(),
        value=None,
        training={},
    )
    weights = {name: np.zeros(shape, np.float32) for name, shape in info.shapes().items()}
    write_model(folder, info, weights, "")
    return folder


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(policy, "SHELVES", (tmp_path / "installed", tmp_path / "checkout"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def players(spec: str | Path) -> int:
    agent = load(spec)
    assert isinstance(agent, PolicyAgent)
    return agent.info.num_players


def test_names_stand_for_agents() -> None:
    assert isinstance(load("random"), RandomAgent)
    assert isinstance(load("heuristic"), HeuristicAgent)


def test_a_shipped_name_is_looked_for_in_order(shelf: Path) -> None:
    save(shelf / "checkout/cheese_rescue/some", players=4)
    assert players("cheese_rescue/some") == 4
    save(shelf / "installed/cheese_rescue/some", players=3)
    assert players("cheese_rescue/some") == 3
    save(shelf / "cheese_rescue/some", players=2)
    assert players("cheese_rescue/some") == 2
    assert players(shelf / "checkout/cheese_rescue/some") == 4
    assert shipped_models() == ["cheese_rescue/some"]


def test_an_unknown_name_is_refused_with_what_there_is(shelf: Path) -> None:
    save(shelf / "checkout/cheese_rescue/2p")
    with pytest.raises(ModelError, match=r"no agent 'alphago'.*random.*mcts:200.*cheese_rescue/2p"):
        load("alphago")
    for name in ("", "../checkout/none", "/nowhere", "cheese_rescue/2p/", "a\0b", "CHEESE"):
        with pytest.raises(ModelError, match="no agent"):
            load(name)


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model\.json cannot be read"):
        load(tmp_path)


def test_what_stands_after_the_question_mark_says_how_to_choose(tmp_path: Path) -> None:
    save(tmp_path / "model")

    def read(words: str) -> tuple[bool, float]:
        agent = load(f"{tmp_path}/model{words}")
        assert isinstance(agent, PolicyAgent)
        return agent.sample, agent.temperature

    assert read("") == (False, 1.0)
    assert read("?sample=0") == (False, 1.0)
    assert read("?sample=1") == (True, 1.0)
    assert read("?sample=1&temperature=0.5") == read("?temperature=0.5") == (True, 0.5)
    for words, said in (
        ("?sampel=1", "unknown sampel"),
        ("?sample=yes", "sample must be 0 or 1"),
        ("?sample=0&temperature=2", "for sample=1 only"),
        ("?temperature=0", "from 0.01 to 100"),
        ("?temperature=nan", "from 0.01 to 100"),
        ("?temperature=hot", "from 0.01 to 100, not 'hot'"),
        ("?sample=1&sample=0", "sample is given twice"),
        ("?sample", "sample must be 0 or 1"),
    ):
        with pytest.raises(ModelError, match=said):
            read(words)


def test_a_folder_may_have_a_question_mark_in_its_name(tmp_path: Path) -> None:
    save(tmp_path / "is it?")
    assert players(f"{tmp_path}/is it?") == 2
    assert players(f"{tmp_path}/is it??sample=1") == 2
