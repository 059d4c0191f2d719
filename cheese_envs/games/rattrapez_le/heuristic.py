"""A rule-of-thumb player of Rattrapez-le.

It takes a catch when there is one. Otherwise it looks for the move after which its cards catch the
horse next time, whatever + or - comes between, while the next player's catches are few; it keeps
the cards that can catch, and would rather not be seen moving its own secret subject.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.games.rattrapez_le.actions import CHOOSE, DISCARD
from cheese_envs.games.rattrapez_le.observation import (
    NEXT,
    OWN_HAND,
    OWN_SECRET,
    PHASE,
    PLAYED,
    POSITIONS,
    UNSEEN,
)
from cheese_envs.games.rattrapez_le.state import (
    CELLS,
    FIRST_HORSE_CARD,
    KINDS,
    PURSUERS,
    SYMBOLS,
    Subject,
)

WIN = 1_000_000
CHANCE = 60  # for each length the others may leave from which one's cards catch
DANGER = 8  # for each card that would let the next player catch with a pursuer
KEEP = 12  # for a card that can catch
HIDE = 6  # for moving one's own secret subject
MOST_SUSPECT = 4


@kernel
def choose(observation: Any, mask: Any, config: Any) -> Any:
    """The legal action with the highest worth. observation: int8, mask: bool [ACTIONS]."""
    if observation[PHASE] == 0:
        return CHOOSE + most_held(observation)
    secret = own_secret(observation)
    best, highest = -1, -WIN
    for kind in range(KINDS):
        if observation[OWN_HAND + kind] > 0:
            if mask[DISCARD + kind]:
                worth = -cost_of(kind, secret)
                if worth > highest:
                    best, highest = DISCARD + kind, worth
            for cell in range(config.cells):
                if mask[kind * CELLS + cell]:
                    worth = worth_of(observation, config, secret, kind, cell)
                    if worth > highest:
                        best, highest = kind * CELLS + cell, worth
    return best


@kernel
def most_held(observation: Any) -> Any:
    """The pursuer with the most cards in hand; different symbols count more."""
    best, highest = 0, -1
    for pursuer in range(PURSUERS):
        worth = 0
        for symbol in range(SYMBOLS):
            held = observation[OWN_HAND + SYMBOLS * pursuer + symbol]
            worth += 2 * held + 3 * (held > 0)
        if worth > highest:
            best, highest = pursuer, worth
    return best


@kernel
def own_secret(observation: Any) -> Any:
    """The pursuer written down."""
    for pursuer in range(PURSUERS):
        if observation[OWN_SECRET + pursuer]:
            return pursuer
    return 0


@kernel
def cost_of(kind: Any, secret: Any) -> Any:
    """What it costs to part with a card."""
    subject = kind // SYMBOLS
    if subject == secret:
        return KEEP + HIDE
    return KEEP if subject == Subject.HORSE else 0


@kernel
def worth_of(observation: Any, config: Any, secret: Any, kind: Any, cell: Any) -> Any:
    """How good it looks to bring a card's subject to a cell."""
    subject = kind // SYMBOLS
    length = int(observation[NEXT + kind - SYMBOLS * subject])
    horse = place_after(observation, Subject.HORSE, subject, cell)
    walks = config.walks[place_after(observation, secret, subject, cell), horse]
    if horse == place_after(observation, secret, subject, cell):
        return WIN
    worth = -cost_of(kind, secret)
    for later in range(-1, 2):
        between = clamp(config, length + later)
        worth += CHANCE * can_catch(observation, config, walks, secret, kind, between)
    for pursuer in range(PURSUERS):
        walks = config.walks[place_after(observation, pursuer, subject, cell), horse]
        worth -= DANGER * danger_of(observation, config, walks, pursuer, length)
    return worth


@kernel
def place_after(observation: Any, subject: Any, moved: Any, cell: Any) -> Any:
    """Where a subject is once another (or itself) is moved to a cell."""
    return cell if subject == moved else int(observation[POSITIONS + subject])


@kernel
def clamp(config: Any, length: Any) -> Any:
    """A length within the bounds."""
    return min(max(length, config.min_distance), config.max_distance)


@kernel
def joined(walks: Any, length: Any) -> Any:
    """Whether a walk of a length is among `walks` (a bit a length)."""
    return (walks >> np.uint64(length)) & np.uint64(1) != 0


@kernel
def can_catch(observation: Any, config: Any, walks: Any, secret: Any, used: Any, last: Any) -> Any:
    """Whether one's cards, less the one used, catch after a move of length `last`."""
    for symbol in range(SYMBOLS):
        own, horse = SYMBOLS * secret + symbol, FIRST_HORSE_CARD + symbol
        held = observation[OWN_HAND + own] - (own == used)
        held += observation[OWN_HAND + horse] - (horse == used)
        if held > 0 and joined(walks, clamp(config, last + 1 - symbol)):
            return True
    return False


@kernel
def danger_of(observation: Any, config: Any, walks: Any, pursuer: Any, last: Any) -> Any:
    """How likely the next player catches with a pursuer: cards that would, times suspicion."""
    cards = 0
    for symbol in range(SYMBOLS):
        if joined(walks, clamp(config, last + 1 - symbol)):
            cards += observation[UNSEEN + SYMBOLS * pursuer + symbol] > 0
            cards += observation[UNSEEN + FIRST_HORSE_CARD + symbol] > 0
    if cards == 0:
        return 0
    # Who moves a subject much seems to chase with it.
    moved = 1
    for away in range(1, config.players):
        for symbol in range(SYMBOLS):
            moved += observation[PLAYED + KINDS * away + SYMBOLS * pursuer + symbol]
    return cards * min(moved, MOST_SUSPECT)
