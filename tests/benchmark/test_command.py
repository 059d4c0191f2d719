"""`cheese-envs benchmark`, over a suite of two tasks."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cheese_envs.arena import Estimate, Match
from cheese_envs.arena.playing import Progress
from cheese_envs.benchmark import command
from cheese_envs.benchmark.best_response import BestResponse
from cheese_envs.benchmark.contestant import weights_digest
from cheese_envs.cli import main

from .small import SMALL, save_model

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def small_suite(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "SUITE", SMALL)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)


def benchmark(*argv: str) -> int:
    return main(["benchmark", *argv])


def card(*argv: str) -> dict[str, Any]:
    """The card of a run as JSON."""
    assert benchmark(*argv, "--json", "card.json") == 0
    found: dict[str, Any] = json.loads(Path("card.json").read_text(encoding="utf-8"))
    return found


def test_the_card_says_what_was_measured_with_what() -> None:
    found = card("--agent", "heuristic", "--name", "mine")
    assert (found["format"], found["suite"]) == ("cheese-card/1", "small-suite/1")
    assert found["name"] == "mine" and found["comparable"] is True and not found["labels"]
    assert found["agents"][0] | {"for": "all", "spec": "heuristic"} == found["agents"][0]
    first, second = found["tasks"]
    assert (first["task"], first["status"]) == ("cheese_rescue/2p/random", "done")
    assert first["games"] == first["games_asked"] == 40 and first["deals"] == 20
    assert first["points"]["mean"] > 0.9
    assert second["points"]["mean"] == 0.25 and second["score"]["mean"] == 0.5  # it met itself
    assert set(found["games"]) == {"cheese_rescue", "au_secours"}
    mean = (first["score"]["mean"] + 0.5) / 2
    assert found["overall"]["score"]["mean"] == pytest.approx(mean)
    assert found["overall"]["tasks"] == found["overall"]["of"] == 2


def test_the_same_run_gives_the_same_card_whatever_the_threads() -> None:
    assert benchmark("--agent", "mcts:3", "--json", "one.json", "--threads", "1") == 0
    assert benchmark("--agent", "mcts:3", "--json", "two.json", "--threads", "3") == 0
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_a_task_alone_goes_as_it_does_among_others() -> None:
    whole = card("--agent", "mcts:3")
    part = card("--agent", "mcts:3", "--games", "au_secours")
    assert part["tasks"] == [whole["tasks"][1]]
    assert part["labels"] == ["partial: 1 of 2 tasks"] and part["comparable"] is False


def test_the_table_and_the_markdown_say_the_same(capsys: Capture) -> None:
    assert benchmark("--agent", "heuristic", "--markdown", "card.md") == 0
    shown = capsys.readouterr().out
    text = Path("card.md").read_text(encoding="utf-8")
    for words in ("small-suite/1", "Cheese Rescue", "25.0% ±", "50.0 ±", "All tasks"):
        assert words in shown and words in text
    assert "| game | players | even | random | heuristic | score |" in text
    assert "NOT COMPARABLE" not in shown + text and "written: card.md" in shown
    cells = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert cells == {7}


def test_a_quick_card_is_labelled(capsys: Capture) -> None:
    found = card("--agent", "heuristic", "--quick")
    assert [task["games"] for task in found["tasks"]] == [8, 16]
    assert found["comparable"] is False
    assert "NOT COMPARABLE, quick" in capsys.readouterr().out


def test_tasks_without_an_agent_are_shown_as_not_attempted(capsys: Capture) -> None:
    folder = save_model(Path("mine"))
    found = card("--agent", str(folder))
    assert [task["status"] for task in found["tasks"]] == ["done", "not attempted"]
    assert found["agents"][0]["sha256"] == weights_digest("mine")
    assert found["games"]["au_secours"] == {"score": None, "tasks": 0, "of": 1}
    assert found["overall"]["tasks"] == 1
    assert "not attempted, no agent was given (1 of 2 tasks)" in capsys.readouterr().out


def test_a_function_of_ones_own_is_measured() -> None:
    Path("own_player.py").write_text(
        "def last(observation, action_mask):\n    return action_mask.nonzero()[0][-1]\n"
    )
    found = card("--agent", "own_player:last")
    assert found["agents"][0]["kind"] == "python"
    assert all(task["agent"] == "own_player:last" for task in found["tasks"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return -1", "own_wrong:play chose what it may not"),
        ("return 'left'", "own_wrong:play answered 'left', not the number of an action"),
        ("return observation[10**6]", "own_wrong:play failed: IndexError"),
    ],
)
def test_a_function_that_goes_wrong_is_named_in_one_line(
    body: str, said: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("own_wrong.py").write_text(f"def play(observation, mask):\n    {body}\n")
    monkeypatch.delitem(sys.modules, "own_wrong", raising=False)
    assert benchmark("--agent", "own_wrong:play", "--json", "card.json") == 2
    shown = capsys.readouterr()
    assert said in shown.err and "Traceback" not in shown.err
    assert not Path("card.json").exists()


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "name an agent"),
        (["--agent", "nobody"], "there is no agent"),
        (["--agent", "random", "--games", "chess"], "there is no game 'chess'"),
        (["--agent", "random", "--only", "x"], "no task is named 'x'"),
        (["--agent", "au_secours=random", "--games", "cheese_rescue"], "none of the tasks has"),
        (["--agent", "random", "--json", "no/card.json"], "there is no folder no"),
        (["--agent", "random", "--json", "a", "--markdown", "a"], "into the same file"),
        (["--agent", "random", "--with-best-response", "b.json"], "b.json: No such file"),
    ],
)
def test_what_cannot_be_is_said_in_one_line_before_any_game(
    argv: list[str], said: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "play", lambda run: pytest.fail("a game was played"))
    assert benchmark(*argv) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and not shown.out


def interrupt_in(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after the first games of a task."""
    whole = Match.play

    def play(self: Match, progress: Progress | None = None) -> None:
        def tell(done: int, total: int) -> None:
            if self.table.spec.name == game and done > 8:
                raise KeyboardInterrupt

        self._at_once = 8
        whole(self, tell)

    monkeypatch.setattr(Match, "play", play)


