"""What every game's spec must be for the core to stand on it."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from tests.games.playing import by_game, spec_of


@pytest.mark.parametrize("game", by_game())
def test_no_field_is_hidden_by_an_attribute_of_numpys_records(game: str) -> None:
    # Compiled, `config.size` is the field; in plain Python it would be np.record's own size, 1.
    spec = spec_of(game)
    names = (*(spec.state.names or ()), *(spec.config.names or ()))
    assert [name for name in names if hasattr(np.record, name)] == []


@pytest.mark.parametrize("game", by_game())
def test_a_spec_pickles_by_name(game: str) -> None:
    spec = spec_of(game)
    assert pickle.loads(pickle.dumps(spec)) is spec
