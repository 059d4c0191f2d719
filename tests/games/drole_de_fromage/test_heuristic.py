"""The rule-of-thumb player."""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.batch import Batch
from cheese_envs.games.drole_de_fromage.spec import SPEC

from .scenes import scene, taken_up
from .test_referee import bonus, give


def choice(env: Any) -> dict[str, Any]:
    """What it would play now."""
    view = env.observe(env.agent_selection)
    actions = np.zeros(1, np.int64)
    now = env.snapshot()
    config = SPEC.make_config(now["num_players"], now["options"])
    SPEC.loops.choose_games(
        view["observation"][None], view["action_mask"][None].astype(bool), config, actions
    )
    move: dict[str, Any] = env.describe(int(actions[0]))
    return move


def test_it_brings_a_cheese_home_when_the_steps_suffice() -> None:
    middle = ". . . . . . . .\n" * 4
    env = scene(f". . . . . . . B\n{middle}A . . . . 1 . .\n3 . . . . . . .")
    assert choice(env) == {"type": "step", "direction": "south"}


def test_it_takes_the_sound_cheese_it_can_be_sure_of() -> None:
    start = bonus()
    give(start, 1, "big", wormy=False)
    give(start, 1, "big", wormy=False)  # so every other big one is wormy
    give(start, 0, "big", wormy=True)
    give(start, 0, "small", wormy=False)
    assert choice(taken_up(start)) == {"type": "take", "from": 0, "size": "small"}


def test_it_beats_random_play() -> None:
    games, won = 60, 0
    for seat in range(2):
        batch = Batch(SPEC, games // 2, seed=50 * seat, threads=1)
        playing = np.ones(games // 2, np.bool_)
        while playing.any():
            mine = np.flatnonzero(playing & (batch.players == seat))
            actions = batch.sample(playing & (batch.players != seat))
            chosen = np.zeros(len(mine), np.int64)
            views, masks = batch.observations[mine], batch.action_masks[mine]
            SPEC.loops.choose_games(views, masks, batch.config, chosen)
            actions[mine] = chosen
            batch.advance(actions, restart=False)
            ended = playing & (batch.terminated | batch.truncated)
            won += int((batch.rewards[ended, seat] > 0).sum())
            playing &= ~ended
    assert won >= 0.9 * games
