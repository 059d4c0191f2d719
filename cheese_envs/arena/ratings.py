"""Ratings by a fitted Plackett–Luce model of who wins.

Each entrant has a strength r; of the players at a table, one wins with a chance in proportion to
exp(r). That is Bradley and Terry's model for two players and the first place of Plackett and
Luce's for more. A shared victory is split among the winners, a game without one among all, as the
points are. So the ratings are those at which everybody would expect the points they made.

All games are fitted together: unlike in a rating that is updated game by game, their order does
not matter. Every entrant is also given one imaginary draw against a player of strength 0, which
keeps the rating of one who always wins finite. The intervals are those of the groups of games that
share a deal (a sandwich estimate), relative to the mean of the field. An entrant who is hard to
rate makes that mean, and so everybody's interval, unsure; who is stronger than whom is not touched
by it, and is therefore given for every two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, log, sqrt

import numpy as np
from numpy.typing import NDArray

from .estimates import NORMAL, Estimate, student

ELO = 400 / log(10)  # 400 points: ten times the chance
MOST_STEPS, LONGEST_STEP, CLOSE = 200, 2.0, 1e-10

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Elo points above the mean of the field, and the chance that row is stronger than column."""

    estimates: tuple[Estimate, ...]
    stronger: tuple[tuple[float | None, ...], ...]


def rate(points: Matrix, seats: Matrix, games: Matrix) -> Ratings:
    """Rate everybody: for each group and entrant, points made and seats held in one game, [G, K].

    games: [G].
    """
    kinds, of = np.unique(seats, axis=0, return_inverse=True)
    of = of.reshape(-1)
    played = np.bincount(of, games, len(kinds)).astype(np.float64)
    strengths = _fit(points.sum(axis=0), kinds, played)
    centred = ELO * (strengths - strengths.mean())
    groups, count = points.shape
    if groups < 2:
        unsure = tuple(Estimate(float(one), None, None) for one in centred)
        return Ratings(unsure, ((None,) * count,) * count)
    chances = _chances(strengths, kinds)
    surprise = points - games[:, None] * chances[of]
    imagined = 0.5 - _even(strengths)
    between = groups / (groups - 1) * surprise.T @ surprise + np.diag(imagined**2)
    from_mean: Matrix = np.eye(count) - 1 / count
    solve: Matrix = from_mean @ np.linalg.inv(_information(strengths, chances, played))
    wide = ELO * student(groups - 1)
    covariance = wide**2 * (solve @ between @ solve.T)
    reach = np.sqrt(np.maximum(np.diag(covariance), 0))
    return Ratings(
        tuple(
            Estimate(float(middle), float(middle - off), float(middle + off))
            for middle, off in zip(centred, reach, strict=True)
        ),
        tuple(tuple(row) for row in _stronger(centred, covariance)),
    )


def _stronger(ratings: Matrix, covariance: Matrix) -> list[list[float | None]]:
    """The chance that row is stronger than column; covariance: of what the intervals reach."""
    spread = np.diag(covariance)[:, None] + np.diag(covariance) - 2 * covariance
    chances: list[list[float | None]] = []
    for row, mine in enumerate(ratings):
        chances.append([None] * len(ratings))
        for column, other in enumerate(ratings):
            # Rounding leaves a trace where there is neither a difference nor any doubt.
            doubt = sqrt(max(float(spread[row, column]), 0.0)) + 1e-6
            if row != column:
                chances[row][column] = 0.5 + 0.5 * erf(NORMAL * (mine - other) / doubt / sqrt(2))
    return chances


def _fit(points: Matrix, kinds: Matrix, played: Matrix) -> Matrix:
    """The likeliest strengths, by Newton's method. points: [K], kinds: [U, K], played: [U]."""
    strengths = np.zeros(len(points))
    for _ in range(MOST_STEPS):
        chances = _chances(strengths, kinds)
        slope = points - played @ chances + 0.5 - _even(strengths)
        step = np.linalg.solve(_information(strengths, chances, played), slope)
        longest = float(np.abs(step).max())
        strengths += step * min(1.0, LONGEST_STEP / max(longest, CLOSE))
        if longest < CLOSE:
            break
    return strengths


def _chances(strengths: Matrix, kinds: Matrix) -> Matrix:
    """The chance that one of an entrant's seats wins, in each kind of line-up: [U, K]."""
    weights = kinds * np.exp(strengths - strengths.max())
    chances: Matrix = weights / weights.sum(axis=1, keepdims=True)
    return chances


def _even(strengths: Matrix) -> Matrix:
    """The chance to beat a player of strength 0."""
    chances: Matrix = 1 / (1 + np.exp(-strengths))
    return chances


def _information(strengths: Matrix, chances: Matrix, played: Matrix) -> Matrix:
    even = _even(strengths)
    own = np.diag(played @ chances + even * (1 - even))
    information: Matrix = own - (chances * played[:, None]).T @ chances
    return information
