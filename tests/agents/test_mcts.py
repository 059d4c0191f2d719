"""The player that searches."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs import agents
from cheese_envs.agents.mcts import MctsAgent
from cheese_envs.core.search import SearchPlan
from cheese_envs.faces.aec import RawEnv
from tests.games.au_secours import scenes as au_secours
from tests.games.drole_de_fromage import scenes as drole_de_fromage
from tests.games.playing import (
    assert_same_states,
    by_game,
    by_options,
    by_player_count,
    is_over,
    legal_actions,
    make_env,
    make_raw,
    midway,
)

# Playouts of a few moves, so that tests of anything but strength are quick.
QUICK = SearchPlan(breadth=0.5, depth=3, greed=0.5)


def choice(env: Any, simulations: int = 30, seed: int = 0, plan: SearchPlan | None = QUICK) -> int:
    agent = MctsAgent(simulations, seed, plan)
    agent.bind(env)
    view = env.observe(env.agent_selection)
    return agent.act(view["observation"], view["action_mask"])


def test_the_name_says_how_many_games_are_simulated() -> None:
    agent = agents.load("mcts:250")
    assert isinstance(agent, MctsAgent) and agent.simulations == 250
    assert isinstance(agent, agents.Agent)


@pytest.mark.parametrize("words", ["", "0", "-5", "1.5", "many", "1000001", "²", " 20", "9" * 50])
def test_a_name_that_makes_no_sense_is_refused_with_one_that_does(words: str) -> None:
    with pytest.raises(ValueError, match="from 1 to 1000000, as in mcts:200"):
        agents.load(f"mcts:{words}")


def test_without_an_env_it_asks_for_one() -> None:
    env = make_raw("cheese_rescue", 2)
    env.reset(seed=1)
    view = env.observe("player_0")
    with pytest.raises(ValueError, match=r"agent\.bind\(env\)"):
        MctsAgent(10).act(view["observation"], view["action_mask"])


def test_it_binds_to_nothing_but_these_games() -> None:
    with pytest.raises(ValueError, match="not in 'chess'"):
        MctsAgent(10).bind("chess")


def test_it_refuses_what_is_not_seen_in_the_bound_env() -> None:
    bound, played = (make_raw("cheese_rescue", 2) for _ in range(2))
    bound.reset(seed=1)
    played.reset(seed=1)
    played.step(legal_actions(played)[0])
    agent = MctsAgent(10)
    agent.bind(bound)
    view = played.observe(played.agent_selection)
    with pytest.raises(ValueError, match="bind the env that is being played"):
        agent.act(view["observation"], view["action_mask"])


def test_it_refuses_some_rows_of_a_batch_without_saying_which() -> None:
    batch = cheese_envs.make_batch("cheese_rescue", 3)
    agent = MctsAgent(5, plan=QUICK)
    agent.bind(batch)
    with pytest.raises(ValueError, match="2 observations for 3 bound games"):
        agent.act_batch(batch.observations[:2], batch.action_masks[:2])


def test_a_game_that_is_over_has_nobody_to_choose_for() -> None:
    env = make_raw("cheese_rescue", 2)
    env.reset(seed=1)
    while not is_over(env):
        env.step(legal_actions(env)[0])
    with pytest.raises(ValueError, match="nobody is to move"):
        MctsAgent(5).weights(env)


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_it_never_chooses_an_illegal_action(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    batch = cheese_envs.make_batch(game, 4, num_players=num_players, seed=2, **options)
    agent = MctsAgent(8, plan=QUICK)
    rows = np.arange(4)
    for turn in range(16):
        actions = agent.act_games(batch, rows)
        assert batch.action_masks[rows, actions].all()
        batch.step(actions)
        if turn % 4 == 3:
            batch.rollout(9)  # to parts of the game it would not go to itself


@pytest.mark.parametrize("game", by_game())
def test_env_solo_and_batch_are_searched_alike(game: str) -> None:
    batch = cheese_envs.make_batch(game, 1, seed=5)
    raw, env, solo = make_raw(game, 2), make_env(game, 2), cheese_envs.make_solo(game)
    raw.reset(seed=5)
    env.reset(seed=5)
    seen, _ = solo.reset(seed=5)
    agent = MctsAgent(30, plan=QUICK)
    agent.bind(batch)
    wanted = int(agent.act_games(batch, np.array([0]))[0])
    assert agent.act_batch(batch.observations, batch.action_masks).tolist() == [wanted]
    assert choice(raw) == choice(env) == wanted
    agent.bind(solo)
    assert agent.act(seen, solo.action_masks()) == wanted


@pytest.mark.parametrize("game", by_game())
def test_the_same_seed_chooses_the_same_however_the_batch_is_cut(game: str) -> None:
    batches = [cheese_envs.make_batch(game, 6, seed=7, threads=threads) for threads in (1, 2)]
    for batch in batches:
        batch.rollout(5)
    agent = MctsAgent(20, seed=9, plan=QUICK)
    whole = agent.act_games(batches[0], np.arange(6))
    parts = [agent.act_games(batches[0], np.array(rows)) for rows in ([4], [5, 0], [3, 1, 2])]
    assert np.concatenate(parts).tolist() == whole[[4, 5, 0, 3, 1, 2]].tolist()
    assert agent.act_games(batches[1], np.arange(6)).tolist() == whole.tolist()


def test_another_seed_searches_otherwise() -> None:
    env = midway("cheese_rescue", 2, 4)
    weights = []
    for seed in (1, 2, 1):
        agent = MctsAgent(100, seed)
        weights.append(agent.weights(env).tolist())
    assert weights[0] == weights[2] != weights[1]


@pytest.mark.parametrize("plies", [3, 9, 20])
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_what_is_hidden_changes_nothing(game: str, num_players: int, plies: int) -> None:
    env = midway(game, num_players, plies)
    agent = MctsAgent(25, plan=QUICK)
    weights = agent.weights(env).tolist()
    for seed in range(4):
        assert agent.weights(env.redeal(env.agent_selection, seed)).tolist() == weights


@pytest.mark.parametrize("game", by_game())
def test_searching_leaves_the_game_as_it_is(game: str) -> None:
    env = midway(game, 2, 6)
    before = env._states.copy()
    choice(env)
    assert_same_states(before, env._states)


@pytest.mark.parametrize("game", by_game())
def test_weights_are_shares_of_legal_actions(game: str) -> None:
    env = midway(game, 2, 6)
    agent = MctsAgent(40, plan=QUICK)
    agent.bind(env)
    weights = agent.weights(env)
    assert weights.tolist() == agent.weights().tolist()
    assert weights.sum() == pytest.approx(1.0)
    assert set(np.flatnonzero(weights)) <= set(legal_actions(env))
    won = wins_at_once(env, choice(env, 40))
    assert won or weights[choice(env, 40)] == weights.max()


def wins_at_once(env: RawEnv, action: int) -> bool:
    mover = int(env.snapshot()["turn"])
    after = env.clone()
    after.step(action)
    return mover in (after.snapshot()["winners"] or [])


def test_it_finishes_its_wheel() -> None:
    hand = ["good", "mouse", "rotten", "guard", "yarn", "sleeping", "broom"]
    env = au_secours.scene(hand, au_secours.wheel(good=7), au_secours.wheel(good=7))
    assert wins_at_once(env, choice(env, 60, plan=None))


def catches(env: RawEnv) -> list[int]:
    """The actions that bring the mover's secret subject and the horse together."""
    now = env.snapshot()
    secret = now["secrets"][now["turn"]]
    goals = {secret: now["positions"]["horse"], "horse": now["positions"].get(secret)}
    moves = [move for move in env.legal_moves() if move["type"] == "move"]
    return [env.encode(move) for move in moves if goals.get(move["card"][:-1]) == move["to"]]


