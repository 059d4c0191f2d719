"""Who is met, and how often."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training.pools import FirstLegal, model_info, pool_of
from training.self_play import Pool


def weights(pool: Pool, value: float) -> dict[str, np.ndarray]:
    return {name: np.full(shape, value, np.float32) for name, shape in pool.info.shapes().items()}


def test_harder_rivals_are_met_more_often() -> None:
    pool = pool_of("cheese_rescue", 2, FirstLegal(), FirstLegal())
    pool.at_once = 1
    pool.rivals[1].share, pool.rivals[2].share = 0.1, 0.9
    met = []
    for _ in range(200):
        pool.draw_lineup()
        met += pool.draw((1,)).tolist()
    assert met.count(1) > 150 and met.count(2) > 0


def test_the_present_self_has_its_share_of_seats() -> None:
    pool = pool_of("cheese_rescue", 2, FirstLegal())
    pool.self_share = 0.3
    assert np.mean(pool.draw((2000, 2)) == 0) == pytest.approx(0.3, abs=0.05)


def test_a_full_pool_forgets_the_past_self_it_beats_most() -> None:
    pool = pool_of("cheese_rescue", 2, fixed=("random",))
    pool.add_past_self(weights(pool, 0.1), 100)
    pool.add_past_self(weights(pool, 0.2), 200)
    pool.rivals[2].share, pool.rivals[3].share = 0.6, 0.9
    pool.rivals[1].share = 1.0
    pool.add_past_self(weights(pool, 0.3), 300)
    assert [rival.name for rival in pool.rivals] == ["self", "random", "self@100", "self@300"]


def test_results_move_a_rivals_share() -> None:
    pool = pool_of("cheese_rescue", 2, FirstLegal(), FirstLegal())
    pool.record(np.array([1] * 500 + [2]), np.array([1.0] * 500 + [0.0]))
    assert pool.rivals[1].share > 0.9 and pool.rivals[1].games == 500
    assert 0.49 < pool.rivals[2].share < 0.5


def test_an_unknown_opponent_is_refused() -> None:
    info = model_info("cheese_rescue", 2)
    with pytest.raises(ValueError, match="no agent 'nobody'"):
        Pool(["nobody"], info, past_selves=0, self_share=0.5, at_once=1, seed=0)
