"""Hand-worked cases for the referee, and random games it plays with a dealer of its own."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from .referee import (
    DIRECTIONS,
    GAME,
    MIDDLE,
    PLAYER_COUNTS,
    SIDES,
    SIZES,
    STARTS,
    WORMS,
    Cheese,
    Move,
    Referee,
    Snapshot,
    check_deal,
    option_sets,
    possible_rolls,
)

DEFAULTS: dict[str, Any] = {
    "die": [1, 2, 2, 3, 3, "star"],
    "values": {"big": 4, "medium": 2, "small": 2},
    "peek": True,
    "max_turns": 400,
    "games": 1,
    "first_player": 0,
    "reward": "win",
}
DECLINE: Move = {"type": "decline"}


def step(direction: str) -> Move:
    return {"type": "step", "direction": direction}


def take(seat: int, size: str) -> Move:
    return {"type": "take", "from": seat, "size": size}


# The dealer


def laid_out(rng: random.Random) -> list[Cheese]:
    cells = [(row, col) for row in range(4) for col in range(4)]
    cheeses = [Cheese(MIDDLE[row][col], False, (row + 2, col + 2)) for row, col in cells]
    for size, worms in WORMS.items():
        for cheese in rng.sample([c for c in cheeses if c.size == size], worms):
            cheese.wormy = True
    return cheeses


def deal(num_players: int, rng: random.Random, **options: Any) -> Snapshot:
    chosen = json.loads(json.dumps({**DEFAULTS, **options}))
    first = chosen["first_player"]
    roll = rng.choice(possible_rolls(chosen["die"]))
    sides = SIDES[num_players]
    return {
        "game": GAME,
        "options": chosen,
        "num_players": num_players,
        "turn": rng.randrange(num_players) if first == "random" else first,
        "turns": 0,
        "over": False,
        "truncated": False,
        "winners": None,
        "scores": None,
        "size": 8,
        "sides": list(sides),
        "mice": [list(STARTS[side]) for side in sides],
        "cheeses": [cheese.written() for cheese in laid_out(rng)],
        "roll": roll,
        "steps_left": roll,
        "phase": "move",
        "games": [],
    }


class Dealer(Referee):
    """A referee that draws its luck instead of reading it."""

    def __init__(self, snapshot: Snapshot, rng: random.Random) -> None:
        super().__init__(snapshot)
        self.rng = rng

    def _roll(self, after: Snapshot | None) -> int:
        return self.rng.choice(possible_rolls(self.options["die"]))

    def _taken_one(self, held: list[int], after: Snapshot | None) -> int:
        return self.rng.choice(held)

    def _set_up_next_game(self, after: Snapshot | None) -> None:
        dealt = {"games": self.games, "cheeses": [c.written() for c in laid_out(self.rng)]}
        super()._set_up_next_game(dealt)


# Positions drawn by hand


def position(picture: str, num_players: int = 2, **fields: Any) -> Snapshot:
    """A game under way: mice A to D (of seats there are), cheeses 1 to 3; others are lost."""
    options = fields.pop("options", {})
    snapshot = deal(num_players, random.Random(0), **options)
    undrawn = {
        size: [c for c in snapshot["cheeses"] if c["size"] == size and not c["wormy"]]
        + [c for c in snapshot["cheeses"] if c["size"] == size and c["wormy"]]
        for size in SIZES
    }
    for cheese in snapshot["cheeses"]:
        cheese["at"] = None
    for row, line in enumerate(picture.strip().splitlines()):
        for col, mark in enumerate(line.split()):
            if mark in "ABCD"[:num_players]:
                snapshot["mice"]["ABCD".index(mark)] = [row, col]
            elif mark in "123":
                undrawn[SIZES[int(mark) - 1]].pop(0)["at"] = [row, col]
    return {**snapshot, "roll": 3, "steps_left": 3, **fields}


def give(snapshot: Snapshot, seat: int, size: str, wormy: bool) -> int:
    """Puts a lost cheese into a player's hands, known to them if one may look; its index."""
    for index, cheese in enumerate(snapshot["cheeses"]):
        lost = cheese["at"] is None and cheese["owner"] is None
        if lost and (cheese["size"], cheese["wormy"]) == (size, wormy):
            cheese["owner"] = seat
            cheese["known_to"] = [seat] if snapshot["options"]["peek"] else []
            return index
    raise LookupError(f"no lost {size} cheese, wormy {wormy}")


