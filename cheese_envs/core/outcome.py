"""How a game ends: who won, what that pays, and why it is over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cheese_envs.core.kernel import kernel

PLAYING = (
    0  # `state.end` while the game goes on; positive: played out; negative: cut off (truncated)
)

REWARDS = ("win", "score")


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    reason: str
    truncated: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None


@kernel
def set_winner(state, seat):
    """Count a seat among the winners."""
    state.winners = np.uint8(state.winners | (1 << seat))


@kernel
def has_won(state, seat):
    """Whether a seat is among the winners."""
    return (state.winners >> seat) & 1


@kernel
def pay(state, config, rewards):
    """Write each seat's reward for a finished game. rewards: float32 [players]."""
    players = config.players
    if config.reward == 1:
        total = 0
        for seat in range(players):
            total += state.scores[seat]
        for seat in range(players):
            mine = state.scores[seat]
            others = (total - mine) / (players - 1)
            rewards[seat] = (mine - others) / config.top_score
        return
    winners = 0
    for seat in range(players):
        winners += has_won(state, seat)
    for seat in range(players):
        if winners == 0:
            rewards[seat] = 0.0
        elif has_won(state, seat):
            rewards[seat] = (players / winners - 1.0) / (players - 1)
        else:
            rewards[seat] = -1.0 / (players - 1)
