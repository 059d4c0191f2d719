"""Checks of plain values from outside: each names what is wrong and what would do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError


class BrokenError(Exception):
    """An error of the caller's choice."""


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)], ids=repr)
def test_whole_numbers_of_every_kind_become_plain(value: Any) -> None:
    assert type(plain.whole(value, "it", 0, 5)) is int and plain.whole(value, "it", 0, 5) == 3


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        np.True_,
        3.0,
        np.float64(3),
        np.array(3.0),  # has an __index__, which only fails when it is called
        np.array(True),
        np.array(None),
        np.array([3]),
        "3",
        b"3",
        [3],
        3j,
        float("nan"),
        -1,
        6,
    ],
    ids=repr,
)
def test_what_is_no_whole_number_in_range_is_refused(value: Any) -> None:
    with pytest.raises(OptionError, match="it must be a whole number from 0 to 5, not"):
        plain.whole(value, "it", 0, 5)
    with pytest.raises(BrokenError):
        plain.whole(value, "it", 0, 5, error=BrokenError)


def test_a_number_without_an_upper_bound() -> None:
    assert plain.whole(10**30, "it", 1) == 10**30
    with pytest.raises(OptionError, match="of at least 1, not 0"):
        plain.whole(0, "it", 1)


def test_rubbish_is_quoted_in_brief() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    for rubbish in ("x" * 10**6, list(range(10**5)), 10**5000, nested):
        assert len(plain.brief(rubbish)) <= plain.LONGEST_QUOTE
        with pytest.raises(OptionError, match="it must be") as caught:
            plain.flag(rubbish, "it")
        assert len(str(caught.value)) < 200
    assert plain.brief({"a": 1}) == "{'a': 1}"


def test_flags_are_true_or_false_and_nothing_like_it() -> None:
    assert plain.flag(True, "it") is True and plain.flag(False, "it") is False
    for value in (0, 1, None, "true", np.array([True])):
        with pytest.raises(OptionError, match="it must be true or false"):
            plain.flag(value, "it")


def test_a_choice_is_of_the_same_type() -> None:
    assert plain.choice("fixed", "it", ("floating", "fixed")) == "fixed"
    assert type(plain.choice(np.str_("fixed"), "it", ("fixed",))) is str
    for value in ("Fixed", None, True, 1.0, ["fixed"], np.array(["fixed", "x"])):
        with pytest.raises(OptionError, match="it must be one of 'fixed', 1, not"):
            plain.choice(value, "it", ("fixed", 1))


def test_lists_tuples_and_arrays_are_listings_and_words_are_not() -> None:
    for value in ([1, 2], (1, 2), np.array([1, 2]), range(1, 3)):
        assert plain.listing(value, "it", 2) == [1, 2]
    strange: tuple[Any, ...] = ("12", b"12", {1, 2}, {1: 2}, iter([1, 2]), 12, None)
    for other in (*strange, np.array([[1, 2]])):
        with pytest.raises(OptionError, match="it must be a list"):
            plain.listing(other, "it", 2)
    with pytest.raises(OptionError, match="it must hold 2 entries, not 3"):
        plain.listing([1, 2, 3], "it", 2)


def test_fields_are_these_and_no_others() -> None:
    assert plain.fields({"b": 2, "a": 1}, "it", ("a", "b")) == {"a": 1, "b": 2}
    wrong: dict[str, Any] = {
        "lacks b": {"a": 1},
        "unknown 'c'": {"a": 1, "b": 2, "c": 3},
        "must be a mapping": [("a", 1), ("b", 2)],
    }
    for said, value in wrong.items():
        with pytest.raises(OptionError, match=said):
            plain.fields(value, "it", ("a", "b"))


def test_counts_leave_out_what_there_is_none_of() -> None:
    assert plain.counts({"cat": 0, "dog": np.int64(2)}, "it", ("dog", "cat")) == {"dog": 2}
    wrong: dict[str, Any] = {
        "unknown cards 'cow'": {"cow": 0},
        r"it\['dog'\] must be a whole number from 0 to 9, not -1": {"dog": -1},
        r"it\['dog'\] must be a whole number from 0 to 9, not 10": {"dog": 10},
        r"it\['dog'\] must be a whole number from 0 to 9, not 1.0": {"dog": 1.0},
        "it must map cards to counts": ["dog"],
    }
    for said, value in wrong.items():
        with pytest.raises(OptionError, match=said):
            plain.counts(value, "it", ("dog", "cat"), at_most=9)


def test_the_first_player_is_a_seat_or_drawn_by_lot() -> None:
    assert plain.first_player(np.int64(1), 2) == 1
    assert plain.first_player("random", 2) == "random"
    for value in (2, -1, "0", "Random", None, 0.0, True):
        with pytest.raises(OptionError, match="first_player"):
            plain.first_player(value, 2)
