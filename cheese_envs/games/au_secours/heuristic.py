"""A rule-of-thumb player of Au secours: attacks the leader, guards, keeps brooms for need.

Every legal action gets a worth, and the highest is taken. The numbers were found by trying changes
at random against random players and keeping those that won more games.
"""

from __future__ import annotations

from typing import Any

from cheese_envs.core.kernel import kernel
from cheese_envs.games.au_secours.state import KINDS, PARTS, PLACES, Kind, Part

WIN = 100_000
LAST = -10_000  # a discard is worth less than any play

# By the good wedges on the wheel that a card is played on.
WEDGE = (50, 60, 69, 79, 90, 98, 111, 118)
GUARD = (0, 3, 110, 9, 14, 3, 18, -30, 1)
ROT = (-30, -76, -36, -33, -29, -22, 1, 108, -50)
BITE = (191, 44, 44, 45, 45, 65, 59, 80, 59)  # the mouse that makes them eat
MOUSE = (0, 1, 28, 2, 3, 5, 15, 38, 4)  # a mouse that waits
LURE = (0, 1, 2, 3, 4, 12, 20, 50, -9)  # a yarn ball or a sleeping cat

# By the mice that may still come before they eat: 0, 1, 2, more.
WEDGE_UNGUARDED = (-32, -31, 0, -44)
GUARD_NEAR = (70, 27, 27, 20)
MOUSE_NEAR = (12, 7, 3, 10)
LURE_NEAR = (14, 25, 7, 8)

WEDGES_HELD = (26, -6, -18, -19, -25, -54, -38, -46)  # by the good wedges in hand
WEDGE_IN_DANGER = 0  # another wheel without rot has six good wedges or more
WEDGE_TOO_LATE = 0  # and seven
ROT_AGAIN = -237  # one rotten wedge is enough to keep a wheel from being finished
ROT_TO_SPARE = 0  # for each more in hand
BITE_GUARDED = 5
SLEEPING = -5  # more than a yarn ball
SWEEP, SWEEP_ROT, SWEEP_FULL = 1, -3, 60  # a broom; for each rotten wedge; a full wheel
SWEEP_BITE, SWEEP_SLEEPING, SWEEP_GUARD = 22, 2, -7  # one mouse before they eat; cats
KEEP = (50, 10, 25, 5, 15, 30, 40)  # what a card is worth when one must be discarded


@kernel
def choose(observation: Any, mask: Any, config: Any) -> Any:
    """The legal action with the highest worth. observation: int8, mask: bool [ACTIONS]."""
    best, highest = -1, -WIN
    for action in range(mask.shape[0]):
        if mask[action]:
            worth = worth_of(observation, config, action)
            if worth > highest:
                best, highest = action, worth
    return best


@kernel
def worth_of(observation: Any, config: Any, action: Any) -> Any:
    """How good an action looks."""
    kind, away = config.kind_of[action], config.away_of[action]
    if action >= config.first[KINDS]:
        return LAST - KEEP[kind]
    at = (away * config.slots + config.wheel_of[action]) * PARTS
    wheel = observation[at : at + PARTS]
    near = min(3, config.players - wheel[Part.MICE])
    hand = config.players * config.slots * PARTS
    if kind == Kind.GOOD:
        return worth_of_wedge(observation, config, wheel, near, observation[hand + Kind.GOOD])
    if kind == Kind.BROOM:
        return worth_of_broom(wheel, near)
    if kind == Kind.GUARD:
        return GUARD_NEAR[near] + GUARD[wheel[Part.GOOD]]
    return worth_of_attack(wheel, near, kind, observation[hand + Kind.ROTTEN])


@kernel
def worth_of_wedge(observation: Any, config: Any, wheel: Any, near: Any, held: Any) -> Any:
    """The worth of a good wedge on one's own wheel."""
    if wheel[Part.GOOD] == PLACES - 1:
        return WIN
    leader = 0
    for other in range(config.slots, config.slots * config.players):
        if observation[other * PARTS + Part.ROTTEN] == 0:
            leader = max(leader, observation[other * PARTS + Part.GOOD])
    worth = WEDGE[wheel[Part.GOOD]] + WEDGES_HELD[held]
    worth += 0 if wheel[Part.GUARD] else WEDGE_UNGUARDED[near]
    worth += WEDGE_IN_DANGER if leader >= PLACES - 2 else 0
    return worth + (WEDGE_TOO_LATE if leader == PLACES - 1 else 0)


@kernel
def worth_of_broom(wheel: Any, near: Any) -> Any:
    """The worth of a broom: little, until the wheel is full or about to be bitten."""
    full = wheel[Part.GOOD] + wheel[Part.ROTTEN] == PLACES
    bitten = near == 0 and wheel[Part.GUARD] == 0
    worth = SWEEP + SWEEP_ROT * wheel[Part.ROTTEN] + SWEEP_FULL * full + SWEEP_BITE * bitten
    return worth + SWEEP_SLEEPING * wheel[Part.SLEEPING] + SWEEP_GUARD * wheel[Part.GUARD]


@kernel
def worth_of_attack(wheel: Any, near: Any, kind: Any, rot_held: Any) -> Any:
    """The worth of a card against another's wheel."""
    good = wheel[Part.GOOD]
    if kind == Kind.ROTTEN:
        again = ROT_AGAIN if wheel[Part.ROTTEN] > 0 else 0
        return ROT[good] + again + ROT_TO_SPARE * (rot_held - 1)
    if kind == Kind.MOUSE:
        if near > 0:
            return MOUSE_NEAR[near] + MOUSE[good]
        return BITE_GUARDED if wheel[Part.GUARD] else BITE[good]
    return LURE_NEAR[near] + LURE[good] + (SLEEPING if kind == Kind.SLEEPING else 0)
