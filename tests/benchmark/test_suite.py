"""The tasks, and how some of them are chosen."""

from __future__ import annotations

import pytest

from cheese_envs.benchmark import SUITE, select
from cheese_envs.registry import GAMES, game_spec


def test_every_game_is_played_by_two_by_the_most_and_by_some_between() -> None:
    assert tuple(SUITE.games) == tuple(GAMES)
    for game in GAMES:
        fewest, between, most = SUITE.counts(game)
        assert (fewest, most) == (2, max(game_spec(game).player_counts))
        assert between in (3, 4)


def test_every_game_and_count_meets_every_opponent() -> None:
    assert SUITE.opponents == ["random", "heuristic", "mcts:100"]
    pairs = sum(len(SUITE.counts(game)) for game in SUITE.games)
    assert len({task.name for task in SUITE.tasks}) == len(SUITE.tasks) == pairs * 3


def test_tasks_are_whole_deals_with_seeds_of_their_own() -> None:
    assert all(task.games % task.players == 0 for task in SUITE.tasks)
    assert len({task.seed for task in SUITE.tasks}) == len(SUITE.tasks)


def test_the_whole_suite_has_no_label() -> None:
    assert select(SUITE) == SUITE and not SUITE.labels


def test_a_quick_run_plays_a_tenth_of_the_games_and_says_so() -> None:
    quick = select(SUITE, quick=True)
    assert any("quick" in label for label in quick.labels)
    for whole, part in zip(SUITE.tasks, quick.tasks, strict=True):
        assert part.games % part.players == 0 and part.seed == whole.seed
        assert part.games in range(4 * part.players, whole.games // 5 + 4 * part.players)


@pytest.mark.parametrize("pattern", ["*/2p/*", "*/2p"])
def test_a_pattern_chooses_tasks_by_name(pattern: str) -> None:
    chosen = select(SUITE, only=[pattern])
    assert {task.players for task in chosen.tasks} == {2}
    assert chosen.labels == ("partial: 12 of 36 tasks",)
    assert set(chosen.tasks) < set(SUITE.tasks)


def test_games_and_patterns_both_hold() -> None:
    chosen = select(SUITE, games=["au_secours"], only=["*/6p/random"])
    assert [task.name for task in chosen.tasks] == ["au_secours/6p/random"]


@pytest.mark.parametrize(
    ("games", "only", "said"),
    [
        (["chess"], [], "there is no game 'chess'"),
        ([], ["*/9p"], "no task is named '*/9p'"),
        (["cheese_rescue"], ["au_secours/*"], "leave no task"),
    ],
)
def test_a_choice_of_nothing_is_refused(games: list[str], only: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("*", r"\*")):
        select(SUITE, games=games, only=only)
