"""Au secours's rules: set-up, what may be played, a turn."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.rng import below, shuffle
from cheese_envs.games.au_secours.state import (
    DEALT,
    KINDS,
    PLACES,
    QUEUE,
    ROUND,
    SEATS,
    WHEELS,
    End,
    Kind,
    Part,
)


@kernel
def set_up(state, config):
    """Begin a game on the state's random numbers: deal six each, the first player draws."""
    state.end = End.PLAYING
    state.winners = 0
    state.turns = 0
    state.turned = 0
    state.seat = below(state, config.players) if config.first_player < 0 else config.first_player
    state.scores[:] = 0
    state.completed[:] = 0
    for seat in range(SEATS):
        state.hands[seat, :] = 0
        state.known[seat, :] = 0
        for wheel in range(WHEELS):
            state.tables[seat, wheel, :] = 0
            state.tables[seat, wheel, Part.OPEN] = seat < config.players and wheel < config.wheels
    build_pile(state, config)
    for seat in range(config.players):
        for _ in range(DEALT):
            draw(state, seat)
    draw(state, state.seat)


@kernel
def build_pile(state, config):
    """Shuffle the whole deck into the pile."""
    state.head = 0
    state.pile = config.cards
    state.discard = 0
    place = 0
    for kind in range(KINDS):
        state.pile_kinds[kind] = config.deck[kind]
        state.discard_kinds[kind] = 0
        for _ in range(config.deck[kind]):
            state.cards[place] = kind
            place += 1
    for unused in range(place, QUEUE):
        state.cards[unused] = 0
    shuffle(state, state.cards, config.cards)


@kernel
def draw(state, seat):
    """Take the next card, turning the discard pile over if need be, as long as there is one."""
    if state.pile == 0:
        if state.discard == 0:
            return
        turn_over(state)
    kind = state.cards[state.head]
    state.head = (state.head + 1) & ROUND
    state.pile -= 1
    state.pile_kinds[kind] -= 1
    state.hands[seat, kind] += 1
    if state.turned > 0:
        state.known[seat, kind] += 1


@kernel
def turn_over(state):
    """Make the discard pile the pile: what was discarded first is drawn first."""
    state.turned += 1
    state.pile = state.discard
    state.discard = 0
    for kind in range(KINDS):
        state.pile_kinds[kind] = state.discard_kinds[kind]
        state.discard_kinds[kind] = 0


@kernel
def discard(state, kind, count):
    """Lay so many cards of a kind on the discard pile."""
    tail = state.head + state.pile + state.discard
    for more in range(count):
        state.cards[(tail + more) & ROUND] = kind
    state.discard += count
    state.discard_kinds[kind] += count


@kernel
def legal(state, config, mask):
    """Write what the player to move may do. mask: bool [ACTIONS]."""
    mask[:] = False
    if state.end != End.PLAYING:
        return
    possible = allow_own(state, config, mask) + allow_attacks(state, config, mask)
    # A discard is for those who can do nothing else.
    if possible == 0 or config.free_discard:
        for kind in range(KINDS):
            mask[config.first[KINDS] + kind] = state.hands[state.seat, kind] > 0


@kernel
def allow_own(state, config, mask):
    """Allow the cards for one's own wheels; returns how many actions that makes."""
    hand = state.hands[state.seat]
    allowed = 0
    for wheel in range(config.wheels):
        table = state.tables[state.seat, wheel]
        if table[Part.OPEN]:
            cat = table[Part.GUARD] + table[Part.SLEEPING]
            good = hand[Kind.GOOD] > 0 and table[Part.GOOD] + table[Part.ROTTEN] < PLACES
            guard = hand[Kind.GUARD] > 0 and cat == 0
            broom = hand[Kind.BROOM] > 0 and table[Part.ROTTEN] + table[Part.MICE] + cat > 0
            mask[config.first[Kind.GOOD] + wheel] = good
            mask[config.first[Kind.GUARD] + wheel] = guard
            mask[config.first[Kind.BROOM] + wheel] = broom
            allowed += good + guard + broom
    return allowed


@kernel
def allow_attacks(state, config, mask):
    """Allow the cards against others' wheels; returns how many actions that makes."""
    hand = state.hands[state.seat]
    mouse, rotten = hand[Kind.MOUSE] > 0, hand[Kind.ROTTEN] > 0
    yarn, sleeping = hand[Kind.YARN] > 0, hand[Kind.SLEEPING] > 0
    allowed = 0
    for away in range(1, config.players):
        other = seat_at(state.seat, away, config)
        if (config.friends[state.seat] >> other) & 1:
            continue  # allies do not attack each other
        for wheel in range(config.wheels):
            # A wheel that is gone has neither a wedge nor a cat.
            wedge = state.tables[other, wheel, Part.GOOD] > 0
            guard = state.tables[other, wheel, Part.GUARD] > 0
            place = (away - 1) * config.slots + wheel
            mask[config.first[Kind.MOUSE] + place] = mouse and wedge
            mask[config.first[Kind.ROTTEN] + place] = rotten and wedge
            mask[config.first[Kind.YARN] + place] = yarn and guard
            mask[config.first[Kind.SLEEPING] + place] = sleeping and guard
            allowed += (mouse + rotten) * wedge + (yarn + sleeping) * guard
    return allowed


