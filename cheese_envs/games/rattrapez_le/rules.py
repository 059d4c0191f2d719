"""Rattrapez-le's rules: the deal, where a card may lead, a turn."""

from __future__ import annotations

import numpy as np

from cheese_envs.core.kernel import kernel
from cheese_envs.core.outcome import has_won, set_winner
from cheese_envs.core.rng import below, shuffle
from cheese_envs.core.stores import store_bits
from cheese_envs.games.rattrapez_le.actions import CHOOSE, DISCARD
from cheese_envs.games.rattrapez_le.state import (
    CELLS,
    DECK,
    FIRST_HORSE_CARD,
    KINDS,
    NOTHING,
    PURSUERS,
    SEATS,
    SUBJECTS,
    SYMBOLS,
    End,
    Phase,
    Subject,
)

NO_CELLS = np.uint64(0)
ONE = np.uint64(1)
TWO, FOUR, TOP_BYTE = np.uint64(2), np.uint64(4), np.uint64(56)
LOW_BYTE = np.uint64(0xFF)
EVERY_2ND = np.uint64(0x5555555555555555)
EVERY_PAIR = np.uint64(0x3333333333333333)
EVERY_NIBBLE = np.uint64(0x0F0F0F0F0F0F0F0F)
EVERY_BYTE = np.uint64(0x0101010101010101)


@kernel
def set_up(state, config):
    """Begin a game on the state's random numbers."""
    state.end = End.PLAYING
    state.winners = 0
    state.turns = 0
    state.scores[:] = 0
    state.seat = below(state, config.players) if config.first_player < 0 else config.first_player
    state.phase = Phase.CHOOSE
    state.distance = NOTHING
    state.secrets[:] = NOTHING
    state.positions[:] = config.farm
    state.positions[Subject.HORSE] = config.start
    for seat in range(SEATS):
        state.hands[seat, :] = 0
        state.tally[seat, :] = 0
    split_deck(state, config)
    state.deal = 0
    deal(state, config)


@kernel
def split_deck(state, config):
    """Remove random horse cards, leave some aside; the rest lie in `played`, to be dealt."""
    cards = state.played
    place = 0
    for i in range(KINDS):
        kind = i + FIRST_HORSE_CARD if i < SYMBOLS else i - SYMBOLS  # the horse's first
        for _ in range(config.deck[kind]):
            cards[place] = kind
            place += 1
    for place in range(config.removed):
        other = place + below(state, config.horses - place)
        state.undealt[place] = cards[other]
        cards[other] = cards[place]
        cards[place] = state.undealt[place]
    shuffle(state, cards[config.removed :], DECK - config.removed)
    state.undealt[config.removed :] = 0
    for place in range(config.aside):
        state.undealt[config.removed + place] = cards[config.removed + place]
    first = config.removed + config.aside
    for place in range(config.dealt):
        cards[place] = cards[first + place]


@kernel
def deal(state, config):
    """Deal out the cards in `played`, as they lie."""
    place = 0
    for seat in range(config.players):
        state.tally[seat, :] = 0
        for _ in range(config.each):
            state.hands[seat, state.played[place]] += 1
            place += 1
    state.played[:] = 0
    state.count = 0
    state.deal += 1


@kernel
def lengths_of(state, config):
    """How long a move with a symbol (0 for +, 1 for =, 2 for -) would be. int64 [SYMBOLS]."""
    return config.lengths[state.distance - NOTHING]


@kernel
def taken_cells(state, config, word):
    """The cells where a subject stands: one word."""
    taken = NO_CELLS
    for subject in range(SUBJECTS):
        taken |= config.bits[state.positions[subject], word]
    return taken


@kernel
def free_cells(state, config, word, subject, taken):
    """Where the player to move may bring a subject to, as far as others stand there: one word."""
    own = config.bits[state.positions[subject], word]
    secret = state.secrets[state.seat]
    if subject == Subject.HORSE:
        # The horse may be brought onto the mover's own secret subject, in the farm too.
        caught = config.bits[state.positions[secret], word]
        return ~(taken | config.farm_bit[word]) | own | caught
    if subject == secret:
        own |= config.bits[state.positions[Subject.HORSE], word]
    return ~taken | config.farm_bit[word] | own


