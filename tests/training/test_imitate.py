"""What a teacher's games are remembered as."""

from __future__ import annotations

import numpy as np

from cheese_envs import make_batch
from tests.training.pools import FirstLegal
from training.imitate import watch


def test_lessons_hold_the_teachers_choice_and_what_its_seat_got() -> None:
    batch = make_batch("cheese_rescue", 4, seed=2)
    lessons = watch(FirstLegal(), batch, 4 * 30, 0.0, np.random.default_rng(0))
    assert len(lessons.actions) == 120
    np.testing.assert_array_equal(lessons.actions, lessons.masks.argmax(axis=1))

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
    np.testing.assert_array_equal(lessons.actions, lessons.masks.argmax(axis=1))
