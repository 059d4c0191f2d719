"""Random numbers that live in a state: SplitMix64 on the field `rng`.

Every constant is wrapped in `np.uint64`: a plain literal would turn the arithmetic signed.
"""

from __future__ import annotations

import os
import warnings

import numpy as np

from cheese_envs.core.kernel import kernel, uncompiled

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31 = np.uint64(27), np.uint64(30), np.uint64(31)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)

if uncompiled():
    # Wrapping around is what these sums are for; NumPy's scalars warn of it.
    warnings.filterwarnings("ignore", "overflow encountered in scalar", RuntimeWarning)


def any_seed() -> int:
    """A seed for who gives none; short enough that programs without 64-bit integers can say it."""
    return int.from_bytes(os.urandom(6), "little")


@kernel
def mix(word):
    """One SplitMix64 scramble of a uint64."""
    word = (word ^ (word >> SHIFT_30)) * MIX_1
    word = (word ^ (word >> SHIFT_27)) * MIX_2
    return word ^ (word >> SHIFT_31)


@kernel
def seed_word(seed):
    """The `rng` word that a uint64 seed starts from; neighbouring seeds are unrelated."""
    return mix(seed + GAMMA)


@kernel
def next_word(state):
    """The state's next random uint64."""
    state.rng = state.rng + GAMMA
    return mix(state.rng)


@kernel
def below(state, count):
    """A whole number from 0 to count - 1, each equally likely (Lemire's method). count < 2**32."""
    bound = np.uint64(count)
    product = (next_word(state) >> HALF) * bound
    if (product & LOW_HALF) < bound:
        threshold = (LOW_HALF - bound + np.uint64(1)) % bound
        while (product & LOW_HALF) < threshold:
            product = (next_word(state) >> HALF) * bound
    return np.int64(product >> HALF)


@kernel
def shuffle(state, cards, count):
    """Put the first `count` entries of `cards` in random order."""
    for last in range(count - 1, 0, -1):
        other = below(state, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held


@kernel
def pick_from_mask(state, config, mask):
    """A legal action, each equally likely: the n-th that the mask allows. mask: bool [ACTIONS]."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    skip = below(state, legal)
    for action in range(mask.shape[0]):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return -1
