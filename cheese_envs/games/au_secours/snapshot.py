"""Au secours's state record to the contract's plain fields, and back, checked."""

from __future__ import annotations

from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import SnapshotError
from cheese_envs.games.au_secours.state import (
    DEALT,
    KIND_NAMES,
    PLACES,
    ROUND,
    End,
    Kind,
    Part,
)

Plain = dict[str, Any]

CATS = (None, "guard", "sleeping")
FIELDS = ("hands", "known", "pile", "discard", "turned", "tables", "completed")
COUNTED = {Part.GOOD: Kind.GOOD, Part.ROTTEN: Kind.ROTTEN, Part.MICE: Kind.MOUSE}
COUNTED |= {Part.GUARD: Kind.GUARD, Part.SLEEPING: Kind.SLEEPING}
WRONG: dict[str, Any] = {"error": SnapshotError}


def snapshot(state: Any, config: Any) -> Plain:
    """The game's own fields."""
    seats = range(int(config.players))
    queue = [
        KIND_NAMES[state.cards[(state.head + place) & ROUND]]
        for place in range(state.pile + state.discard)
    ]
    wheels = range(int(config.wheels))
    return {
        "hands": [_listed(state.hands[seat]) for seat in seats],
        "known": [_listed(state.known[seat]) for seat in seats],
        "pile": queue[: state.pile],
        "discard": queue[state.pile :],
        "turned": int(state.turned),
        "tables": [[_wheel(state.tables[seat, wheel]) for wheel in wheels] for seat in seats],
        "completed": [int(state.completed[seat]) for seat in seats],
    }


def _listed(counts: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(KIND_NAMES, counts, strict=True) if count}


def _wheel(parts: Any) -> Plain | None:
    if not parts[Part.OPEN]:
        return None
    return {
        "good": int(parts[Part.GOOD]),
        "rotten": int(parts[Part.ROTTEN]),
        "mice": int(parts[Part.MICE]),
        "cat": CATS[parts[Part.GUARD] + 2 * parts[Part.SLEEPING]],
    }


def restore(state: Any, config: Any, given: Plain, options: Plain) -> None:
    """Write the fields into a state whose `seat` and `turns` are set."""
    names = (*FIELDS, "over", "truncated", "winners")
    fields = plain.fields(given, "the snapshot", names, **WRONG)
    state.turned = plain.whole(fields["turned"], "turned", 0, int(state.turns) + 1, **WRONG)
    _read_hands(fields, state, config)
    _read_queue(fields, state, config)
    _read_tables(fields, state, config)
    _check_cards(state, config)
    _set_end(fields["over"], fields["truncated"], state, config)
    _check_seats(state, config)
    _check_tables(state, config)


def _read_hands(fields: Plain, state: Any, config: Any) -> None:
    players = int(config.players)
    for name, into in (("hands", state.hands), ("known", state.known)):
        hands = plain.listing(fields[name], name, players, **WRONG)
        for seat, hand in enumerate(hands):
            most = DEALT + 1
            held = plain.counts(hand, f"{name}[{seat}]", KIND_NAMES, at_most=most, **WRONG)
            into[seat] = [held.get(card, 0) for card in KIND_NAMES]
    for seat in range(players):
        for kind, card in enumerate(KIND_NAMES):
            if state.known[seat, kind] > state.hands[seat, kind]:
                raise SnapshotError(
                    f"{int(state.known[seat, kind])} {card} cards are known in the hand of"
                    f" player_{seat}, which holds {int(state.hands[seat, kind])}"
                )


def _read_queue(fields: Plain, state: Any, config: Any) -> None:
    sizes, place = [], 0
    for name, counts in (("pile", state.pile_kinds), ("discard", state.discard_kinds)):
        cards = plain.listing(fields[name], name, **WRONG)
        if place + len(cards) > config.cards:
            raise SnapshotError(f"{name} holds {len(cards)} cards, too many for the deck")
        for card in cards:
            plain.choice(card, f"each card of {name}", KIND_NAMES, **WRONG)
            kind = KIND_NAMES.index(card)
            state.cards[place] = kind
            counts[kind] += 1
            place += 1
        sizes.append(len(cards))
    state.pile, state.discard = sizes


