"""What can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheese_envs.registry import GAMES, game_spec
from training import args as arguments
from training.args import Args, TrainingError, from_plain, preset, read_args


def test_the_command_line_goes_before_the_preset_and_that_before_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "au_secours.toml").write_text("gamma = 0.5\nepochs = 7\n[3p]\nepochs = 9\n")
    monkeypatch.setattr(arguments, "CONFIGS", tmp_path)
    monkeypatch.setattr(preset, "__defaults__", (tmp_path,))
    two = read_args(["--game", "au_secours", "--epochs", "2"])
    assert (two.gamma, two.epochs, two.batch) == (0.5, 2, Args.batch)
    three = read_args(["--game", "au_secours", "--players", "3"])
    assert (three.gamma, three.epochs) == (0.5, 9)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_is_sound(game: str) -> None:
    for players in game_spec(game).player_counts:
        made = read_args(["--game", game, "--players", str(players)])
        assert (made.game, made.players) == (game, players)
        assert from_plain(made.to_plain()) == made


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "chess"], "no game 'chess'"),
        (["--players", "9"], "from 2 to 4"),
        (["--options", "{"], "must be JSON"),
        (["--options", "[]"], "JSON object"),
        (["--options", '{"depth": 1}'], "no option 'depth'"),
        (["--timesteps", "0"], "--timesteps must be at least 1"),
        (["--timesteps", "nan"], "--timesteps must be at least 1"),
        (["--gamma", "1.5"], "--gamma must be from 0 to 1"),
        (["--lr", "-1"], "--lr cannot be"),
        (["--hidden", "0"], "--hidden must be widths"),
        (["--hidden", *["8"] * 9], "--hidden must be at most 8 widths"),
        (["--cells", "8"], "needs the names of cells one-hot"),
        (
            ["--game", "rattrapez_le", "--one-hot", "--cells", "600"],
            "--cells must be from 0 to 512",
        ),
        (["--board", "600"], "--board must be widths from 1 to 512"),
        (["--board", *["8"] * 9], "--board must be at most 8 widths"),
        (["--one-hot"], "cheese_rescue has no numbers that name things"),
        (["--game", "au_secours", "--board", "8"], "au_secours is no game for a network over"),
        (["--game", "rattrapez_le", "--one-hot", "--board", "8"], "not both"),
        (["--batch", "100000000"], "more than an update holds"),
        (["--resume", "no/such/folder"], "there is no folder"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_message(words: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_args(words)


def test_a_preset_with_unknown_settings_is_refused() -> None:
    with pytest.raises(TrainingError, match="unknown settings: speed"):
        from_plain({"speed": 1})


def test_help_shows_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        read_args(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for name in Args.__dataclass_fields__:
        assert "--" + name.replace("_", "-") in shown
