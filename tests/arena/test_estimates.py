"""Means and their intervals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from cheese_envs.arena.estimates import Estimate, group_mean, group_rate, student

Method = Callable[[np.ndarray, np.ndarray], Estimate]
TRIALS = 2000


def coins(bias: float, groups: int, alike: float, luck: np.random.Generator) -> np.ndarray:
    """Two throws a group, [groups, 2]; with chance `alike` the second is the first again."""
    throws = luck.random((groups, 2)) < bias
    again = luck.random(groups) < alike
    throws[again, 1] = throws[again, 0]
    return throws.astype(float)


def holds(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None and estimate.high is not None
    return estimate.low <= truth <= estimate.high


def coverage(method: Method, bias: float, groups: int, alike: float) -> float:
    luck = np.random.default_rng(7)
    counts = np.full(groups, 2.0)
    found = [
        holds(method(coins(bias, groups, alike, luck).sum(axis=1), counts), bias)
        for _ in range(TRIALS)
    ]
    return float(np.mean(found))


@pytest.mark.parametrize("method", [group_mean, group_rate])
@pytest.mark.parametrize("alike", [0.0, 0.8])
@pytest.mark.parametrize(("bias", "groups"), [(0.5, 20), (0.5, 200), (0.8, 100)])
def test_95_of_100_intervals_hold_the_coins_bias(
    method: Method, alike: float, bias: float, groups: int
) -> None:
    assert 0.935 <= coverage(method, bias, groups, alike) <= 0.975


def test_rates_close_to_the_end_are_covered_too() -> None:
    assert 0.93 <= coverage(group_rate, 0.02, 200, 0.5) <= 0.985


def test_taking_paired_throws_for_independent_ones_would_claim_too_much() -> None:
    def ungrouped(sums: np.ndarray, counts: np.ndarray) -> Estimate:
        heads = sums.sum()
        throws = np.concatenate([np.ones(int(heads)), np.zeros(int(counts.sum() - heads))])
        return group_mean(throws, np.ones_like(throws))

    assert coverage(ungrouped, 0.5, 100, alike=0.8) < 0.9


def test_groups_may_differ_in_size() -> None:
    estimate = group_mean(np.array([1.0, 4.0, 0.0]), np.array([1.0, 4.0, 0.0]))
    assert estimate == Estimate(1.0, 1.0, 1.0)


def test_one_group_gives_no_interval() -> None:
    for method in (group_mean, group_rate):
        assert method(np.array([1.0, 0.0]), np.array([2.0, 0.0])) == Estimate(0.5, None, None)


def test_winning_every_game_is_no_certainty() -> None:
    always = group_rate(np.full(100, 2.0), np.full(100, 2.0))
    assert always.mean == always.high == 1 and always.low is not None and 0.95 < always.low < 0.97
    never = group_rate(np.zeros(100), np.full(100, 2.0))
    assert never.mean == never.low == 0 and never.high == pytest.approx(1 - always.low)


def test_a_rate_that_no_deal_changes_is_as_unsure_as_one_game_makes_it() -> None:
    few, many = (group_rate(np.ones(deals), np.full(deals, 2.0)) for deals in (4, 5000))
    assert few.mean == many.mean == 0.5
    assert few.low is not None and few.high is not None
    assert few.low < 0.3 and few.high > 0.7
    assert many.low == pytest.approx(0.5, abs=1e-3) == many.high


@pytest.mark.parametrize("deals", [4, 8, 16, 30])
def test_the_interval_holds_where_the_seat_mostly_decides(deals: int) -> None:
    luck = np.random.default_rng(deals)
    hit = 0
    for _ in range(2000):
        found = group_rate(
            luck.choice([0.0, 1.0, 2.0], deals, p=[0.1, 0.8, 0.1]), np.full(deals, 2.0)
        )
        assert found.low is not None and found.high is not None
        hit += found.low <= 0.5 <= found.high
    assert hit / 2000 > 0.93


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_students_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=6e-3)
