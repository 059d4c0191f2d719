"""The command line, through `main`."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cheese_envs import GAMES, __version__, bench, records
from cheese_envs.animation import move_words
from cheese_envs.cli import main

Capture = pytest.CaptureFixture[str]
QUICK = ["--delay", "0"]


def test_the_version_is_shown(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cheese-envs {__version__}\n"


def test_help_names_every_command(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("games", "watch", "bench", "verify", "--version"))


@pytest.mark.parametrize("argv", [[], ["castle"], ["watch", "--castle"], ["watch", "--seed", "x"]])
def test_wrong_usage_is_told(argv: list[str], capsys: Capture) -> None:
    assert main(argv) == 2
    shown = capsys.readouterr()
    assert shown.err and "Traceback" not in shown.err and not shown.out


def test_games_lists_every_game(capsys: Capture) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert all(game in shown for game in GAMES)
    assert "cheese_envs/CheeseRescue-v0" in shown and "216" in shown


@pytest.mark.parametrize("game", GAMES)
def test_watch_shows_a_game_that_verify_accepts(game: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.jsonl"
    argv = ["watch", game, "--seed", "7", "--players", "3", "--record", str(path), "--legal"]
    assert main([*argv, *QUICK]) == 0
    shown = capsys.readouterr().out
    assert "move 1, player_" in shown and "The end: " in shown and "Won by: " in shown
    assert "\x1b" not in shown
    [(_, record)] = records.read(path)
    assert record["seed"] == 7 and record["moves"][0]["legal"]
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 1 game verified\n"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_shows_the_same_game(game: str, capsys: Capture) -> None:
    shown = []
    for argv in (["watch", game], ["watch", "--game", game, "--agents", "random", "random"]):
        assert main([*argv, "--seed", "7", *QUICK]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert main(["watch", game, "--seed", "8", *QUICK]) == 0
    assert capsys.readouterr().out != shown[0]


@pytest.mark.parametrize("game", GAMES)
def test_watch_seats_the_agents_named(game: str, capsys: Capture) -> None:
    names = ["heuristic", "random", "mcts:10"]
    assert main(["watch", game, "--players", "3", "--agents", *names, "--seed", "7", *QUICK]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[1:4] == [f"player_{seat}: {name}" for seat, name in enumerate(names)]
    assert any(line.startswith("Won by: ") for line in shown)


def test_a_game_without_a_seed_says_the_one_it_took(capsys: Capture) -> None:
    assert main(["watch", *QUICK]) == 0
    first = capsys.readouterr().out
    seed = first.splitlines()[0].split()[-1]
    assert main(["watch", "--seed", seed, *QUICK]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["cheese_rescue", "--game", "au_secours"], "two games"),
        (["--players", "9"], "num_players of cheese_rescue must be"),
        (["--agents", "nobody"], "nobody"),
        (["--agents", "random", "random", "random"], "takes 1 or 2 names"),
        (["--agents"], "takes 1 or 2 names"),
        (["--seed", "-1"], "seed must be"),
        (["--delay", "-1"], "--delay must be"),
        (["--delay", "nan"], "--delay must be"),
        (["--legal"], "needs --record"),
        (["--record", "/nowhere/at/all.jsonl"], "no folder"),
        (["--record", "/dev/null"], "ends in .json"),
    ],
)
def test_what_watch_cannot_do_is_said_in_one_line(
    argv: list[str], said: str, capsys: Capture
) -> None:
    assert main(["watch", *argv]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and not shown.out


def test_ctrl_c_leaves_quietly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupt)
    assert main(["watch", "--record", str(tmp_path / "game.json")]) == 130
    assert not capsys.readouterr().err and not list(tmp_path.iterdir())


def test_verify_goes_on_to_the_next_file(tmp_path: Path, capsys: Capture) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.jsonl"
    assert main(["watch", "--record", str(good), *QUICK]) == 0
    text = good.read_text(encoding="utf-8")
    bad.write_text(text + text.replace('"player":1', '"player":0', 1), encoding="utf-8")
    capsys.readouterr()
    assert main(["verify", str(bad), str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"cheese-envs: {bad}, line 2: move 2 (player_1): player is 0")
    assert shown.out == f"{good}: 1 game verified\n"


def test_verify_says_which_file_is_missing(tmp_path: Path, capsys: Capture) -> None:
    assert main(["verify", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl: No such file" in capsys.readouterr().err
    assert main(["verify", str(tmp_path)]) == 2
    assert "directory" in capsys.readouterr().err
    assert main(["verify"]) == 2
    assert "at least one file" in capsys.readouterr().err


def test_bench_is_given_its_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls: list[tuple[Any, ...]] = []

    def run(*given: Any) -> int:
        calls.append(given)
        return 0

    monkeypatch.setattr(bench, "run", run)
    path = tmp_path / "bench.json"
    assert main(["bench"]) == 0
    said = ["--games", "cheese_rescue", "--players", "2", "3", "--seconds", "0.5", "--no-peers"]
    assert main(["bench", *said, "--json", str(path), "--quick"]) == 0
    assert calls == [
        (None, None, 1.0, True, None, None, False),
        (("cheese_rescue",), (2, 3), 0.5, False, path, None, True),
    ]


def test_bench_refuses_an_unknown_game(capsys: Capture) -> None:
    assert main(["bench", "--games", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_moves_are_said_in_words() -> None:
    assert move_words({"type": "decline"}) == "decline"
    assert move_words({"type": "place", "card": "cat", "row": 0}) == "place (card cat, row 0)"


def test_a_closed_pipe_leaves_no_traceback() -> None:
    command = [sys.executable, "-m", "cheese_envs.cli", "watch", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
