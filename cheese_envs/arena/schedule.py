"""Who meets whom, and who sits where.

A line-up is who plays, entrants by number and perhaps several times. A group is one deal, played
by one line-up under every rotation of the seats. Groups go through the line-ups in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

LineUp = tuple[int, ...]


def rival_line_up(entrants: int, seats: int) -> LineUp:
    """A match: one entrant for each seat, or the first against the second in all other seats."""
    return tuple(range(seats)) if entrants == seats else (0, *[1] * (seats - 1))


def line_ups(entrants: int, seats: int, groups: int, luck: np.random.Generator) -> list[LineUp]:
    """The line-ups of a tournament, each entrant as often as any other.

    With fewer entrants than seats everybody has several. The seats left over go to every
    combination of entrants where there are groups enough, and else round the shuffled entrants.
    """
    everybody = tuple(range(entrants)) * (seats // entrants)
    left = seats % entrants
    some: list[LineUp] = []
    if comb(entrants, left) <= groups:
        some += combinations(range(entrants), left)
    while len(some) < min(groups, comb(entrants, left)):
        ring = luck.permutation(entrants).tolist() * 2
        some += [tuple(ring[first : first + left]) for first in range(entrants)]
    return [tuple(sorted(everybody + rest)) for rest in some[:groups]]


@cache
def circular_orders(pattern: LineUp) -> tuple[LineUp, ...]:
    """The ways to sit round a table, rotations apart; every rotation of each is another seating."""
    found: dict[LineUp, None] = {}
    for rest in permutations(pattern[1:]):
        turned = rotations((pattern[0], *rest))
        if len(set(turned)) == len(pattern):
            found[min(turned)] = None
    return tuple(found)


def rotations(order: Sequence[int]) -> list[LineUp]:
    """Every rotation of an order round the table."""
    return [(*order[turn:], *order[:turn]) for turn in range(len(order))]


def seatings(line_ups: Sequence[LineUp], first: int, last: int) -> NDArray[np.int64]:
    """Who sits where in groups first to last - 1: entrants, int64 [groups, rotations, seats].

    A line-up's groups go through the circular orders, so that all neighbours come up.
    """
    found = []
    for group in range(first, last):
        turn, at = divmod(group, len(line_ups))
        line_up = line_ups[at]
        orders = circular_orders(tuple(map(line_up.index, line_up)))
        order = orders[(turn + at) % len(orders)]
        found.append(rotations([line_up[place] for place in order]))
    return np.array(found, np.int64)
