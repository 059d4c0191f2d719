"""Recorded games that must come out the same for ever: every seed, rule and snapshot, byte by byte.

A change that alters them breaks what users have saved. If it is meant,
`python -m tests.test_golden` plays the games anew, and the change log says so.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cheese_envs import GAMES, records
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec

FOLDER = Path(__file__).parent / "golden"

# Short games, so that the files stay small: player count, seed, options.
PLAYED: dict[str, list[tuple[int, int, dict[str, Any]]]] = {
    "cheese_rescue": [
        (2, 0, {}),
        (3, 1, {"area": "fixed", "reward": "score", "first_player": "random"}),
    ],
    "au_secours": [
        (2, 0, {"max_turns": 20}),
        (3, 2**64 - 1, {"wheels": 2, "max_turns": 8, "free_discard": True}),
    ],
    "rattrapez_le": [
        (2, 0, {"board": "paddock", "max_deals": 1}),
        (6, 1, {"board": "paddock", "max_deals": 2, "first_player": "random"}),
    ],
    "drole_de_fromage": [
        (2, 0, {"max_turns": 8}),
        (4, 1, {"max_turns": 4, "peek": False, "reward": "score", "first_player": "random"}),
    ],
}


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.jsonl"


def replayed(record: dict[str, Any]) -> dict[str, Any]:
    """The record of the same moves from the same seed, played now."""
    start = record["initial"]
    env = RawEnv(game_spec(start["game"]), start["num_players"], **start["options"])
    moves = iter(record["moves"])
    return records.play_record(
        env, lambda raw: raw.encode(next(moves)["move"]), seed=record["seed"]
    )


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_come_out_the_same(game: str, tmp_path: Path) -> None:
    golden = file_of(game)
    played = [replayed(record) for _, record in records.read(golden)]
    again = tmp_path / golden.name
    records.write(again, played)
    assert again.read_bytes() == golden.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_recorded_games_fit_the_rules_and_their_seeds(game: str) -> None:
    verdicts = list(records.verify_file(file_of(game)))
    assert len(verdicts) == len(PLAYED[game])
    assert all(verdict.seed_fits for verdict in verdicts)


def play(game: str) -> None:
    """Play a game's games anew, with moves drawn at random from those that are legal."""

    def choose(env: RawEnv) -> int:
        moves = sorted(map(json.dumps, env.legal_moves()))
        return env.encode(json.loads(random.choice(moves)))

    played = []
    for num_players, seed, options in PLAYED[game]:
        random = Random(seed)
        env = RawEnv(game_spec(game), num_players, **options)
        played.append(records.play_record(env, choose, seed=seed))
    records.write(file_of(game), played)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        play(name)
        print(f"{file_of(name).name}: {file_of(name).stat().st_size} bytes")
