"""Information-set Monte Carlo tree search, written once; each game's kernels come in as globals.

Every simulation deals anew what the player to move cannot know, so the search sees no more than
that player. One tree is kept, of the moves played; a child counts only in simulations where its
move is legal (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012).
Whoever is to move maximises their own reward. Moves are tried in the order in which the game's
rule-of-thumb player would choose them, few at first and more as a position is visited more often.

Shapes: states [B] records, config [1] record, plan [1] record (PLAN), work [1] state record,
nodes [simulations + 1] records (NODE), path int64 [simulations + 1], seen int8 [OBSERVATION], mask
bool [ACTIONS], values float32 [players], actions int64 [B], visits int32
[B, ACTIONS].
"""

from __future__ import annotations

import dis
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core.kernel import kernel
from cheese_envs.core.outcome import PLAYING, pay
from cheese_envs.core.rng import below, pick_from_mask, seed_word, shuffle

legal: Any = None
step: Any = None
observe: Any = None
pick: Any = None
redeal: Any = None
choose: Any = None
estimate: Any = None

NONE = -1
CERTAIN = 256  # chances are told in 256ths
MOST_KINDS = 32  # of cards
WON_ALONE = 0.999  # a reward beyond this is 1, a game won alone

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", np.float64),  # what the simulations through here brought to `mover`
                ("action", np.int32),  # the move that leads here
                ("first", np.int32),  # child, or NONE
                ("next", np.int32),  # child of the same parent, or NONE
                ("visits", np.int32),
                ("available", np.int32),  # how often the move was legal where it could be chosen
                ("won", np.int32),  # how often the move ended the game, all won
                ("mover", np.int8),  # whose move that was
            ],
            align=True,
        ),
    )
)

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("exploration", np.float64),
                ("breadth", np.float64),
                ("guided", np.int64),
                ("depth", np.int64),
                ("greed", np.int64),
            ],
            align=True,
        ),
    )
)


@dataclass(frozen=True)
class SearchPlan:
    """How a game is best searched: the same for every number of simulations."""

    exploration: float = 0.7  # weight of the unknown against the known
    breadth: float = 1.0  # a position seen n times tries breadth * sqrt(n) moves; 0: all
    guided: bool = True  # moves are tried in the rule-of-thumb player's order, not by lot
    depth: int = 1_000_000  # moves played out beyond the tree before the position is estimated
    greed: float = 0.0  # the share of those moves that the rule-of-thumb player chooses

    def record(self) -> NDArray[Any]:
        """As the kernels read it: a [1] record array."""
        plan = np.zeros(1, PLAN)
        plan[0].exploration, plan[0].breadth = self.exploration, self.breadth
        plan[0].guided, plan[0].depth = self.guided, self.depth
        plan[0].greed = round(self.greed * CERTAIN)
        return plan


@kernel
def even(state: Any, config: Any, values: Any) -> None:
    """The estimate of games that have none: everybody is as well off."""
    values[:] = 0.0


@kernel
def shuffle_sorted(state: Any, cards: Any, count: Any) -> None:
    """As `shuffle`, but sorting first (whole numbers below MOST_KINDS): by luck alone."""
    tally = np.zeros(MOST_KINDS, np.int64)
    for place in range(count):
        tally[cards[place]] += 1
    place = 0
    for kind in range(MOST_KINDS):
        for _ in range(tally[kind]):
            cards[place] = kind
            place += 1
    shuffle(state, cards, count)


def sorting(function: Any) -> Any:
    """A game's `redeal`, made anew so that it sorts what it shuffles.

    A shuffle carries over the order that the unseen cards happened to have, and with it a trace of
    where they truly are. Sorted first, the same seed deals the same cards whatever the truth is.
    """
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType):
        return function
    swapped = {}
    for name in {i.argval for i in dis.get_instructions(plain) if i.opname == "LOAD_GLOBAL"}:
        called = plain.__globals__.get(name)
        other = shuffle_sorted if called is shuffle else sorting(called)
        if other is not called:
            swapped[name] = other
    if not swapped:
        return function
    return kernel(FunctionType(plain.__code__, {**plain.__globals__, **swapped}, plain.__name__))


def seed_of(seen: Any, seed: Any) -> Any:
    """A search's own seed, from the agent's and what the player sees: the same in any batch."""
    word = seed_word(seed)
    for i in range(seen.shape[0]):
        word = seed_word(word ^ np.uint64(np.uint8(seen[i])))
    return word


