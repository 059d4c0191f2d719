"""Models on the shelf: measured, with a card that says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cheese_envs.agents.model_files import read_model, write_model
from tests.training.pools import model_info
from training import ship


def saved(folder: Path) -> Path:
    info = model_info("cheese_rescue", 3)
    weights = {name: np.zeros(shape, np.float32) for name, shape in info.shapes().items()}
    write_model(folder, info, weights, "")
    return folder


def test_a_model_is_written_where_its_game_and_players_are(tmp_path: Path) -> None:
    words = [str(saved(tmp_path / "best")), "--models", str(tmp_path / "shelf")]
    words += ["--against", "random=6", "heuristic=3", "--tried", "Less: worse."]
    assert ship.main(words) == 0
    info, _ = read_model(tmp_path / "shelf" / "cheese_rescue" / "3p")
    assert {name: one["games"] for name, one in info.training["strength"].items()} == {
        "random": 6,
        "heuristic": 3,
    }
    card = (tmp_path / "shelf" / "cheese_rescue" / "3p" / "README.md").read_text(encoding="utf-8")
    assert "| random | 6 |" in card and "- Less: worse." in card and "Measured with" in card


@pytest.mark.parametrize("against", ["heuristic", "=3", "random=0", "random=many"])
def test_an_opponent_without_a_number_of_games_is_refused(
    against: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ship.main([str(saved(tmp_path / "best")), "--against", against]) == 2
    assert "AGENT=GAMES" in capsys.readouterr().err
