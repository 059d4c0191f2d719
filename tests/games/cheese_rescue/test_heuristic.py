"""The rule-of-thumb player."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from cheese_envs import agents, cheese_rescue_v0, make_batch
from tests.games.playing import legal_actions


def wins(num_players: int, games: int) -> float:
    """The share of games won at one seat against random players, seats in turn."""
    batch = make_batch("cheese_rescue", games, num_players=num_players, seed=3)
    agent = agents.load("heuristic")
    agent.bind(batch)
    seats = np.arange(games) % num_players
    for _ in range(12 * num_players):  # the turns of a whole game
        chosen = agent.act_batch(batch.observations, batch.action_masks)
        batch.step(np.where(batch.players == seats, chosen, batch.sample()))
    assert batch.terminated.all()
    return float((batch.rewards[np.arange(games), seats] > 0).mean())


@pytest.mark.parametrize(("num_players", "share"), [(2, 0.97), (3, 0.95), (4, 0.93)])
def test_it_beats_random_players_nearly_always(num_players: int, share: float) -> None:
    assert wins(num_players, 400) >= share


def chosen_move(env: Any) -> dict[str, Any]:
    agent = agents.load("heuristic")
    agent.bind(env)
    view = env.observe(env.agent_selection)
    move: dict[str, Any] = env.describe(agent.act(view["observation"], view["action_mask"]))
    return move


@pytest.mark.parametrize("area", ["floating", "fixed"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_plays_whole_games_by_the_rules(num_players: int, area: str) -> None:
    env = cheese_rescue_v0.raw_env(num_players, area=area)
    env.reset(seed=2)
    for _ in range(12 * num_players):
        env.step(env.encode(chosen_move(env)))
    assert env.snapshot()["over"]


@pytest.mark.parametrize("seed", range(5))
def test_the_last_card_is_laid_within_a_point_of_the_best(seed: int) -> None:
    env = cheese_rescue_v0.raw_env(2)
    env.reset(seed=seed)
    random = Random(seed)
    for _ in range(23):
        env.step(random.choice(legal_actions(env)))
    ahead = {}
    for action in legal_actions(env):
        after = env.clone()
        after.step(action)
        scores = after.snapshot()["scores"]
        ahead[action] = scores[1] - scores[0]
    assert ahead[env.encode(chosen_move(env))] >= max(ahead.values()) - 1


def test_a_mouse_goes_beside_the_others_cheese_and_not_beside_ones_own() -> None:
    env = cheese_rescue_v0.raw_env(2, area="fixed")
    env.reset(seed=0)
    start = env.snapshot()
    # player_0 has a cheese above the start card, player_1 one below it; only mice are to hand.
    start["board"] = [[2, 2, "start", None], [1, 2, "cheese3", 0], [3, 2, "cheese3", 1]]
    start["turns"] = 2
    for seat in range(2):
        start["hands"][seat] = {"mouse": 3, "cheese1": 3, "cheese2": 2}
    kept = {"dog": 3, "cat": 6, "mouse": 3}
    start["pile"] = [card for card, count in kept.items() for _ in range(count)]
    env.restore(start)
    move = chosen_move(env)
    assert (move["card"], move["row"]) in {("mouse", 3), ("mouse", 4)}
