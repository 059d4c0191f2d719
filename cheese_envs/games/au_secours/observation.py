"""What a player of Au secours sees: the table of named pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.core.stores import load_word, store_word
from cheese_envs.games.au_secours.state import (
    DEALT,
    KIND_NAMES,
    KINDS,
    PARTS,
    PLACES,
    ROUND,
    SHOWN,
    SLOTS,
    UNKNOWN,
    WHEELS,
)

MOST = 127  # larger numbers are shown as this
NONE = np.uint64(0)
ALL_KINDS = np.uint64(2 ** (8 * KINDS) - 1)  # a byte a kind
LOW_BYTE, TOP_BYTE = np.uint64(0xFF), np.uint64(56)
EVERY_BYTE = np.uint64(0x0101010101010101)
# A 1 among the KINDS + 1 bytes that tell a card to come, as a word.
ONE_OF_EIGHT = np.array([1 << 8 * place for place in range(KINDS + 1)], np.uint64)


def pieces(num_players: int) -> list[Piece]:
    """The observation, in order. Seats are told clockwise from oneself."""
    others, slots = num_players - 1, SLOTS[num_players]
    parts = "good and rotten wedges, mice, 1 for a guard cat, for a sleeping cat, while in play"
    kinds = ", ".join(KIND_NAMES)
    return [
        Piece("own_wheels", (slots, PARTS), PLACES, f"of each of one's own wheels: {parts}"),
        Piece("other_wheels", (others, slots, PARTS), PLACES, "the same for the others, clockwise"),
        Piece("own_hand", (KINDS,), DEALT + 1, f"in hand: {kinds}"),
        Piece("other_hands_known", (others, KINDS), DEALT + 1, "seen drawn and still in hand"),
        Piece("other_hands", (others,), DEALT + 1, "how many cards the others hold"),
        Piece("unseen", (KINDS,), MOST, "of each card, how many lie where one cannot know"),
        Piece("pile_known", (KINDS,), MOST, "cards in the pile, once it has been turned over"),
        Piece("discard", (KINDS,), MOST, "cards in the discard pile"),
        Piece(
            "to_come",
            (SHOWN, KINDS + 1),
            1,
            "the next cards to be drawn, through the pile and then the discard pile turned over:"
            " a 1 for the card, or last for one unknown; none where there is no card",
        ),
        Piece("piles", (2,), MOST, "cards in the pile, in the discard pile"),
        Piece("turned", (1,), MOST, "how often the pile was turned over"),
        Piece("completed", (num_players,), WHEELS, "wheels finished, oneself first"),
        Piece("allies", (others,), 1, "1 for an ally"),
        Piece("rounds_left", (1,), MOST, "turns of one's own to come before the game is cut off"),
        Piece("mover", (1,), others, "seats clockwise from oneself to the player to move"),
    ]


@kernel
def observe(state, config, seat, out):
    """Write what a seat sees. out: int8 [OBSERVATION]. Larger numbers than 127 are shown as 127."""
    # Words of eight bytes are written in ascending order: what one writes too much the next mends.
    players = config.players
    at = observe_tables(state, players, config.slots, seat, out)
    store_word(out, at, counts_of(state.hands, seat))
    at = observe_hands(state, players, seat, out, at + KINDS)
    at = observe_piles(state, out, at)
    at = observe_to_come(state, out, at)
    observe_course(state, config, seat, out, at)


@kernel
def observe_tables(state, players, slots, seat, out):
    """The wheels of all seats."""
    at = 0
    other = np.int64(seat)
    for _ in range(players):
        table = other * WHEELS * PARTS
        store_word(out, at, load_word(state.tables, table))
        if slots == WHEELS:
            at += WHEELS * PARTS
            store_word(out, at - 8, load_word(state.tables, table + WHEELS * PARTS - 8))
        else:
            at += PARTS
        other = other + 1 if other + 1 < players else 0
    return at


@kernel
def seat_at(seat, away, players):
    """The seat so many places clockwise from one."""
    other = np.int64(seat) + away
    return other if other < players else other - players


@kernel
def counts_of(cards, seat):
    """How many of each card a seat has, a byte each. cards: int8 [SEATS, KINDS]."""
    return load_word(cards, KINDS * seat) & ALL_KINDS


@kernel
def observe_hands(state, players, seat, out, at):
    """What others hold, and all that is unseen."""
    sizes = at + (players - 1) * KINDS
    hidden = NONE
    other = np.int64(seat)
    for _ in range(players - 1):
        other = other + 1 if other + 1 < players else 0
        known = counts_of(state.known, other)
        # Byte by byte: none borrows from the next, as what is known is held.
        hidden += counts_of(state.hands, other) - known
        store_word(out, at, known)
        at += KINDS
    for away in range(players - 1):
        other = seat_at(seat, away + 1, players)
        out[sizes + away] = np.int8((counts_of(state.hands, other) * EVERY_BYTE) >> TOP_BYTE)
    at = sizes + players - 1
    for kind in range(KINDS):
        count = np.int64((hidden >> np.uint64(8 * kind)) & LOW_BYTE)
        out[at + kind] = min(count + (state.pile_kinds[kind] if state.turned == 0 else 0), MOST)
    return at + KINDS


@kernel
def observe_piles(state, out, at):
    """Counts of the pile, as far as it is known, and of the discard pile."""
    turned = state.turned > 0
    for kind in range(KINDS):
        out[at + kind] = min(state.pile_kinds[kind], MOST) if turned else 0
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = min(state.discard_kinds[kind], MOST)
    return at + KINDS


@kernel
def observe_to_come(state, out, at):
    """The next cards in order. Those in a pile that was never turned over are unknown."""
    head, cards = np.int64(state.head), min(SHOWN, state.pile + state.discard)
    hidden = min(cards, state.pile if state.turned == 0 else 0)
    for nth in range(hidden):
        store_word(out, at + 8 * nth, ONE_OF_EIGHT[UNKNOWN])
    for nth in range(hidden, cards):
        store_word(out, at + 8 * nth, ONE_OF_EIGHT[state.cards[(head + nth) & ROUND]])
    for nth in range(cards, SHOWN):
        store_word(out, at + 8 * nth, NONE)
    return at + 8 * SHOWN


@kernel
def observe_course(state, config, seat, out, at):
    """The numbers after the cards."""
    players, friends = config.players, config.friends[seat]
    out[at] = min(state.pile, MOST)
    out[at + 1] = min(state.discard, MOST)
    out[at + 2] = min(state.turned, MOST)
    at += 3
    out[at] = state.completed[seat]
    other = np.int64(seat)
    for away in range(1, players):
        other = other + 1 if other + 1 < players else 0
        out[at + away] = state.completed[other]
        out[at + players - 1 + away] = (friends >> other) & 1
    at += 2 * players - 1
    mover = state.seat - seat
    mover = mover if mover >= 0 else mover + players
    # The mover has a turn now; a seat has to wait for those that come before it in the round.
    wait = players - mover if mover > 0 else 0
    left = config.last_turn - state.turns - wait
    out[at] = MOST if left > MOST * players else (left + players - 1) // players
    out[at + 1] = mover
