"""What a player of Au secours sees, and what not; snapshots that cannot be."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cheese_envs import au_secours_v0
from cheese_envs.faces.aec import RawEnv
from tests.games.au_secours.scenes import CARDS, play, scene, wheel

pytestmark = pytest.mark.uncompiled

UNKNOWN = len(CARDS)


def pieces(env: RawEnv, agent: str) -> dict[str, NDArray[np.int8]]:
    """An agent's observation by the names of its pieces."""
    seen, found = env.observe(agent)["observation"], {}
    for piece in env.game.pieces(env.num_players):
        found[piece.name] = seen[: piece.size].reshape(piece.shape)
        seen = seen[piece.size :]
    assert seen.size == 0
    return found


def to_come(env: RawEnv, agent: str) -> list[int | None]:
    rows = pieces(env, agent)["to_come"]
    return [int(row.argmax()) if row.any() else None for row in rows]


def codes(cards: list[str]) -> list[int]:
    return [CARDS.index(card) for card in cards]


def advance(env: RawEnv, turned: int) -> None:
    """Play until the pile was turned over so often."""
    choice = np.random.default_rng(5)
    while env.snapshot()["turned"] < turned:
        assert not env.snapshot()["over"]
        moves = env.legal_moves()
        # Without good wedges laid on top nobody wins too soon.
        calm = [move for move in moves if (move["type"], move["card"]) != ("play", "good")]
        env.step(env.encode((calm or moves)[choice.integers(len(calm or moves))]))


def turned_over(players: int = 3) -> RawEnv:
    env = au_secours_v0.raw_env(players, free_discard=True)
    env.reset(seed=4)
    advance(env, 1)
    return env


def test_the_pile_is_unknown_before_the_first_turn_over() -> None:
    env = au_secours_v0.raw_env(3)
    env.reset(seed=0)
    assert to_come(env, "player_1") == [UNKNOWN] * 10
    assert not pieces(env, "player_1")["pile_known"].any()


def test_behind_the_last_unknown_cards_come_the_first_discarded() -> None:
    env = turned_over(2)
    env.reset(seed=4)
    while len(env.snapshot()["pile"]) > 3:
        discards = [move for move in env.legal_moves() if move["type"] == "discard"]
        env.step(env.encode(discards[0]))
    shot = env.snapshot()
    assert shot["turned"] == 0
    assert to_come(env, "player_0") == [UNKNOWN] * 3 + codes(shot["discard"][:7])


def test_after_a_turn_over_the_next_ten_cards_are_told_in_order() -> None:
    env = turned_over()
    for _ in range(20):
        shot = env.snapshot()
        expected = codes((shot["pile"] + shot["discard"])[:10])
        for agent in env.possible_agents:
            assert to_come(env, agent) == expected
        env.step(env.encode(env.legal_moves()[-1]))


def test_where_no_card_is_to_come_none_is_marked() -> None:
    env = au_secours_v0.raw_env(2, deck={"good": 15})
    env.reset(seed=0)
    assert to_come(env, "player_0") == [UNKNOWN] * 2 + [None] * 8


def test_counts_of_every_kind_make_up_the_deck() -> None:
    env = turned_over()
    seen = pieces(env, "player_1")
    tables = np.concatenate([seen["own_wheels"], *seen["other_wheels"]]).sum(axis=0)
    found = seen["own_hand"] + seen["other_hands_known"].sum(axis=0)
    found = found + seen["unseen"] + seen["pile_known"] + seen["discard"]
    for part, card in enumerate(("good", "rotten", "mouse", "guard", "sleeping")):
        found[CARDS.index(card)] += tables[part]
    deck = env.snapshot()["options"]["deck"]
    assert found.tolist() == [deck[card] for card in CARDS]


def test_seats_are_told_clockwise_from_oneself() -> None:
    tables = [wheel(good=seat + 1) for seat in range(4)]
    env = scene(["good"] * 7, *tables, alliances=((0, 3),))
    seen = pieces(env, "player_2")
    assert seen["own_wheels"][0, 0] == 3
    assert seen["other_wheels"][:, 0, 0].tolist() == [4, 1, 2]
    assert seen["mover"] == [2]
    assert pieces(env, "player_3")["allies"].tolist() == [1, 0, 0]


