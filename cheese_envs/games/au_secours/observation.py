"""What a player of Au secours sees: the table of named pieces, and the kernel that writes them."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.spec import Piece
from cheese_envs.core.stores import store_word
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
    # What is read again and again stands in locals: a write to `out` would have it read anew.
    players, slots = config.players, config.slots
    at = 0
    other = np.int64(seat)
    for _ in range(players):
        at = observe_table(state.tables[other], slots, out, at)
        other = other + 1 if other + 1 < players else 0
    for kind in range(KINDS):
        out[at + kind] = state.hands[seat, kind]
    at = observe_hands(state, players, seat, out, at + KINDS)
    at = observe_piles(state, out, at)
    at = observe_to_come(state, out, at)
    observe_course(state, config, seat, out, at)


@kernel
def observe_table(table, slots, out, at):
    """The wheels of one seat. table: int8 [WHEELS, PARTS]."""
    for part in range(PARTS):
        out[at + part] = table[0, part]
    if slots == 1:
        return at + PARTS
    for part in range(PARTS):
        out[at + PARTS + part] = table[1, part]
    return at + 2 * PARTS


@kernel
def observe_hands(state, players, seat, out, at):
    """What others hold, and all that is unseen."""
    sizes = at + (players - 1) * KINDS
    unseen = sizes + players - 1
    other = np.int64(seat)
    for away in range(players - 1):
        other = other + 1 if other + 1 < players else 0
        held = 0
        for kind in range(KINDS):
            out[at + kind] = state.known[other, kind]
            held += state.hands[other, kind]
        out[sizes + away] = held
        at += KINDS
    fresh = state.turned == 0
    for kind in range(KINDS):
        hidden = state.known[seat, kind] - state.hands[seat, kind]
        for other in range(players):
            hidden += state.hands[other, kind] - state.known[other, kind]
        hidden += state.pile_kinds[kind] if fresh else 0
        out[unseen + kind] = min(hidden, MOST)
    return unseen + KINDS


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
