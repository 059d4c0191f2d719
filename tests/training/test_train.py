"""Runs from beginning to end, small ones."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from cheese_envs.agents.model_files import read_model
from cheese_envs.arena import play_match
from training import checkpoint, train
from training.train import main

SMALL = (
    "--games 16 --steps 8 --batch 64 --epochs 2 --hidden 16 --eval-games 10 --eval-every 256"
    " --snapshot-every 256 --past-selves 2 --quiet"
)


def small(out: Path, *more: str) -> list[str]:
    return [*SMALL.split(), "--out", str(out), *more]


def weights(run: Path) -> dict[str, Any]:
    return dict(read_model(run / "last")[1])


def same(one: Path, other: Path) -> bool:
    first, second = weights(one), weights(other)
    return all(np.array_equal(first[name], second[name]) for name in first)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing interrupted."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    assert main(small(out, "--timesteps", "768")) == 0
    return out


def test_a_run_leaves_models_a_result_and_a_curve(whole: Path) -> None:
    names = sorted(path.name for path in whole.iterdir())
    assert names == [
        "best",
        "checkpoints",
        "curve.png",
        "last",
        "models",
        "result.json",
        "tensorboard",
    ]
    result = json.loads((whole / "result.json").read_text())
    assert result["finished"] and result["steps"] == 768 and result["seed"] == 0
    assert [one["steps"] for one in result["curve"]] == [256, 512, 768]
    assert set(result["curve"][0]) >= {"random", "random (sampled)"}
    assert "torch" in result["versions"] and result["commands"]
    assert (whole / "curve.png").read_bytes().startswith(b"\x89PNG")
    play_match("cheese_rescue", [str(whole / "best"), f"{whole}/last?sample=1"], games=2)


@pytest.mark.parametrize(
    ("game", "network"),
    [("rattrapez_le", ["--one-hot"]), ("cheese_rescue", ["--board", "8", "8"])],
)
def test_every_kind_of_network_is_trained_resumed_and_played(
    game: str, network: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    assert main(small(out, "--game", game, *network, "--timesteps", "384")) == 0
    info, before = read_model(out / "last")
    assert info.one_hot == ("--one-hot" in network) and info.board == ((8, 8) * (not info.one_hot))
    assert main(["--resume", str(out), "--timesteps", "512"]) == 0
    assert any(not np.array_equal(before[name], one) for name, one in weights(out).items())
    play_match(game, [str(out / "best"), f"{out}/last?sample=1"], games=2)


def test_a_run_starts_from_a_saved_model_and_says_so(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["--start", str(whole / "last"), "--timesteps", "128", "--lr", "0", "--lr-end", "0"]
    assert main(small(out, *words)) == 0
    first, second = weights(whole), weights(out)
    for name in first:
        np.testing.assert_allclose(first[name], second[name], rtol=1e-6)
    info = read_model(out / "last")[0]
    assert info.training["earlier_steps"] == 768
    assert info.training["command"].count("&&") == 1
    assert "after 768 of the model" in (out / "last" / "README.md").read_text()


def test_a_model_of_another_kind_is_no_start(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = ["--start", str(whole / "last"), "--timesteps", "128"]
    assert main(small(tmp_path / "wide", *start, "--hidden", "17")) == 2
    assert "another network" in capsys.readouterr().err
    assert main(small(tmp_path / "three", *start, "--players", "3")) == 2
    assert "2-player cheese_rescue" in capsys.readouterr().err
    assert main(small(tmp_path / "gone", "--start", str(tmp_path / "nothing"))) == 2
    assert "nothing" in capsys.readouterr().err


def test_a_start_whose_description_makes_no_sense_is_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = tmp_path / "start"
    shutil.copytree(whole / "last", start)
    about = json.loads((start / "model.json").read_text())
    about["training"]["steps"] = "many"
    (start / "model.json").write_text(json.dumps(about))
    assert main(small(tmp_path / "run", "--start", str(start))) == 2
    assert "training.steps must be a whole number" in capsys.readouterr().err


def test_a_network_too_large_to_be_saved_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(small(tmp_path / "run", "--hidden", *["4096"] * 3)) == 2
    assert "bytes of weights, more than" in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_killed_in_the_middle_of_a_checkpoint_resumes_to_the_same_weights(
    whole: Path, tmp_path: Path
) -> None:
    script = """
