"""The shipped players: found by name, small, and stronger than the rule of thumb."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from cheese_envs.agents.model_files import CARD
from cheese_envs.agents.policy import load_policy, shipped_models
from cheese_envs.arena import play_match
from cheese_envs.registry import GAMES, game_spec

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 4 * 2**20

SHIPPED = [(name.split("/")[0], int(name.split("/")[1][:-1])) for name in shipped_models()]

each_model = pytest.mark.parametrize(("game", "players"), SHIPPED)


def test_there_is_one_for_every_game_with_two_players() -> None:
    assert {(game, 2) for game in GAMES} <= set(SHIPPED)


@each_model
def test_a_model_is_found_by_its_name_and_is_small(game: str, players: int) -> None:
    info = load_policy(f"{game}/{players}p").info
    assert (info.game, info.num_players) == (game, players)
    assert info.options == game_spec(game).options(players, {})[1]
    folder = ROOT / "models" / game / f"{players}p"
    assert sum(path.stat().st_size for path in folder.iterdir()) <= LARGEST


@each_model
def test_its_card_says_how_it_was_trained_and_how_strong_it_is(game: str, players: int) -> None:
    info = load_policy(f"{game}/{players}p").info
    card = (ROOT / "models" / game / f"{players}p" / CARD).read_text(encoding="utf-8")
    assert info.training["command"] in card and info.training["measured_with"] in card
    found = info.training["strength"]["heuristic"]
    assert found["games"] >= 2000 and found["low"] > 1 / players
    assert f"| heuristic | {found['games']:,} | {found['mean']:.1%} " in card


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_about_as_well_as_its_card_says(game: str) -> None:
    said = load_policy(f"{game}/2p").info.training["strength"]["random"]
    agents = {"model": f"{game}/2p", "random": "random"}
    played = play_match(game, agents, games=100)["model"].points
    assert played.mean > said["mean"] - 0.2


def test_the_two_player_models_go_into_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    assert {f"models/{game}/2p" for game in GAMES} <= set(included)
