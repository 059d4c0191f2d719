"""The referee and the kernels play the same games and agree on everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cheese_envs.faces.aec import RawEnv
from tests.games.playing import by_options, by_player_count, make_raw, referee_of

# A run stops at so many games or moves, whichever comes first. A game of Cheese Rescue has at most
# 48 moves, so its runs are of 500 and 100 whole games; of the longer games there are fewer.
CHUNKS = 4
GAMES_PER_CHUNK, GAMES_PER_OPTION_SET = 500, 100
MOVES = {"cheese_rescue": (24_000, 4_800)}
MOVES_OF_OTHERS = (8_000, 3_000)


def said(moves: list[dict[str, Any]]) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(move.items()) for move in moves}


def play_in_lockstep(env: RawEnv, seed: int) -> int:
    """One whole random game by both, compared at every move. Returns how many moves it took."""
    game = env.game.name
    random = Random(seed)
    env.reset(seed=seed)
    before = env.snapshot()
    referee_of(game).check_deal(before)
    referee = referee_of(game).Referee(before)
    assert referee.snapshot() == before
    played = 0
    while not before["over"]:
        assert env.agent_selection == f"player_{before['turn']}"
        assert referee.rewards() is None
        moves = env.legal_moves()
        wanted = referee.legal_moves()
        assert said(moves) == said(wanted) and len(moves) == len(wanted) > 0, (seed, played)
        move = random.choice(moves)
        env.step(env.encode(move))
        before = env.snapshot()
        referee.play(move, after=before)
        played += 1
        assert referee.snapshot() == before, (seed, played, move)
    assert_same_end(env, referee, before)
    return played


def assert_same_end(env: RawEnv, referee: Any, snapshot: dict[str, Any]) -> None:
    assert referee.legal_moves() == [] == env.legal_moves()
    assert list(env.rewards.values()) == pytest.approx(referee.rewards(), abs=1e-6)
    assert set(env.truncations.values()) == {snapshot["truncated"]}
    assert set(env.terminations.values()) == {not snapshot["truncated"]}
    outcome = env.outcome
    assert outcome is not None and outcome.reason
    assert list(outcome.winners) == snapshot["winners"]
    assert outcome.truncated == snapshot["truncated"]


def play_many(env: RawEnv, first_seed: int, games: int, moves: int) -> None:
    played = 0
    for seed in range(first_seed, first_seed + games):
        played += play_in_lockstep(env, seed)
        if played >= moves:
            return


@pytest.mark.uncompiled
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_referee_and_kernels_agree(game: str, num_players: int, options: dict[str, Any]) -> None:
    play_many(make_raw(game, num_players, **options), 0, games=2, moves=200)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_referee_and_kernels_agree_at_length(game: str, num_players: int, chunk: int) -> None:
    moves, _ = MOVES.get(game, MOVES_OF_OTHERS)
    play_many(make_raw(game, num_players), 1000 * (1 + chunk), GAMES_PER_CHUNK, moves)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("num_players", referee_of("cheese_rescue").PLAYER_COUNTS)
def test_referee_and_kernels_agree_at_length_in_a_fixed_area(num_players: int, chunk: int) -> None:
    env = make_raw("cheese_rescue", num_players, area="fixed")
    play_many(env, 1000 * (1 + chunk), GAMES_PER_CHUNK, MOVES["cheese_rescue"][0])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_referee_and_kernels_agree_under_every_option(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    _, moves = MOVES.get(game, MOVES_OF_OTHERS)
    play_many(make_raw(game, num_players, **options), 9000, GAMES_PER_OPTION_SET, moves)
