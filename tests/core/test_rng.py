"""Random numbers in a state: pinned, uniform, and shuffles that lose nothing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cheese_envs.core import rng

pytestmark = pytest.mark.uncompiled

# A record of `rng` alone would be the beginning of every game's state, and Numba would then take
# what it compiled here for the games' states too (with a warning: "considered a subtype").
STATE = np.dtype((np.record, np.dtype([("of_the_test", np.uint64), ("rng", np.uint64)])))


def seeded(seed: int) -> Any:
    state = np.zeros(1, STATE)[0]
    state.rng = rng.seed_word(np.uint64(seed))
    return state


def test_the_words_are_splitmix64() -> None:
    # SplitMix64 from 0, as published with the algorithm.
    state = np.zeros(1, STATE)[0]
    words = [int(rng.next_word(state)) for _ in range(3)]
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_seed_gives_these_numbers_for_ever() -> None:
    state = seeded(7)
    assert [int(rng.below(state, 100)) for _ in range(8)] == PINNED
    again = seeded(7)
    assert [int(rng.below(again, 100)) for _ in range(8)] == PINNED


PINNED = [72, 64, 54, 60, 34, 18, 91, 90]


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 100])
def test_below_is_uniform(count: int) -> None:
    state = seeded(count)
    drawn = np.array([rng.below(state, count) for _ in range(5000)])
    assert drawn.min() >= 0 and drawn.max() < count
    found = np.bincount(drawn, minlength=count)
    expected = 5000 / count
    chi_square = float(((found - expected) ** 2 / expected).sum())
    assert chi_square <= count - 1 + 6 * (2 * (count - 1)) ** 0.5


def test_a_shuffle_is_a_permutation_of_the_first_cards_only() -> None:
    state = seeded(3)
    cards = np.arange(12, dtype=np.int8)
    orders = set()
    for _ in range(50):
        rng.shuffle(state, cards, 9)
        assert sorted(cards[:9].tolist()) == list(range(9))
        assert cards[9:].tolist() == [9, 10, 11]
        orders.add(tuple(cards.tolist()))
    assert len(orders) > 45


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    state = seeded(4)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        cards = np.arange(3, dtype=np.int8)
        rng.shuffle(state, cards, 3)
        order = tuple(cards.tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_neighbouring_seeds_are_unrelated() -> None:
    words = [int(rng.seed_word(np.uint64(seed))) for seed in range(100)]
    assert len(set(words)) == 100
    bits = [bin(one ^ other).count("1") for one, other in pairwise(words)]
    assert 28 < sum(bits) / len(bits) < 36


def test_picking_from_a_mask_takes_only_what_it_allows() -> None:
    state = seeded(5)
    mask = np.array([False, True, False, True, True, False])
    picked = [int(rng.pick_from_mask(state, None, mask)) for _ in range(600)]
    assert set(picked) == {1, 3, 4}
    assert all(picked.count(action) > 140 for action in (1, 3, 4))
