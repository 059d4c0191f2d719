"""Positions drawn by hand, taken up by the environment."""

from __future__ import annotations

from typing import Any

from cheese_envs import cheese_rescue_v0
from cheese_envs.faces.aec import RawEnv

from .test_referee import finished

UNDECIDED = {"over": False, "winners": None, "scores": None}


def settled(drawing: str, **options: Any) -> RawEnv:
    """A finished game of a drawing; its last card was an animal, and laid by the kernels."""
    end = finished(drawing, **options).snapshot()
    env: RawEnv = cheese_rescue_v0.raw_env(end["num_players"], **end["options"])
    env.reset(seed=0)
    mover = end["turn"]
    for place, (row, col, card, owner) in enumerate(end["board"]):
        if owner is not None or card == "start":
            continue
        hands = [dict(hand) for hand in end["hands"]]
        hands[mover][card] = hands[mover].get(card, 0) + 1
        board = end["board"][:place] + end["board"][place + 1 :]
        before = {**end, **UNDECIDED, "turns": end["turns"] - 1, "board": board, "hands": hands}
        try:
            env.restore(before)
        except ValueError:  # without that card the board falls apart
            continue
        env.step(env.encode({"type": "place", "card": card, "row": row, "col": col}))
        return env
    raise AssertionError("no animal can have been the last card of this drawing")


def result(env: RawEnv) -> tuple[list[int], list[int]]:
    """Scores and winners."""
    end = env.snapshot()
    assert end["over"] and len(end["board"]) == end["size"] ** 2
    return end["scores"], end["winners"]
