"""`cheese-envs tournament`, through `main`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cheese_envs import GAMES
from cheese_envs.arena import Match, command
from cheese_envs.arena import plot as plots
from cheese_envs.arena.playing import Progress
from cheese_envs.cli import main

Capture = pytest.CaptureFixture[str]
QUICK = ["tournament", "--agents", "random", "random", "--games", "20"]


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_ends_in_a_table(game: str, capsys: Capture) -> None:
    assert main([*QUICK, "--game", game, "--players", "3"]) == 0
    shown = capsys.readouterr()
    assert "3 players: 21 games, seed 0" in shown.out and "INCOMPLETE" not in shown.out
    for word in ("random", "random (2)", "rating", "points", "wins", "shared", "truncated"):
        assert word in shown.out
    assert ("score" in shown.out) == (game in ("cheese_rescue", "drole_de_fromage"))
    assert "95% intervals over 7 deals" in shown.out
    assert "Too close to call (95%): random" in shown.out


def test_a_clear_order_is_said(capsys: Capture) -> None:
    argv = ["tournament", "--game", "au_secours", "--agents", "random", "heuristic"]
    assert main([*argv, "--games", "200"]) == 0
    shown = capsys.readouterr().out
    assert "Each is stronger than the next (95%)." in shown
    assert shown.index(" heuristic ") < shown.index(" random ")


def test_the_table_fits_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("cheese_envs.cli.terminal.PIPE_WIDTH", 80)
    assert main([*QUICK, "--game", "cheese_rescue"]) == 0
    shown = capsys.readouterr().out
    lines = [line for line in shown.splitlines() if "%" in line and line.startswith(" random")]
    assert len(lines) == 2 and max(map(len, shown.splitlines())) <= 80


def test_the_same_seed_gives_the_same_table_and_files(tmp_path: Path, capsys: Capture) -> None:
    shown, files = [], []
    for threads, seed in (("1", "4"), ("2", "4"), ("1", "5")):
        paths = [tmp_path / name for name in ("t.json", "t.md")]
        out = ["--json", str(paths[0]), "--markdown", str(paths[1])]
        assert main([*QUICK, "--players", "4", "--threads", threads, "--seed", seed, *out]) == 0
        shown.append(capsys.readouterr().out)
        files.append([path.read_text(encoding="utf-8") for path in paths])
    assert shown[0] == shown[1] != shown[2] and files[0] == files[1] != files[2]


def test_files_hold_the_standings(tmp_path: Path, capsys: Capture) -> None:
    out = [tmp_path / name for name in ("t.json", "t.md", "t.svg")]
    argv = ["--json", str(out[0]), "--markdown", str(out[1]), "--plot", str(out[2])]
    assert main([*QUICK, *argv, "--options", '{"area": "fixed"}']) == 0
    shown = capsys.readouterr().out
    assert all(f"written: {path}" in shown for path in out)
    content = json.loads(out[0].read_text(encoding="utf-8"))
    assert content["options"]["area"] == "fixed" and content["games"] == 20
    assert "| `random` | +0 ±0 | 50.0% ±" in out[1].read_text(encoding="utf-8")
    assert "<svg" in out[2].read_text(encoding="utf-8")
    assert sorted(tmp_path.iterdir()) == sorted(out)


def test_a_plot_is_made_for_every_usual_format(tmp_path: Path) -> None:
    for name, begins in (("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a", b"\x89PNG")):
        assert main([*QUICK, "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--game", "chess"], "there is no game 'chess'"),
        (["--players", "9"], "num_players of cheese_rescue must be"),
        (["--agents", "random"], "at least 2 agents, not 1"),
        (["--agents"], "at least 2 agents, not 0"),
        (["--agents", "random", "no-such-agent"], "no-such-agent"),
        (["--games", "0"], "games must be"),
        (["--seed", "-1"], "seed must be"),
        (["--threads", "0"], "threads must be"),
        (["--options", "{"], "no JSON"),
        (["--options", "[]"], "a JSON object"),
        (["--options", '{"wheels": 2}'], "no option 'wheels'"),
        (["--json", "/nowhere/at/all.json"], "no folder"),
        (["--markdown", "/"], "it is no file"),
        (["--plot", "standings.txt"], "cannot plot to standings.txt"),
        (["--json", "same", "--plot", "same"], "the same file"),
    ],
)
def test_what_cannot_be_is_said_in_one_line_before_any_game(
    argv: list[str], said: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "play", lambda match: pytest.fail("a game was played"))
    assert main([*QUICK, *argv]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and not shown.out


def interrupted_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Match.play

    def play(self: Match, progress: Progress | None = None) -> None:
        def tell(done: int, total: int) -> None:
            if done > games:
                raise KeyboardInterrupt

        self._at_once = 10
        whole(self, tell)

    monkeypatch.setattr(Match, "play", play)


def test_ctrl_c_gives_the_results_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    interrupted_after(10, monkeypatch)
    out = [tmp_path / name for name in ("t.json", "t.md", "t.svg")]
    argv = ["--json", str(out[0]), "--markdown", str(out[1]), "--plot", str(out[2])]
    assert main([*QUICK, *argv]) == 130
    shown = capsys.readouterr().out
    assert "10 games" in shown and "INCOMPLETE" in shown
    assert json.loads(out[0].read_text(encoding="utf-8"))["complete"] is False
    assert "**INCOMPLETE" in out[1].read_text(encoding="utf-8")
    assert out[2].stat().st_size


def test_ctrl_c_before_any_result_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    interrupted_after(0, monkeypatch)
    assert main([*QUICK, "--json", str(tmp_path / "t.json")]) == 130
    shown = capsys.readouterr()
    assert "interrupted before any game" in shown.err and not shown.out
    assert not list(tmp_path.iterdir())


def test_a_file_is_written_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    def fail(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    old = tmp_path / "t.png"
    old.write_text("old")
    monkeypatch.setattr(plots, "write_whole", fail)
    assert main([*QUICK, "--plot", str(old)]) == 2
    assert "No space left" in capsys.readouterr().err
    assert old.read_text() == "old" and list(tmp_path.iterdir()) == [old]
