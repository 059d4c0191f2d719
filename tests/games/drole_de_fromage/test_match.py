"""Set-up, points, rewards and matches of Drôle de Fromage, through the environment."""

from __future__ import annotations

from typing import Any

import pytest

from cheese_envs import drole_de_fromage_v0

from .scenes import go, position, taken_up
from .test_referee import DECLINE, EXAMPLE, bonus, give, take

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize(
    ("num_players", "sides", "mice"),
    [
        (2, ["south", "north"], [[7, 4], [0, 3]]),
        (3, ["south", "west", "north"], [[7, 4], [4, 0], [0, 3]]),
        (4, ["south", "west", "north", "east"], [[7, 4], [4, 0], [0, 3], [3, 7]]),
    ],
)
def test_each_mouse_starts_on_the_fourth_cell_from_its_players_right(
    num_players: int, sides: list[str], mice: list[list[int]]
) -> None:
    env = drole_de_fromage_v0.raw_env(num_players)
    env.reset(seed=0)
    now = env.snapshot()
    assert (now["sides"], now["mice"]) == (sides, mice)


def ended(start: dict[str, Any], move: dict[str, Any] = DECLINE) -> Any:
    """The environment after the last decision of a match."""
    env = taken_up(start)
    env.step(env.encode(move))
    assert env.snapshot()["over"]
    return env


def owning_one(seat: int = 1, **options: Any) -> dict[str, Any]:
    """The bonus of player 1, who owns a small cheese, as somebody with the bonus must."""
    start = bonus(**options)
    give(start, seat, "small", wormy=False)
    return start


def test_values_are_an_option_and_wormy_cheeses_count_nothing() -> None:
    start = owning_one(values={"big": 7, "medium": 5, "small": 1})
    give(start, 0, "big", wormy=False)
    give(start, 0, "medium", wormy=True)
    assert ended(start).snapshot()["scores"] == [7, 1]


def test_reward_by_score_is_over_the_most_one_player_can_reach() -> None:
    start = owning_one(games=3, reward="score") | {"games": [[10, 4], [2, 6]]}
    env = ended(start)
    assert env.snapshot()["scores"] == [12, 12]
    give(start, 0, "big", wormy=False)
    env = ended(start)
    assert env.snapshot()["scores"] == [16, 12]
    assert list(env.rewards.values()) == pytest.approx([4 / 72, -4 / 72])


def test_a_cheese_taken_is_known_to_both_and_without_peek_to_nobody() -> None:
    for peek, known in ((True, [0, 1]), (False, [])):
        start = owning_one(peek=peek)
        index = give(start, 0, "big", wormy=False)
        cheese = ended(start, take(0, "big")).snapshot()["cheeses"][index]
        assert (cheese["owner"], cheese["known_to"]) == (1, known)


def test_the_match_goes_to_most_games_won_then_to_most_points() -> None:
    def winners(*games: list[int]) -> list[int]:
        # Player 1 wins the game on the table by 2 to 0.
        start = owning_one(games=len(games) + 1) | {"games": list(games)}
        found: list[int] = ended(start).snapshot()["winners"]
        return found

    assert winners([4, 0], [2, 0], [0, 20]) == [1]
    assert winners([4, 0], [2, 0]) == [0]
    assert winners([20, 0]) == [0]
    assert winners([2, 0]) == [0, 1]
    assert winners([4, 4], [6, 0]) == [0]  # a shared game is won by each


def test_the_last_game_is_among_the_games_once_the_match_is_over() -> None:
    now = ended(owning_one(games=2) | {"games": [[4, 2]]}).snapshot()
    assert (now["games"], now["scores"], now["turn"]) == ([[4, 2], [0, 2]], [4, 4], 1)


def test_a_truncated_game_ends_the_match_and_counts() -> None:
    options = {"max_turns": 1, "games": 5}
    games = [[0, 2], [2, 8]]  # so player 0 began the third
    start = position(EXAMPLE, steps_left=1, turns=1, turn=1, games=games, options=options)
    give(start, 0, "small", wormy=False)
    env = taken_up(start)
    go(env, "west")
    now = env.snapshot()
    assert (now["over"], now["truncated"], now["games"]) == (True, True, [*games, [2, 0]])
    assert (now["scores"], now["winners"], now["turn"]) == ([4, 10], [1], 1)


def test_of_several_lowest_scores_the_lowest_seat_begins_the_next_game() -> None:
    start = bonus(3, games=2)
    give(start, 1, "small", wormy=False)
    give(start, 0, "small", wormy=False)
    give(start, 2, "small", wormy=False)
    env = taken_up(start)
    env.step(env.encode(DECLINE))
    now = env.snapshot()
    assert (now["games"], now["turn"], now["turns"]) == ([[2, 2, 2]], 0, 0)
