"""Ratios: which is divided by which, and what counts as reached."""

from __future__ import annotations

from cheese_envs.bench import pgx_peer
from cheese_envs.bench.ratios import Ratio, against_peers, flatness, other_games, sweep
from cheese_envs.bench.timing import Measurement


def rate(
    name: str,
    what: str,
    game: str,
    per_second: float,
    *,
    players: int = 2,
    threads: int = 1,
    batch: int = 1,
) -> Measurement:
    return Measurement(
        name, what, game, players, threads, batch, 1, 1.0, per_second, per_second, per_second
    )


def ours(what: str, per_second: float, **more: int) -> Measurement:
    return rate("cheese_envs", what, "cheese_rescue", per_second, **more)


def test_one_thread_is_compared_with_one_and_all_with_all() -> None:
    found = against_peers(
        [
            ours("batch rollout", 8e6, threads=1, batch=1024),
            ours("batch rollout", 15e6, threads=2, batch=1024),
            rate("Pgx", pgx_peer.JIT, "connect_four", 4e6, threads=1, batch=1024),
            rate("Pgx", pgx_peer.JIT, "connect_four", 3e6, threads=2, batch=1024),
            rate("Pgx", pgx_peer.PMAP, "connect_four", 10e6, threads=2, batch=1024),
        ]
    )
    assert [one.value for one in found] == [2.0, 5.0, 1.5]
    assert [one.reached for one in found] == [True, True, False]


def test_the_other_games_are_compared_with_the_fastest_of_pgx_with_their_fewest_players() -> None:
    found = other_games(
        [
            ours("batch rollout", 8e6, batch=1024),
            rate("cheese_envs", "batch rollout", "au_secours", 6e6, batch=1024),
            rate("cheese_envs", "batch rollout", "au_secours", 9e6, players=3, batch=1024),
            rate("cheese_envs", "batch rollout", "au_secours", 7e6, batch=64),
            rate("Pgx", pgx_peer.JIT, "connect_four", 4e6, batch=1024),
            rate("Pgx", pgx_peer.JIT, "backgammon", 1e6, batch=1024),
        ]
    )
    assert [(one.ours, one.value, one.target) for one in found] == [("au_secours", 1.5, 2.0)]


def test_aec_faces_are_compared_with_single_game_loops() -> None:
    found = against_peers(
        [
            ours("AEC raw_env", 100e3),
            ours("AEC env", 60e3),
            ours("batch rollout", 8e6, batch=1024),
            rate("PettingZoo", "AEC env", "connect_four_v3", 20e3),
            rate("OpenSpiel", "Python loop", "hanabi", 50e3),
        ]
    )
    assert [(one.ours, one.value, one.target, one.reached) for one in found] == [
        ("AEC raw_env", 5.0, 6.0, False),
        ("AEC env", 3.0, 5.0, False),
        ("AEC raw_env", 2.0, 1.0, True),
        ("AEC env", 1.2, None, None),
    ]


def test_other_games_and_player_counts_do_not_stand_in() -> None:
    peer = rate("PettingZoo", "AEC env", "connect_four_v3", 20e3)
    three = ours("AEC raw_env", 1e6, players=3)
    other = rate("cheese_envs", "AEC raw_env", "au_secours", 1e6)
    assert against_peers([three, other, peer]) == []


def test_flatness_is_the_slowest_time_over_the_fastest() -> None:
    measurements = [
        ours("batch rollout", 5e6, batch=65536),
        ours("batch rollout", 10e6, batch=64),
        ours("batch rollout", 8e6, batch=1024),
        ours("batch rollout", 1e6, batch=1024, threads=2),
    ]
    (found,) = flatness(measurements)
    assert found.value == 2.0 and found.reached is False
    assert [one.batch for one in sweep(measurements, "batch rollout")] == [64, 1024, 65536]


def test_one_batch_size_alone_says_nothing_about_flatness() -> None:
    assert flatness([ours("batch rollout", 5e6, batch=1024)]) == []


def test_a_ceiling_is_reached_from_below() -> None:
    assert Ratio("a", "b", 1.1, 1.25, at_most=True).reached is True
    assert Ratio("a", "b", 1.1, 1.25).reached is False
