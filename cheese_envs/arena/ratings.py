"""Ratings by a fitted Plackett–Luce model of who wins.

Each entrant has a strength r; of the players at a table, one wins with a chance in proportion to
exp(r). That is Bradley and Terry's model for two players and the first place of Plackett and
Luce's for more. A shared victory is split among the winners, a game without one among all, as the
points are. So the ratings are those at which everybody would expect the points they made.

All games are fitted together: unlike in a rating that is updated game by game, their order does
not matter. Every entrant is also given one imaginary draw against a player of strength 0, which
keeps the rating of one who always wins finite. The intervals are those of the groups of games that
share a deal (a sandwich estimate), relative to the mean of the field.
"""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from .estimates import Estimate, student

ELO = 400 / log(10)  # 400 points: ten times the chance
MOST_STEPS, LONGEST_STEP, CLOSE = 200, 2.0, 1e-10

Matrix = NDArray[np.float64]


def rate(points: Matrix, seats: Matrix, games: Matrix) -> list[Estimate]:
    """Ratings in Elo points above the mean of the field.

    For each group and entrant, points made and seats held in one game: [G, K]; games: [G].
    """
    kinds, of = np.unique(seats, axis=0, return_inverse=True)
    of = of.reshape(-1)
    played = np.bincount(of, games, len(kinds)).astype(np.float64)
    strengths = _fit(points.sum(axis=0), kinds, played)
    chances = _chances(strengths, kinds)
    centred = strengths - strengths.mean()
    groups = len(points)
    if groups < 2:
        return [Estimate(float(ELO * one), None, None) for one in centred]
    surprise = points - games[:, None] * chances[of]
    imagined = 0.5 - _even(strengths)
    between = groups / (groups - 1) * surprise.T @ surprise + np.diag(imagined**2)
    from_mean: Matrix = np.eye(len(strengths)) - 1 / len(strengths)
    solve: Matrix = from_mean @ np.linalg.inv(_information(strengths, chances, played))
    variances = np.maximum(np.diag(solve @ between @ solve.T), 0)
    reach = student(groups - 1) * np.sqrt(variances)
    return [
        Estimate(float(ELO * mid), float(ELO * (mid - off)), float(ELO * (mid + off)))
        for mid, off in zip(centred, reach, strict=True)
    ]


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
