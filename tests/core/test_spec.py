"""What every game's spec must be for the core to stand on it."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from tests.games.playing import by_game, by_player_count, spec_of


@pytest.mark.parametrize("game", by_game())
def test_no_field_is_hidden_by_an_attribute_of_numpys_records(game: str) -> None:
    # Compiled, `config.size` is the field; in plain Python it would be np.record's own size, 1.
    spec = spec_of(game)
    names = (*(spec.state.names or ()), *(spec.config.names or ()))
    assert [name for name in names if hasattr(np.record, name)] == []


@pytest.mark.parametrize("game", by_game())
def test_a_reward_is_one_of_two_words_and_made_plain(game: str) -> None:
    spec = spec_of(game)
    _, options = spec.options(2, {"reward": np.str_("win")})
    assert type(options["reward"]) is str
    wrong: tuple[Any, ...] = ("points", None, 0, True, ["win"], np.array(["win", "score"]))
    for reward in wrong:
        with pytest.raises(ValueError, match="reward must be one of 'win', 'score', not"):
            spec.options(2, {"reward": reward})


@pytest.mark.parametrize("game", by_game())
def test_a_spec_pickles_by_name(game: str) -> None:
    spec = spec_of(game)
    assert pickle.loads(pickle.dumps(spec)) is spec


@pytest.mark.parametrize(("game", "players"), by_player_count())
def test_planes_are_of_one_board_and_names_mean_one_of_several(game: str, players: int) -> None:
    pieces = spec_of(game).pieces(players)
    assert len({piece.shape[-2:] for piece in pieces if piece.sort == "plane"}) <= 1
    assert all(len(piece.shape) >= 2 for piece in pieces if piece.sort == "plane")
    assert all(piece.high - piece.low > 1 for piece in pieces if piece.sort == "name")
