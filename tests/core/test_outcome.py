"""Rewards at the end of a game."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cheese_envs.core import outcome
from cheese_envs.core.spec import config_dtype, state_dtype

pytestmark = pytest.mark.uncompiled

SEATS = 6
# With a field no game has: else Numba would take the games' records for subtypes of these.
OF_THE_TEST = [("of_the_test", np.int64)]
STATE, CONFIG = state_dtype(OF_THE_TEST, SEATS), config_dtype(OF_THE_TEST)


def paid(
    num_players: int, winners: tuple[int, ...], scores: list[int] | None = None
) -> list[float]:
    state, config = np.zeros(1, STATE)[0], np.zeros(1, CONFIG)[0]
    config.players, config.top_score = num_players, 10.0
    config.reward = 0 if scores is None else 1
    for seat in winners:
        outcome.set_winner(state, seat)
    if scores is not None:
        state.scores[:num_players] = scores
    rewards = np.full(num_players, 9, np.float32)
    outcome.pay(state, config, rewards)
    return [float(reward) for reward in rewards]


@pytest.mark.parametrize("num_players", range(2, SEATS + 1))
def test_a_win_pays_by_players_and_winners(num_players: int) -> None:
    n = num_players
    for w in range(1, n + 1):
        for winners in combinations(range(n), w):
            won, lost = (n / w - 1) / (n - 1), -1 / (n - 1)
            wanted = [won if seat in winners else lost for seat in range(n)]
            rewards = paid(n, winners)
            assert rewards == pytest.approx(wanted, abs=1e-6)
            assert sum(rewards) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("num_players", range(2, SEATS + 1))
def test_alone_a_win_is_one_and_without_winners_nobody_is_paid(num_players: int) -> None:
    assert paid(num_players, (1,))[1] == 1.0
    assert paid(num_players, ()) == [0.0] * num_players


def test_two_players_lose_one_and_share_nothing() -> None:
    assert paid(2, (0,)) == [1.0, -1.0]
    assert paid(2, (0, 1)) == [0.0, 0.0]


def test_scores_pay_the_lead_over_the_others_mean() -> None:
    assert paid(2, (), [6, 2]) == pytest.approx([0.4, -0.4])
    assert paid(3, (), [9, 0, 3]) == pytest.approx([0.75, -0.6, -0.15])
    assert sum(paid(4, (), [7, 1, 0, 10])) == pytest.approx(0, abs=1e-6)
