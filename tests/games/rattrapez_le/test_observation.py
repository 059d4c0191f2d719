"""What a player of Rattrapez-le sees, and what nobody else may."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cheese_envs import rattrapez_le_v0
from cheese_envs.games.rattrapez_le.spec import SPEC

from .scenes import Meadow, discard, line, move, play


def played(moves: int, **options: Any) -> Any:
    """A game so many random moves after its beginning, not over yet."""
    env = rattrapez_le_v0.raw_env(**options)
    for seed in range(100):
        env.reset(seed=seed)
        random = Random(seed)
        for _ in range(moves):
            if env.outcome is None:
                env.step(env.encode(random.choice(env.legal_moves())))
        if env.outcome is None:
            return env
    raise AssertionError(f"no game lasts {moves} moves")


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("board", ["countryside", "paddock"])
def test_anothers_secret_shows_nowhere(num_players: int, board: str) -> None:
    env = played(num_players + 5, num_players=num_players, board=board)
    snapshot = env.snapshot()
    mover = snapshot["turn"]
    watchers = [f"player_{seat}" for seat in range(num_players) if seat != mover]
    before = [env.observe(agent) for agent in watchers]
    for secret in ("farmer", "wife", "farmhand", "maid", "dog"):
        other = copy.deepcopy(snapshot)
        other["secrets"][mover] = secret
        env.restore(other)
        for agent, seen in zip(watchers, before, strict=True):
            now = env.observe(agent)
            assert (now["observation"] == seen["observation"]).all()
            assert not now["action_mask"].any()


def test_the_movers_mask_tells_the_secret_and_the_watchers_see_nothing_of_it(
    tmp_path: Path,
) -> None:
    views = {}
    for secret in ("farmer", "wife"):
        env = Meadow(tmp_path).scene(
            line(9, start=3), ["farmer=", "wife="], secrets=(secret, "dog")
        )
        assert env.legal_moves() == [move(f"{secret}=", 3)]
        views[secret] = env.observe("player_1")["observation"]
    assert (views["farmer"] == views["wife"]).all()


def test_a_redeal_asks_not_what_a_discard_may_have_told(tmp_path: Path) -> None:
    """Here pursuers can begin only by a catch, and who discards has no card for that."""
    cards = [subject + symbol for subject in ("wife", "farmhand", "maid", "dog") for symbol in "+-"]
    env = Meadow(tmp_path).scene(line(4), [*cards, *cards][:15], distance=None)
    play(env, discard("dog-"))
    hands, secrets, other = set(), set(), env.clone()
    for seed in range(40):
        dealt = env.redeal("player_1", seed).snapshot()
        other.restore(dealt)
        assert other.snapshot() == dealt
        hands |= set(dealt["hands"][0])
        secrets.add(dealt["secrets"][0])
    assert len(secrets) == 5
    assert any(card.startswith("farmer") for card in hands)


def test_a_redeal_keeps_what_was_dealt_once_together() -> None:
    env = played(2 + 30 + 3, board="countryside", min_distance=3, max_distance=3)
    snapshot = env.snapshot()
    assert snapshot["deal"] == 2
    for seed in range(5):
        other = env.redeal("player_0", seed).snapshot()
        assert other["hands"][0] == snapshot["hands"][0]
        assert cards(other["hands"]) == cards(snapshot["hands"])
        assert other["secrets"][0] == snapshot["secrets"][0]


def cards(hands: list[dict[str, int]]) -> list[str]:
    return sorted(card for hand in hands for card, count in hand.items() for _ in range(count))


def test_the_state_is_small() -> None:
    assert SPEC.state.itemsize <= 512
