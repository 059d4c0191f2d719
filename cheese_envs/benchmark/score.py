"""From points to scores, and from scores to their mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from cheese_envs.arena import Estimate


def score(points: Estimate, players: int) -> Estimate:
    """The agent's share of what it and an average opponent's seat won: 0.5 is even.

    The same for any number of players, where an even share of the points is 1 / players. It grows
    with the points, so the ends of their interval give the ends of this one.
    """

    def share(own: float) -> float:
        return (players - 1) * own / (1 + (players - 2) * own)

    low, high = points.low, points.high
    return Estimate(
        share(points.mean),
        None if low is None else share(low),
        None if high is None else share(high),
    )


def mean_of(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates; the reaches of their intervals are squared and added.

    Each side by itself (Zou and Donner, 2008), since an interval near 0 or 1 is not even.
    """
    count = len(estimates)
    mean = sum(one.mean for one in estimates) / count
    down = up = 0.0
    for one in estimates:
        if one.low is None or one.high is None:
            return Estimate(mean, None, None)
        down += (one.mean - one.low) ** 2
        up += (one.high - one.mean) ** 2
    return Estimate(mean, max(0.0, mean - sqrt(down) / count), min(1.0, mean + sqrt(up) / count))
