"""The options of Rattrapez-le: boards that load, and every refusal with its reason."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cheese_envs import rattrapez_le_v0
from cheese_envs.games.rattrapez_le import board as boards

LINE = {"cells": 4, "farm": 0, "start": 3, "edges": [[0, 1], [1, 2], [2, 3]]}
TOO_MANY = {"cells": 129, "farm": 0, "start": 3, "edges": [[i, i + 1] for i in range(128)]}

BROKEN: list[tuple[Any, str]] = [
    ({**LINE, "edges": [[0, 1], [2, 3]]}, "not connected"),
    ({**LINE, "edges": [[0, 1], [1, 2], [2, 9]]}, "a cell of edges"),
    ({key: value for key, value in LINE.items() if key != "farm"}, "lacks farm"),
    ({**LINE, "farm": None}, "farm"),
    ({**LINE, "farm": 3}, "must not be the farm"),
    (TOO_MANY, "from 2 to 128"),
    ({**LINE, "edges": [*LINE["edges"], [1, 0]]}, "twice"),  # type: ignore[misc]
    ({**LINE, "edges": [*LINE["edges"], [1, 1]]}, "to itself"),  # type: ignore[misc]
    ({**LINE, "places": [[0, 0]]}, "places must hold 4"),
    ({**LINE, "name": ""}, "name"),
    ({**LINE, "colour": "red"}, "unknown 'colour'"),
    ([], "must be a mapping"),
]


def written(folder: Path, content: str) -> str:
    path = folder / "board.json"
    path.write_text(content)
    return str(path)


@pytest.mark.parametrize(("value", "reason"), BROKEN)
def test_a_broken_board_is_refused(tmp_path: Path, value: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        rattrapez_le_v0.raw_env(board=written(tmp_path, json.dumps(value)))


@pytest.mark.parametrize(
    "content", ["", "{", "[" * 100_000, "\udcff".encode(errors="replace").decode()]
)
def test_a_board_that_is_not_json_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(ValueError, match="not JSON"):
        rattrapez_le_v0.raw_env(board=written(tmp_path, content))


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="over 1048576 bytes"):
        rattrapez_le_v0.raw_env(board=written(tmp_path, " " * 2**21))


@pytest.mark.parametrize("board", ["meadow", "/", "", "a\0b", 3, None])
def test_what_is_no_board_is_refused(board: Any) -> None:
    with pytest.raises(ValueError, match="board"):
        rattrapez_le_v0.raw_env(board=board)


def test_a_custom_board_is_played_on(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(LINE))
    env = rattrapez_le_v0.raw_env(board=path)
    env.reset(seed=0)
    assert env.snapshot()["board"] == {"name": "board", **LINE}
    assert env.snapshot()["options"]["board"] == path


@pytest.mark.parametrize(("name", "cells"), [("countryside", 61), ("paddock", 24)])
def test_a_shipped_board_has_forks_loops_and_dead_ends(name: str, cells: int) -> None:
    board = boards.load(name)
    ways = Counter(cell for edge in board.edges for cell in edge)
    tables = boards.tables(board.cells, board.edges)
    farthest = int(tables.steps[board.farm].max())
    # A walk that ends where it began goes round a loop.
    loops = {length for length in range(3, 25) if int(tables.walks[0, 0]) >> length & 1}
    assert board.cells == cells
    assert ways[board.farm] >= 3 and sum(count > 2 for count in ways.values()) > 3
    assert sum(count == 1 for count in ways.values()) >= 3
    assert len(loops) > 3
    assert tables.steps[board.farm, board.start] >= 0.7 * farthest


def test_a_deck_of_ones_own_is_dealt() -> None:
    deck = {"dog+": 20, "maid=": 20, "horse-": 12}
    env = rattrapez_le_v0.raw_env(3, deck=deck)
    env.reset(seed=2)
    now = env.snapshot()
    dealt = sum(map(Counter, now["hands"]), Counter([*now["removed"], *now["aside"]]))
    assert dealt == deck
    assert {card: count for card, count in now["options"]["deck"].items() if count} == deck


def test_the_first_player_may_be_named_or_drawn() -> None:
    env = rattrapez_le_v0.raw_env(4, first_player=2)
    env.reset(seed=0)
    assert env.agent_selection == "player_2"
    env = rattrapez_le_v0.raw_env(4, first_player="random")
    begun = set()
    for seed in range(40):
        env.reset(seed=seed)
        begun.add(env.agent_selection)
    assert begun == set(env.possible_agents)


@pytest.mark.parametrize(
    "options",
    [
        {"min_distance": 4},
        {"min_distance": -1},
        {"max_distance": 2},
        {"max_distance": 64},
        {"max_deals": 0},
        {"max_deals": True},
        {"deck": {"dog+": 51}},
        {"deck": {"dog+": 47, "horse+": 5}},
        {"deck": {"cat+": 52}},
        {"first_player": 2},
        {"reward": "score"},
        {"num_players": 7},
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        rattrapez_le_v0.raw_env(**options)