def test_it_catches_the_horse() -> None:
    env = make_raw("rattrapez_le", 2)
    random = Random(1)
    found = 0
    for seed in range(20):
        env.reset(seed=seed)
        while not is_over(env) and not catches(env):
            env.step(random.choice(legal_actions(env)))
        if not is_over(env):
            action = choice(env, 60, plan=None)
            assert action in catches(env) and wins_at_once(env, action)
            found += 1
    assert found > 10


def test_it_plays_a_seat_against_others() -> None:
    solo = cheese_envs.make_solo("cheese_rescue", opponents="mcts:10")
    solo.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = solo.step(int(np.flatnonzero(solo.action_masks())[0]))
    assert reward < 0


def test_it_lays_the_last_card_that_wins() -> None:
    env = make_raw("cheese_rescue", 2)
    random = Random(1)
    found = 0
    for seed in range(40):
        env.reset(seed=seed)
        for _ in range(23):
            env.step(random.choice(legal_actions(env)))
        winning = [action for action in legal_actions(env) if wins_at_once(env, action)]
        if 0 < len(winning) < len(legal_actions(env)):
            assert choice(env, 2000, plan=SearchPlan(breadth=0.0)) in winning
            found += 1
    assert found > 3


def test_it_brings_home_the_last_cheese() -> None:
    rows = ". . . . . . . .\n" * 5
    env = drole_de_fromage.scene(f". . . . . . . B\n{rows}A . . . . . . .\n1 . . . . . . .")
    assert env.describe(choice(env, 60, plan=None)) == {"type": "step", "direction": "south"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "num_players", "games", "share"),
    [("cheese_rescue", 2, 60, 0.8), ("rattrapez_le", 2, 100, 0.5), ("au_secours", 4, 80, 0.35)],
)
def test_it_is_stronger_than_the_rule_of_thumb(
    game: str, num_players: int, games: int, share: float
) -> None:
    batch = cheese_envs.make_batch(game, games, num_players=num_players, seed=1)
    search, thumb = MctsAgent(200), agents.load("heuristic")
    thumb.bind(batch)
    seats = np.arange(games) % num_players
    playing, won = np.ones(games, np.bool_), 0.0
    while playing.any():
        mine = np.flatnonzero(playing & (batch.players == seats))
        actions = thumb.act_batch(batch.observations, batch.action_masks)
        if mine.size:
            actions[mine] = search.act_games(batch, mine)
        batch.step(actions)
        over = playing & (batch.terminated | batch.truncated)
        won += float((over & (batch.rewards[np.arange(games), seats] > 0)).sum())
        playing &= ~over
    assert won >= share * games
