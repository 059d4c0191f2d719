"""Ratings by a fitted Plackett–Luce model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from cheese_envs.arena.estimates import Estimate
from cheese_envs.arena.ratings import ELO, Ratings, rate


def simulate(
    strengths: Sequence[float],
    line_ups: Sequence[Sequence[int]],
    groups: int,
    luck: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points [G, K], seats [G, K] and games [G], two games a group."""
    count = len(strengths)
    points, seats = np.zeros((groups, count)), np.zeros((groups, count))
    for group in range(groups):
        line_up = np.array(line_ups[group % len(line_ups)])
        seats[group] = np.bincount(line_up, minlength=count)
        chances = np.exp(np.array(strengths)[line_up])
        for winner in luck.choice(line_up, 2, p=chances / chances.sum()):
            points[group, winner] += 1
    return points, seats, np.full(groups, 2.0)


def means(ratings: Ratings) -> np.ndarray:
    return np.array([one.mean for one in ratings.estimates])


def test_three_wins_of_four_are_191_elo_points() -> None:
    found = rate(np.tile([3.0, 1.0], (5000, 1)), np.ones((5000, 2)), np.full(5000, 4.0)).estimates
    assert found[0].mean - found[1].mean == pytest.approx(400 * np.log10(3), abs=0.1)


def test_everybody_would_expect_the_points_they_made() -> None:
    luck = np.random.default_rng(1)
    points, seats, games = simulate([0.5, 0, -0.5], [(0, 1, 2), (0, 0, 1), (1, 2, 2)], 3000, luck)
    weights = seats * np.exp(means(rate(points, seats, games)) / ELO)
    expected = games @ (weights / weights.sum(axis=1, keepdims=True))
    assert expected == pytest.approx(points.sum(axis=0), abs=0.5)  # but for the imaginary draws


def test_known_strengths_are_found() -> None:
    luck = np.random.default_rng(2)
    truth = np.array([1.0, 0.3, -0.2, -1.1])
    line_ups = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    found = means(rate(*simulate(list(truth), line_ups, 20000, luck)))
    assert found == pytest.approx(ELO * truth, abs=8)


@pytest.mark.parametrize("line_ups", [[(0, 1), (0, 2), (1, 2)], [(0, 0, 1, 2), (0, 1, 2, 2)]])
def test_95_of_100_intervals_hold_the_true_rating(line_ups: list[tuple[int, ...]]) -> None:
    luck = np.random.default_rng(3)
    truth = np.array([0.6, 0.0, -0.6])
    held = []
    for _ in range(300):
        found = rate(*simulate(list(truth), line_ups, 90, luck)).estimates
        for one, strength in zip(found, ELO * truth, strict=True):
            assert one.low is not None and one.high is not None
            held.append(one.low <= strength <= one.high)
    assert 0.93 <= np.mean(held) <= 0.975


def test_the_order_of_the_games_does_not_matter() -> None:
    luck = np.random.default_rng(4)
    points, seats, games = simulate([0.5, 0, -0.5], [(0, 1), (0, 2), (1, 2)], 300, luck)
    order = luck.permutation(300)
    before, after = rate(points, seats, games), rate(points[order], seats[order], games)
    for one, other in zip(before.estimates, after.estimates, strict=True):
        assert (one.mean, one.low) == pytest.approx((other.mean, other.low))


def test_the_names_do_not_matter() -> None:
    luck = np.random.default_rng(5)
    points, seats, games = simulate([0.5, 0, -0.5], [(0, 1), (0, 2), (1, 2)], 300, luck)
    found = means(rate(points, seats, games))
    assert means(rate(points[:, ::-1], seats[:, ::-1], games))[::-1] == pytest.approx(found)


def test_equal_results_are_equal_ratings() -> None:
    found = rate(np.full((50, 2), 1.0), np.ones((50, 2)), np.full(50, 2.0))
    assert found.estimates == (Estimate(0, 0, 0),) * 2
    assert found.stronger == ((None, 0.5), (0.5, None))


def test_who_always_wins_has_a_finite_rating_and_an_interval() -> None:
    for groups in (10, 1000, 100_000):
        winner, loser = rate(
            np.tile([2.0, 0.0], (groups, 1)), np.ones((groups, 2)), np.full(groups, 2.0)
        ).estimates
        assert winner.mean == pytest.approx(-loser.mean)
        assert winner.low is not None and winner.high is not None
        assert 0 < winner.low < winner.mean < winner.high < 3000
        assert winner.high - winner.low > 50


def test_one_deal_gives_no_interval() -> None:
    winner, _ = rate(np.array([[2.0, 0.0]]), np.ones((1, 2)), np.array([2.0])).estimates
    assert winner.mean > 0 and winner.low is None and winner.high is None


def test_an_entrant_hard_to_rate_hides_no_difference_between_the_others() -> None:
    luck = np.random.default_rng(6)
    points, seats, games = simulate([1.5, 0.7, -9], [(0, 1), (0, 2), (1, 2)], 300, luck)
    found = rate(points, seats, games)
    strong, weak, hopeless = found.estimates
    assert strong.low is not None and weak.high is not None and strong.low < weak.high
    assert found.stronger[0][1] is not None and found.stronger[0][1] > 0.99
    assert found.stronger[1][0] == pytest.approx(1 - found.stronger[0][1])
    assert hopeless.mean < weak.mean


def test_of_two_alike_5_of_100_are_told_apart() -> None:
    luck = np.random.default_rng(8)
    told_apart = []
    for _ in range(400):
        chance = rate(*simulate([0.4, 0.4, -0.8], [(0, 1, 2)], 60, luck)).stronger[0][1]
        assert chance is not None
        told_apart.append(not 0.025 <= chance <= 0.975)
    assert 0.02 <= np.mean(told_apart) <= 0.08
