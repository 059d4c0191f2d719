"""The PettingZoo face: the peers' own kit, and the three usual wrappers side by side with ours."""

from __future__ import annotations

import contextlib
import io
import warnings
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

import cheese_envs
from tests.games.playing import (
    by_player_count,
    legal_actions,
    make_env,
    make_raw,
    midway,
    walk,
)

# --- PettingZoo's own tests -----------------------------------------------------------------------


# It would rather see a Box than a Dict with a mask, which its own classic games have too.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_pettingzoo_api_test(game: str, num_players: int) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(make_env(game, num_players), num_cycles=200)
        api_test(make_raw(game, num_players), num_cycles=200)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_pettingzoo_seed_test(game: str, num_players: int) -> None:
    seed_test(partial(make_env, game, num_players), num_cycles=100)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_pettingzoo_render_test(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("resvg_py", "PIL", "pygame"):
        pytest.importorskip(module)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(partial(make_env, game, 2))


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_pettingzoo_makes_the_game_by_its_id(game: str) -> None:
    env = pettingzoo.make("aec", f"cheese_envs/{game}-v0", num_players=2)
    env.reset(seed=1)
    assert env.metadata["name"] == f"{game}_v0"
    assert env.possible_agents == ["player_0", "player_1"]


# --- ours and the three wrappers ------------------------------------------------------------------


def wrapped(game: str, **options: Any) -> Any:
    raw: Any = make_raw(game, 2, **options)
    guarded: Any = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=-1))
    return OrderEnforcingWrapper(guarded)


def both(game: str) -> tuple[Any, Any]:
    return make_env(game, 2), wrapped(game)