@kernel
def legal(state, config, mask):
    """Write what the player to move may do. mask: bool [ACTIONS]."""
    mask[:] = False
    if state.end != End.PLAYING:
        return
    if state.phase == Phase.CHOOSE:
        mask[CHOOSE:DISCARD] = True
        return
    found = NO_CELLS
    for word in range(config.words):
        found |= allow_moves(state, config, word, mask)
    if found == NO_CELLS:
        for kind in range(KINDS):
            mask[DISCARD + kind] = state.hands[state.seat, kind] > 0


@kernel
def allow_moves(state, config, word, mask):
    """Allow what each card in hand can reach among 64 cells; returns all the cells so reached."""
    hand, taken = state.hands[state.seat], taken_cells(state, config, word)
    lengths, found = lengths_of(state, config), NO_CELLS
    for subject in range(SUBJECTS):
        start = state.positions[subject]
        free = free_cells(state, config, word, subject, taken)
        for symbol in range(SYMBOLS):
            kind = SYMBOLS * subject + symbol
            held = np.uint64(hand[kind] > 0)
            cells = (config.ends[lengths[symbol], start, word] & free) * held
            found |= cells
            store_bits(mask, kind * CELLS + 64 * word, cells)
    return found


@kernel
def count_bits(word):
    """How many bits are set."""
    word = word - ((word >> ONE) & EVERY_2ND)
    word = (word & EVERY_PAIR) + ((word >> TWO) & EVERY_PAIR)
    word = (word + (word >> FOUR)) & EVERY_NIBBLE
    return np.int64((word * EVERY_BYTE) >> TOP_BYTE)


@kernel
def step(state, config, action):
    """Choose a secret or play a card; pass the turn on."""
    state.turns += 1
    if action < CHOOSE:
        kind = action // CELLS
        move(state, config, kind, action - kind * CELLS)
        use(state, config, kind)
    elif action < DISCARD:
        state.secrets[state.seat] = action - CHOOSE
        if state.turns == config.players:
            state.phase = Phase.PLAY
    else:
        use(state, config, action - DISCARD)
    if state.end == End.PLAYING:
        state.seat = state.seat + 1 if state.seat + 1 < config.players else 0


@kernel
def move(state, config, kind, cell):
    """Bring a card's subject to a cell; who so joins horse and own secret has won."""
    subject = kind // SYMBOLS
    secret = state.secrets[state.seat]
    state.distance = lengths_of(state, config)[kind - SYMBOLS * subject]
    state.positions[subject] = cell
    # Nobody else can bring those two together, so where they meet, the mover caught the horse.
    if state.positions[secret] == state.positions[Subject.HORSE]:
        state.end = End.CAUGHT
        set_winner(state, state.seat)


@kernel
def use(state, config, kind):
    """Put a card among those played; after the last one deal again, or stop."""
    seat = state.seat
    state.hands[seat, kind] -= 1
    state.tally[seat, kind] += 1
    state.played[state.count] = kind
    state.count += 1
    if state.end == End.PLAYING and state.count == config.dealt:
        if state.deal == config.max_deals:
            state.end = End.OUT_OF_DEALS
        else:
            shuffle(state, state.played, config.dealt)
            deal(state, config)


@kernel
def pick(state, config, mask):
    """A uniformly random legal action, without reading the mask."""
    if state.phase == Phase.CHOOSE:
        return CHOOSE + below(state, PURSUERS)
    moves = 0
    for word in range(config.words):
        moves += count_moves(state, config, word)
    if moves == 0:
        return pick_discard(state, state.hands[state.seat])
    return nth_move(state, config, below(state, moves))