def test_ctrl_c_gives_the_results_so_far(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_in("au_secours", monkeypatch)
    assert benchmark("--agent", "heuristic", "--json", "card.json") == 130
    found = json.loads(Path("card.json").read_text(encoding="utf-8"))
    assert [task["status"] for task in found["tasks"]] == ["done", "incomplete"]
    assert found["tasks"][1]["games"] == 8 and found["comparable"] is False
    assert "NOT COMPARABLE, incomplete" in capsys.readouterr().out


def test_tasks_not_reached_before_ctrl_c_have_no_score(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_in("cheese_rescue", monkeypatch)
    assert benchmark("--agent", "heuristic", "--json", "card.json") == 130
    found = json.loads(Path("card.json").read_text(encoding="utf-8"))
    assert [task["status"] for task in found["tasks"]] == ["incomplete", "incomplete"]
    assert "points" not in found["tasks"][1] and found["overall"]["tasks"] == 1
    assert "–*" in capsys.readouterr().out


def test_ctrl_c_before_any_result_leaves_no_file(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(self: Match, progress: Progress | None = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Match, "play", play)
    assert benchmark("--agent", "heuristic", "--json", "card.json") == 130
    assert "interrupted before any game" in capsys.readouterr().err
    assert not Path("card.json").exists()


def test_the_tasks_can_be_listed(capsys: Capture) -> None:
    assert benchmark("--tasks") == 0
    assert "au_secours/4p/heuristic" in capsys.readouterr().out


def best_response(**changes: Any) -> BestResponse:
    values: dict[str, Any] = {
        "game": "cheese_rescue",
        "players": 2,
        "model": "mine",
        "sha256": weights_digest("mine"),
        "manner": "greedy",
        "steps": 1000,
        "seed": 0,
        "games": 40,
        "points": Estimate(0.7, 0.6, 0.8),
        "command": "python -m training.best_response mine",
        "package": "0.1.0",
    }
    return BestResponse(**(values | changes))


def test_a_best_response_goes_into_the_card(capsys: Capture) -> None:
    save_model(Path("mine"))
    Path("b.json").write_text(best_response().to_json())
    found = card("--agent", "mine", "--with-best-response", "b.json")
    assert found["best_responses"][0]["points"] == {"mean": 0.7, "low": 0.6, "high": 0.8}
    shown = " ".join(capsys.readouterr().out.split())
    assert "trained for 1,000 decisions wins 70.0% ±10.0 of the points (even is 50.0%)" in shown


@pytest.mark.parametrize("changes", [{"sha256": "0" * 64}, {"manner": "sampled at 1"}])
def test_a_best_response_to_another_model_is_refused(
    changes: dict[str, Any], capsys: Capture
) -> None:
    save_model(Path("mine"))
    Path("b.json").write_text(best_response(**changes).to_json())
    assert benchmark("--agent", "mine", "--with-best-response", "b.json") == 2
    assert "to none of the models measured here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", "cheese-card/1", "it is no cheese-best-response/1"),
        ("game", "chess", "game must be one of"),
        ("players", 9, "2"),
        ("steps", -1, "steps must be a whole number"),
        ("model", 3, "model must be words"),
        ("sha256", "abc", "64 hexadecimal digits"),
        ("points", {"mean": 2, "low": 0, "high": 1}, "points must be a mean from 0 to 1"),
        ("points", {"mean": 0.5, "low": 0.6, "high": 1}, "within its interval"),
        ("more", 1, "has unknown 'more'"),
    ],
)
def test_a_file_that_is_no_best_response_is_refused(
    key: str, value: Any, said: str, capsys: Capture
) -> None:
    save_model(Path("mine"))
    content = json.loads(best_response().to_json()) | {key: value}
    Path("b.json").write_text(json.dumps(content))
    assert benchmark("--agent", "mine", "--with-best-response", "b.json") == 2
    shown = capsys.readouterr().err
    assert said in shown and "b.json" in shown and shown.count("\n") == 1


def test_what_is_no_json_is_no_best_response(capsys: Capture) -> None:
    Path("b.json").write_text("[" * 100_000)
    assert benchmark("--agent", "random", "--with-best-response", "b.json") == 2
    assert "b.json is no JSON" in capsys.readouterr().err


def test_a_card_of_few_tasks_does_not_compare() -> None:
    found = card("--agent", "cheese_rescue/2=heuristic")
    assert found["comparable"] is False
    assert any("not attempted" in label for label in found["labels"])
