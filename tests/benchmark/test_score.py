"""Scores and their means."""

from __future__ import annotations

import numpy as np
import pytest

from cheese_envs.arena import Estimate
from cheese_envs.benchmark.score import mean_of, score


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_an_even_share_scores_a_half_and_all_or_nothing_one_or_zero(players: int) -> None:
    found = score(Estimate(1 / players, 0.0, 1.0), players)
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.0, 1.0))


def test_with_two_players_the_score_is_the_points() -> None:
    assert score(Estimate(0.6, 0.5, 0.7), 2) == Estimate(0.6, 0.5, 0.7)


def test_a_score_is_the_share_of_what_the_agent_and_an_average_opponent_won() -> None:
    assert score(Estimate(0.4, None, None), 4).mean == pytest.approx(0.4 / (0.4 + 0.2))


def test_the_mean_of_independent_estimates_is_surer_than_each() -> None:
    found = mean_of([Estimate(0.4, 0.3, 0.5), Estimate(0.6, 0.5, 0.7)])
    assert found.mean == pytest.approx(0.5)
    assert found.high == pytest.approx(0.5 + np.sqrt(0.02) / 2)
    assert found.low == pytest.approx(0.5 - np.sqrt(0.02) / 2)


def test_an_uneven_interval_stays_uneven_in_the_mean() -> None:
    found = mean_of([Estimate(1.0, 0.9, 1.0), Estimate(0.5, 0.5, 0.5)])
    assert (found.mean, found.low, found.high) == pytest.approx((0.75, 0.7, 0.75))


def test_without_an_interval_for_each_there_is_none_for_the_mean() -> None:
    found = mean_of([Estimate(0.2, None, None), Estimate(0.4, 0.3, 0.5)])
    assert found.mean == pytest.approx(0.3) and (found.low, found.high) == (None, None)


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says() -> None:
    luck = np.random.default_rng(0)
    truth, deals, covered = np.array([0.1, 0.5, 0.8]), 100, 0
    for _ in range(400):
        shares = luck.binomial(deals, truth) / deals
        reach = 1.96 * np.sqrt(shares * (1 - shares) / deals)
        estimates = [Estimate(m, m - r, m + r) for m, r in zip(shares, reach, strict=True)]
        found = mean_of(estimates)
        assert found.low is not None and found.high is not None
        covered += found.low <= truth.mean() <= found.high
    assert 0.92 < covered / 400 < 0.98
