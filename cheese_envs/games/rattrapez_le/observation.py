"""What a player of Rattrapez-le sees: the table of pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.games.rattrapez_le.rules import ONE, length_of
from cheese_envs.games.rattrapez_le.state import (
    CELLS,
    DECK,
    FIRST_DISTANCE,
    KINDS,
    LONGEST,
    MOST_EACH,
    NOTHING,
    PURSUERS,
    SUBJECTS,
    SYMBOLS,
    Subject,
)

LAST = 8  # how many of the last cards are shown in order
NEAR = 3  # walks this much longer or shorter than the last move are shown
AROUND = 2 * NEAR + 1
CLIP = 127

# Where the pieces begin whose size is the same for every player count.
OWN_HAND = 0
OWN_SECRET = OWN_HAND + KINDS
POSITIONS = OWN_SECRET + PURSUERS
FROM_HORSE = POSITIONS + SUBJECTS
CATCH = FROM_HORSE + PURSUERS
WALKS = CATCH + PURSUERS * SYMBOLS
DISTANCE = WALKS + PURSUERS * AROUND
NEXT = DISTANCE + 1
UNSEEN = NEXT + SYMBOLS
LAST_CARDS = UNSEEN + KINDS
PHASE = LAST_CARDS + 2 * LAST
DEAL = PHASE + 1
DEALS_LEFT = DEAL + 1
MOVER = DEALS_LEFT + 1
PLAYED = MOVER + 1


def pieces(num_players: int) -> list[Piece]:
    """The observation, in order. Cards go by subject, then +, =, -."""
    others = num_players - 1
    return [
        Piece("own_hand", (KINDS,), MOST_EACH, "how many of each card one holds"),
        Piece("own_secret", (PURSUERS,), 1, "1 for one's own secret subject, once chosen"),
        Piece("positions", (SUBJECTS,), CELLS - 1, "the cell of each subject, the horse last"),
        Piece("from_horse", (PURSUERS,), CELLS - 1, "fewest steps from each pursuer to the horse"),
        Piece(
            "catch",
            (PURSUERS, SYMBOLS),
            1,
            "1 where a move with +, =, - would bring that pursuer and the horse together",
        ),
        Piece(
            "walks",
            (PURSUERS, AROUND),
            1,
            f"1 where a walk joins that pursuer and the horse that is {NEAR} shorter than the last"
            f" move, …, {NEAR} longer (of {FIRST_DISTANCE - NEAR} to {FIRST_DISTANCE + NEAR}"
            " before the first)",
        ),
        Piece("distance", (1,), LONGEST, "length of the last move; -1 before the first", low=-1),
        Piece("next", (SYMBOLS,), LONGEST, "length of a move now with +, =, -"),
        Piece(
            "unseen",
            (KINDS,),
            DECK,
            "cards not in one's hand nor played in this deal, and (from the second deal on) in"
            " play",
        ),
        Piece(
            "last_cards",
            (LAST, 2),
            SUBJECTS,
            "the last cards of this deal, the latest first: subject (1 to 6), symbol (1 to 3);"
            " 0 for none. The latest is by the seat before the player to move, and so on backwards"
            " (once over: by the last mover)",
        ),
        Piece("phase", (1,), 1, "0 while secrets are chosen, then 1"),
        Piece("deal", (1,), CLIP, f"1 for the first deal; {CLIP} for that and more"),
        Piece("deals_left", (1,), CLIP, f"deals to come after this one; {CLIP} for that and more"),
        Piece("mover", (1,), others, "seats clockwise from oneself to the player to move"),
        Piece(
            "played",
            (num_players, KINDS),
            DECK,
            "how many of each card oneself and the others, clockwise, played in this deal",
        ),
        Piece("hand_sizes", (others,), MOST_EACH, "how many cards the others hold, clockwise"),
    ]


@kernel
def observe(state, config, seat, out):
    """Write what a seat sees. out: int8 [OBSERVATION]."""
    for kind in range(KINDS):
        out[OWN_HAND + kind] = state.hands[seat, kind]
    for pursuer in range(PURSUERS):
        out[OWN_SECRET + pursuer] = state.secrets[seat] == pursuer
    observe_board(state, config, out)
    observe_cards(state, config, seat, out)
    out[PHASE] = state.phase
    out[DEAL] = min(np.int64(state.deal), CLIP)
    out[DEALS_LEFT] = min(config.max_deals - state.deal, CLIP)
    mover = state.seat - seat
    out[MOVER] = mover if mover >= 0 else mover + config.players


@kernel
def observe_board(state, config, out):
    """Where the subjects are, and which walks join them to the horse."""
    horse = state.positions[Subject.HORSE]
    distance = np.int64(state.distance)
    shortest = (FIRST_DISTANCE if distance == NOTHING else distance) - NEAR
    longer = np.uint64(max(shortest, 0))
    shorter = np.uint64(max(-shortest, 0))
    out[DISTANCE] = distance
    for symbol in range(SYMBOLS):
        out[NEXT + symbol] = length_of(state, config, symbol)
    for subject in range(SUBJECTS):
        out[POSITIONS + subject] = state.positions[subject]
    for pursuer in range(PURSUERS):
        cell = state.positions[pursuer]
        walks = config.walks[cell, horse]
        out[FROM_HORSE + pursuer] = config.steps[cell, horse]
        for symbol in range(SYMBOLS):
            length = np.uint64(out[NEXT + symbol])
            out[CATCH + SYMBOLS * pursuer + symbol] = np.int8((walks >> length) & ONE)
        walks = (walks >> longer) << shorter
        for i in range(AROUND):
            out[WALKS + AROUND * pursuer + i] = np.int8((walks >> np.uint64(i)) & ONE)


@kernel
def observe_cards(state, config, seat, out):
    """What was played by whom, and how many cards are where."""
    for kind in range(KINDS):
        out[UNSEEN + kind] = config.deck[kind] - state.hands[seat, kind]
    if state.deal > 1:
        for place in range(config.removed + config.aside):
            out[UNSEEN + state.undealt[place]] -= 1
    at = PLAYED
    sizes = PLAYED + KINDS * config.players
    other = seat
    for away in range(config.players):
        played = 0
        for kind in range(KINDS):
            tally = state.tally[other, kind]
            played += tally
            out[at + kind] = tally
            out[UNSEEN + kind] -= tally
        if away > 0:
            out[sizes + away - 1] = config.each - played
        at += KINDS
        other = other + 1 if other + 1 < config.players else 0
    for back in range(LAST):
        place = state.count - 1 - back
        kind = np.int64(state.played[place]) if place >= 0 else -SYMBOLS
        subject = kind // SYMBOLS
        out[LAST_CARDS + 2 * back] = subject + 1
        out[LAST_CARDS + 2 * back + 1] = kind - SYMBOLS * subject + 1 if kind >= 0 else 0
