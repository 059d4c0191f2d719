"""The batched engine: what it refuses, its seeds, its threads in a forked child."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs import make_batch
from tests.games.playing import arrays_of, assert_same_arrays, assert_same_states

GAME = "cheese_rescue"


def legal(batch: Any) -> Any:
    return batch.action_masks.argmax(axis=1)


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "actions",
    [
        [0, 0],
        [0, 0, 0, 0],
        [[0, 0, 0]],
        0,
        None,
        [0.0, 0.0, 0.0],
        [float("nan")] * 3,
        ["0", "0", "0"],
        [True, True, True],
        [None, 0, 0],
        [],
        [2**64, 0, 0],
        [[0], [0, 0], [0]],
    ],
    ids=repr,
)
def test_actions_of_the_wrong_shape_or_kind_are_refused(actions: Any) -> None:
    batch = make_batch(GAME, 3, seed=1)
    states, shown = batch.get_states(), arrays_of(batch)
    with pytest.raises(cheese_envs.IllegalActionError, match="whole numbers of shape"):
        batch.step(actions)
    assert_same_states(states, batch.get_states())
    assert_same_arrays(shown, arrays_of(batch))


@pytest.mark.uncompiled
@pytest.mark.parametrize("action", [-1, -(2**62), 10**6, 2**62])
def test_actions_out_of_range_are_named(action: int) -> None:
    batch = make_batch(GAME, 3, seed=1)
    states = batch.get_states()
    actions = legal(batch)
    actions[1] = action
    with pytest.raises(cheese_envs.IllegalActionError, match=rf"game 1: .*{action}"):
        batch.step(actions)
    assert_same_states(states, batch.get_states())


@pytest.mark.uncompiled
def test_an_illegal_action_is_explained_and_nothing_moves() -> None:
    batch = make_batch(GAME, 3, seed=1)
    states, shown = batch.get_states(), arrays_of(batch)
    actions = legal(batch)
    actions[2] = (~batch.action_masks[2]).argmax()
    with pytest.raises(cheese_envs.IllegalActionError, match="game 2: player_0 cannot place a"):
        batch.step(actions)
    assert_same_states(states, batch.get_states())
    assert_same_arrays(shown, arrays_of(batch))
    batch.step(legal(batch))


@pytest.mark.uncompiled
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_every_kind_of_whole_numbers_is_taken(kind: Any) -> None:
    one, other = make_batch(GAME, 3, seed=1), make_batch(GAME, 3, seed=1)
    actions = legal(one)
    one.step(actions.astype(kind))
    other.step(actions.tolist())
    assert_same_arrays(arrays_of(one), arrays_of(other))


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, "1", True])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        make_batch(GAME, 2, seed=seed)
    with pytest.raises(ValueError, match="seed"):
        make_batch(GAME, 2).reset(seed)


@pytest.mark.parametrize(
    ("name", "value"),
    [("batch_size", 0), ("batch_size", 2.0), ("threads", 0), ("threads", -1), ("threads", "2")],
)
def test_wrong_sizes_are_refused(name: str, value: Any) -> None:
    arguments: dict[str, Any] = {"batch_size": 2, name: value}
    with pytest.raises(ValueError, match=name):
        make_batch(GAME, **arguments)


def test_wrong_states_and_seats_and_steps_are_refused() -> None:
    batch = make_batch(GAME, 3)
    wrong: tuple[Any, ...] = (None, np.zeros(3), make_batch(GAME, 2).get_states(), [1, 2, 3])
    for states in wrong:
        with pytest.raises(ValueError, match="states"):
            batch.set_states(states)
    nobody: tuple[Any, ...] = (2, -1, [0, 1, 2], [0, 1], 0.0, True, None, "0", [[0], [0]])
    for seats in nobody:
        with pytest.raises(ValueError, match="seats"):
            batch.observe(seats)
    steps: tuple[Any, ...] = (-1, 1.5, None)
    for count in steps:
        with pytest.raises(ValueError, match="steps"):
            batch.rollout(count)


def test_resets_with_and_without_a_seed() -> None:
    batch = make_batch(GAME, 4, seed=6)
    first = arrays_of(batch)
    batch.reset()  # the first: what the constructor's seed began
    assert_same_arrays(first, arrays_of(batch))
    batch.reset()
    following = arrays_of(batch)
    assert (following["observations"] != first["observations"]).any()
    batch.rollout(10)
    batch.reset(6)
    assert_same_arrays(first, arrays_of(batch))
    batch.reset()
    assert_same_arrays(following, arrays_of(batch))


def test_a_refused_seed_changes_nothing() -> None:
    batch = make_batch(GAME, 4, seed=6)
    first = arrays_of(batch)
    with pytest.raises(ValueError, match="seed"):
        batch.reset(-1)
    assert_same_arrays(first, arrays_of(batch))
    batch.reset()
    assert_same_arrays(first, arrays_of(batch))


def test_without_a_seed_every_batch_and_every_game_is_another() -> None:
    one, other = make_batch(GAME, 4, seed=None), make_batch(GAME, 4, seed=None)
    assert len(np.unique(one.get_states()["rng"])) == 4
    assert (one.get_states()["rng"] != other.get_states()["rng"]).all()


def test_a_reset_after_set_states_goes_on_from_their_luck() -> None:
    one, other = make_batch(GAME, 4, seed=1), make_batch(GAME, 4, seed=2)
    one.reset()
    one.rollout(7)
    other.set_states(one.get_states())
    one.reset()
    other.reset()
    assert_same_arrays(arrays_of(one), arrays_of(other))


def test_states_of_more_players_or_of_finished_games_are_refused() -> None:
    batch = make_batch(GAME, 3)
    before = batch.get_states()
    for field, value in (("seat", 2), ("seat", -1), ("end", 1)):
        states = batch.get_states()
        states[field][1] = value
        with pytest.raises(ValueError, match="states must be of"):
            batch.set_states(states)
    assert_same_states(before, batch.get_states())


def test_the_largest_seed_goes_round() -> None:
    batch = make_batch(GAME, 2, seed=2**64 - 1)
    zero = make_batch(GAME, 1, seed=0)
    np.testing.assert_array_equal(batch.observations[1], zero.observations[0])


def test_any_seat_can_be_observed() -> None:
    batch = make_batch(GAME, 3, num_players=3, seed=2)
    batch.rollout(4)
    np.testing.assert_array_equal(batch.observe(batch.players), batch.observations)
    mixed = batch.observe([0, 1, 2])
    for index in range(3):
        np.testing.assert_array_equal(mixed[index], batch.observe(index)[index])


def test_sampling_only_where_asked() -> None:
    batch = make_batch(GAME, 3, seed=2)
    states = batch.get_states()
    actions = batch.sample(np.array([True, False, True]))
    assert actions[1] == -1 and batch.get_states()["rng"][1] == states["rng"][1]
    assert batch.action_masks[0, actions[0]] and batch.action_masks[2, actions[2]]


def _rolled(batch: Any, answer: Any) -> None:
    batch.rollout(10)
    answer.send(batch.observations.tobytes())


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_threads_work_in_a_forked_child() -> None:
    batch = make_batch(GAME, 4096, seed=1, threads=2)
    batch.rollout(5)  # the pool's threads now run here, and none of them in the child
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=_rolled, args=(batch, there))
    child.start()
    assert here.poll(60)
    seen = here.recv()
    child.join(60)
    batch.rollout(10)
    assert seen == batch.observations.tobytes()


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_copies_of_the_states_are_the_same_byte_for_byte(game: str) -> None:
    batch = cheese_envs.make_batch(game, 500, seed=2)
    assert batch.get_states().tobytes() == batch.get_states().tobytes()
