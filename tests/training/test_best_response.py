"""A responder to a frozen model."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheese_envs.agents.policy import load_policy
from cheese_envs.benchmark.best_response import read
from cheese_envs.benchmark.contestant import weights_digest
from tests.benchmark.small import save_model
from training.best_response import Args, main, respond

TINY = ["--steps", "1024", "--imitate", "256", "--side-by-side", "32"]
TINY += ["--games", "100", "--eval-games", "20", "--quiet"]


@pytest.mark.slow
def test_a_responder_is_trained_measured_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(save_model(tmp_path / "mine"))
    out = tmp_path / "run"
    assert main([model, *TINY, "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "a lower bound on what can be won against it" in shown
    found = read(out / "best_response.json")
    assert (found.game, found.players, found.model) == ("cheese_rescue", 2, model)
    assert (found.sha256, found.manner) == (weights_digest(model), "greedy")
    assert found.steps >= 1024 and found.games == 100
    assert found.points.low is not None and found.points.low <= found.points.mean
    assert load_policy(out / "last").info.game == "cheese_rescue"


@pytest.mark.slow
def test_the_same_seed_gives_the_same_responder_to_a_model_that_draws(tmp_path: Path) -> None:
    model = f"{save_model(tmp_path / 'mine')}?sample=1"
    small = {"steps": 1024, "imitate": 0, "side_by_side": 16, "games": 60, "eval_games": 10}
    found = [
        respond(Args(model, **small, out=tmp_path / name, quiet=True))[0]  # type: ignore[arg-type]
        for name in ("one", "two")
    ]
    assert found[0] == found[1] and found[0].manner == "sampled at 1"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["nobody"], "there is no agent 'nobody'"),
        (["mine", "--games", "3"], "--games must be at least 4"),
        (["mine", "--steps", "0"], "--timesteps must be at least 1"),
        (["mine", "--json", "no/b.json"], "there is no folder no"),
    ],
)
def test_what_cannot_be_is_said_before_any_training(
    argv: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    save_model(Path("mine"))
    assert main([*argv, "--quiet"]) == 2
    assert said in capsys.readouterr().err
    assert not Path("runs").exists()
