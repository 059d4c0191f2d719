"""The rules of Rattrapez-le, case by case, through the public face."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cheese_envs import rattrapez_le_v0

RING = {"cells": 8, "farm": 0, "start": 4, "edges": [[i, (i + 1) % 8] for i in range(8)]}


def begun(**options: Any) -> Any:
    """A 2-player game in which both have chosen the dog."""
    env = rattrapez_le_v0.raw_env(**options)
    env.reset(seed=1)
    for _ in range(2):
        play(env, {"type": "choose", "subject": "dog"})
    return env


def play(env: Any, move: dict[str, Any]) -> None:
    env.step(env.encode(move))


@pytest.fixture
def ring(tmp_path: Path) -> str:
    path = tmp_path / "ring.json"
    path.write_text(json.dumps(RING))
    return str(path)


@pytest.mark.uncompiled
def test_lengths_carry_from_move_to_move() -> None:
    """The sheet's example: 3, 4, 5, 6, 6, 5."""
    env = begun()
    lengths = []
    for symbol in "-+++=-":
        seat = env.snapshot()["turn"]
        held = [card for card in env.snapshot()["hands"][seat] if card.endswith(symbol)]
        assert held
        moves = [m for m in env.legal_moves() if m["type"] == "move" and m["card"] in held]
        moves = [m for m in moves if not caught_by(env, m)]
        play(env, moves[0])
        lengths.append(env.snapshot()["distance"])
    assert lengths == [3, 4, 5, 6, 6, 5]


def caught_by(env: Any, move: dict[str, Any]) -> bool:
    positions = env.snapshot()["positions"]
    return bool(move["to"] in (positions["horse"], positions["dog"]))


@pytest.mark.uncompiled
def test_a_walk_does_not_turn_back(ring: str) -> None:
    env = begun(board=ring)
    ends = {m["to"] for m in env.legal_moves() if not m["card"].startswith("horse")}
    assert ends == {3, 5}


@pytest.mark.uncompiled
def test_only_the_movers_own_subject_catches(ring: str) -> None:
    env = begun(board=ring, min_distance=3, max_distance=4)
    snapshot = env.snapshot()
    seat = snapshot["turn"]
    held = [card for card in snapshot["hands"][seat] if not card.startswith("horse")]
    play(env, {"type": "move", "card": held[0], "to": 3})
    moves = [m for m in env.legal_moves() if m["to"] == 4 and not m["card"].startswith("horse")]
    assert {m["card"][:-1] for m in moves} <= {"dog"}


@pytest.mark.uncompiled
def test_the_secret_cannot_be_chosen_twice() -> None:
    env = begun()
    with pytest.raises(ValueError, match="whole game"):
        play(env, {"type": "choose", "subject": "dog"})


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_deals_follow_the_table(num_players: int) -> None:
    removed, each, aside = {
        2: (6, 15, 16), 3: (4, 14, 6), 4: (0, 13, 0), 5: (0, 10, 2), 6: (4, 8, 0)
    }[num_players]  # fmt: skip
    env = rattrapez_le_v0.raw_env(num_players=num_players)
    env.reset(seed=0)
    snapshot = env.snapshot()
    assert len(snapshot["removed"]) == removed and len(snapshot["aside"]) == aside
    assert [sum(hand.values()) for hand in snapshot["hands"]] == [each] * num_players
