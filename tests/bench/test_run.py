"""The run that the command line calls, with tasks that cost nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cheese_envs import bench
from cheese_envs.bench.timing import Chunk, Task


def task(prepare_error: BaseException | None = None) -> Task:
    def prepare() -> Chunk:
        if prepare_error is not None:
            raise prepare_error
        return lambda: 1000

    return Task("cheese_envs", "AEC raw_env", "cheese_rescue", 2, 1, 1, prepare)


def run_with(
    tasks: list[Task], monkeypatch: pytest.MonkeyPatch, json_path: Path | None = None
) -> int:
    monkeypatch.setattr(bench, "plan", lambda *_, **__: tasks)
    return bench.run(None, None, 0.001, True, json_path, None, True)


def test_a_failing_task_does_not_stop_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bench.json"
    assert run_with([task(ValueError("it broke")), task()], monkeypatch, path) == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["complete"] and len(content["measurements"]) == 1
    assert "it broke" in capsys.readouterr().out


def test_an_interrupt_keeps_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bench.json"
    assert run_with([task(), task(KeyboardInterrupt()), task()], monkeypatch, path) == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    assert not content["complete"] and len(content["measurements"]) == 1
    assert "Interrupted" in capsys.readouterr().out


def test_what_could_not_be_written_is_refused_before_measuring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    never = task(AssertionError("measured"))
    assert run_with([never], monkeypatch, tmp_path / "missing" / "bench.json") == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_game_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(["chess"], None, 1.0, False, None, None, True) == 2
    assert "chess" in capsys.readouterr().err


def test_a_player_count_that_no_game_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run(None, [17], 1.0, False, None, None, True) == 2
    assert "players" in capsys.readouterr().err


def test_what_the_ratios_need_is_measured_first() -> None:
    tasks = bench.plan(None, None, peers=True, quick=False)
    assert (tasks[0].game, tasks[0].players) == ("cheese_rescue", 2)
    names = [one.name for one in tasks]
    for peer in ("PettingZoo", "OpenSpiel", "RLCard", "Pgx"):
        assert peer in names
    sizes = {one.batch for one in tasks if one.what == "batch rollout"}
    assert {64, 65536} <= sizes


def test_quick_measures_each_game_at_its_fewest_players() -> None:
    tasks = bench.plan(["cheese_rescue"], None, peers=False, quick=True)
    assert {one.players for one in tasks} == {2}


def test_importing_the_benchmark_imports_nothing_heavy() -> None:
    code = (
        "import sys, cheese_envs; before = set(sys.modules); import cheese_envs.bench;"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(new & {'jax', 'matplotlib', 'numba', 'pgx', 'pyspiel', 'rlcard', 'rich'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
