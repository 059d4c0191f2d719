"""What a teacher's games are remembered as, and how they are kept."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cheese_envs import make_batch
from cheese_envs.agents import load
from cheese_envs.agents.mcts import MctsAgent
from tests.training.pools import FirstLegal
from training import lessons as kept
from training.args import TrainingError
from training.lessons import Lessons, watch


def _masks(lessons: Lessons) -> NDArray[np.bool_]:
    return np.unpackbits(lessons.masks, axis=1, count=216).view(np.bool_)


def test_lessons_hold_the_teachers_choice_and_what_its_seat_got() -> None:
    batch = make_batch("cheese_rescue", 4, seed=2)
    lessons = watch(FirstLegal(), batch, 4 * 30, 0.0, np.random.default_rng(0))
    assert len(lessons) == 120
    np.testing.assert_array_equal(lessons.choices[:, 0], _masks(lessons).argmax(axis=1))
    assert (lessons.shares == 1).all()

    again = make_batch("cheese_rescue", 4, seed=2)
    seats, rewards = [], lessons.rewards.reshape(30, 4)
    for step in range(24):
        np.testing.assert_array_equal(
            lessons.observations[4 * step : 4 * step + 4], again.observations
        )
        seats.append(again.players.copy())
        again.step(again.action_masks.argmax(axis=1))
    assert again.terminated.all()
    wanted = np.stack([again.rewards[np.arange(4), seat] for seat in seats])
    np.testing.assert_array_equal(rewards[:24], wanted)
    assert np.isnan(rewards[24:]).all()


def test_noise_leads_elsewhere_but_the_lesson_stays_the_teachers() -> None:
    batch = make_batch("cheese_rescue", 8, seed=2)
    lessons = watch(FirstLegal(), batch, 8 * 12, 1.0, np.random.default_rng(0))
    np.testing.assert_array_equal(lessons.choices[:, 0], _masks(lessons).argmax(axis=1))


def test_a_searching_teacher_tells_how_it_leans() -> None:
    batch = make_batch("cheese_rescue", 4, seed=2)
    teacher = load("mcts:60")
    assert isinstance(teacher, MctsAgent)
    lessons = watch(teacher, batch, 4 * 24, 0.0, np.random.default_rng(0))
    np.testing.assert_allclose(lessons.shares.sum(axis=1), 1, rtol=1e-5)
    assert (lessons.shares[:, 0] == lessons.shares.max(axis=1)).all()
    assert (lessons.shares[:, 0] < 1).any()
    tried = np.take_along_axis(_masks(lessons), lessons.choices.astype(np.int64), axis=1)
    assert tried[lessons.shares > 0].all()

    again = make_batch("cheese_rescue", 4, seed=2)
    taken = load("mcts:60").act_games(again, np.arange(4))  # type: ignore[attr-defined]
    np.testing.assert_array_equal(lessons.choices[:4, 0], taken)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "GAMES", 8)
    monkeypatch.setattr(kept, "PART", 8 * kept.STEPS)


@pytest.mark.usefixtures("small_parts")
def test_gathering_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    words = ["--teacher", "heuristic", "--out", str(tmp_path)]
    assert kept.main([*words, "--decisions", "500"]) == 0
    first = (tmp_path / "000000.safetensors").read_bytes()
    assert kept.main([*words, "--decisions", "1500"]) == 0
    assert (tmp_path / "000000.safetensors").read_bytes() == first
    lessons = kept.read(tmp_path, "cheese_rescue", 2)
    assert len(lessons) == 3 * 8 * kept.STEPS

    (tmp_path / "000001.safetensors").unlink()
    assert kept.main([*words, "--decisions", "1500"]) == 0
    again = kept.read(tmp_path, "cheese_rescue", 2)
    for field in fields(Lessons):
        np.testing.assert_array_equal(getattr(again, field.name), getattr(lessons, field.name))


@pytest.mark.usefixtures("small_parts")
def test_lessons_of_another_kind_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--teacher", "heuristic", "--decisions", "1", "--out", str(tmp_path)]
    assert kept.main(words) == 0
    with pytest.raises(TrainingError, match="'3'"):
        kept.read(tmp_path, "cheese_rescue", 3)
    assert kept.main([*words, "--noise", "0.5"]) == 2
    assert "noise" in capsys.readouterr().err
    (tmp_path / "000000.safetensors").write_bytes(b"nothing of the kind")
    with pytest.raises(TrainingError, match="no safetensors file"):
        kept.read(tmp_path, "cheese_rescue", 2)
    with pytest.raises(TrainingError, match="holds no lessons"):
        kept.read(tmp_path / "nowhere", "cheese_rescue", 2)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("choices", 216, "actions from 0 to 215"),
        ("choices", -1, "actions from 0 to 215"),
        ("shares", 2.0, "shares must be"),
        ("shares", np.nan, "shares must be"),
        ("masks", 0, "0 for what is illegal"),
        ("rewards", np.inf, "not all finite"),
    ],
)
def test_lessons_that_would_spoil_a_network_are_refused(
    name: str, value: float, said: str, tmp_path: Path
) -> None:
    from safetensors.numpy import load as load_arrays
    from safetensors.numpy import save

    args = kept.Args(teacher="heuristic", decisions=1, out=tmp_path)
    kept.gather(args)
    place = tmp_path / "000000.safetensors"
    arrays = load_arrays(place.read_bytes())
    arrays[name][0] = value
    place.write_bytes(save(arrays, args.about()))
    with pytest.raises(TrainingError, match=said):
        kept.read(tmp_path, "cheese_rescue", 2)


@pytest.mark.usefixtures("small_parts")
def test_lessons_of_two_teachers_do_not_mix(tmp_path: Path) -> None:
    for teacher, place in (("heuristic", tmp_path), ("random", tmp_path / "other")):
        kept.gather(kept.Args(teacher=teacher, decisions=1, out=place))
    (tmp_path / "other" / "000000.safetensors").rename(tmp_path / "000001.safetensors")
    with pytest.raises(TrainingError, match="teacher 'random', not 'heuristic'"):
        kept.read(tmp_path, "cheese_rescue", 2)
