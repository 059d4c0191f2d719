"""Who is measured in which task."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np
import pytest

from cheese_envs.benchmark import SUITE, contestant, enter
from cheese_envs.benchmark.contestant import Contestant, Part
from cheese_envs.benchmark.python_agent import FunctionAgent
from cheese_envs.benchmark.suite import Task

from .small import save_model

CODE = """
import numpy as np

from cheese_envs.agents.random import RandomAgent

def first(observation, action_mask):
    return np.flatnonzero(action_mask)[0]

def words(observation, action_mask):
    return "the left one"

def with_default(observation, action_mask, mood="calm"):
    return int(np.flatnonzero(action_mask)[-1])

def make():
    return RandomAgent(3)

def half():
    return first

def three(a, b, c):
    return 0

def failing():
    raise KeyError("no weights")

ready = RandomAgent(5)
number = 7
"""


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own module in the current folder."""
    (tmp_path / "my_players.py").write_text(CODE)
    (tmp_path / "my_broken.py").write_text("x = 1\nfrom nowhere_at_all import y\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_players", raising=False)


def task(name: str) -> Task:
    return next(one for one in SUITE.tasks if one.name == name)


def part_for(who: Contestant, name: str) -> Part:
    part = who.part_for(task(name))
    assert part is not None
    return part


def test_an_agent_by_name_plays_every_task() -> None:
    who = enter(["mcts:5"], SUITE)
    assert who.name == "mcts:5" and [part.scope for part in who.parts] == ["all"]
    assert all(who.part_for(one) is who.parts[0] for one in SUITE.tasks)


def test_the_agent_most_closely_meant_for_a_task_plays_it() -> None:
    who = enter(["random", "au_secours=mcts:5", "au_secours/4=heuristic"], SUITE, "mine")
    assert who.name == "mine"
    assert part_for(who, "au_secours/4p/random").spec == "heuristic"
    assert part_for(who, "au_secours/6p/random").spec == "mcts:5"
    assert part_for(who, "rattrapez_le/6p/random").spec == "random"


def test_a_model_plays_its_own_game_and_player_count_alone(tmp_path: Path) -> None:
    folder = save_model(tmp_path / "mine")
    who = enter([str(folder)], SUITE)
    (part,) = who.parts
    digest = hashlib.sha256((folder / "policy.safetensors").read_bytes()).hexdigest()
    assert (part.scope, part.kind, part.sha256) == ("cheese_rescue/2p", "model", digest)
    assert part.manner == "greedy"
    assert who.part_for(task("cheese_rescue/2p/heuristic")) is part
    assert who.part_for(task("cheese_rescue/3p/heuristic")) is None


def test_a_folder_of_models_gives_each_its_tasks_and_how_to_draw(tmp_path: Path) -> None:
    save_model(tmp_path / "cheese_rescue" / "2p")
    save_model(tmp_path / "au_secours" / "4p", "au_secours", 4)
    who = enter([f"{tmp_path}?sample=1&temperature=0.5", "random"], SUITE)
    assert [part.scope for part in who.parts] == ["au_secours/4p", "cheese_rescue/2p", "all"]
    assert [part.manner for part in who.parts] == ["sampled at 0.5", "sampled at 0.5", None]


def test_shipped_stands_for_every_model_that_comes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_model(tmp_path / "cheese_rescue" / "2p")
    monkeypatch.setattr(contestant, "SHELVES", (tmp_path,))
    monkeypatch.setattr("cheese_envs.agents.policy.SHELVES", (tmp_path,))
    assert [part.spec for part in enter(["shipped"], SUITE).parts] == ["cheese_rescue/2p"]
    monkeypatch.setattr(contestant, "SHELVES", ())
    with pytest.raises(ValueError, match="no models are shipped"):
        enter(["shipped"], SUITE)


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize("name", ["first", "with_default"])
def test_a_function_of_an_observation_and_a_mask_decides(name: str) -> None:
    (part,) = enter([f"my_players:{name}"], SUITE).parts
    assert part.kind == "python" and isinstance(part.agent, FunctionAgent)
    masks = np.array([[False, True, False], [False, False, True]])
    assert part.agent.act_batch(np.zeros((2, 5), np.int8), masks).tolist() == [1, 2]


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize("name", ["make", "RandomAgent", "ready"])
def test_a_function_without_arguments_a_class_or_an_object_gives_an_agent(name: str) -> None:
    (part,) = enter([f"cheese_rescue=my_players:{name}"], SUITE).parts
    assert part.scope == "cheese_rescue" and type(part.agent).__name__ == "RandomAgent"


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "name an agent"),
        (["random", "heuristic"], "two agents are given for all"),
        (["nobody"], "there is no agent 'nobody'"),
        (["chess/2=random"], "there is no game 'chess'"),
        (["au_secours/3=random"], "has 2, 4, 6 players for au_secours"),
        (["no_such_module:play"], "no_such_module cannot be imported: ModuleNotFoundError"),
        (["my_broken:play"], "my_broken.py, line 2"),
        (["my_players:nothing"], "my_players has no nothing"),
        (["my_players:number"], "neither a function nor an agent: 7"),
        (["my_players:three"], "must take an observation and an action mask"),
        (["my_players:failing"], "KeyError: 'no weights' .my_players.py, line 25"),
        (["my_players:half"], "gave a function, which has no act, act_batch, bind, seed"),
    ],
)
def test_what_cannot_play_is_refused_with_the_reason(given: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        enter(given, SUITE)


def test_a_model_for_another_game_is_refused(tmp_path: Path) -> None:
    folder = save_model(tmp_path / "mine")
    with pytest.raises(ValueError, match="plays 2-player cheese_rescue only"):
        enter([f"au_secours={folder}"], SUITE)
