"""What a player of Rattrapez-le sees: the table of pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.core.stores import SPREAD, load_word, store_word
from cheese_envs.games.rattrapez_le.rules import (
    EVERY_BYTE,
    LOW_BYTE,
    NO_CELLS,
    ONE,
    TOP_BYTE,
    lengths_of,
)
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
TWICE = np.uint64(48)  # bits of the third word of eighteen counts that the second has too
# Each card as its two bytes: subject (1 to 6), symbol (1 to 3).
SHOWN_AS = np.array(
    [kind // SYMBOLS + 1 | kind % SYMBOLS + 1 << 8 for kind in range(KINDS)], np.uint64
)

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
        Piece(
            "positions",
            (SUBJECTS,),
            CELLS - 1,
            "the cell of each subject, the horse last",
            sort="name",
        ),
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
        Piece(
            "distance",
            (1,),
            LONGEST,
            "length of the last move; -1 before the first",
            low=-1,
            sort="name",
        ),
        Piece("next", (SYMBOLS,), LONGEST, "length of a move now with +, =, -", sort="name"),
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
            sort="name",
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
    # Words of eight bytes are written in ascending order: what one writes too much the next mends.
    observe_board(state, config, seat, out)
    observe_cards(state, config, seat, out)
    observe_last_cards(state, out)
    out[PHASE] = state.phase
    out[DEAL] = min(np.int64(state.deal), CLIP)
    out[DEALS_LEFT] = min(config.max_deals - state.deal, CLIP)
    mover = state.seat - seat
    out[MOVER] = mover if mover >= 0 else mover + config.players


@kernel
def observe_board(state, config, seat, out):
    """Where the subjects are, and which walks join them to the horse."""
    secret = np.int64(state.secrets[seat])
    store_word(out, OWN_SECRET, ONE << np.uint64(8 * secret) if secret != NOTHING else NO_CELLS)
    for subject in range(SUBJECTS):
        out[POSITIONS + subject] = state.positions[subject]
    horse = state.positions[Subject.HORSE]
    lengths = lengths_of(state, config)
    distance = np.int64(state.distance)
    shortest = (FIRST_DISTANCE if distance == NOTHING else distance) - NEAR
    longer, shorter = np.uint64(max(shortest, 0)), np.uint64(max(-shortest, 0))
    for pursuer in range(PURSUERS):
        cell = state.positions[pursuer]
        walks = config.walks[cell, horse]
        out[FROM_HORSE + pursuer] = config.steps[cell, horse]
        for symbol in range(SYMBOLS):
            joined = (walks >> np.uint64(lengths[symbol])) & ONE
            out[CATCH + SYMBOLS * pursuer + symbol] = np.int8(joined)
        around = SPREAD[((walks >> longer) << shorter) & LOW_BYTE]
        store_word(out, WALKS + AROUND * pursuer, around)
    out[DISTANCE] = distance
    for symbol in range(SYMBOLS):
        out[NEXT + symbol] = lengths[symbol]


@kernel
def observe_cards(state, config, seat, out):
    """What one holds, what was played by whom, and how many cards are where.

    The eighteen counts of a hand are three words, bytes 10 to 15 twice. Counts that are taken
    from larger ones may be taken word by word: no byte borrows from the next.
    """
    hand, deck, players = state.hands[seat], config.deck, config.players
    first, second, third = load_word(hand, 0), load_word(hand, 8), load_word(hand, KINDS - 8)
    store_cards(out, OWN_HAND, first, second, third)
    first, second = load_word(deck, 0) - first, load_word(deck, 8) - second
    third = load_word(deck, KINDS - 8) - third
    at, sizes, other = PLAYED, PLAYED + KINDS * players, np.int64(seat)
    for away in range(players):
        tally = state.tally[other]
        low, middle, high = load_word(tally, 0), load_word(tally, 8), load_word(tally, KINDS - 8)
        first, second, third = first - low, second - middle, third - high
        store_cards(out, at, low, middle, high)
        if away > 0:
            played = ((low + middle + (high >> TWICE)) * EVERY_BYTE) >> TOP_BYTE
            out[sizes + away - 1] = config.each - np.int64(played)
        at += KINDS
        other = other + 1 if other + 1 < players else 0
    store_cards(out, UNSEEN, first, second, third)
    if state.deal > 1:
        for place in range(config.removed + config.aside):
            out[UNSEEN + state.undealt[place]] -= 1


@kernel
def store_cards(out, at, first, second, third):
    """Write eighteen counts: the words of bytes 0 to 7, 8 to 15 and 10 to 17."""
    store_word(out, at, first)
    store_word(out, at + 8, second)
    store_word(out, at + KINDS - 8, third)


@kernel
def observe_last_cards(state, out):
    """The last cards played, the latest first."""
    for half in range(2):
        word = NO_CELLS
        for i in range(LAST // 2):
            place = state.count - 1 - i - half * (LAST // 2)
            pair = SHOWN_AS[state.played[place]] if place >= 0 else NO_CELLS
            word |= pair << np.uint64(16 * i)
        store_word(out, LAST_CARDS + LAST * half, word)
