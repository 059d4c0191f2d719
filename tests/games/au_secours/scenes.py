"""Positions set up by hand, for tests of single rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cheese_envs import au_secours_v0
from cheese_envs.faces.aec import RawEnv

CARDS = ("good", "mouse", "guard", "yarn", "sleeping", "rotten", "broom")
ROUNDS = 100  # played before a scene: enough for the pile to have been turned over

Wheel = dict[str, Any]


def wheel(good: int = 0, rotten: int = 0, mice: int = 0, cat: str | None = None) -> Wheel:
    return {"good": good, "rotten": rotten, "mice": mice, "cat": cat}


def listed(cards: Counter[str]) -> dict[str, int]:
    return {card: cards[card] for card in CARDS if cards[card] > 0}


def laid(each: Wheel | None) -> Counter[str]:
    """The cards of a wheel."""
    if each is None:
        return Counter()
    cards = Counter(good=each["good"], rotten=each["rotten"], mouse=each["mice"])
    cards.update([each["cat"]] if each["cat"] else [])
    return cards


def scene(
    hand: list[str],
    *tables: Wheel | list[Wheel | None],
    pile: list[str] | None = None,
    turns: int | None = None,
    **options: Any,
) -> RawEnv:
    """A game where player_0 is to move with a hand of seven cards, before tables one a player.

    `pile` are the next cards to be drawn; what is left fills the other hands, then the pile.
    """
    players = len(tables)
    env = au_secours_v0.raw_env(players, **options)
    env.reset(seed=0)
    shot = env.snapshot()
    shot["tables"] = [table if isinstance(table, list) else [table] for table in tables]
    shot["completed"] = [table.count(None) for table in shot["tables"]]
    left = Counter(shot["options"]["deck"])
    left.subtract(hand)
    left.subtract(pile or [])
    for table in shot["tables"]:
        for each in table:
            left.subtract(laid(each))
    rest = list(left.elements())
    hands = [Counter(hand)]
    for _ in range(players - 1):
        hands.append(Counter(rest[:6]))
        rest = rest[6:]
    shot["hands"] = shot["known"] = [listed(cards) for cards in hands]
    shot["pile"] = (pile or []) + rest
    shot["turned"], shot["turn"] = 1, 0
    shot["turns"] = ROUNDS * players if turns is None else turns
    env.restore(shot)
    return env


def play(env: RawEnv, card: str, target: int | None = None, number: int = 0) -> dict[str, Any]:
    """Play a card (without a target: on one's own wheel); the snapshot after it."""
    seat = env.snapshot()["turn"]
    move = {"type": "play", "card": card, "target": seat if target is None else target}
    env.step(env.encode({**move, "wheel": number}))
    return env.snapshot()


def discard(env: RawEnv, card: str) -> dict[str, Any]:
    """Discard a card; the snapshot after it."""
    env.step(env.encode({"type": "discard", "card": card}))
    return env.snapshot()


def playable(env: RawEnv) -> set[tuple[str, int, int]]:
    """Card, target and wheel of the plays that are legal now."""
    return {
        (move["card"], move["target"], move["wheel"])
        for move in env.legal_moves()
        if move["type"] == "play"
    }


def discardable(env: RawEnv) -> set[str]:
    """The cards that may be discarded now."""
    return {move["card"] for move in env.legal_moves() if move["type"] == "discard"}