def test_a_card_drawn_from_a_turned_pile_is_seen_by_all_until_it_is_played() -> None:
    env = scene(["good"] * 7, wheel(), wheel(), wheel(), pile=["broom", "yarn"])
    before = pieces(env, "player_2")["other_hands_known"][1].copy()
    after = play(env, "good")
    assert after["turn"] == 1
    gained = pieces(env, "player_2")["other_hands_known"][1] - before
    assert gained[CARDS.index("broom")] == 1 and gained.sum() == 1


def test_redeal_keeps_the_turned_pile_and_the_cards_seen_drawn() -> None:
    env = turned_over()
    for _ in range(4):
        env.step(env.encode(env.legal_moves()[-1]))
    shot = env.snapshot()
    other_hands = set()
    for seed in range(20):
        dealt = env.redeal("player_0", seed).snapshot()
        for name in ("pile", "discard", "known", "tables"):
            assert dealt[name] == shot[name]
        assert dealt["hands"][0] == shot["hands"][0]
        for seat in (1, 2):
            assert Counter(dealt["hands"][seat]) >= Counter(shot["known"][seat])
        other_hands.add(str(dealt["hands"][1:]))
    assert len(other_hands) > 1


def test_redeal_between_two_players_after_a_turn_over_changes_nothing() -> None:
    env = turned_over(2)
    assert env.redeal("player_1", 9).snapshot() == env.snapshot()


def test_redeal_mixes_a_pile_that_was_never_turned() -> None:
    env = au_secours_v0.raw_env(2)
    env.reset(seed=0)
    dealt = env.redeal("player_0", 1).snapshot()
    assert dealt["pile"] != env.snapshot()["pile"]
    assert dealt["hands"][0] == env.snapshot()["hands"][0]


def change(shot: dict[str, Any], path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        shot = shot[key]
    shot[path[-1]] = value


IMPOSSIBLE: list[tuple[tuple[Any, ...], Any, str]] = [
    (("hands", 0), {"good": 8}, "from 0 to 7"),
    (("hands", 0), {"good": 7}, "known in the hand|cards"),
    (("hands", 0), {"wolf": 1}, "unknown cards"),
    (("hands",), [{}], "hands must hold 3"),
    (("known", 0), {"sleeping": 6}, "known"),
    (("known", 0), {}, "known"),
    (("pile",), [], "in the deck"),
    (("pile", 0), "wolf", "each card of pile"),
    (("discard",), ["good"] * 200, "too many"),
    (("turned",), -1, "turned"),
    (("turned",), 0, "pile"),
    (("turned",), 10**6, "turned"),
    (("turned",), True, "turned"),
    (("tables", 1), [], "must hold 1 entries"),
    (("tables", 1, 0), None, "no wheel"),
    (("tables", 1, 0), {"good": 1}, "lacks"),
    (("tables", 1, 0), wheel(good=7, rotten=2), "9 wedges on 8 places"),
    (("tables", 1, 0), wheel(mice=1), "no good wedge"),
    (("tables", 1, 0), wheel(good=1, mice=4), "mice"),
    (("tables", 1, 0), wheel(good=1, cat="wild"), "cat"),
    (("tables", 1, 0), wheel(good=8), "completed"),
    (("completed", 1), 1, "completed"),
    (("turn",), 1, "began"),
    (("turns",), 600, "600 turns"),
    (("over",), True, "over is True"),
    (("winners",), [0], "winners"),
    (("scores",), [0, 0, 0], "scores"),
    (("extra",), 1, "unknown 'extra'"),
]


@pytest.mark.parametrize(("path", "value", "reason"), IMPOSSIBLE)
def test_an_impossible_snapshot_is_refused_with_a_reason(
    path: tuple[Any, ...], value: Any, reason: str
) -> None:
    env = scene(["good", "good", "mouse", "yarn", "guard", "broom", "rotten"], *[wheel(2)] * 3)
    shot = copy.deepcopy(env.snapshot())
    change(shot, path, value)
    with pytest.raises(ValueError, match=reason):
        env.restore(shot)


def test_a_first_deal_is_refused_with_a_known_card_or_a_card_laid() -> None:
    env = au_secours_v0.raw_env(2)
    env.reset(seed=0)
    shot = env.snapshot()
    with pytest.raises(ValueError, match="known"):
        env.restore({**shot, "known": [shot["hands"][0], {}]})
    moved = copy.deepcopy(shot)
    moved["discard"] = [moved["pile"].pop()]
    with pytest.raises(ValueError, match="the pile holds"):
        env.restore(moved)