def _read_tables(fields: Plain, state: Any, config: Any) -> None:
    players, wheels = int(config.players), int(config.wheels)
    tables = plain.listing(fields["tables"], "tables", players, **WRONG)
    completed = plain.listing(fields["completed"], "completed", players, **WRONG)
    for seat, table in enumerate(tables):
        listed = plain.listing(table, f"tables[{seat}]", wheels, **WRONG)
        for number, wheel in enumerate(listed):
            if wheel is not None:
                name = f"tables[{seat}][{number}]"
                state.tables[seat, number] = _read_wheel(wheel, name, players)
        gone = listed.count(None)
        if gone == wheels:
            raise SnapshotError(f"tables[{seat}] has no wheel, but the last one stays")
        full = int((state.tables[seat, :, Part.GOOD] == PLACES).sum())
        if full and gone + full < wheels:
            raise SnapshotError(f"tables[{seat}] has a full wheel, which should be gone")
        plain.whole(completed[seat], f"completed[{seat}]", gone + full, gone + full, **WRONG)
        state.completed[seat] = gone + full


def _read_wheel(wheel: Any, name: str, players: int) -> list[int]:
    parts = plain.fields(wheel, name, ("good", "rotten", "mice", "cat"), **WRONG)
    good = plain.whole(parts["good"], f"{name}.good", 0, PLACES, **WRONG)
    rotten = plain.whole(parts["rotten"], f"{name}.rotten", 0, PLACES, **WRONG)
    mice = plain.whole(parts["mice"], f"{name}.mice", 0, players, **WRONG)
    cat = plain.choice(parts["cat"], f"{name}.cat", CATS, **WRONG)
    if good + rotten > PLACES:
        raise SnapshotError(f"{name} has {good + rotten} wedges on {PLACES} places")
    if mice and not good:
        raise SnapshotError(f"{name} has mice, but no good wedge")
    return [good, rotten, mice, cat == "guard", cat == "sleeping", 1]


def _check_cards(state: Any, config: Any) -> None:
    found = state.pile_kinds + state.discard_kinds + state.hands.sum(axis=0)
    for part, laid in COUNTED.items():
        found[laid] += state.tables[:, :, part].sum()
    for kind, card in enumerate(KIND_NAMES):
        if found[kind] != config.deck[kind]:
            raise SnapshotError(
                f"there are {int(found[kind])} {card} cards,"
                f" but {int(config.deck[kind])} in the deck"
            )


def _set_end(over: bool, truncated: bool, state: Any, config: Any) -> None:
    players, turns, last = int(config.players), int(state.turns), int(config.last_turn)
    complete = [seat for seat in range(players) if state.completed[seat] == config.wheels]
    if complete not in ([], [int(state.seat)]):
        raise SnapshotError(f"player_{complete[0]} has finished, but did not move last")
    if over and complete and not truncated:
        state.end = End.WHEELS_COMPLETE
        state.winners = config.winners[state.seat]
    elif over and truncated and not complete:
        after = (int(state.seat) + 1) % players
        if turns == last:
            state.end = End.OUT_OF_TURNS
        elif not state.hands[after].any() and state.pile + state.discard == 0:
            state.end = End.OUT_OF_CARDS
        else:
            raise SnapshotError(f"truncated after {turns} of {last} turns, with cards to play")
    elif over or complete:
        raise SnapshotError(
            f"over is {over}, truncated is {truncated}, but"
            f" {f'player_{complete[0]}' if complete else 'nobody'} has finished"
        )
    if turns > last or (not over and turns == last):
        raise SnapshotError(f"over is {over} after {turns} turns of {last}")
    if not over and not state.hands[state.seat].any():
        raise SnapshotError(f"player_{int(state.seat)} is to move without a card")


def _check_seats(state: Any, config: Any) -> None:
    """Hands and piles must be what so many turns leave."""
    players, turns, turned = int(config.players), int(state.turns), int(state.turned)
    first = (int(state.seat) + (state.end != End.PLAYING) - turns) % players
    if config.first_player >= 0 and first != config.first_player:
        raise SnapshotError(
            f"turn is {int(state.seat)} after {turns} turns,"
            f" but player_{int(config.first_player)} began"
        )
    # The turns on which a card was drawn, or would have been had there been any.
    draws = turns + (state.end in (End.PLAYING, End.OUT_OF_CARDS))
    fresh = int(config.cards) - DEALT * players  # cards in the pile after the deal
    if turned > max(0, draws - fresh):
        raise SnapshotError(f"turned is {turned}, more often than {draws} draws can have done it")
    if turned == 0 and state.pile != max(0, fresh - draws):
        raise SnapshotError(
            f"the pile holds {int(state.pile)} cards, but {max(0, fresh - draws)} are left of it"
        )
    for seat in range(players):
        late = _turns_of(seat, first, draws, players) - _turns_of(
            seat, first, min(draws, fresh), players
        )
        whole = DEALT + _turns_of(seat, first, draws, players)
        whole -= _turns_of(seat, first, turns, players)
        _check_hand(seat, whole, late, state, config)
    _check_last_draw(state)