def best_child(nodes: Any, parent: Any, seat: Any, mask: Any, exploration: Any) -> Any:
    """The legal child to follow, or NONE, and how many there are; their moves leave the mask."""
    best, highest, found = NONE, -np.inf, 0
    child = nodes[parent].first
    while child != NONE:
        node = nodes[child]
        if node.mover == seat and mask[node.action]:
            mask[node.action] = False
            found += 1
            node.available += 1
            unknown = np.sqrt(np.log(node.available) / node.visits)
            worth = node.total / node.visits + exploration * unknown
            if worth > highest:
                best, highest = child, worth
        child = node.next
    return best, found


def untried(state: Any, config: Any, plan: Any, seen: Any, mask: Any) -> Any:
    """The next move to try of those in the mask."""
    if plan.guided:
        observe(state, config, state.seat, seen)
        action = choose(seen, mask, config)
        if action >= 0 and mask[action]:
            return action
    return pick_from_mask(state, config, mask)


def add_child(nodes: Any, count: Any, parent: Any, action: Any, seat: Any) -> None:
    """Make node number `count`."""
    node = nodes[count]
    node.total = 0.0
    node.action = action
    node.first = NONE
    node.next = nodes[parent].first
    node.visits = 0
    node.available = 1
    node.won = 0
    node.mover = seat
    nodes[parent].first = count


def play_out(state: Any, config: Any, plan: Any, seen: Any, mask: Any, values: Any) -> None:
    """Play on for a while; what the end, or the position reached, is worth to each seat."""
    for _ in range(plan.depth):
        if state.end != PLAYING:
            break
        legal(state, config, mask)
        if plan.greed > 0 and (plan.greed >= CERTAIN or below(state, CERTAIN) < plan.greed):
            observe(state, config, state.seat, seen)
            action = choose(seen, mask, config)
        else:
            action = pick(state, config, mask)
        step(state, config, action)
    if state.end != PLAYING:
        pay(state, config, values)
    else:
        estimate(state, config, values)


def simulate(
    state: Any,
    config: Any,
    plan: Any,
    nodes: Any,
    count: Any,
    path: Any,
    seen: Any,
    mask: Any,
    values: Any,
) -> Any:
    """One game from the root on; returns how many nodes there are then."""
    here, length, grown = 0, 1, False
    path[0] = 0
    while state.end == PLAYING and not grown:
        legal(state, config, mask)
        child, found = best_child(nodes, here, state.seat, mask, plan.exploration)
        room = plan.breadth == 0.0 or found < plan.breadth * np.sqrt(nodes[here].visits)
        if child == NONE or (room and mask.any()):
            child, grown = count, True
            action = untried(state, config, plan, seen, mask)
            add_child(nodes, child, here, action, state.seat)
        here = child
        path[length] = here
        length += 1
        step(state, config, np.int64(nodes[here].action))
    at_once = state.end != PLAYING
    play_out(state, config, plan, seen, mask, values)
    if at_once and values[nodes[here].mover] > WON_ALONE:
        nodes[here].won += 1
    back_up(nodes, path, length, values)
    return count + grown


def back_up(nodes: Any, path: Any, length: Any, values: Any) -> None:
    """Enter a simulation's outcome in the nodes it went through."""
    for i in range(length):
        node = nodes[path[i]]
        node.visits += 1
        node.total += values[node.mover]


def most_visited(nodes: Any, visits: Any) -> Any:
    """The root's move followed most often, or one that always wins at once; the visits of each."""
    visits[:] = 0
    best = child = nodes[0].first
    sure = NONE
    while child != NONE:
        node, top = nodes[child], nodes[best]
        visits[node.action] = node.visits
        if node.won == node.visits:
            sure = child
        if node.visits > top.visits or (node.visits == top.visits and node.total > top.total):
            best = child
        child = node.next
    return nodes[best if sure == NONE else sure].action


def search_games(
    states: Any,
    config: Any,
    plan: Any,
    seed: Any,
    simulations: Any,
    work: Any,
    nodes: Any,
    path: Any,
    seen: Any,
    mask: Any,
    values: Any,
    actions: Any,
    visits: Any,
) -> None:
    """Search each game for its player to move; write the choice, and the visits of each move."""
    for i in range(states.shape[0]):
        seat = states[i].seat
        observe(states[i], config[0], seat, seen)
        own_seed = seed_of(seen, seed)
        nodes[0].first = NONE
        nodes[0].visits = 0
        nodes[0].total = 0.0
        nodes[0].mover = seat
        count = 1
        for n in range(simulations):
            work[0] = states[i]
            state = work[0]
            state.rng = seed_word(own_seed + np.uint64(n))
            redeal(state, config[0], seat)
            count = simulate(state, config[0], plan[0], nodes, count, path, seen, mask, values)
        actions[i] = most_visited(nodes, visits[i])


ALL = (
    seed_of,
    best_child,
    untried,
    add_child,
    play_out,
    back_up,
    simulate,
    most_visited,
    search_games,
)
