"""Means with 95% intervals, where games come in groups that share a deal."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

NORMAL = 1.959963984540054  # the 97.5% point of the normal distribution


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95% interval, which one group alone does not give."""

    mean: float
    low: float | None
    high: float | None


def student(freedom: int) -> float:
    """The 97.5% point of Student's t distribution, by its expansion about the normal."""
    if freedom <= 2:
        return (12.7062047362, 4.3026527297)[freedom - 1]
    z, v = NORMAL, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def group_mean(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> Estimate:
    """The mean of a quantity, from its sum and count in each group. sums, counts: [G]."""
    mean, error, groups = _mean_and_error(sums, counts)
    if groups < 2:
        return Estimate(mean, None, None)
    reach = student(groups - 1) * error
    return Estimate(mean, mean - reach, mean + reach)


def group_rate(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> Estimate:
    """The mean of what lies from 0 to 1, with Wilson's interval, which stays there too.

    The number of games in Wilson's formula is that which would give the error found between the
    groups, or that of a single game which went otherwise where it is less: few groups may agree by
    chance. Where all is 0 or all is 1 there is no such error, and a group counts as one game.
    """
    mean, error, groups = _mean_and_error(sums, counts)
    if groups < 2:
        return Estimate(mean, None, None)
    error = max(error, 1 / float(counts.sum()))
    per_game = error**2 / (mean * (1 - mean)) if 0 < mean < 1 else 1 / groups
    spread = student(groups - 1) ** 2 * per_game
    middle = (mean + spread / 2) / (1 + spread)
    reach = sqrt(spread * (mean * (1 - mean) + spread / 4)) / (1 + spread)
    return Estimate(mean, min(mean, max(0.0, middle - reach)), max(mean, min(1.0, middle + reach)))


def _mean_and_error(
    sums: NDArray[np.float64], counts: NDArray[np.float64]
) -> tuple[float, float, int]:
    """The mean, its standard error between the groups, and how many groups have a share in it."""
    total, groups = counts.sum(), int((counts > 0).sum())
    mean = float(sums.sum() / total)
    if groups < 2:
        return mean, 0.0, groups
    off = sums - mean * counts
    return mean, float(np.sqrt(groups / (groups - 1) * (off @ off)) / total), groups