def _turns_of(seat: int, first: int, turns: int, players: int) -> int:
    """How many of the first so many turns are a seat's."""
    return (turns + players - 1 - (seat - first) % players) // players


def _check_hand(seat: int, whole: int, late: int, state: Any, config: Any) -> None:
    """whole: its cards if no draw failed; late: its draws that found no card of the first pile."""
    held, known = int(state.hands[seat].sum()), int(state.known[seat].sum())
    least = max(0, whole - late)
    if state.turned == 0:
        whole = least  # without a turn-over all the late draws have failed
    elif config.cards > _room(config):
        least = whole  # the cards can never all lie on tables and in hands
    if not least <= held <= whole:
        wanted = str(whole) if least == whole else f"{least} to {whole}"
        raise SnapshotError(f"player_{seat} holds {held} cards, but should hold {wanted}")
    if known > (late if state.turned else 0):
        raise SnapshotError(f"{known} cards of player_{seat} are known, more than were seen drawn")
    if state.turned and held - known > DEALT:
        raise SnapshotError(f"player_{seat} was seen drawing, but no card drawn is known")


def _room(config: Any) -> int:
    """The most cards that tables and hands can hold before a draw."""
    players, deck = int(config.players), config.deck
    spots = players * int(config.wheels)
    wedges = min(PLACES * spots, int(deck[Kind.GOOD] + deck[Kind.ROTTEN]))
    mice = min(players * spots, int(deck[Kind.MOUSE]))
    cats = min(spots, int(deck[Kind.GUARD] + deck[Kind.SLEEPING]))
    return DEALT * players + wedges + mice + cats


def _check_last_draw(state: Any) -> None:
    """As long as cards lie in a pile, the player to move has just drawn."""
    if state.end != End.PLAYING:
        return
    seat = int(state.seat)
    if state.turned and state.pile + state.discard and not state.known[seat].any():
        raise SnapshotError(f"player_{seat} has just drawn a known card, but none is known")


def _check_tables(state: Any, config: Any) -> None:
    """What lies before a seat takes turns: its own, and those of players who may attack it."""
    players, turns = int(config.players), int(state.turns)
    first = (int(state.seat) + (state.end != End.PLAYING) - turns) % players
    had = [_turns_of(seat, first, turns, players) for seat in range(players)]
    needed = 0
    for seat in range(players):
        table = state.tables[seat].sum(axis=0, dtype=int)
        gone = int(config.wheels - table[Part.OPEN])
        built = int(sum(table[[Part.GOOD, Part.ROTTEN, Part.GUARD, Part.SLEEPING]]))
        built += PLACES * gone
        harm = int(sum(table[[Part.ROTTEN, Part.MICE, Part.SLEEPING]]))
        foes = sum(had[other] for other in range(players) if not config.friends[seat] >> other & 1)
        if built > had[seat] or harm > foes:
            raise SnapshotError(f"tables[{seat}] holds more cards than {turns} turns can have laid")
        needed += built + harm
    if needed > turns:
        raise SnapshotError(f"the tables hold more cards than {turns} turns can have laid")
    for part, kind in ((Part.ROTTEN, Kind.GOOD), (Part.SLEEPING, Kind.GUARD)):
        replaced = int(state.tables[:, :, part].sum())
        if kind == Kind.GOOD:
            replaced += PLACES * int(config.wheels * players - state.tables[:, :, Part.OPEN].sum())
        if state.turned == 0 and state.discard_kinds[kind] < replaced:
            raise SnapshotError(
                f"{replaced} {KIND_NAMES[kind]} cards have left the tables,"
                f" but {int(state.discard_kinds[kind])} lie in the discard pile"
            )