def outcome_of(call: Any) -> Any:
    """What a call does: the type it raises, or what it returns, and whether it warns."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as problem:
            result = type(problem)
    return result if isinstance(result, type) else "fine", bool(warned)


def books(env: Any) -> dict[str, Any]:
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos")
    return {name: getattr(env, name) for name in names} | {
        "cumulative": env.unwrapped._cumulative_rewards
    }


def assert_alike(ours: Any, theirs: Any) -> None:
    assert books(ours) == books(theirs)
    for agent in ours.agents:
        seen, also = ours.observe(agent), theirs.observe(agent)
        np.testing.assert_array_equal(seen["observation"], also["observation"])
        np.testing.assert_array_equal(seen["action_mask"], also["action_mask"])


def illegal_action(env: Any) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


STRANGE_ACTIONS: tuple[Any, ...] = (
    -1,
    10**6,
    10**30,
    None,
    0.0,
    1.5,
    float("nan"),
    "0",
    [0],
    np.array([0]),
    np.array([0, 1]),
    np.array([[0]]),
    np.array(0.0),
    np.float32(0),
    {},
)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
@pytest.mark.parametrize("action", STRANGE_ACTIONS, ids=repr)
def test_strange_actions_fare_as_under_the_wrappers(game: str, action: Any) -> None:
    ours, theirs = both(game)
    for env in (ours, theirs):
        env.reset(seed=1)
        env.step(legal_actions(env.unwrapped)[0])
    assert outcome_of(lambda: ours.step(action)) == outcome_of(lambda: theirs.step(action))
    assert_alike(ours, theirs)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
@pytest.mark.parametrize("kind", [np.int16, np.int64, np.uint16, np.array], ids=str)
def test_numpys_integers_are_actions(game: str, kind: Any) -> None:
    ours, theirs = both(game)
    for env in (ours, theirs):
        env.reset(seed=1)
    action = legal_actions(ours.unwrapped)[0]
    assert outcome_of(lambda: ours.step(kind(action))) == outcome_of(
        lambda: theirs.step(kind(action))
    )
    assert_alike(ours, theirs)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_an_illegal_action_ends_the_game_as_under_the_wrapper(game: str) -> None:
    ours, theirs = both(game)
    for env in (ours, theirs):
        env.reset(seed=2)
        env.step(legal_actions(env.unwrapped)[0])
    mover, action = ours.agent_selection, illegal_action(ours)
    assert outcome_of(lambda: ours.step(action)) == outcome_of(lambda: theirs.step(action))
    assert_alike(ours, theirs)
    assert ours.rewards[mover] == -1 and all(ours.terminations.values())
    while theirs.agents:
        assert ours.last()[1:4] == theirs.last()[1:4]
        assert outcome_of(lambda: ours.step(0)) == outcome_of(lambda: theirs.step(0))
        ours.step(None)
        theirs.step(None)
        assert books(ours)["agents"] == books(theirs)["agents"]
    assert outcome_of(lambda: ours.step(None)) == outcome_of(lambda: theirs.step(None))
    for env in (ours, theirs):
        env.reset(seed=3)
    assert_alike(ours, theirs)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_after_an_illegal_action_players_see_their_own_side_and_may_do_nothing(
    game: str, num_players: int
) -> None:
    # The agent then selected need not be the mover, whose view lies at hand.
    for mover in range(num_players):
        env = make_env(game, num_players)
        env.reset(seed=6)
        while env.agent_selection != f"player_{mover}":
            env.step(legal_actions(env.unwrapped)[0])
        seen = {agent: env.observe(agent)["observation"] for agent in env.agents}
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(illegal_action(env))
        for agent in env.agent_iter():
            for other in env.possible_agents:
                after = env.observe(other)
                np.testing.assert_array_equal(after["observation"], seen[other])
                assert not after["action_mask"].any()
            last, reward, *_ = env.last()
            assert last is not None and not last["action_mask"].any()
            np.testing.assert_array_equal(last["observation"], seen[agent])
            assert reward == (-1 if agent == f"player_{mover}" else 0)
            env.step(None)


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_a_whole_game_has_the_same_books(game: str) -> None:
    ours, theirs = both(game)
    random = np.random.default_rng(4)
    for env in (ours, theirs):
        env.reset(seed=4)
    for _ in range(400):
        assert_alike(ours, theirs)
        if not ours.agents:
            break
        _, *ours_last = ours.last()
        _, *theirs_last = theirs.last()
        assert ours_last == theirs_last
        over = ours_last[1] or ours_last[2]
        action = None if over else int(random.choice(legal_actions(ours.unwrapped)))
        ours.step(action)
        theirs.step(action)


BEFORE_RESET: dict[str, Any] = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("player_0"),
    "last": lambda env: env.last(),
    "render": lambda env: env.render(),
    "state": lambda env: env.state(),
    "agent_iter": lambda env: env.agent_iter(),
    **{
        name: lambda env, name=name: getattr(env, name)
        for name in (
            "rewards",
            "terminations",
            "truncations",
            "infos",
            "agent_selection",
            "num_agents",
            "agents",
            "possible_agents",
            "max_num_agents",
            "metadata",
            "unwrapped",
            "_private",
            "nonsense",
        )
    },
}


@pytest.mark.parametrize("name", BEFORE_RESET)
def test_too_early_is_refused_as_under_the_wrapper(name: str) -> None:
    ours, theirs = both("cheese_rescue")
    call = BEFORE_RESET[name]
    assert outcome_of(lambda: call(ours)) == outcome_of(lambda: call(theirs))


def test_a_loop_without_a_step_is_refused_as_under_the_wrapper() -> None:
    for env in both("cheese_rescue"):
        env.reset(seed=1)
        agents = iter(env.agent_iter())
        assert next(agents) == "player_0"
        with pytest.raises(AssertionError, match="need to call step"):
            next(agents)


def test_a_loop_ends_with_the_game_or_its_limit() -> None:
    for env in both("cheese_rescue"):
        env.reset(seed=1)
        turns = []
        for agent in env.agent_iter(5):
            turns.append(agent)
            env.step(legal_actions(env.unwrapped)[0])
        assert turns == ["player_0", "player_1", "player_0", "player_1", "player_0"]


def test_the_name_is_the_wrapped_ones() -> None:
    ours, theirs = both("cheese_rescue")
    assert "cheese_rescue_v0" in str(ours) and "cheese_rescue_v0" in str(theirs)
    assert str(ours.unwrapped) == str(theirs.unwrapped)


# --- raw_env --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_an_illegal_action_changes_nothing_and_a_legal_one_may_follow(
    game: str, num_players: int
) -> None:
    env = midway(game, num_players, plies=4)
    before, luck = env.snapshot(), int(env._states[0].rng)
    mask = env.observe(env.agent_selection)["action_mask"]
    wrong: list[Any] = np.flatnonzero(mask == 0).tolist()
    count = len(mask)
    for action in [*wrong, -1, count]:
        with pytest.raises(cheese_envs.IllegalActionError, match=env.agent_selection):
            env.step(action)
    strange: tuple[Any, ...] = (None, 1.0, float("nan"), "1", True, np.array([1]), [1], 10**30)
    strange += (np.array(1.0), np.array(True), np.float32(1), 10**5000, np.int8(-1))
    for action in strange:
        with pytest.raises(cheese_envs.IllegalActionError, match="action"):
            env.step(action)
    assert env.snapshot() == before and int(env._states[0].rng) == luck
    env.step(legal_actions(env)[0])
    assert env.snapshot() != before


def test_raw_env_before_its_first_reset_says_so() -> None:
    env = make_raw("cheese_rescue", 2)
    calls: list[Any] = [
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.last,
        env.snapshot,
        env.legal_moves,
        lambda: env.describe(0),
        lambda: env.redeal("player_0", 1),
        lambda: env.outcome,
    ]
    for call in calls:
        with pytest.raises(AssertionError, match="reset"):
            call()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, [1]])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        make_raw("cheese_rescue", 2).reset(seed=seed)


def test_numpys_seeds_are_taken() -> None:
    env, other = make_raw("cheese_rescue", 2), make_raw("cheese_rescue", 2)
    env.reset(seed=np.int64(7))  # type: ignore[arg-type]
    other.reset(seed=7)
    assert env.snapshot() == other.snapshot()


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_a_step_on_a_finished_game_is_refused(game: str) -> None:
    env = make_raw(game, 2)
    env.reset(seed=1)
    for _ in walk(env, Random(1)):
        pass
    for _ in range(2):
        with pytest.raises(ValueError, match="only valid action is None"):
            env.step(0)
        env.step(None)
    strange: tuple[Any, ...] = (None, 0)
    for action in strange:
        with pytest.raises(ValueError, match=r"over and no agent is left: call reset\(\)"):
            env.step(action)
    assert env.snapshot()["over"] and not env.observe("player_1")["action_mask"].any()
    env.reset(seed=1)
    env.step(legal_actions(env)[0])


def test_an_unknown_agent_is_named() -> None:
    env = midway("cheese_rescue", 2, plies=1)
    nobody: tuple[Any, ...] = ("player_9", 0, None, [])
    for agent in nobody:
        with pytest.raises(ValueError, match="there is no agent"):
            env.observe(agent)
    with pytest.raises(ValueError, match="player_9"):
        env.observe("player_9")
    with pytest.raises(ValueError, match="player_9"):
        env.redeal("player_9", 1)


@pytest.mark.parametrize("num_players", [0, 1, 7, -2, 2.0, "2", None, True])
def test_wrong_player_counts_are_refused(num_players: Any) -> None:
    for game in cheese_envs.GAMES:
        with pytest.raises(ValueError, match="num_players"):
            make_raw(game, num_players)


def test_unknown_options_and_render_modes_are_refused() -> None:
    for name in ("colour", "spec", "self"):
        with pytest.raises(TypeError, match=f"no option '{name}'"):
            make_raw("cheese_rescue", 2, **{name: "red"})
    with pytest.raises(ValueError, match="render_mode"):
        make_raw("cheese_rescue", 2, render_mode="hologram")
