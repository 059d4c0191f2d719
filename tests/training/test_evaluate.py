"""Measuring saved models."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cheese_envs.agents.model_files import write_model
from tests.training.pools import model_info
from training.evaluate import main


@pytest.fixture
def models(tmp_path: Path) -> Path:
    for steps in (100, 200):
        info = model_info("cheese_rescue", 2)
        info = type(info)(**{**vars(info), "training": {"steps": steps}})
        weights = {
            name: np.full(shape, steps / 1000, np.float32) for name, shape in info.shapes().items()
        }
        write_model(tmp_path / "models" / str(steps), info, weights, "")
    return tmp_path / "models"


def test_a_folder_of_models_becomes_a_table_a_file_and_a_plot(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers, plot = tmp_path / "a.json", tmp_path / "a.png"
    words = [str(models), "--against", "random", "--games", "20"]
    assert main([*words, "--json", str(numbers), "--plot", str(plot)]) == 0
    assert "random" in capsys.readouterr().out
    found = json.loads(numbers.read_text())
    assert [one["steps"] for one in found] == [100, 200]
    points = [one["strength"]["random"] for one in found]
    assert all(0 <= one["low"] <= one["mean"] <= 1 for one in points)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_folder_without_models_is_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "is not a model, and holds none" in capsys.readouterr().err