def picture_of(referee: Referee) -> list[str]:
    marks = [["."] * 8 for _ in range(8)]
    for cheese in referee.cheeses:
        if cheese.at is not None:
            marks[cheese.at[0]][cheese.at[1]] = str(SIZES.index(cheese.size) + 1)
    for seat, (row, col) in enumerate(referee.mice):
        marks[row][col] = "ABCD"[seat]
    return [" ".join(line) for line in marks]


def lines(picture: str) -> list[str]:
    return [line.strip() for line in picture.strip().splitlines()]


def reached(snapshot: Snapshot, **changes: Any) -> Snapshot:
    """The least of an `after` that a turn's end needs."""
    return {**copy.deepcopy(snapshot), "roll": 1, "over": False, **changes}


def legal_directions(snapshot: Snapshot) -> set[str]:
    return {move["direction"] for move in Referee(snapshot).legal_moves()}


EXAMPLE = """
    . . . . . . . .
    . . B . . 2 . .
    . . 1 . 3 3 . .
    . 2 2 . 2 . . .
    . . 2 3 1 . . .
    . . 1 2 . . . .
    . . A . . . . .
    . . . . . . . .
"""


# The deal


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
def test_every_option_set_deals_a_possible_beginning(num_players: int) -> None:
    sets = option_sets(num_players)
    assert sets[0] == {}
    assert {name for options in sets for name in options} == set(DEFAULTS)
    for options in sets:
        check_deal(deal(num_players, random.Random(1), **options))


def test_mice_start_on_the_fourth_cell_from_their_own_right() -> None:
    facing = {"south": "north", "west": "east", "north": "south", "east": "west"}
    right_of = {"north": "east", "east": "south", "south": "west", "west": "north"}
    for side, (row, col) in STARTS.items():
        down, right = DIRECTIONS[right_of[facing[side]]]
        assert 0 <= row + 3 * down < 8 and 0 <= col + 3 * right < 8
        assert not (0 <= row + 4 * down < 8 and 0 <= col + 4 * right < 8)
        out_down, out_right = DIRECTIONS[side]
        assert not (0 <= row + out_down < 8 and 0 <= col + out_right < 8)


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("turn", 1, "seat 1 begins"),
        ("roll", 5, "impossible roll 5"),
        ("steps_left", 0, "0 steps left"),
        ("mice", [[7, 3], [0, 3]], "mice"),
        ("sides", ["south", "west"], "sides"),
        ("turns", 1, "turns"),
        ("games", [[2, 4]], "games"),
        ("phase", "bonus", "phase"),
        ("winners", [], "winners"),
        ("over", True, "over"),
        ("size", 7, "size"),
        ("game", "drole_de_fromage", "game"),
    ],
)
def test_an_impossible_beginning_is_named(field: str, value: Any, named: str) -> None:
    snapshot = {**deal(2, random.Random(0)), field: value}
    with pytest.raises(AssertionError, match=named):
        check_deal(snapshot)


def test_a_beginning_with_the_wrong_cheeses_is_named() -> None:
    def refused(named: str, **changes: Any) -> None:
        snapshot = deal(2, random.Random(0))
        snapshot["cheeses"][0].update(changes)
        with pytest.raises(AssertionError, match=named):
            check_deal(snapshot)

    refused("1 wormy small", wormy=True)
    refused("cheeses lie as", size="big")
    refused("cheeses lie as", at=[1, 2])
    refused("not on the board", at=None)
    refused("owned", owner=0)
    refused("known", known_to=[1])


