"""What goes out and comes back is the same: snapshots, moves in words, copies, pickles."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs.faces.aec import RawEnv
from tests.games.playing import (
    Snapshot,
    arrays_of,
    assert_same_arrays,
    assert_same_states,
    by_options,
    by_player_count,
    is_over,
    legal_actions,
    make_env,
    make_raw,
    midway,
    walk,
)

MOST_PLIES = 60


def assert_same_game(one: RawEnv, other: RawEnv) -> None:
    assert one.snapshot() == other.snapshot()
    assert one.agent_selection == other.agent_selection
    assert one.rewards == other.rewards
    assert one.terminations == other.terminations and one.truncations == other.truncations
    for agent in one.possible_agents:
        seen, also = one.observe(agent), other.observe(agent)
        np.testing.assert_array_equal(seen["observation"], also["observation"])
        np.testing.assert_array_equal(seen["action_mask"], also["action_mask"])


def assert_play_on_alike(one: RawEnv, other: RawEnv, plies: int = 40) -> None:
    """The same moves, and the same luck, into the next game if this one ends."""
    random = Random(0)
    for _ in range(plies):
        assert_same_game(one, other)
        if is_over(one):
            one.reset()
            other.reset()
            continue
        action = random.choice(legal_actions(one))
        one.step(action)
        other.step(action)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_a_snapshot_restores_at_every_ply(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env, other = (make_raw(game, num_players, **options) for _ in range(2))
    env.reset(seed=1)
    for _ in walk(env, Random(2), MOST_PLIES):
        snapshot = env.snapshot()
        assert json.loads(json.dumps(snapshot)) == snapshot
        other.restore(json.loads(json.dumps(snapshot)))
        assert_same_game(env, other)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_the_end_of_a_game_restores(game: str, num_players: int) -> None:
    env, other = make_raw(game, num_players), make_raw(game, num_players)
    env.reset(seed=1)
    for _ in walk(env, Random(2), 5000):
        pass
    assert is_over(env)
    other.restore(env.snapshot())
    assert other.rewards == env.rewards and other.outcome == env.outcome
    assert set(other.terminations.values()) == set(env.terminations.values())
    for _ in range(num_players):
        other.step(None)
    assert other.agents == []


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_restored_game_plays_on_as_its_copy_does(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=9)
    twin = env.clone()
    snapshot = env.snapshot()
    for _ in walk(env, Random(1), 3):
        pass
    # A restore leaves the random numbers as they are: here, where the three plies left them.
    luck = env._states[0].rng
    env.restore(snapshot)
    assert env._states[0].rng == luck
    twin._states[0].rng = luck
    assert_play_on_alike(env, twin)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_every_action_can_be_said_in_words(game: str, num_players: int) -> None:
    env = make_raw(game, num_players)
    env.reset(seed=4)
    for ply in walk(env, Random(5), MOST_PLIES):
        if ply % 12 not in (0, 1):
            continue
        said = set()
        for action in range(env.action_space("player_0").n):
            move = env.describe(action)
            assert env.encode(move) == action
            assert env.encode(json.loads(json.dumps(move))) == action
            said.add(json.dumps(move, sort_keys=True))
        assert len(said) == env.action_space("player_0").n
        assert env.legal_moves() == [env.describe(action) for action in legal_actions(env)]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_what_is_no_action_or_no_move_is_refused(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=3)
    count = int(env.action_space("player_0").n)
    wrong: tuple[Any, ...] = (-1, count, 10**30, 1.0, "1", None, True, np.array([1]))
    for action in wrong:
        with pytest.raises(ValueError, match="action"):
            env.describe(action)
    good = env.describe(legal_actions(env)[0])
    moves: list[Any] = [None, [], "place", {}, {"type": "fly"}, {**good, "surplus": 1}]
    moves += [{name: part for name, part in good.items() if name != lost} for lost in good]
    strange: tuple[Any, ...] = (None, -99, 10**30, 0.5, "x", [], float("nan"), True)
    moves += [{**good, name: value} for name in good for value in strange]
    for move in moves:
        with pytest.raises(ValueError, match=r"\w"):
            env.encode(move)


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_clone_plays_on_identically_and_apart(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=6)
    before = env.snapshot()
    twin = env.clone()
    assert_play_on_alike(twin, env.clone())
    assert env.snapshot() == before


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_reseeded_clone_keeps_the_game_but_not_the_luck(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=6)
    twin = env.clone(reseed=12345)
    assert_same_game(env, twin)
    assert_play_on_alike(twin, env.clone(reseed=12345))
    fresh = []
    for luck in (env.clone(), *(env.clone(reseed=seed) for seed in range(5))):
        luck.reset()
        fresh.append(json.dumps(luck.snapshot()))
    assert len(set(fresh)) > 1


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_raw_env_and_env_pickle_and_copy_in_mid_game(game: str, num_players: int) -> None:
    raw = midway(game, num_players, plies=7)
    env = make_env(game, num_players)
    env.reset(seed=3)
    for _ in range(2):
        env.step(legal_actions(env.unwrapped)[0])
    for one in (raw, env):
        for twin in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert type(twin) is type(one)
            assert_play_on_alike(copy.deepcopy(one).unwrapped, twin.unwrapped)
    twin = pickle.loads(pickle.dumps(env))
    twin.step(legal_actions(twin.unwrapped)[0])
    assert twin.unwrapped.snapshot() != env.unwrapped.snapshot()


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_envs_pickle_before_they_begin(game: str, num_players: int) -> None:
    for one in (make_raw(game, num_players), make_env(game, num_players)):
        twin = pickle.loads(pickle.dumps(one))
        twin.reset(seed=5)
        one.reset(seed=5)
        assert_same_game(one.unwrapped, twin.unwrapped)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_batch_pickles_and_copies_in_mid_game(game: str, num_players: int) -> None:
    batch = cheese_envs.make_batch(game, 7, num_players=num_players, seed=1, threads=2)
    batch.rollout(10)
    for twin in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        one = copy.deepcopy(batch)
        for _ in range(20):
            one.step(one.sample())
            twin.step(twin.sample())
            assert_same_arrays(arrays_of(one), arrays_of(twin))


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_solo_env_pickles_and_copies_in_mid_game(game: str, num_players: int) -> None:
    solo = cheese_envs.make_solo(game, num_players=num_players, seat=1)
    solo.reset(seed=2)
    solo.step(int(np.flatnonzero(solo.action_masks())[0]))
    for twin in (copy.deepcopy(solo), pickle.loads(pickle.dumps(solo))):
        one = copy.deepcopy(solo)
        for _ in range(20):
            np.testing.assert_array_equal(one.action_masks(), twin.action_masks())
            allowed = np.flatnonzero(one.action_masks())
            if not allowed.size:
                np.testing.assert_array_equal(one.reset()[0], twin.reset()[0])
                continue
            seen, also = one.step(int(allowed[-1])), twin.step(int(allowed[-1]))
            np.testing.assert_array_equal(seen[0], also[0])
            assert seen[1:4] == also[1:4]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_options_survive_a_seeded_reset(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env = make_raw(game, num_players, **options)
    env.reset(seed=1)
    first = env.snapshot()
    env.reset(seed=2)
    env.reset(seed=1)
    assert env.snapshot() == first
    for name, value in options.items():
        wanted = json.loads(json.dumps(value))
        got = first["options"][name]
        if isinstance(wanted, dict):
            assert {key: got.get(key, 0) for key in wanted} == wanted
        else:
            assert got == wanted


# --- snapshots that are not what they should be ---------------------------------------------------

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    7,
    10**30,
    1.5,
    0.0,
    float("nan"),
    "",
    "nonsense",
    [],
    [None],
    [[]],
    {},
    {"nonsense": 1},
    b"bytes",
)


def exact(value: Any) -> str:
    """A value as text in which 1, 1.0 and True differ; cards on a board are in any order.

    No cards of a kind may be said by a 0 or by leaving the kind out.
    """
    if isinstance(value, dict):
        if all(type(part) is int for part in value.values()):
            value = {key: count for key, count in value.items() if count}
        return "{" + ",".join(f"{key!r}:{exact(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        parts = [exact(part) for part in value]
        of_lists = all(isinstance(part, list | tuple) for part in value)
        return "[" + ",".join(sorted(parts) if of_lists else parts) + "]"
    return f"{type(value).__name__} {value!r}"


def tampered(value: Any) -> Iterator[Any]:
    """The value with one thing changed somewhere inside it."""
    for strange in STRANGE:
        if exact(strange) != exact(value):
            yield strange
    if isinstance(value, bool):
        yield int(value)
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, float(value), str(value))
    elif isinstance(value, str):
        yield from (value + " ", value.upper())
    elif isinstance(value, list):
        if value:
            yield from (value[1:], value[:-1], [*value, value[0]])
        for index in {0, len(value) // 2, len(value) - 1} & set(range(len(value))):
            for part in tampered(value[index]):
                yield [*value[:index], part, *value[index + 1 :]]
    elif isinstance(value, dict):
        yield {**value, "surplus": 1}
        for key, part in value.items():
            yield {name: kept for name, kept in value.items() if name != key}
            for other in tampered(part):
                yield {**value, key: other}


@pytest.mark.slow
@pytest.mark.parametrize("plies", [0, 10, 10_000])
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_tampered_snapshot_is_refused_or_taken_exactly(
    game: str, num_players: int, plies: int
) -> None:
    env, other = make_raw(game, num_players), make_raw(game, num_players)
    env.reset(seed=11)
    for _ in walk(env, Random(12), plies):
        pass
    truth = env.snapshot()
    other.reset(seed=13)
    for _ in walk(other, Random(14), 3):
        pass
    held, luck = other.snapshot(), other._states.copy()
    refused = 0
    for snapshot in tampered(truth):
        try:
            other.restore(snapshot)
        except ValueError as problem:
            message = str(problem)
            assert_same_states(other._states, luck)
            refused += bool(message)
        else:
            # Options may be said in more than one way: no alliances by null or by an empty list.
            _, options = other.game.options(num_players, snapshot["options"])
            assert exact(other.snapshot()) == exact({**snapshot, "options": options})
            other.restore(held)
            luck = other._states.copy()
    assert refused > 100
    assert other.snapshot() == held
    other.restore(truth)
    assert_same_game(env, other)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_snapshot_lacking_a_field_or_with_another_is_refused(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=3)
    snapshot = env.snapshot()
    for name in snapshot:
        lacking = {key: value for key, value in snapshot.items() if key != name}
        with pytest.raises(ValueError, match=name):
            env.restore(lacking)
    with pytest.raises(ValueError, match="surplus"):
        env.restore({**snapshot, "surplus": 1})


@pytest.mark.parametrize(
    ("game", "num_players", "name", "said"),
    [
        ("cheese_rescue", 4, "animals", {"cat": 18, "mouse": 18}),
        ("au_secours", 2, "deck", {"good": 60, "mouse": 20}),
        ("drole_de_fromage", 2, "values", {"big": 4, "medium": 2, "small": 2}),
    ],
)
def test_a_snapshot_may_leave_out_kinds_of_which_there_are_none(
    game: str, num_players: int, name: str, said: dict[str, int]
) -> None:
    options: dict[str, Any] = {name: said}
    env = midway(game, num_players, plies=2, **options)
    snapshot = env.snapshot()
    env.restore({**snapshot, "options": {**snapshot["options"], name: said}})
    assert env.snapshot() == snapshot
    with pytest.raises(ValueError, match=name):
        env.restore({**snapshot, "options": {**snapshot["options"], name: {"good": 1}}})


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_a_snapshot_of_other_options_or_players_is_refused(game: str, num_players: int) -> None:
    env = make_raw(game, num_players)
    other: Snapshot = midway(game, num_players, plies=2, first_player=1).snapshot()
    with pytest.raises(ValueError, match="first_player"):
        env.restore(other)
    counts = [count for count in env.game.player_counts if count != num_players]
    for count in counts:
        with pytest.raises(ValueError, match="num_players"):
            env.restore(midway(game, count, plies=2).snapshot())
