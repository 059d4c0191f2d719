"""`cheese-envs play`, through the command line."""

from __future__ import annotations

import builtins
import signal
import subprocess
import sys
import urllib.request
from typing import Any

import pytest

from cheese_envs.cli import main
from cheese_envs.web.opponents import Opponents, shown_name
from cheese_envs.web.serving import listen
from cheese_envs.web.setup import Setup

Capture = pytest.CaptureFixture[str]


def test_it_serves_until_ctrl_c_and_leaves_quietly() -> None:
    command = [sys.executable, "-m", "cheese_envs.cli", "play", "au_secours"]
    command += ["--opponents", "heuristic", "--no-browser", "--seed", "3"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            title, _, rest = process.stdout.readline().partition(": ")
            assert title == "Au secours, mon fromage !"
            address = rest.split()[0]
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(address, timeout=60) as answer:
                assert b"<title>cheese_envs</title>" in answer.read()
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--players", "9"], "players of cheese_rescue must be"),
        (["--seat", "2"], "seat must be"),
        (["--seed", "-1"], "seed must be"),
        (["--opponents"], "need 1 opponent"),
        (["--opponents", "random", "random", "--players", "2"], "2 players need 1 opponent"),
        (["--opponents", "nobody"], "nobody"),
        (["--opponents", "random", "--port", "99999"], "port must be"),
        (["--opponents", "random", "--port", "-1"], "port must be"),
        (["--opponents", "random", "--hints", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    argv: list[str], said: str, capsys: Capture
) -> None:
    assert main(["play", *argv, "--no-browser"]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1


def test_a_port_in_use_is_said(capsys: Capture) -> None:
    with listen(0) as taken:
        port = str(taken.getsockname()[1])
        assert main(["play", "--opponents", "random", "--no-browser", "--port", port]) == 2
    assert f"cannot serve on port {port}: " in capsys.readouterr().err


def test_without_its_libraries_the_page_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "uvicorn":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert main(["play", "--opponents", "random", "--no-browser"]) == 2
    assert "pip install 'cheese-envs[web]'" in capsys.readouterr().err


def test_the_opponents_named_tell_how_many_play() -> None:
    assert Setup.named("au_secours", ("random",)).players == 2
    assert Setup.named("au_secours", ("random", "heuristic", "random")).players == 4
    wide = Setup.named("au_secours", ("random",), players=5, seat=3)
    assert wide.names() == ["random", "random", "random", None, "random"]


def test_opponents_sit_clockwise_from_the_player() -> None:
    setup = Setup.named("au_secours", ("random", "heuristic", "mcts:5"), seat=2)
    assert setup.names() == ["heuristic", "mcts:5", None, "random"]


def test_a_folder_is_shown_by_its_last_names_only() -> None:
    assert shown_name("/home/someone/runs/best") == "runs/best"
    assert shown_name("best") == "best" and shown_name("mcts:200") == "mcts:200"
    offered = Opponents(["/home/someone/runs/best"]).offered("cheese_rescue", 2)
    assert "runs/best" in offered and not any("someone" in name for name in offered)
