"""Steps, pushes, turns, the last cheese and matches, through the environment."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cheese_envs import IllegalActionError, drole_de_fromage_v0
from cheese_envs.games.drole_de_fromage.spec import SPEC

from .scenes import drawn, go, position, scene, taken_up
from .test_referee import EXAMPLE, bonus, give, lines

pytestmark = pytest.mark.uncompiled
DECLINE = {"type": "decline"}


def directions(env: Any) -> set[str]:
    return {move["direction"] for move in env.legal_moves()}


def test_the_worked_example_comes_out_as_drawn() -> None:
    env = scene(EXAMPLE, roll=6, steps_left=6)
    assert drawn(env) == lines(EXAMPLE)
    go(env, "east", "north", "north", "north", "north", "east")
    assert drawn(env) == lines("""
        . . . 3 . . . .
        . . B 2 . 2 . .
        . . 1 . A 3 3 .
        . 2 2 . 2 . . .
        . . 2 . 1 . . .
        . . 1 . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert (env.snapshot()["turn"], env.snapshot()["turns"]) == (1, 1)


def test_the_push_before_the_worked_example_is_blocked() -> None:
    env = scene(EXAMPLE, roll=6, steps_left=6)
    assert directions(env) == {"east", "south", "west"}
    before = env.snapshot()
    with pytest.raises(IllegalActionError, match="line of cheese ends against a mouse"):
        go(env, "north")
    assert env.snapshot() == before


def test_a_line_with_a_gap_before_the_mouse_may_be_pushed() -> None:
    assert "east" in directions(scene("A 1 2 . B . . ."))
    assert "east" not in directions(scene("A 1 2 3 B . . ."))


def test_a_mouse_neither_leaves_the_board_nor_enters_another() -> None:
    env = scene("A B . . . . 1 .")
    assert directions(env) == {"south"}
    with pytest.raises(IllegalActionError, match="the board ends there"):
        go(env, "north")
    with pytest.raises(IllegalActionError, match="a mouse stands there"):
        go(env, "east")


@pytest.mark.parametrize(
    ("picture", "direction", "owner"),
    [("2 . .\nA . B\n1 . .", "north", 1), ("2 A B\n1 . .", "west", None)],
)
def test_a_corner_cheese_falls_to_the_side_it_is_pushed_over(
    picture: str, direction: str, owner: int | None
) -> None:
    env = scene(picture)
    go(env, direction)
    fallen = [
        cheese["owner"]
        for cheese, before in zip(
            env.snapshot()["cheeses"], position(picture)["cheeses"], strict=True
        )
        if before["at"] is not None and cheese["at"] is None
    ]
    assert fallen == [owner]


def test_the_owner_alone_looks_and_without_peek_nobody_does() -> None:
    for peek, known in ((True, [1]), (False, [])):
        env = scene("2 . .\nA . B\n1 . .", options={"peek": peek})
        go(env, "north")
        (cheese,) = [c for c in env.snapshot()["cheeses"] if c["owner"] == 1]
        assert cheese["known_to"] == known


def test_the_last_cheese_may_fall_to_a_player_who_did_not_push_it() -> None:
    env = scene("2 . . .\nA . . B", turns=4)
    go(env, "north")
    now = env.snapshot()
    assert (now["phase"], now["turn"], now["turns"]) == ("bonus", 1, 5)
    assert (now["roll"], now["steps_left"]) == (0, 0)
    assert env.agent_selection == "player_1"
    assert env.legal_moves() == [DECLINE]


def test_the_last_cheese_lost_at_an_empty_side_ends_the_game() -> None:
    env = scene("3 A . B", turns=2)
    go(env, "west")
    now = env.snapshot()
    assert (now["over"], now["truncated"], now["winners"]) == (True, False, [0, 1])


