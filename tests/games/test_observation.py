"""Observations: their pieces, their bounds, their sizes, and the table that documents them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

import cheese_envs
from cheese_envs.core import page
from tests.games.playing import (
    by_game,
    by_options,
    by_player_count,
    make_raw,
    referee_of,
    spec_of,
    walk,
)

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_pieces_and_action_groups_add_up_to_the_spaces(game: str, num_players: int) -> None:
    spec, env = spec_of(game), make_raw(game, num_players)
    pieces = spec.pieces(num_players)
    assert len({piece.name for piece in pieces}) == len(pieces)
    assert all(piece.meaning for piece in pieces)
    space = env.observation_space("player_0")
    assert space["observation"].shape == (sum(piece.size for piece in pieces),)
    count = sum(group.count for group in spec.actions(num_players))
    assert space["action_mask"].shape == (count,)
    assert env.action_space("player_0").n == count
    env.reset(seed=0)
    assert env.observe("player_1")["observation"].shape == space["observation"].shape


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_every_observation_lies_in_its_space(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env = make_raw(game, num_players, **options)
    space = env.observation_space("player_0")
    env.reset(seed=1)
    for _ in walk(env, Random(2), 150):
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert seen["observation"].dtype == np.int8
            assert space.contains(seen), agent


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_the_first_view_differs_from_seat_to_seat(game: str, num_players: int) -> None:
    env = make_raw(game, num_players)
    views = set()
    for seed in range(5):
        env.reset(seed=seed)
        views |= {env.observe(agent)["observation"].tobytes() for agent in env.possible_agents}
    assert len(views) > num_players


@pytest.mark.parametrize("game", by_game())
def test_the_games_page_has_the_tables_of_the_code(game: str) -> None:
    spec = spec_of(game)
    text = page.page_path(spec).read_text(encoding="utf-8")
    assert page.fill_in(spec, text) == text, f"run python -m cheese_envs.core.page {game}"


@pytest.mark.parametrize("game", by_game())
def test_a_state_is_small(game: str) -> None:
    assert spec_of(game).state.itemsize <= 512


def test_sizes_tell_the_games_and_player_counts_apart() -> None:
    sizes = Counter(
        (spec_of(game).observation_size(count), spec_of(game).action_size(count))
        for game in cheese_envs.GAMES
        for count in spec_of(game).player_counts
    )
    assert [pair for pair, count in sizes.items() if count > 1] == []


@pytest.mark.parametrize("game", by_game())
def test_the_referee_knows_the_same_player_counts(game: str) -> None:
    assert spec_of(game).player_counts == referee_of(game).PLAYER_COUNTS


@pytest.mark.parametrize("game", by_game())
def test_the_picture_of_the_page_is_what_the_code_draws(game: str) -> None:
    spec = spec_of(game)
    shipped = page.picture_path(spec).read_text(encoding="utf-8")
    assert shipped == page.picture(spec), f"run python -m cheese_envs.core.page {game}"