@pytest.mark.parametrize(
    "options",
    [
        {"die": ["star"]},
        {"die": [7]},
        {"values": {"big": 4}},
        {"max_turns": 0},
        {"games": 0},
        {"first_player": 2},
        {"reward": "points"},
        {"peek": None},
        {"odd": 1},
    ],
)
def test_a_beginning_under_impossible_options_is_refused(options: dict[str, Any]) -> None:
    snapshot = deal(2, random.Random(0))
    snapshot["options"].update(options)
    with pytest.raises(AssertionError):
        check_deal(snapshot)


# Steps and pushes


def test_the_worked_example_comes_out_as_drawn() -> None:
    start = position(EXAMPLE, roll=6, steps_left=6)
    referee = Referee(start)
    for direction in ("east", "north", "north", "north", "north"):
        referee.play(step(direction))
    assert referee.steps_left == 1
    referee.play(step("east"), reached(start, turn=1, turns=1, roll=2))
    assert picture_of(referee) == lines("""
        . . . 3 . . . .
        . . B 2 . 2 . .
        . . 1 . A 3 3 .
        . 2 2 . 2 . . .
        . . 2 . 1 . . .
        . . 1 . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert (referee.turn, referee.turns, referee.roll, referee.steps_left) == (1, 1, 2, 2)


def test_a_line_of_cheese_that_ends_against_a_mouse_cannot_be_pushed() -> None:
    assert legal_directions(position(EXAMPLE)) == {"east", "south", "west"}


def test_a_gap_before_the_mouse_lets_the_line_move() -> None:
    assert "east" in legal_directions(position("A 1 2 . B . . ."))
    assert "east" not in legal_directions(position("A 1 2 3 B . . ."))


def test_a_mouse_neither_leaves_the_board_nor_enters_another() -> None:
    assert legal_directions(position("A B . . . . 1 .")) == {"south"}


def test_a_mouse_may_come_back_over_the_same_cells() -> None:
    referee = Referee(position("A . . . . . 1 ."))
    referee.play(step("east"))
    referee.play(step("west"))
    assert referee.mice[0] == (0, 0)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    start = position(EXAMPLE)
    referee = Referee(start)
    for move in (step("north"), step("up"), DECLINE, take(1, "big"), {}):
        with pytest.raises(ValueError, match="cannot play"):
            referee.play(move)
    assert referee.snapshot() == start


# Dropping


@pytest.mark.parametrize("mover", [0, 1])
def test_a_dropped_cheese_goes_to_whoever_sits_there_whoever_pushed(mover: int) -> None:
    picture = """
        . . 3 . . . . .
        . . 1 . . . . .
        . . X . . . . .
        Y . . . . . 2 .
    """
    mice = "AB" if mover == 0 else "BA"
    start = position(picture.replace("X", mice[0]).replace("Y", mice[1]), turn=mover)
    referee = Referee(start)
    referee.play(step("north"))
    (dropped,) = [c for c in referee.cheeses if c.owner is not None]
    assert (dropped.size, dropped.owner, dropped.at, dropped.known_to) == ("big", 1, None, {1})
    assert picture_of(referee)[0] == ". . 1 . . . . ."
    assert referee.mice[mover] == (1, 2)


def test_a_cheese_dropped_at_an_empty_side_is_lost() -> None:
    start = position("2 . . . . . A 3\n. . B . . . . .")
    dropped = next(i for i, c in enumerate(start["cheeses"]) if c["at"] == [0, 7])
    referee = Referee(start)
    referee.play(step("east"))
    lost = referee.cheeses[dropped]
    assert (lost.at, lost.owner, lost.known_to) == (None, None, set())


def test_east_belongs_to_the_fourth_player_only() -> None:
    for num_players, owner in ((3, None), (4, 3)):
        start = position("2 . . . . . A 3\n. B C D . . . .", num_players)
        dropped = next(i for i, c in enumerate(start["cheeses"]) if c["at"] == [0, 7])
        referee = Referee(start)
        referee.play(step("east"))
        assert referee.cheeses[dropped].owner == owner


def test_without_peek_nobody_looks() -> None:
    referee = Referee(position("2 3 . .\n. A . B", options={"peek": False}))
    referee.play(step("north"))
    assert [c.owner for c in referee.cheeses].count(1) == 1
    assert all(not c.known_to for c in referee.cheeses)


# Rolls


def test_a_star_doubles_once() -> None:
    assert possible_rolls([1, 2, 2, 3, 3, "star"]) == [1, 2, 3, 4, 6]
    assert possible_rolls(["star", "star", 5]) == [5, 10]
    assert possible_rolls([1, 6]) == [1, 6]


def test_an_impossible_roll_is_named() -> None:
    start = position(EXAMPLE, steps_left=1)
    with pytest.raises(AssertionError, match="impossible roll 5"):
        Referee(start).play(step("east"), reached(start, turn=1, turns=1, roll=5))


def test_a_roll_must_be_shown_unless_the_die_has_one_outcome() -> None:
    with pytest.raises(AssertionError, match="luck decides the next roll"):
        Referee(position(EXAMPLE, steps_left=1)).play(step("east"))
    referee = Referee(position(EXAMPLE, steps_left=1, options={"die": [4]}))
    referee.play(step("east"))
    assert (referee.turn, referee.roll, referee.steps_left) == (1, 4, 4)


# Lost turns


CORNERED = """
    . . . . . . . .
    . . . . . . . .
    . . . 3 . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    B . . . . . . .
    A 1 2 . C . . .
"""


def test_a_blocked_mouse_loses_its_turn_and_the_turn_counts() -> None:
    start = position(CORNERED, 3, turn=2, turns=8, steps_left=1)
    referee = Referee(start)
    referee.play(step("west"), reached(start, turn=1, turns=10))
    assert (referee.turn, referee.turns) == (1, 10)


def test_a_free_mouse_cannot_be_skipped_nor_a_blocked_one_asked() -> None:
    start = position(CORNERED, 3, turn=2, turns=8, steps_left=1)
    for move, turn, turns in ((step("east"), 1, 10), (step("west"), 0, 9), (step("west"), 1, 9)):
        with pytest.raises(AssertionError, match="not blocked"):
            Referee(start).play(move, reached(start, turn=turn, turns=turns))


def test_two_blocked_mice_in_a_row_both_lose_their_turns() -> None:
    start = position(
        """
        . . . . . . . .
        . . . . . . . .
        . . . 3 . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . D
        C . . . . . . .
        A 2 2 2 2 2 2 B
        """,
        4,
        turn=3,
        steps_left=1,
    )
    referee = Referee(start)
    referee.play(step("south"), reached(start, turn=2, turns=3))
    assert (referee.turn, referee.turns) == (2, 3)


def test_truncation_may_come_amid_lost_turns() -> None:
    referee = Referee(
        position(CORNERED, 3, turn=2, turns=4, steps_left=1, options={"max_turns": 2})
    )
    referee.play(step("west"))
    assert (referee.over, referee.truncated, referee.turn, referee.turns) == (True, True, 2, 6)
    assert referee.legal_moves() == []


# The last cheese


def test_whoever_collects_the_last_cheese_has_the_bonus_though_another_pushed() -> None:
    referee = Referee(position("2 . . .\nA . . B", turns=5))
    referee.play(step("north"))
    assert (referee.phase, referee.turn, referee.turns) == ("bonus", 1, 6)
    assert (referee.roll, referee.steps_left, referee.over) == (0, 0, False)


def test_the_mover_may_have_the_bonus_too() -> None:
    referee = Referee(position("2 . . .\nB . . A", turn=1))
    referee.play(step("north"))
    assert (referee.phase, referee.turn) == ("bonus", 1)


def test_the_last_cheese_lost_at_an_empty_side_ends_the_game_without_bonus() -> None:
    referee = Referee(position("3 A . B"))
    referee.play(step("west"))
    assert (referee.over, referee.truncated, referee.turn, referee.turns) == (True, False, 0, 1)


def test_a_last_cheese_on_the_last_turn_allowed_is_no_truncation() -> None:
    referee = Referee(position("2 . . .\nA . . B", turns=1, options={"max_turns": 1}))
    referee.play(step("north"))
    assert referee.phase == "bonus"
    referee.play(DECLINE)
    assert (referee.over, referee.truncated, referee.turns) == (True, False, 2)


def bonus(num_players: int = 2, **options: Any) -> Snapshot:
    """Seat 1 has just collected the last cheese and holds nothing else."""
    return position("A B C D", num_players, turn=1, phase="bonus", roll=0, options=options) | {
        "steps_left": 0,
        "turns": 7,
    }


def test_the_bonus_offers_every_size_each_other_player_holds() -> None:
    start = bonus(3)
    for seat, size in ((0, "big"), (0, "small"), (0, "small"), (1, "big"), (2, "medium")):
        give(start, seat, size, wormy=False)
    moves = Referee(start).legal_moves()
    assert moves == [take(0, "small"), take(0, "big"), take(2, "medium"), DECLINE]


def test_declining_is_all_there_is_when_nobody_else_holds_a_cheese() -> None:
    start = bonus()
    give(start, 1, "small", wormy=False)
    assert Referee(start).legal_moves() == [DECLINE]


@pytest.mark.parametrize("peek", [True, False])
def test_the_cheese_taken_is_read_from_what_came_of_it(peek: bool) -> None:
    start = bonus(peek=peek)
    sound, wormy = give(start, 0, "medium", wormy=False), give(start, 0, "medium", wormy=True)
    for taken, left in ((sound, wormy), (wormy, sound)):
        after = copy.deepcopy(start)
        after["cheeses"][taken]["owner"] = 1
        referee = Referee(start)
        referee.play(take(0, "medium"), after)
        assert (referee.cheeses[taken].owner, referee.cheeses[left].owner) == (1, 0)
        assert referee.cheeses[taken].known_to == ({0, 1} if peek else set())
        assert referee.scores == ([0, 2] if taken == sound else [2, 0])
        assert (referee.turn, referee.turns, referee.over) == (1, 7, True)


def test_a_lone_cheese_of_its_size_is_taken_without_luck() -> None:
    start = bonus()
    lone = give(start, 0, "big", wormy=False)
    referee = Referee(start)
    referee.play(take(0, "big"))
    assert (referee.cheeses[lone].owner, referee.scores, referee.winners) == (1, [0, 4], [1])


def test_taking_two_cheeses_or_none_is_impossible() -> None:
    start = bonus()
    both = [give(start, 0, "medium", wormy=False), give(start, 0, "medium", wormy=True)]
    for taken in ([], both):
        after = copy.deepcopy(start)
        for index in taken:
            after["cheeses"][index]["owner"] = 1
        with pytest.raises(AssertionError, match="impossible"):
            Referee(start).play(take(0, "medium"), after)


# Ends, winners, rewards


def finished(start: Snapshot) -> Referee:
    referee = Referee(start)
    referee.play(DECLINE)
    return referee


def test_wormy_cheeses_are_worth_nothing() -> None:
    start = bonus()
    for size in ("small", "medium", "big"):
        give(start, 0, size, wormy=False)
    give(start, 1, "big", wormy=True)
    give(start, 1, "medium", wormy=True)
    referee = finished(start)
    assert (referee.scores, referee.winners, referee.games) == ([8, 0], [0], [[8, 0]])
    assert referee.rewards() == [1, -1]


def test_a_tie_is_a_shared_victory() -> None:
    start = bonus(3)
    give(start, 0, "small", wormy=False)
    give(start, 2, "medium", wormy=False)
    referee = finished(start)
    assert referee.winners == [0, 2]
    assert referee.rewards() == [0.25, -0.5, 0.25]


def test_nobody_scoring_is_a_tie_of_all() -> None:
    referee = finished(bonus(4))
    assert (referee.winners, referee.rewards()) == ([0, 1, 2, 3], [0, 0, 0, 0])


def test_values_are_an_option() -> None:
    start = bonus(values={"big": 1, "medium": 3, "small": 5})
    for size in SIZES:
        give(start, 0, size, wormy=False)
    assert finished(start).scores == [9, 0]


def test_score_rewards_compare_with_the_others_mean() -> None:
    start = bonus(3, reward="score")
    give(start, 0, "big", wormy=False)
    give(start, 0, "small", wormy=False)
    give(start, 2, "medium", wormy=False)
    # 6, 0, 2 of at most 4 * 2 + 4 * 2 + 2 * 4 = 24
    assert finished(start).rewards() == pytest.approx([5 / 24, -4 / 24, -1 / 24])


def test_there_is_no_reward_before_the_end() -> None:
    assert Referee(position(EXAMPLE)).rewards() is None


def test_at_truncation_the_scores_as_they_stand_decide() -> None:
    start = position(EXAMPLE, steps_left=1, turns=7, options={"max_turns": 4})
    give(start, 1, "medium", wormy=True)
    give(start, 1, "small", wormy=False)
    referee = Referee(start)
    referee.play(step("east"))
    assert (referee.over, referee.truncated, referee.turn, referee.turns) == (True, True, 0, 8)
    assert (referee.scores, referee.winners, referee.rewards()) == ([0, 2], [1], [-1, 1])
    assert (referee.steps_left, referee.games) == (0, [[0, 2]])


# Matches


def next_game(num_players: int, **changes: Any) -> Snapshot:
    return {**deal(num_players, random.Random(5)), **changes}


def test_the_next_game_is_set_up_and_begun_by_the_lowest_score() -> None:
    start = bonus(3, games=2)
    give(start, 0, "small", wormy=False)
    give(start, 1, "big", wormy=False)
    after = next_game(3, turn=2, games=[[2, 4, 0]], roll=6, steps_left=6)
    after["options"] = start["options"]
    referee = Referee(start)
    referee.play(DECLINE, after)
    assert referee.snapshot() == after
    assert referee.rewards() is None


def test_of_two_lowest_scores_the_lowest_seat_begins() -> None:
    start = bonus(3, games=2)
    give(start, 0, "small", wormy=False)
    with pytest.raises(AssertionError, match="seat 2 to move"):
        Referee(start).play(DECLINE, next_game(3, turn=2, games=[[2, 0, 0]]))
    referee = Referee(start)
    referee.play(DECLINE, next_game(3, turn=1, games=[[2, 0, 0]]))
    assert referee.turn == 1


def test_a_last_cheese_lost_begins_the_next_game_at_once() -> None:
    referee = Referee(position("3 A . B", options={"games": 2}))
    referee.play(step("west"), next_game(2, games=[[0, 0]]))
    assert (referee.over, referee.turn, referee.turns, referee.phase) == (False, 0, 0, "move")


def test_between_games_the_points_tell_which_cheese_was_taken() -> None:
    start = bonus(games=2)
    give(start, 0, "medium", wormy=False)
    give(start, 0, "medium", wormy=True)
    for points, loser in (([2, 0], 1), ([0, 2], 0)):
        referee = Referee(start)
        referee.play(take(0, "medium"), next_game(2, turn=loser, games=[points]))
        assert (referee.games, referee.turn) == ([points], loser)
    with pytest.raises(AssertionError, match="impossible scores"):
        Referee(start).play(take(0, "medium"), next_game(2, games=[[2, 2]]))


def test_a_next_game_with_wrong_worms_or_points_is_impossible() -> None:
    start = bonus(games=2)
    after = next_game(2, games=[[0, 0]])
    with pytest.raises(AssertionError, match="points make it"):
        Referee(start).play(DECLINE, {**after, "games": [[0, 2]]})
    for cheese in after["cheeses"]:
        cheese["wormy"] = False
    with pytest.raises(AssertionError, match="0 wormy medium"):
        Referee(start).play(DECLINE, after)


def test_the_match_goes_to_most_games_won_then_to_most_points() -> None:
    def winners(*games: list[int]) -> list[int] | None:
        return finished({**bonus(games=len(games) + 1), "games": list(games)}).winners

    # The game on the table ends 0 to 0, won by both.
    assert winners([2, 0], [2, 0], [0, 20]) == [0]
    assert winners([2, 0], [0, 4]) == [1]
    assert winners([2, 2], [4, 0]) == [0]
    assert winners([2, 4], [4, 2]) == [0, 1]


def test_match_scores_are_total_points_and_rewards_are_over_all_games() -> None:
    start = {**bonus(games=3, reward="score"), "games": [[10, 4], [2, 6]]}
    give(start, 1, "big", wormy=False)
    referee = finished(start)
    assert (referee.scores, referee.winners) == ([12, 14], [1])
    assert referee.rewards() == pytest.approx([-2 / 72, 2 / 72])


def test_a_truncated_game_ends_the_match_and_counts() -> None:
    options = {"max_turns": 1, "games": 5}
    games = [[0, 2], [8, 2]]
    start = position(EXAMPLE, steps_left=1, turns=1, games=games, options=options)
    give(start, 1, "small", wormy=False)
    referee = Referee(start)
    referee.play(step("east"))
    assert (referee.over, referee.truncated, referee.games[2:]) == (True, True, [[0, 2]])
    assert (referee.scores, referee.winners) == ([8, 6], [1])


# Taking up a game, and disguises


def test_snapshots_are_fresh_plain_json_and_taken_up_as_they_are() -> None:
    for start in (deal(4, random.Random(2)), position(EXAMPLE), bonus(3), finished(bonus())):
        given = start.snapshot() if isinstance(start, Referee) else start
        referee = Referee(given)
        taken = referee.snapshot()
        assert json.loads(json.dumps(taken)) == taken == given
        taken["cheeses"][0]["known_to"].append(9)
        taken["mice"][0][0] = 9
        taken["options"]["die"].append(9)
        assert referee.snapshot() == given


def worms_of(snapshot: Snapshot) -> list[bool]:
    return [cheese["wormy"] for cheese in snapshot["cheeses"]]


def with_worms(snapshot: Snapshot, worms: list[bool]) -> Snapshot:
    bare = copy.deepcopy(snapshot)
    for cheese, wormy in zip(bare["cheeses"], worms, strict=True):
        cheese["wormy"] = wormy
    return bare


def test_a_disguise_draws_anew_the_worms_a_player_cannot_know_and_nothing_else() -> None:
    start = position(EXAMPLE)
    own, other = give(start, 0, "medium", wormy=True), give(start, 1, "big", wormy=True)
    rng = random.Random(3)
    drawn = [Referee(start).disguise(0, rng) for _ in range(200)]
    for disguised in drawn:
        assert with_worms(disguised, worms_of(start)) == start
        assert disguised["cheeses"][own]["wormy"]
        for size, worms in WORMS.items():
            assert sum(c["wormy"] for c in disguised["cheeses"] if c["size"] == size) == worms
    assert {disguised["cheeses"][other]["wormy"] for disguised in drawn} == {True, False}
    # 3 worms left for 7 medium cheeses, 2 for 4 big ones: 35 * 6 ways, most of them seen.
    assert len({tuple(worms_of(disguised)) for disguised in drawn}) > 90


def test_a_disguise_keeps_what_follows_by_counting() -> None:
    start = position(EXAMPLE)
    for _ in range(2):
        start["cheeses"][give(start, 1, "medium", wormy=True)]["known_to"] = [0, 1]
    for cheese in start["cheeses"]:
        if cheese["size"] == "big" and cheese["wormy"]:
            cheese["known_to"] = [0]
    big = [i for i, c in enumerate(start["cheeses"]) if c["size"] == "big"]
    for _ in range(20):
        disguised = Referee(start).disguise(0, random.Random())
        assert all(disguised["cheeses"][i] == start["cheeses"][i] for i in big)


def test_a_disguise_of_a_finished_game_keeps_the_points_all_have_counted() -> None:
    start = bonus(peek=False)
    give(start, 0, "big", wormy=False)
    give(start, 1, "medium", wormy=True)
    referee = finished(start)
    for seed in range(20):
        disguised = Referee(referee.disguise(1, random.Random(seed)))
        assert disguised._points() == referee.scores
        assert disguised.scores == referee.scores


# Random games


def check_invariants(referee: Referee) -> None:
    cells = [c.at for c in referee.cheeses if c.at is not None] + referee.mice
    assert len(set(cells)) == len(cells)
    assert all(0 <= row < 8 and 0 <= col < 8 for row, col in cells)
    assert len(referee.cheeses) == 16
    for cheese in referee.cheeses:
        assert cheese.at is None or (cheese.owner is None and not cheese.known_to)
        if not referee.options["peek"]:
            assert not cheese.known_to
        elif cheese.owner is not None:
            assert cheese.owner in cheese.known_to
    moves = referee.legal_moves()
    assert bool(moves) != referee.over
    assert len({json.dumps(move) for move in moves}) == len(moves)


def check_end(referee: Referee) -> None:
    assert referee.over and referee.scores is not None and referee.winners
    rewards = referee.rewards()
    assert rewards is not None and sum(rewards) == pytest.approx(0)
    limit = referee.options["max_turns"] * referee.num_players
    assert referee.turns <= limit
    assert referee.truncated == any(c.at is not None for c in referee.cheeses)
    assert not referee.truncated or referee.turns == limit
    assert referee.truncated or len(referee.games) == referee.options["games"]
    sizes = sorted((c.size, c.wormy) for c in referee.cheeses)
    assert sizes == sorted((c.size, c.wormy) for c in laid_out(random.Random(0)))


OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@pytest.mark.parametrize("num_players", PLAYER_COUNTS)
@pytest.mark.parametrize("which", range(len(option_sets(2))))
def test_random_games_end_and_are_read_back_alike(num_players: int, which: int) -> None:
    rng = random.Random(100 * num_players + which)
    start = deal(num_players, rng, **option_sets(num_players)[which])
    dealer, reader = Dealer(start, rng), Referee(start)
    moves = 0
    while not dealer.over:
        move = rng.choice(dealer.legal_moves())
        seat, steps_left = dealer.turn, dealer.steps_left
        dealer.play(move)
        moves += 1
        after = dealer.snapshot()
        reader.play(move, after)
        assert reader.snapshot() == after
        # One may always step back, so a mouse is never stuck amid its turn.
        if dealer.steps_left == steps_left - 1 > 0 and dealer.turn == seat:
            assert step(OPPOSITE[move["direction"]]) in dealer.legal_moves()
        if moves % 10 == 0 or dealer.over:
            check_invariants(dealer)
            disguised = Referee(dealer.disguise(seat, rng))
            assert disguised.legal_moves() == dealer.legal_moves()
            assert with_worms(disguised.snapshot(), worms_of(after)) == after
    check_end(dealer)
