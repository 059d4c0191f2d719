"""The agents that come with every game: always legal, the same one by one and in a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs.agents import Agent, load
from cheese_envs.agents.random import RandomAgent
from tests.games.playing import by_options, by_player_count, make_env, make_raw, midway

NAMES = ("random", "heuristic")


def decision(game: str, num_players: int) -> tuple[Any, Any]:
    env = midway(game, num_players, plies=3)
    seen = env.observe(env.agent_selection)
    return seen["observation"], seen["action_mask"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_no_action_is_ever_illegal(
    game: str, num_players: int, options: dict[str, Any], name: str
) -> None:
    batch = cheese_envs.make_batch(game, 32, num_players=num_players, seed=1, **options)
    agent = load(name)
    agent.bind(batch)
    agent.seed(1)
    for _ in range(150):
        actions = agent.act_batch(batch.observations, batch.action_masks)
        assert batch.action_masks[np.arange(32), actions].all()
        batch.step(actions)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_one_by_one_and_in_a_batch_they_choose_alike(
    game: str, num_players: int, name: str
) -> None:
    batch = cheese_envs.make_batch(game, 6, num_players=num_players, seed=2)
    batch.rollout(9)
    together, apart = load(name), load(name)
    for agent in (together, apart):
        agent.seed(3)
    chosen = together.act_batch(batch.observations, batch.action_masks)
    for row in range(6):
        action = apart.act(batch.observations[row], batch.action_masks[row])
        assert type(action) is int
        if name == "heuristic":  # luck is drawn in another order by one and by many
            assert action == chosen[row]
        else:
            assert batch.action_masks[row, action]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_a_mask_that_allows_nothing_is_refused(game: str, name: str) -> None:
    agent = load(name)
    observation, mask = decision(game, 2)
    with pytest.raises(ValueError, match="allows nothing: it is not this player's turn"):
        agent.act(observation, np.zeros_like(mask))
    masks = np.stack([mask, np.zeros_like(mask)])
    with pytest.raises(ValueError, match="allows nothing"):
        agent.act_batch(np.stack([observation, observation]), masks)


@pytest.mark.parametrize("name", NAMES)
def test_shapes_that_do_not_fit_are_refused(name: str) -> None:
    agent = load(name)
    observation, mask = decision("cheese_rescue", 2)
    for seen, allowed in (
        (observation, mask),
        (observation[None], np.stack([mask, mask])),
        (observation[None, None], mask[None]),
    ):
        with pytest.raises(ValueError, match="a row for each decision"):
            agent.act_batch(seen, allowed)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_they_may_be_bound_to_every_face(game: str, name: str) -> None:
    raw, env = make_raw(game, 2), make_env(game, 2)
    solo, batch = cheese_envs.make_solo(game), cheese_envs.make_batch(game, 1)
    raw.reset(seed=1)
    seen = raw.observe(raw.agent_selection)
    for face in (raw, env, solo, batch):
        agent = load(name)
        assert isinstance(agent, Agent)
        agent.bind(face)
        assert seen["action_mask"][agent.act(seen["observation"], seen["action_mask"])]


def test_the_heuristic_goes_by_what_it_sees_until_it_is_bound() -> None:
    agent = load("heuristic")
    for game in ("cheese_rescue", "au_secours", "cheese_rescue"):
        observation, mask = decision(game, 3)
        assert mask[agent.act(observation, mask)]
    with pytest.raises(ValueError, match="no game has 5 observations and 7 actions"):
        agent.act(np.zeros(5, np.int8), np.ones(7, np.int8))
    agent.bind(make_raw("cheese_rescue", 2))
    observation, mask = decision("cheese_rescue", 3)
    with pytest.raises(ValueError, match="234 observations and 216 actions, not one with 365"):
        agent.act(observation, mask)


def test_random_play_is_uniform_and_follows_its_seed() -> None:
    mask = np.array([0, 1, 0, 1, 1, 0], np.int8)
    rows = np.tile(mask, (6000, 1))
    one, other = RandomAgent(5), RandomAgent()
    other.seed(5)
    drawn = one.act_batch(np.zeros((6000, 1), np.int8), rows)
    np.testing.assert_array_equal(drawn, other.act_batch(np.zeros((6000, 1), np.int8), rows))
    counts = np.bincount(drawn, minlength=6)
    assert counts[mask == 0].sum() == 0 and (abs(counts[mask == 1] - 2000) < 200).all()