def test_a_step_is_no_action_in_the_bonus_and_a_take_none_in_a_turn() -> None:
    with pytest.raises(IllegalActionError, match="take a cheese or decline"):
        taken_up(bonus_with_own()).step(0)
    env = scene(EXAMPLE)
    with pytest.raises(IllegalActionError, match="make a step"):
        env.step(env.encode(DECLINE))


def bonus_with_own(num_players: int = 2, **options: Any) -> dict[str, Any]:
    start = bonus(num_players, **options)
    give(start, 1, "small", wormy=False)
    return start


def test_the_bonus_takes_a_random_one_of_the_size() -> None:
    start = bonus_with_own()
    give(start, 0, "medium", wormy=False)
    give(start, 0, "medium", wormy=True)
    env = taken_up(start)
    action = env.encode({"type": "take", "from": 0, "size": "medium"})
    seen = set()
    for seed in range(20):
        copied = env.clone(reseed=seed)
        copied.step(action)
        seen.add(tuple(copied.snapshot()["scores"]))
    assert seen == {(0, 4), (2, 2)}


def test_a_mouse_that_cannot_step_loses_its_turn_unasked() -> None:
    env = scene("B . 1 A .\n1 . . . .\nC . . . .", 3, steps_left=1, roll=1)
    go(env, "west")
    now = env.snapshot()
    assert drawn(env)[0].startswith("B 1 A") and (now["turn"], now["turns"]) == (2, 2)


def test_a_game_is_cut_off_and_the_scores_decide() -> None:
    start = position(EXAMPLE, steps_left=1, turns=6, options={"max_turns": 4})
    start |= {"turns": 7, "turn": 1}
    give(start, 1, "small", wormy=False)
    env = taken_up(start)
    env.step(int(env.observe("player_1")["action_mask"].argmax()))
    now = env.snapshot()
    assert (now["truncated"], now["winners"], now["scores"]) == (True, [1], [0, 2])


def test_the_lowest_score_begins_the_next_game_of_a_match() -> None:
    start = bonus_with_own(3, games=2)
    env = taken_up(start)
    env.step(env.encode(DECLINE))
    now = env.snapshot()
    assert (now["games"], now["turn"], now["turns"], now["over"]) == ([[0, 2, 0]], 0, 0, False)
    assert all(cheese["at"] is not None for cheese in now["cheeses"])


# What luck may change


def unlike(env: Any, move: dict[str, Any], **changes: Any) -> str | None:
    """Why the position after a move cannot be ours with these changes, whatever the luck."""
    assert SPEC.same_but_for_luck is not None
    before = env.snapshot()
    env.step(env.encode(move))
    after = env.snapshot()
    return SPEC.same_but_for_luck(before, move, after, {**copy.deepcopy(after), **changes})


def rich_bonus(**options: Any) -> dict[str, Any]:
    """Player 1 may take one of two medium cheeses, of which one is sound."""
    start = bonus_with_own(**options)
    give(start, 0, "medium", wormy=False)
    give(start, 0, "medium", wormy=True)
    return start


TAKE = {"type": "take", "from": 0, "size": "medium"}


def test_a_replay_may_roll_and_take_otherwise() -> None:
    ends = []
    for seed in range(8):
        env = taken_up(rich_bonus()).clone(reseed=seed)
        env.step(env.encode(TAKE))
        ends.append(env.snapshot())
    assert len({str(end["scores"]) for end in ends}) == 2
    assert all(unlike(taken_up(rich_bonus()), TAKE, **end) is None for end in ends)
    east = {"type": "step", "direction": "east"}
    env = scene(EXAMPLE, steps_left=1)
    assert unlike(env, east, roll=6, steps_left=6) is None
    turned = env.snapshot()["cheeses"][::-1]  # listed in another order
    assert unlike(scene(EXAMPLE, steps_left=1), east, cheeses=turned) is None


