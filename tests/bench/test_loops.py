"""The loops play legal moves, all of them, and count moves only."""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.bench.loops import RandomPlayer, aec_games, pick_batch


def test_pick_gives_every_legal_action_and_no_other() -> None:
    pick = RandomPlayer(seed=1).pick
    mask = np.array([0, 1, 0, 1, 1], np.int8)
    assert {pick(mask) for _ in range(200)} == {1, 3, 4}


def test_pick_batch_gives_every_legal_action_and_no_other() -> None:
    masks = np.random.default_rng(0).random((50, 9)) < 0.3
    masks[:, 4] = True  # no row without a legal action
    generator = np.random.default_rng(1)
    seen = np.zeros_like(masks)
    for _ in range(400):
        seen[np.arange(50), pick_batch(masks, generator)] = True
    np.testing.assert_array_equal(seen, masks)


class TwoMovesEach:
    """What the loop needs of an AEC env: two players, two moves each, then the closing steps."""

    def __init__(self) -> None:
        self.taken: list[Any] = []

    def reset(self, seed: int | None = None) -> None:
        self.taken = []

    def agent_iter(self) -> Any:
        while len(self.taken) < 6:
            yield f"player_{len(self.taken) % 2}"

    def last(self) -> tuple[Any, ...]:
        over = len(self.taken) >= 4
        return {"action_mask": np.array([0, 1], np.int8)}, 0.0, over, False, {}

    def step(self, action: int | None) -> None:
        self.taken.append(action)


def test_the_closing_steps_of_finished_players_are_made_but_not_counted() -> None:
    env = TwoMovesEach()
    assert aec_games(env)() == 4
    assert env.taken == [1, 1, 1, 1, None, None]
