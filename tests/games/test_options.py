"""Any option values and any actions: taken and played to the end, or refused by name."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import cheese_envs
from cheese_envs import IllegalActionError, make_batch
from tests.games.playing import by_game, legal_actions, make_raw, spec_of

LONGEST_GAME = 20_000  # moves

RUBBISH: some.SearchStrategy[Any] = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(),
    some.floats(),
    some.text(max_size=5),
    some.binary(max_size=3),
    some.lists(some.one_of(some.integers(-1, 9), some.text(max_size=3)), max_size=8),
    some.dictionaries(some.text(max_size=4), some.integers(-1, 60), max_size=4),
    some.sampled_from([np.float64(1), np.array([1, 2]), np.array(2.5), object(), {1, 2}, range(3)]),
)


@some.composite
def moved_counts(draw: some.DrawFn, usual: dict[str, int]) -> dict[str, int]:
    """A mapping like the usual one, with some moved from one kind to another, or one too many."""
    counts = dict(usual)
    kinds = sorted(counts)
    for _ in range(draw(some.integers(1, 3))):
        source, target = draw(some.sampled_from(kinds)), draw(some.sampled_from(kinds))
        moved = draw(some.integers(0, counts[source]))
        counts[source] -= moved
        counts[target] += moved
    counts[draw(some.sampled_from(kinds))] += draw(some.sampled_from([0, 0, 0, 1, -1]))
    return {kind: count for kind, count in counts.items() if count or draw(some.booleans())}


def like(usual: Any) -> some.SearchStrategy[Any]:
    """Values near an option's default, by its type, many of which will do."""
    if isinstance(usual, bool):
        return some.booleans()
    if isinstance(usual, int):
        return some.one_of(some.integers(-1, 8), some.sampled_from([np.int64(1), 20, 40]))
    if isinstance(usual, dict):
        return moved_counts(usual)
    if isinstance(usual, tuple):
        entry = some.one_of(some.sampled_from(usual), some.integers(0, 7))
        return some.lists(entry, min_size=len(usual) - 1, max_size=len(usual)).map(tuple)
    return some.just(usual)


# What a default does not show by its type.
OTHERS: dict[str, some.SearchStrategy[Any]] = {
    "area": some.sampled_from(["floating", "fixed", "round"]),
    "board": some.sampled_from(["countryside", "paddock", "nowhere"]),
    "first_player": some.one_of(some.integers(-1, 6), some.just("random")),
    "reward": some.sampled_from(["win", "score", "points"]),
    "alliances": some.lists(some.lists(some.integers(0, 5), max_size=3), max_size=3),
}


@some.composite
def options(draw: some.DrawFn, game: str) -> tuple[int, dict[str, Any]]:
    """A player count and some options of a game, sound or not."""
    spec = spec_of(game)
    usual = {
        name: parameter.default
        for name, parameter in spec.signature.parameters.items()
        if name != "num_players"
    }
    names = draw(some.lists(some.sampled_from(sorted(usual)), min_size=1, max_size=3, unique=True))
    values = {}
    for name in names:
        near = OTHERS.get(name, like(usual[name]))
        values[name] = draw(RUBBISH if draw(some.integers(0, 3)) == 0 else near)
    return draw(some.sampled_from(spec.player_counts)), values


def play_to_the_end(game: str, num_players: int, values: dict[str, Any], seed: int) -> None:
    batch = make_batch(game, 1, num_players=num_players, seed=seed, threads=1, **values)
    for _ in range(LONGEST_GAME):
        assert batch.action_masks.any()
        batch.step(batch.sample())
        if batch.terminated[0] or batch.truncated[0]:
            assert abs(float(batch.rewards.sum())) < 1e-5
            return
    pytest.fail("the game does not end")


@pytest.mark.parametrize("game", by_game())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_options_are_played_to_the_end_or_refused_by_name(game: str, data: some.DataObject) -> None:
    num_players, values = data.draw(options(game))
    said, env = "", None
    try:
        env = make_raw(game, num_players, **values)
    except ValueError as problem:
        said = str(problem)
    if env is None:
        assert any(name in said for name in values), said
        with pytest.raises(ValueError, match=r"\w"):
            make_batch(game, 1, num_players=num_players, **values)
        return
    env.reset(seed=1)
    assert env.snapshot()["options"].keys() == env.options.keys() >= values.keys()
    # Said again as they are shown, they make the same game.
    again = make_raw(game, num_players, **env.snapshot()["options"])
    again.reset(seed=1)
    assert again.snapshot() == env.snapshot()
    play_to_the_end(game, num_players, values, seed=data.draw(some.integers(0, 2**64 - 1)))


ACTIONS: some.SearchStrategy[Any] = some.one_of(
    some.integers(0, 2500), some.integers(), some.floats(), some.none(), RUBBISH
)


@pytest.mark.parametrize("game", by_game())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(attempts=some.lists(ACTIONS, max_size=12), seed=some.integers(0, 2**64 - 1))
def test_whatever_is_tried_only_legal_actions_count(
    game: str, attempts: list[Any], seed: int
) -> None:
    tried, spared = make_raw(game, 2), make_raw(game, 2)
    tried.reset(seed=seed)
    spared.reset(seed=seed)
    random = Random(seed)
    for attempt in attempts:
        legal = legal_actions(spared)
        if not legal:
            break
        said, mover = "", tried.agent_selection
        try:
            tried.step(attempt)
        except IllegalActionError as problem:
            said = str(problem)
        if said:
            assert mover in said
            attempt = random.choice(legal)
            tried.step(attempt)
        assert attempt in legal
        spared.step(int(attempt))
        assert tried.snapshot() == spared.snapshot()
        assert tried._states["rng"] == spared._states["rng"]


# What cuts a game short, and how many turns that makes with two players.
LIMITS: list[tuple[str, dict[str, Any], int]] = [
    ("au_secours", {"max_turns": 1}, 2),
    ("au_secours", {"max_turns": 2}, 4),
    ("rattrapez_le", {"max_deals": 1, "board": "countryside"}, 2 + 30),
    ("drole_de_fromage", {"max_turns": 1}, 2),
    ("drole_de_fromage", {"max_turns": 5}, 10),
]


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "limit", "turns"), LIMITS, ids=str)
def test_a_game_is_cut_short_at_its_limit(game: str, limit: dict[str, Any], turns: int) -> None:
    env = make_raw(game, 2, **limit)
    cut = 0
    for seed in range(5):
        env.reset(seed=seed)
        random = Random(seed)
        while legal := legal_actions(env):
            env.step(random.choice(legal))
        end = env.snapshot()
        assert end["turns"] <= turns
        if not end["truncated"]:
            continue
        cut += 1
        assert end["over"] and end["turns"] == turns
        assert set(env.truncations.values()) == {True}
        assert set(env.terminations.values()) == {False}
        if end["scores"] is None:
            assert end["winners"] == [] and set(env.rewards.values()) == {0}
    assert cut


def test_cheese_rescue_has_no_limit_for_it_always_ends() -> None:
    assert "cheese_rescue" in cheese_envs.GAMES
    assert not any(name.startswith("max") for name in spec_of("cheese_rescue").signature.parameters)