def test_a_replay_may_not_differ_but_by_luck() -> None:
    east = {"type": "step", "direction": "east"}
    begins, goes_on = scene(EXAMPLE, steps_left=1), scene(EXAMPLE, steps_left=2, roll=2)
    assert "die allows" in str(unlike(begins.clone(), east, roll=5, steps_left=5))
    assert "mice" in str(unlike(begins, east, mice=[[0, 0], [1, 2]]))
    assert "roll" in str(unlike(goes_on, east, roll=3))
    assert "games" in str(unlike(taken_up(rich_bonus()), TAKE, games=[[9, 9]]))


def test_who_declines_took_nothing_in_a_replay() -> None:
    swapped = rich_bonus()["cheeses"]
    for one, other in ((0, 1), (1, 0)):
        for cheese in swapped:
            if cheese["owner"] == one and cheese["size"] != "medium":
                cheese |= {"owner": other, "known_to": [other]}
                break
    assert "cheeses" in str(unlike(taken_up(rich_bonus()), DECLINE, cheeses=swapped))
    later = rich_bonus(games=2)
    assert "games" in str(unlike(taken_up(later), DECLINE, games=[[0, 4]]))
    assert unlike(taken_up(later), DECLINE, games=[[2, 2]]) is None


def test_another_cheese_taken_may_have_another_begin_the_next_game() -> None:
    assert unlike(taken_up(rich_bonus(games=2)), TAKE, games=[[2, 2]], turn=0) is None
    assert unlike(taken_up(rich_bonus(games=2)), TAKE, games=[[0, 4]], turn=0) is None
    assert "begins" in str(unlike(taken_up(rich_bonus(games=2)), TAKE, games=[[0, 4]], turn=1))
    assert "games" in str(unlike(taken_up(rich_bonus(games=2)), TAKE, games=[[4, 0]], turn=1))


# What a snapshot may not say


def refused(match: str, changes: dict[str, Any], cheese: dict[str, Any] | None = None) -> None:
    env = drole_de_fromage_v0.raw_env()
    env.reset(seed=3)
    snapshot = copy.deepcopy(env.snapshot()) | changes
    snapshot["cheeses"][0].update(cheese or {})
    with pytest.raises(ValueError, match=match):
        env.restore(snapshot)


@pytest.mark.parametrize(
    ("match", "changes"),
    [
        ("size", {"size": 7}),
        ("sides", {"sides": ["south", "west"]}),
        ("mice", {"mice": [[7, 4]]}),
        ("row", {"mice": [[8, 4], [0, 3]]}),
        ("something else", {"mice": [[2, 2], [0, 3]]}),
        ("roll", {"roll": 5, "steps_left": 5}),
        ("steps_left", {"steps_left": 0}),
        ("phase", {"phase": "take"}),
        ("too soon", {"phase": "bonus", "roll": 0, "steps_left": 0}),
        ("games are finished", {"games": [[2, 2]]}),
        ("turn is 1", {"turn": 1}),
        ("turns", {"turns": 800}),
    ],
)
def test_an_impossible_snapshot_is_refused(match: str, changes: dict[str, Any]) -> None:
    refused(match, changes)


@pytest.mark.parametrize(
    ("match", "cheese"),
    [
        ("small cheeses are wormy", {"wormy": True}),
        ("3 small cheeses", {"size": "big"}),
        ("no owner", {"owner": 0}),
        ("known_to", {"known_to": [0]}),
        ("known_to", {"at": None, "owner": 0}),
        ("something else", {"at": [2, 3]}),
    ],
)
def test_an_impossible_cheese_is_refused(match: str, cheese: dict[str, Any]) -> None:
    refused(match, {}, cheese)


def test_a_mover_who_cannot_step_and_points_nobody_can_make_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot step"):
        scene("A 1 B .\n1 . . .\nC . . .", 3)
    with pytest.raises(ValueError, match="which no cheeses make"):
        scene(EXAMPLE, options={"games": 2}, games=[[3, 0]])
    with pytest.raises(ValueError, match="no side of the board is empty"):
        scene("A B C D\n1 . . .", 4)
