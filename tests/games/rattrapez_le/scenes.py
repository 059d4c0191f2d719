"""Positions set up by hand near the end of a deal, for tests of single rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from cheese_envs import rattrapez_le_v0

from .referee import CARDS, DEAL_TABLE, HORSE, Referee
from .test_referee import count, line, ring

__all__ = ["Meadow", "discard", "line", "move", "play", "ring"]

Move = dict[str, Any]


def move(card: str, to: int) -> Move:
    return {"type": "move", "card": card, "to": to}


def discard(card: str) -> Move:
    return {"type": "discard", "card": card}


def play(env: Any, what: Move) -> dict[str, Any]:
    """Play a move, by the referee too; the snapshot after it, on which they agree."""
    referee = Referee(env.snapshot())
    env.step(env.encode(what))
    after: dict[str, Any] = env.snapshot()
    referee.play(what, after=after)
    assert referee.snapshot() == after
    return after


class Meadow:
    """Makes games on boards of its own in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def board(self, board: dict[str, Any]) -> str:
        """The path of a file with a board."""
        path = self.folder / "board.json"
        path.write_text(json.dumps(board))
        return str(path)

    def scene(
        self,
        board: dict[str, Any],
        hand: list[str],
        *,
        others: list[str] | None = None,
        distance: int | None = 3,
        places: dict[str, int] | None = None,
        secrets: tuple[str, ...] = ("farmer", "wife"),
        deal: int = 1,
        **options: Any,
    ) -> Any:
        """A game where player_0 is to move with these last cards, and all the others hold as many.

        Without a distance nothing has been played. Player_0's secret is the farmer.
        """
        players = len(secrets)
        env = rattrapez_le_v0.raw_env(players, board=self.board(board), **options)
        env.reset(seed=0)
        now = env.snapshot()
        shares, left = DEAL_TABLE[players], Counter(now["options"]["deck"])
        hands = [hand] + [others or []] * (players - 1)
        for held in hands:
            left.subtract(held)
        horses = [card for card in CARDS if card.startswith(HORSE) for _ in range(left[card])]
        removed = horses[: shares.removed]
        left.subtract(removed)
        rest = mixed(left)
        size = shares.each if distance is None else len(hand)
        hands = [held + [rest.pop() for _ in range(size - len(held))] for held in hands]
        played = rest[: players * (shares.each - size)]
        now["positions"].update(places or {})
        env.restore(
            now
            | {
                "hands": [count(held) for held in hands],
                "secrets": list(secrets),
                "distance": distance,
                "played": played,
                "removed": removed,
                "aside": rest[len(played) :],
                "deal": deal,
                "phase": "play",
                "turns": players + len(played) + (deal - 1) * players * shares.each,
            }
        )
        assert said(env.legal_moves()) == said(Referee(env.snapshot()).legal_moves())
        return env


def mixed(left: Counter[str]) -> list[str]:
    """The cards left, every kind again and again as long as there are some."""
    cards = []
    while any(left.values()):
        for card in CARDS:
            if left[card] > 0:
                cards.append(card)
                left[card] -= 1
    return cards


def said(moves: list[Move]) -> list[str]:
    return sorted(map(str, moves))
