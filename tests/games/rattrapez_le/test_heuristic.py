"""The rule-of-thumb player against random ones."""

from __future__ import annotations

import numpy as np

from cheese_envs import agents, make_batch

GAMES = 512


def test_it_beats_random_in_four_of_five_games() -> None:
    batch = make_batch("rattrapez_le", GAMES, seed=3)
    agent = agents.load("heuristic")
    agent.bind(batch)
    seats = np.arange(GAMES) % 2
    playing, won = np.ones(GAMES, bool), 0
    while playing.any():
        chosen = agent.act_batch(batch.observations, batch.action_masks)
        batch.step(np.where(batch.players == seats, chosen, batch.sample()))
        over = playing & (batch.terminated | batch.truncated)
        won += int((over & (batch.rewards[np.arange(GAMES), seats] > 0)).sum())
        playing &= ~over
    assert won >= 0.8 * GAMES
