"""What the games add up to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import ratings
from .estimates import Estimate, group_mean, group_rate
from .playing import Played

FORMAT = "cheese-arena/1"


@dataclass(frozen=True)
class AgentStanding:
    """How one entrant did. Rates, points, reward and score are means of a seat and game."""

    name: str
    played: int  # seats taken: a game in which it held two counts twice
    wins: int  # alone
    shared: int
    truncated: int
    rating: Estimate  # Elo points above the mean of the field
    points: Estimate  # of the 1 that a game is worth: split among its winners, or else among all
    reward: Estimate
    score: Estimate | None  # None in games without scores
    win_rate: Estimate
    shared_rate: Estimate
    truncated_rate: Estimate


@dataclass(frozen=True)
class Standings:
    """The outcome of a match or a tournament, entrants in the order they were given."""

    game: str
    num_players: int
    options: dict[str, Any]
    seed: int
    games: int
    deals: int  # each played under every rotation of the seats
    complete: bool  # False when it was interrupted
    moves: Estimate  # in a game
    agents: tuple[AgentStanding, ...]
    versus: tuple[tuple[float | None, ...], ...]  # row's share of what row and column won together
    stronger: tuple[tuple[float | None, ...], ...]  # the chance that row is rated above column

    def __getitem__(self, name: str) -> AgentStanding:
        """An entrant's standing by name."""
        for one in self.agents:
            if one.name == name:
                return one
        raise KeyError(name)


def to_json(standings: Standings) -> str:
    """The standings for programs."""
    content = {"format": FORMAT, **asdict(standings)}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


class Tally:
    """Sums for each group and entrant: [G, K]."""

    def __init__(self, played: Played, entrants: int) -> None:
        groups, self.rotations, seats = played.seats.shape
        self._shape = groups, entrants
        cells = np.arange(groups)[:, None, None] * entrants + played.seats
        self._cells = cells.reshape(-1)
        self._seats = seats
        self.taken = self.sum(np.ones(played.seats.shape))

    def sum(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Sum what every seat has: [G, R, N], or [G, R] if all seats of a game have the same."""
        if values.ndim == 2:
            values = np.repeat(values[..., None], self._seats, axis=2)
        sums = np.bincount(self._cells, values.reshape(-1).astype(float), np.prod(self._shape))
        return sums.astype(np.float64).reshape(self._shape)


def summarise(played: Played, names: Sequence[str], *, has_scores: bool, **about: Any) -> Standings:
    """Count and estimate everything; `about` is what Standings say of the match itself."""
    tally = Tally(played, len(names))
    groups, rotations, _ = played.seats.shape
    alone = played.won & (played.won.sum(axis=2, keepdims=True) == 1)
    sums = {
        "wins": tally.sum(alone),
        "shared": tally.sum(played.won & ~alone),
        "truncated": tally.sum(played.truncated),
        "points": tally.sum(played.points),
        "reward": tally.sum(played.rewards),
        "score": tally.sum(played.scores),
    }
    games = np.full(groups, float(rotations))
    rated = ratings.rate(sums["points"], tally.taken / rotations, games)
    return Standings(
        **about,
        games=groups * rotations,
        deals=groups,
        moves=group_mean(played.moves.sum(axis=1).astype(float), games),
        agents=tuple(
            _standing(
                name,
                rated.estimates[at],
                {key: one[:, at] for key, one in sums.items()},
                taken,
                has_scores,
            )
            for at, (name, taken) in enumerate(zip(names, tally.taken.T, strict=True))
        ),
        versus=_versus(sums["points"], tally.taken),
        stronger=rated.stronger,
    )


def _standing(
    name: str,
    rating: Estimate,
    sums: dict[str, NDArray[np.float64]],
    taken: NDArray[np.float64],
    has_scores: bool,
) -> AgentStanding:
    return AgentStanding(
        name=name,
        played=round(taken.sum()),
        wins=round(sums["wins"].sum()),
        shared=round(sums["shared"].sum()),
        truncated=round(sums["truncated"].sum()),
        rating=rating,
        points=group_rate(sums["points"], taken),
        reward=group_mean(sums["reward"], taken),
        score=group_mean(sums["score"], taken) if has_scores else None,
        win_rate=group_rate(sums["wins"], taken),
        shared_rate=group_rate(sums["shared"], taken),
        truncated_rate=group_rate(sums["truncated"], taken),
    )


def _versus(
    points: NDArray[np.float64], taken: NDArray[np.float64]
) -> tuple[tuple[float | None, ...], ...]:
    """In the groups where both play: a seat's points for one, over those for one and the other."""
    here = (taken > 0).astype(float)
    per_seat = points / np.maximum(taken, 1)
    won = per_seat.T @ here  # [K, K] row's, where column plays too
    both = won + won.T
    share = np.divide(won, both, out=np.full_like(won, np.nan), where=both > 0)
    np.fill_diagonal(share, np.nan)
    return tuple(tuple(None if np.isnan(one) else float(one) for one in row) for row in share)