@kernel
def count_moves(state, config, word):
    """How many moves the cards in hand allow to 64 cells."""
    hand, taken = state.hands[state.seat], taken_cells(state, config, word)
    lengths, moves = lengths_of(state, config), 0
    for subject in range(SUBJECTS):
        start = state.positions[subject]
        free = free_cells(state, config, word, subject, taken)
        for symbol in range(SYMBOLS):
            held = np.uint64(hand[SYMBOLS * subject + symbol] > 0)
            # A product, not a branch: which cards are held is past any predicting.
            moves += count_bits(held * (config.ends[lengths[symbol], start, word] & free))
    return moves


@kernel
def nth_move(state, config, skip):
    """The action of a move, so many moves after the first, in the order of the actions."""
    hand, lengths = state.hands[state.seat], lengths_of(state, config)
    taken = taken_cells(state, config, 0), taken_cells(state, config, 1)
    for kind in range(KINDS):
        if hand[kind] > 0:
            subject = kind // SYMBOLS
            ends = config.ends[lengths[kind - SYMBOLS * subject], state.positions[subject]]
            for word in range(config.words):
                cells = ends[word] & free_cells(state, config, word, subject, taken[word])
                here = count_bits(cells)
                if skip < here:
                    return kind * CELLS + 64 * word + nth(cells, skip)
                skip -= here
    return -1


@kernel
def nth(cells, skip):
    """The place of a bit of a word, so many bits above the lowest."""
    for _ in range(skip):
        cells &= cells - ONE
    return count_bits((cells & (~cells + ONE)) - ONE)


@kernel
def pick_discard(state, hand):
    """A random one of the cards in a hand."""
    kinds = 0
    for kind in range(KINDS):
        kinds += hand[kind] > 0
    skip = below(state, kinds)
    for kind in range(KINDS):
        if hand[kind] > 0:
            if skip == 0:
                return DISCARD + kind
            skip -= 1
    return -1


@kernel
def redeal(state, config, seat):
    """Draw anew what `seat` has not seen: others' secrets and hands, the cards out of play."""
    for other in range(config.players):
        # A winner shows the paper.
        if other != seat and state.secrets[other] != NOTHING and not has_won(state, other):
            state.secrets[other] = below(state, PURSUERS)
    cards = np.empty(DECK, np.int8)
    out = config.removed + config.aside
    cards[:out] = state.undealt[:out]
    if state.deal > 1:
        # What was dealt once is known as a whole: the hands and the rest do not mix.
        draw_undealt(state, config, cards, out)
        deal_others(state, config, seat, cards, take_others(state, config, seat, cards, 0))
    else:
        count = take_others(state, config, seat, cards, out)
        draw_undealt(state, config, cards, count)
        deal_others(state, config, seat, cards[out:], count - out)


@kernel
def draw_undealt(state, config, cards, count):
    """Shuffle cards; horse cards come first to be removed, the next are those left aside."""
    shuffle(state, cards, count)
    place = 0
    for removed in range(config.removed):
        while cards[place] < FIRST_HORSE_CARD:
            place += 1
        held = cards[place]
        cards[place] = cards[removed]
        cards[removed] = held
        place += 1
    # The search took horse cards from the front: without this the others would begin with few.
    shuffle(state, cards[config.removed :], count - config.removed)
    for place in range(config.removed + config.aside):
        state.undealt[place] = cards[place]


@kernel
def take_others(state, config, seat, cards, count):
    """Add the cards in others' hands to `cards`; returns how many there are then."""
    for other in range(config.players):
        if other != seat:
            for kind in range(KINDS):
                for _ in range(state.hands[other, kind]):
                    cards[count] = kind
                    count += 1
    return count


@kernel
def deal_others(state, config, seat, cards, count):
    """Shuffle cards and fill others' hands with them, each as large as it was."""
    shuffle(state, cards, count)
    for other in range(config.players):
        if other != seat:
            held = 0
            for kind in range(KINDS):
                held += state.hands[other, kind]
                state.hands[other, kind] = 0
            for _ in range(held):
                count -= 1
                state.hands[other, cards[count]] += 1
