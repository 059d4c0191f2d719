"""Au secours's options: checked, made plain, and laid out for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.games.au_secours import actions
from cheese_envs.games.au_secours.state import (
    DEALT,
    DEFAULT_DECK,
    KIND_NAMES,
    MAX_TURNS,
    PLACES,
    QUEUE,
    SLOTS,
)


def read_options(
    num_players: int,
    *,
    deck: Mapping[str, int] = DEFAULT_DECK,
    free_discard: bool = False,
    max_turns: int = 200,
    wheels: int = 1,
    alliances: Sequence[Sequence[int]] | None = None,
    shared_reward: bool = False,
    first_player: int | str = 0,
    reward: str = "win",
) -> dict[str, Any]:
    """The options as plain values, or an OptionError."""
    wheels = plain.whole(wheels, "wheels", 1, 2)
    if wheels > SLOTS[num_players]:
        raise OptionError(f"wheels=2 is for 2 or 3 players, not for {num_players}")
    return {
        "deck": _read_deck(deck, num_players, wheels),
        "free_discard": plain.flag(free_discard, "free_discard"),
        "max_turns": plain.whole(max_turns, "max_turns", 1, MAX_TURNS),
        "wheels": wheels,
        "alliances": _read_alliances(alliances, num_players),
        "shared_reward": plain.flag(shared_reward, "shared_reward"),
        "first_player": plain.first_player(first_player, num_players),
        "reward": reward,
    }


def _read_deck(deck: Mapping[str, int], num_players: int, wheels: int) -> dict[str, int]:
    found = plain.counts(deck, "deck", KIND_NAMES, at_most=QUEUE)
    whole = {name: found.get(name, 0) for name in KIND_NAMES}
    total, dealt, wedges = sum(whole.values()), DEALT * num_players, PLACES * wheels
    if not dealt < total <= QUEUE:
        raise OptionError(
            f"deck must hold more than {dealt} cards ({DEALT} for each of {num_players} players)"
            f" and at most {QUEUE}, not {total}"
        )
    if whole["good"] < wedges:
        raise OptionError(
            f"deck must hold at least {wedges} good wedges, as many as a player needs to win,"
            f" not {whole['good']}"
        )
    return whole


def _read_alliances(alliances: Any, num_players: int) -> list[list[int]] | None:
    if alliances is None:
        return None
    found = [
        [
            plain.whole(seat, "each seat of alliances", 0, num_players - 1)
            for seat in plain.listing(alliance, "each of alliances")
        ]
        for alliance in plain.listing(alliances, "alliances")
    ]
    if not all(found):
        raise OptionError(f"alliances must not hold an empty one: {found}")
    allied = [seat for alliance in found for seat in alliance]
    if len(allied) != len(set(allied)):
        raise OptionError(f"alliances must not overlap, nor name a seat twice: {found}")
    if any(len(alliance) == num_players for alliance in found):
        raise OptionError(f"alliances must leave somebody to attack: {found} allies everybody")
    return found or None


def configure(config: Any, num_players: int, options: dict[str, Any]) -> None:
    """Fill the game's own fields of a config record."""
    config.wheels = options["wheels"]
    config.slots = SLOTS[num_players]
    config.deck[:] = [options["deck"][name] for name in KIND_NAMES]
    config.cards = sum(options["deck"].values())
    config.last_turn = options["max_turns"] * num_players
    config.free_discard = options["free_discard"]
    for seat in range(num_players):
        friends = next((side for side in options["alliances"] or () if seat in side), [seat])
        config.friends[seat] = sum(1 << friend for friend in friends)
        config.winners[seat] = config.friends[seat] if options["shared_reward"] else 1 << seat
    for action, (kind, away, wheel) in enumerate(actions.layout(num_players)):
        config.kind_of[action], config.away_of[action] = kind, away
        config.wheel_of[action] = wheel
    config.first[:] = actions.firsts(num_players)
