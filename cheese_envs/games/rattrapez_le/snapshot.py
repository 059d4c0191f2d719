"""Rattrapez-le's state record to the contract's plain fields, and back, checked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import SnapshotError
from cheese_envs.games.rattrapez_le.state import (
    CARD_NAMES,
    DECK,
    FIRST_DISTANCE,
    FIRST_HORSE_CARD,
    NOTHING,
    PHASE_NAMES,
    PURSUER_NAMES,
    PURSUERS,
    SUBJECT_NAMES,
    SUBJECTS,
    SYMBOLS,
    WORDS,
    End,
    Phase,
    Subject,
)

Plain = dict[str, Any]

FIELDS = (
    "board",
    "hands",
    "secrets",
    "positions",
    "distance",
    "played",
    "aside",
    "removed",
    "deal",
    "phase",
)
BOARD_FIELDS = ("name", "cells", "edges", "farm", "start")
WRONG: dict[str, Any] = {"error": SnapshotError}


def snapshot(state: Any, config: Any) -> Plain:
    """The game's own fields."""
    seats = range(int(config.players))
    removed, out = int(config.removed), int(config.removed + config.aside)
    distance = int(state.distance)
    return {
        "board": _board(config),
        "hands": [_hand(state.hands[seat]) for seat in seats],
        "secrets": [_secret(int(state.secrets[seat])) for seat in seats],
        "positions": {
            name: int(cell) for name, cell in zip(SUBJECT_NAMES, state.positions, strict=True)
        },
        "distance": None if distance == NOTHING else distance,
        "played": [CARD_NAMES[kind] for kind in state.played[: state.count]],
        "aside": [CARD_NAMES[kind] for kind in state.undealt[removed:out]],
        "removed": [CARD_NAMES[kind] for kind in state.undealt[:removed]],
        "deal": int(state.deal),
        "phase": PHASE_NAMES[state.phase],
    }


def _board(config: Any) -> Plain:
    return {
        "name": bytes(config.name).rstrip(b"\0").decode(),
        "cells": int(config.cells),
        "edges": config.edges[: config.edge_count].tolist(),
        "farm": int(config.farm),
        "start": int(config.start),
    }


def _hand(counts: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(CARD_NAMES, counts, strict=True) if count}


def _secret(pursuer: int) -> str | None:
    return None if pursuer == NOTHING else PURSUER_NAMES[pursuer]


def restore(state: Any, config: Any, given: Plain, options: Plain) -> None:
    """Write the fields into a state whose `seat` and `turns` are set."""
    fields = plain.fields(given, "the snapshot", (*FIELDS, "over", "truncated", "winners"), **WRONG)
    over, truncated = fields["over"], fields["truncated"]
    first = _first(state, config, over)
    _check_board(fields["board"], config)
    _read_phase(fields, state, config)
    _read_secrets(fields["secrets"], state, config, first)
    _read_played(fields, state, config, first, over)
    _read_undealt(fields, state, config)
    _read_hands(fields["hands"], state, config)
    _check_cards(state, config)
    _read_positions(fields["positions"], state, config)
    _read_distance(fields["distance"], state, config)
    _read_end(state, config, over, truncated)


def _first(state: Any, config: Any, over: bool) -> int:
    """Who began: the turn has gone round since."""
    first = (int(state.seat) + (1 if over else 0) - int(state.turns)) % int(config.players)
    if config.first_player >= 0 and first != config.first_player:
        raise SnapshotError(
            f"turn is {int(state.seat)} after {int(state.turns)} turns,"
            f" but player_{int(config.first_player)} began"
        )
    return first


def _check_board(value: Any, config: Any) -> None:
    found = plain.fields(value, "board", BOARD_FIELDS, **WRONG)
    mine = _board(config)
    edges = []
    for edge in plain.listing(found["edges"], "the board's edges", **WRONG):
        ends = plain.listing(edge, "each of the board's edges", 2, **WRONG)
        edges.append(
            {plain.whole(end, "a cell of edges", 0, mine["cells"] - 1, **WRONG) for end in ends}
        )
    if sorted(map(sorted, edges)) != sorted(map(sorted, mine["edges"])):
        raise SnapshotError(f"the board's edges are not those of {mine['name']!r}")
    for name in ("cells", "farm", "start"):
        plain.whole(found[name], f"the board's {name}", mine[name], mine[name], **WRONG)
    plain.choice(found["name"], "the board's name", (mine["name"],), **WRONG)


def _read_phase(fields: Plain, state: Any, config: Any) -> None:
    phase = plain.choice(fields["phase"], "phase", PHASE_NAMES, **WRONG)
    state.phase = PHASE_NAMES.index(phase)
    if (state.phase == Phase.CHOOSE) != (state.turns < config.players):
        raise SnapshotError(f"phase is {phase!r} after {int(state.turns)} turns")
    state.deal = plain.whole(fields["deal"], "deal", 1, int(config.max_deals), **WRONG)