import os, pathlib, signal, sys
from training import checkpoint, train
write, count = checkpoint.replace_folder, 0
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
def write_or_die(folder, files):
    global count
    count += 1
    if count == 3:
        pathlib.Path.rename = die
    write(folder, files)
checkpoint.replace_folder = write_or_die
train.main(sys.argv[1:])
"""
    out = tmp_path / "killed"
    command = [sys.executable, "-c", script, *small(out, "--timesteps", "768")]
    done = subprocess.run(command, cwd=Path(train.__file__).parents[1], capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert [path.name[0] for path in sorted((out / "checkpoints").iterdir())] == [".", "0", "0"]
    assert main(["--resume", str(out)]) == 0
    assert same(out, whole)
    assert not list((out / "checkpoints").glob(".*"))


def test_ctrl_c_saves_and_leaves(whole: Path, tmp_path: Path, monkeypatch: Any) -> None:
    """Interrupted between two evaluations: what comes after is the same all the same."""
    learn = MaskablePPO.learn

    def interrupted(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.num_timesteps == 256:
            os.kill(os.getpid(), signal.SIGINT)
        return learn(self, *args, **kwargs)

    monkeypatch.setattr(MaskablePPO, "learn", interrupted)
    out = tmp_path / "left"
    assert main(small(out, "--timesteps", "768")) == 0
    assert json.loads((out / "result.json").read_text())["steps"] == 384
    assert not json.loads((out / "result.json").read_text())["finished"]
    assert main(["--resume", str(out)]) == 0
    assert same(out, whole)


def test_what_cannot_be_resumed_is_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*words: str) -> str:
        assert main(list(words)) == 2
        return capsys.readouterr().err

    assert "ask for more with --timesteps" in refused("--resume", str(whole))
    assert "--lr cannot change" in refused("--resume", str(whole), "--lr", "0.1")
    assert "already holds a run" in refused("--out", str(whole))
    assert "no checkpoint in it yet" in refused("--resume", str(tmp_path))
    (tmp_path / "file").touch()
    assert "is no folder" in refused("--out", str(tmp_path / "file"))


def test_a_broken_checkpoint_is_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "checkpoints" / "000000000001"
    broken.mkdir(parents=True)
    for path in checkpoint.newest(whole).iterdir():
        (broken / path.name).write_bytes(path.read_bytes())
    for name in (checkpoint.LEARNER, checkpoint.GAMES, checkpoint.ABOUT):
        (broken / name).write_bytes((broken / name).read_bytes()[:-50])
        assert main(["--resume", str(tmp_path), "--timesteps", "1000"]) == 2
        assert "cannot be read" in capsys.readouterr().err


def test_a_full_disk_is_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, "replace_folder", full)
    assert main(small(tmp_path / "run", "--timesteps", "128")) == 2
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.slow
def test_it_learns(tmp_path: Path) -> None:
    """Against random play only, on a small network: clearly better than even in seconds."""
    out = tmp_path / "run"
    words = (
        "--timesteps 120000 --games 128 --steps 24 --batch 512 --hidden 64 --lr 2e-3 --self-share 0"
        " --past-selves 0 --opponents random --eval-every 1e9 --eval-games 400 --quiet --seed 1"
    )
    assert main([*words.split(), "--out", str(out)]) == 0
    standings = play_match("cheese_rescue", [str(out / "last"), "random"], games=1000, seed=5)
    assert standings.agents[0].points.mean > 0.6


def test_a_run_may_begin_with_imitation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "--timesteps 128 --imitate heuristic --imitate-decisions 2000 --imitate-epochs 2"
    loud = [word for word in small(tmp_path / "run", *words.split()) if word != "--quiet"]
    assert main(loud) == 0
    assert "imitation 2/2: loss" in capsys.readouterr().out
    assert (tmp_path / "run" / "last").is_dir()
