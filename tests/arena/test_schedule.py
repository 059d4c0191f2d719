"""Who meets whom, and who sits where."""

from __future__ import annotations

from collections import Counter
from math import comb, factorial

import numpy as np
import pytest

from cheese_envs.arena.schedule import circular_orders, line_ups, rival_line_up, seatings


def drawn(entrants: int, seats: int, groups: int) -> list[tuple[int, ...]]:
    return line_ups(entrants, seats, groups, np.random.default_rng(0))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [2, 3, 4, 7])
def test_every_group_rotates_its_line_up_through_every_seat(entrants: int, seats: int) -> None:
    found = drawn(entrants, seats, 200)
    seated = seatings(found, 0, 200)
    assert seated.shape == (200, seats, seats)
    for group, rotations in enumerate(seated):
        line_up = Counter(found[group % len(found)])
        assert len({tuple(seating) for seating in rotations}) == seats
        assert all(Counter(seating) == line_up for seating in rotations.tolist())
        assert all(Counter(seat) == line_up for seat in rotations.T.tolist())


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_neighbours_come_up(seats: int) -> None:
    assert len(circular_orders(tuple(range(seats)))) == factorial(seats - 1)
    groups = factorial(seats - 1)
    everything = seatings([tuple(range(seats))], 0, groups).reshape(-1, seats)
    assert len({tuple(seating) for seating in everything}) == factorial(seats)


def test_an_order_that_a_rotation_repeats_is_left_out() -> None:
    assert circular_orders((0, 0, 1, 1)) == ((0, 0, 1, 1),)


@pytest.mark.parametrize(("entrants", "seats"), [(5, 2), (5, 4), (4, 4), (3, 4), (2, 3), (4, 6)])
def test_with_groups_enough_every_line_up_comes_up(entrants: int, seats: int) -> None:
    found = drawn(entrants, seats, 1000)
    assert len(found) == len(set(found)) == comb(entrants, seats % entrants)
    assert len(set(Counter(one for line_up in found for one in line_up).values())) == 1


def test_with_few_groups_everybody_plays_about_as_often() -> None:
    found = drawn(12, 5, 50)
    assert len(found) == 50 and all(len(set(line_up)) == 5 for line_up in found)
    often = Counter(one for line_up in found for one in line_up)
    assert len(often) == 12 and max(often.values()) - min(often.values()) <= 5


def test_with_fewer_entrants_than_seats_everybody_has_several() -> None:
    assert drawn(2, 3, 10) == [(0, 0, 1), (0, 1, 1)]
    assert drawn(2, 4, 10) == [(0, 0, 1, 1)]


def test_a_match_is_one_against_the_rest_or_one_for_each_seat() -> None:
    assert rival_line_up(2, 2) == (0, 1)
    assert rival_line_up(2, 4) == (0, 1, 1, 1)
    assert rival_line_up(3, 3) == (0, 1, 2)
    assert seatings([(0, 1, 1)], 0, 1).tolist() == [[[0, 1, 1], [1, 1, 0], [1, 0, 1]]]


def test_a_schedule_does_not_depend_on_how_it_is_cut() -> None:
    found = drawn(5, 3, 40)
    whole = seatings(found, 0, 40)
    parts = [seatings(found, first, first + 8) for first in range(0, 40, 8)]
    assert np.array_equal(whole, np.concatenate(parts))
