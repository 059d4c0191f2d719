"""Positions drawn by hand, taken up by the environment."""

from __future__ import annotations

from typing import Any

from cheese_envs import drole_de_fromage_v0

from .test_referee import position

__all__ = ["drawn", "go", "position", "scene", "taken_up"]


def taken_up(snapshot: dict[str, Any]) -> Any:
    """An environment at a snapshot."""
    env = drole_de_fromage_v0.raw_env(snapshot["num_players"], **snapshot["options"])
    env.reset(seed=1)
    env.restore(snapshot)
    return env


def scene(picture: str, num_players: int = 2, **fields: Any) -> Any:
    """An environment at a position: mice A to D, cheeses 1 to 3."""
    return taken_up(position(picture, num_players, **fields))


def go(env: Any, *directions: str) -> None:
    """Steps of the player to move."""
    for direction in directions:
        env.step(env.encode({"type": "step", "direction": direction}))


def drawn(env: Any) -> list[str]:
    """The board as the examples draw it."""
    snapshot = env.snapshot()
    marks = [["."] * 8 for _ in range(8)]
    for cheese in snapshot["cheeses"]:
        if cheese["at"] is not None:
            row, col = cheese["at"]
            marks[row][col] = {"small": "1", "medium": "2", "big": "3"}[cheese["size"]]
    for seat, (row, col) in enumerate(snapshot["mice"]):
        marks[row][col] = "ABCD"[seat]
    return [" ".join(line) for line in marks]