@kernel
def seat_at(seat, away, config):
    """The seat so many places clockwise from one."""
    other = seat + away
    return other if other < config.players else other - config.players


@kernel
def step(state, config, action):
    """Play or discard a card, then pass the turn on; the next player draws."""
    kind = config.kind_of[action]
    state.hands[state.seat, kind] -= 1
    if state.known[state.seat, kind] > 0:
        state.known[state.seat, kind] -= 1
    if action >= config.first[KINDS]:
        discard(state, kind, 1)
    else:
        target = seat_at(state.seat, config.away_of[action], config)
        play(state, config, kind, target, config.wheel_of[action])
    state.turns += 1
    if state.end == End.PLAYING:
        pass_on(state, config)


@kernel
def pass_on(state, config):
    """The next player draws, unless the game is cut off."""
    if state.turns >= config.last_turn:
        state.end = End.OUT_OF_TURNS
        return
    seat = seat_at(state.seat, 1, config)
    draw(state, seat)
    held = 0
    for kind in range(KINDS):
        held += state.hands[seat, kind]
    if held == 0:
        state.end = End.OUT_OF_CARDS
    else:
        state.seat = seat


@kernel
def play(state, config, kind, target, wheel):
    """What a card does to a wheel. What leaves the table is discarded before the card itself."""
    table = state.tables[target, wheel]
    if kind == Kind.GOOD:
        table[Part.GOOD] += 1
        if table[Part.GOOD] == PLACES:
            finish_wheel(state, config, table)
    elif kind == Kind.MOUSE:
        table[Part.MICE] += 1
        if table[Part.MICE] > config.players:
            feed_mice(state, table)
    elif kind == Kind.GUARD:
        table[Part.GUARD] = 1
    elif kind == Kind.YARN:
        clear(state, table, Part.GUARD, Kind.GUARD)
        discard(state, Kind.YARN, 1)
    elif kind == Kind.SLEEPING:
        clear(state, table, Part.GUARD, Kind.GUARD)
        table[Part.SLEEPING] = 1
    elif kind == Kind.ROTTEN:
        lose_wedge(state, table)
        table[Part.ROTTEN] += 1
        if table[Part.GOOD] == 0:
            clear(state, table, Part.MICE, Kind.MOUSE)
    else:
        sweep(state, table)
        discard(state, Kind.BROOM, 1)


@kernel
def clear(state, table, part, kind):
    """Discard all the cards in one part of a wheel."""
    discard(state, kind, table[part])
    table[part] = 0


@kernel
def lose_wedge(state, table):
    """Discard one good wedge."""
    table[Part.GOOD] -= 1
    discard(state, Kind.GOOD, 1)


@kernel
def feed_mice(state, table):
    """One mouse more than players: a guard cat goes with them, or else a good wedge."""
    if table[Part.GUARD]:
        clear(state, table, Part.MICE, Kind.MOUSE)
        clear(state, table, Part.GUARD, Kind.GUARD)
    else:
        lose_wedge(state, table)
        clear(state, table, Part.MICE, Kind.MOUSE)


@kernel
def sweep(state, table):
    """Discard all of a wheel but the good wedges."""
    clear(state, table, Part.ROTTEN, Kind.ROTTEN)
    clear(state, table, Part.MICE, Kind.MOUSE)
    clear(state, table, Part.GUARD, Kind.GUARD)
    clear(state, table, Part.SLEEPING, Kind.SLEEPING)


@kernel
def finish_wheel(state, config, table):
    """A wheel is full: the last one wins and stays, another leaves the table with all beside it."""
    state.completed[state.seat] += 1
    if state.completed[state.seat] == config.wheels:
        state.winners = config.winners[state.seat]
        state.end = End.WHEELS_COMPLETE
        return
    clear(state, table, Part.GOOD, Kind.GOOD)
    sweep(state, table)
    table[Part.OPEN] = 0


@kernel
def redeal(state, config, seat):
    """Deal anew what `seat` has not seen: unknown cards in other hands, and a pile never turned."""
    unseen = np.empty(QUEUE, np.int8)
    count = 0
    pile = state.pile if state.turned == 0 else 0
    for place in range(pile):
        unseen[count] = state.cards[(state.head + place) & ROUND]
        count += 1
    for other in range(config.players):
        if other != seat:
            for kind in range(KINDS):
                for _ in range(state.hands[other, kind] - state.known[other, kind]):
                    unseen[count] = kind
                    count += 1
    shuffle(state, unseen, count)
    for place in range(pile):
        count -= 1
        state.pile_kinds[state.cards[(state.head + place) & ROUND]] -= 1
        state.pile_kinds[unseen[count]] += 1
        state.cards[(state.head + place) & ROUND] = unseen[count]
    for other in range(config.players):
        if other != seat:
            held = 0
            for kind in range(KINDS):
                held += state.hands[other, kind] - state.known[other, kind]
                state.hands[other, kind] = state.known[other, kind]
            for _ in range(held):
                count -= 1
                state.hands[other, unseen[count]] += 1
