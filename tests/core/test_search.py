"""The tree search, on the games' own kernels."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import cheese_envs
from cheese_envs.agents import load
from cheese_envs.agents.mcts import MctsAgent
from cheese_envs.core.rng import shuffle
from cheese_envs.core.search import CERTAIN, SearchPlan, shuffle_sorted, sorting
from cheese_envs.games.drole_de_fromage.rules import redeal as without_shuffle
from tests.games.playing import by_game, by_player_count, midway, spec_of

SEED = np.uint64(11)


@cache
def sorting_redeal(game: str) -> Any:
    """A game's redeal as the search uses it; compiled once."""
    return sorting(spec_of(game).kernels["redeal"])


def redealt(kernel: Any, states: NDArray[Any], config: NDArray[Any]) -> NDArray[Any]:
    """What a redeal kernel makes of a copy of a game, for its player to move."""
    after = states.copy()
    after["rng"] = SEED
    kernel(after[0], config[0], after[0].seat)
    return after


def cards_of(states: NDArray[Any]) -> list[Any]:
    """All hidden cards and worms, where they lie."""
    fields = set(states.dtype.names or ())
    hidden = [
        states[name][0] for name in ("hands", "secrets", "undealt", "wormy") if name in fields
    ]
    if "drawn" in fields:
        hidden.append(states["pile"][0][int(states["drawn"][0]) :])
    if "head" in fields:
        places = (int(states["head"][0]) + np.arange(int(states["pile"][0]))) % 256
        hidden.append(states["cards"][0][places])
    return [part.tolist() for part in hidden]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_sorting_redeal_deals_the_same_whatever_the_truth_is(game: str, num_players: int) -> None:
    env = midway(game, num_players, 7)
    kernel = sorting_redeal(game)
    truths = [env.redeal(env.agent_selection, seed)._states for seed in range(5)]
    assert len({str(cards_of(truth)) for truth in truths}) > 1
    deals = [cards_of(redealt(kernel, truth, env._config)) for truth in truths]
    assert all(deal == deals[0] for deal in deals)


@pytest.mark.uncompiled
def test_sorting_leaves_alone_what_does_not_shuffle() -> None:
    assert sorting(without_shuffle) is without_shuffle
    assert sorting(None) is None
    assert sorting(np.zeros) is np.zeros


@pytest.mark.uncompiled
def test_a_sorted_shuffle_keeps_the_cards_and_forgets_their_order() -> None:
    states = np.zeros(1, spec_of("cheese_rescue").state)
    ordered = [0, 0, 1, 2, 2, 2, 17, 31]
    results = []
    for cards in (ordered, ordered[::-1], [2, 31, 0, 17, 2, 0, 1, 2]):
        states["rng"] = SEED
        laid = np.array([*cards, 5], np.int8)  # what lies beyond the count stays
        shuffle_sorted(states[0], laid, len(cards))
        assert sorted(laid[:-1].tolist()) == ordered and laid[-1] == 5
        results.append(laid.tolist())
    assert results[0] == results[1] == results[2]
    states["rng"] = SEED
    plain = np.array(ordered, np.int8)
    shuffle(states[0], plain, len(plain))
    assert results[0][:-1] == plain.tolist()


@pytest.mark.parametrize("game", by_game())
def test_every_simulation_visits_one_move_of_the_root(game: str) -> None:
    env = midway(game, 2, 5)
    for simulations in (1, 7, 50):
        agent = MctsAgent(simulations, plan=SearchPlan(depth=2))
        visits = agent.weights(env) * simulations
        np.testing.assert_allclose(visits, visits.round())
        assert round(visits.sum()) == simulations


@pytest.mark.parametrize("game", by_game())
def test_the_first_move_tried_is_the_rule_of_thumbs(game: str) -> None:
    batch = cheese_envs.make_batch(game, 8, seed=3)
    batch.rollout(6)
    thumb = load("heuristic")
    thumb.bind(batch)
    wanted = thumb.act_batch(batch.observations, batch.action_masks)
    agent = MctsAgent(1, plan=SearchPlan(depth=0))
    assert agent.act_games(batch, np.arange(8)).tolist() == wanted.tolist()


def test_a_plan_decides_how_many_moves_are_tried() -> None:
    env = midway("cheese_rescue", 2, 6)
    tried = [
        np.count_nonzero(MctsAgent(100, plan=SearchPlan(breadth=breadth)).weights(env))
        for breadth in (0.1, 0.5, 0.0)
    ]
    legal = int(env._mask.sum())
    assert tried[0] == 1 and tried[1] == 5 and tried[2] == min(legal, 100)


def test_a_plan_tells_its_greed_in_whole_steps() -> None:
    assert [int(SearchPlan(greed=g).record()[0].greed) for g in (0, 0.5, 1)] == [0, 128, CERTAIN]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_estimates_are_rewards_that_sum_to_nothing(game: str, num_players: int) -> None:
    spec = spec_of(game)
    for plies in (1, 10, 25, 60) if game != "cheese_rescue" else (1, 10, 20):
        env = midway(game, num_players, plies)
        values = np.full(num_players, 9, np.float32)
        spec.estimate(env._states[0], env._config[0], values)
        assert abs(float(values.sum())) < 1e-4
        assert values.min() >= -1 / (num_players - 1) - 1e-5 and values.max() <= 1