def _read_secrets(value: Any, state: Any, config: Any, first: int) -> None:
    players = int(config.players)
    state.secrets[:] = NOTHING
    for seat, secret in enumerate(plain.listing(value, "secrets", players, **WRONG)):
        if (seat - first) % players < state.turns:
            plain.choice(secret, f"secrets[{seat}]", PURSUER_NAMES, **WRONG)
            state.secrets[seat] = PURSUER_NAMES.index(secret)
        elif secret is not None:
            raise SnapshotError(
                f"secrets[{seat}] is {secret!r}, but player_{seat} has not chosen yet"
            )


def _cards(value: Any, name: str) -> list[int]:
    cards = plain.listing(value, name, **WRONG)
    if len(cards) > DECK:
        raise SnapshotError(f"{name} holds {len(cards)} cards of {DECK}")
    return [
        CARD_NAMES.index(plain.choice(card, f"each card of {name}", CARD_NAMES, **WRONG))
        for card in cards
    ]


def _read_played(fields: Plain, state: Any, config: Any, first: int, over: bool) -> None:
    cards = _cards(fields["played"], "played")
    dealt, turns = int(config.dealt), int(state.turns)
    wanted = max(0, turns - int(config.players)) - (int(state.deal) - 1) * dealt
    if len(cards) != wanted or len(cards) > (dealt if over else dealt - 1):
        raise SnapshotError(
            f"{len(cards)} cards are played in deal {int(state.deal)}, which does not fit"
            f" {turns} turns of {int(config.players)} players"
        )
    state.count = len(cards)
    for place, kind in enumerate(cards):
        state.played[place] = kind
        state.tally[(first + place) % int(config.players), kind] += 1


def _read_undealt(fields: Plain, state: Any, config: Any) -> None:
    removed, aside = _cards(fields["removed"], "removed"), _cards(fields["aside"], "aside")
    for name, cards, wanted in (
        ("removed", removed, int(config.removed)),
        ("aside", aside, int(config.aside)),
    ):
        if len(cards) != wanted:
            raise SnapshotError(f"{name} holds {len(cards)} cards, but should {wanted}")
    if any(kind < FIRST_HORSE_CARD for kind in removed):
        raise SnapshotError("removed holds other cards than the horse's")
    state.undealt[: len(removed) + len(aside)] = removed + aside


def _read_hands(value: Any, state: Any, config: Any) -> None:
    for seat, hand in enumerate(plain.listing(value, "hands", int(config.players), **WRONG)):
        held = plain.counts(hand, f"hands[{seat}]", CARD_NAMES, at_most=DECK, **WRONG)
        state.hands[seat] = [held.get(name, 0) for name in CARD_NAMES]
        size = int(config.each) - int(state.tally[seat].sum())
        if sum(held.values()) != size:
            raise SnapshotError(
                f"player_{seat} holds {sum(held.values())} cards, but should {size}"
            )


def _check_cards(state: Any, config: Any) -> None:
    out = Counter(state.undealt[: config.removed + config.aside].tolist())
    for kind, name in enumerate(CARD_NAMES):
        found = int(state.hands[:, kind].sum()) + int(state.tally[:, kind].sum()) + out[kind]
        wanted = int(config.deck[kind])
        if found != wanted:
            raise SnapshotError(f"there are {found} {name} cards, but should be {wanted}")


def _read_positions(value: Any, state: Any, config: Any) -> None:
    found = plain.fields(value, "positions", SUBJECT_NAMES, **WRONG)
    last = int(config.cells) - 1
    for subject, name in enumerate(SUBJECT_NAMES):
        cell = plain.whole(found[name], f"positions[{name!r}]", 0, last, **WRONG)
        state.positions[subject] = cell
        if cell != _start(subject, config) and not _was_played(subject, state):
            raise SnapshotError(f"the {name} is on cell {cell}, but no {name} card was played")
    pursuers = [int(cell) for cell in state.positions[:PURSUERS]]
    for cell in set(pursuers) - {int(config.farm)}:
        if pursuers.count(cell) > 1:
            raise SnapshotError(f"two subjects are on cell {cell}")


def _start(subject: int, config: Any) -> int:
    return int(config.start if subject == Subject.HORSE else config.farm)


def _was_played(subject: int, state: Any) -> bool:
    kinds = slice(SYMBOLS * subject, SYMBOLS * (subject + 1))
    seen = int(state.tally[:, kinds].sum())
    # All that is dealt again was played before.
    return seen + (int(state.hands[:, kinds].sum()) if state.deal > 1 else 0) > 0


def _read_distance(value: Any, state: Any, config: Any) -> None:
    low, high = int(config.min_distance), int(config.max_distance)
    distance = None if value is None else plain.whole(value, "distance", low, high, **WRONG)
    state.distance = NOTHING if distance is None else distance
    if distance is None:
        _check_unmoved(state, config)
    elif distance not in _possible_distances(state, config):
        raise SnapshotError(f"distance is {distance}, which the cards played cannot have made it")


