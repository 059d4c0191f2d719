"""How strong a player is: games against others, from every seat in turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents import Agent, act_games
from cheese_envs.core.batch import Batch
from cheese_envs.core.spec import GameSpec
from training.vec_env import points


@dataclass(frozen=True)
class Strength:
    """A player's mean share of the points, with the half width of its 95% interval."""

    share: float
    margin: float
    games: int


def measure(
    spec: GameSpec,
    player: Agent,
    others: Agent,
    *,
    num_players: int,
    games: int,
    seed: int,
    options: dict[str, Any],
) -> Strength:
    """One player against others in all the other seats; seats are taken in turn."""
    batch = Batch(spec, games, num_players=num_players, seed=seed, **options)
    for place, agent in enumerate((player, others)):
        agent.bind(batch)
        agent.seed(seed + place)
    seats = np.arange(games) % num_players
    shares = np.full(games, np.nan)
    while (playing := np.isnan(shares)).any():
        mine = batch.players == seats
        actions = np.full(games, -1, np.int64)
        for agent, turn in ((player, mine), (others, ~mine)):
            rows: NDArray[np.int64] = np.flatnonzero(turn & playing)
            if rows.size:
                actions[rows] = act_games(agent, batch, rows)
        batch.advance(actions, restart=False)
        over = batch.terminated | batch.truncated
        shares[over] = points(batch)[over, seats[over]]
    margin = 1.96 * float(shares.std(ddof=1)) / math.sqrt(games) if games > 1 else 1.0
    return Strength(float(shares.mean()), margin, games)