def _check_unmoved(state: Any, config: Any) -> None:
    """Before the first move, only cards that nobody can begin with can have been discarded.

    What a discard tells of the rest of a hand or of a secret is not asked: a redeal is free there.
    """
    for subject, name in enumerate(SUBJECT_NAMES):
        if state.positions[subject] != _start(subject, config):
            raise SnapshotError(f"distance is null, but the {name} has left its place")
        if _was_played(subject, state) and _can_begin(subject, config):
            raise SnapshotError(f"distance is null, but the {name}'s card played could have moved")


def _can_begin(subject: int, config: Any) -> bool:
    """Whether anybody may make the first move with a subject; a mere catch is not for anybody."""
    ends = _word(config.ends[FIRST_DISTANCE, _start(subject, config)])
    if subject == Subject.HORSE:
        return ends != 0  # into the farm only to be caught, but there stands every secret subject
    return ends & ~(1 << int(config.start)) != 0


def _possible_distances(state: Any, config: Any) -> set[int | None]:
    """What the last move's length can be, if any of the cards may have been discarded."""
    low, high = int(config.min_distance), int(config.max_distance)
    possible: set[int | None] = {None}
    if state.deal > 1:
        before = (int(state.deal) - 1) * int(config.dealt) - 1
        possible |= set(range(max(low, 3 - before), min(high, 3 + before) + 1))
    for kind in state.played[: state.count]:
        possible |= {_length(distance, int(kind), low, high) for distance in possible}
    return possible


def _length(distance: int | None, kind: int, low: int, high: int) -> int:
    if distance is None:
        return FIRST_DISTANCE
    return min(max(distance + 1 - kind % SYMBOLS, low), high)


def _read_end(state: Any, config: Any, over: bool, truncated: bool) -> None:
    horse = int(state.positions[Subject.HORSE])
    with_horse = [p for p in range(PURSUERS) if state.positions[p] == horse]
    if over and not truncated:
        _check_catch(state, config, horse)
        state.end = End.CAUGHT
        state.winners = 1 << int(state.seat)
        return
    if with_horse:
        name = PURSUER_NAMES[with_horse[0]]
        raise SnapshotError(f"the {name} is on the horse's cell {horse}, but nobody caught it")
    if horse == config.farm:
        raise SnapshotError("the horse is in the farm, but nobody caught it")
    if truncated:
        if state.deal != config.max_deals or state.count != config.dealt:
            raise SnapshotError("truncated is true, but there are cards to play")
        state.end = End.OUT_OF_DEALS


def _check_catch(state: Any, config: Any, horse: int) -> None:
    """The last card must have brought the mover's secret subject and the horse together."""
    secret, mover = int(state.secrets[state.seat]), f"player_{int(state.seat)}"
    if secret == NOTHING or state.positions[secret] != horse:
        raise SnapshotError(f"over is true, but {mover}'s secret subject is not with the horse")
    subject = int(state.played[state.count - 1]) // SYMBOLS if state.count else NOTHING
    if subject not in (secret, Subject.HORSE) or state.distance == NOTHING:
        raise SnapshotError(f"over is true, but {mover} moved neither secret subject nor horse")
    others = [int(state.positions[s]) for s in range(SUBJECTS) if s not in (secret, Subject.HORSE)]
    farm = int(config.farm)
    if horse in others and horse != farm:
        raise SnapshotError(f"two subjects are with the horse on cell {horse}")
    if horse == farm and subject != Subject.HORSE:
        raise SnapshotError("the horse was caught in the farm by another card than its own")
    origins = _word(config.ends[state.distance, horse])
    free = [cell for cell in range(int(config.cells)) if cell != horse and cell not in others]
    free = [cell for cell in free if cell != farm] + [farm] * (subject != Subject.HORSE)
    if not any(origins >> cell & 1 for cell in free):
        raise SnapshotError(f"no walk of {int(state.distance)} can have ended on cell {horse}")


def _word(words: Any) -> int:
    return sum(int(words[word]) << 64 * word for word in range(WORDS))


def same_but_for_luck(before: Plain, move: Plain, mine: Plain, theirs: Plain) -> str | None:
    """Where two snapshots differ in more than how the cards were dealt again; None if nowhere."""
    redealt = mine["deal"] > before["deal"]
    for name, value in mine.items():
        if name == "hands" and redealt:
            if _sizes(value) != _sizes(theirs[name]) or _all_held(value) != _all_held(theirs[name]):
                return "hands are not the cards played, dealt again"
        elif theirs.get(name) != value:
            return f"{name} is {theirs.get(name)!r}, but should be {value!r}"
    return None


def _sizes(hands: list[dict[str, int]]) -> list[int]:
    return [sum(hand.values()) for hand in hands]


def _all_held(hands: list[dict[str, int]]) -> Counter[str]:
    return sum((Counter(hand) for hand in hands), Counter())
