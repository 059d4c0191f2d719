"""Records opened at the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cheese_envs import records
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec
from cheese_envs.web import app as apps
from tests.web.serving import Client, serving


def record_of(game: str = "cheese_rescue", seed: int = 1, **options: Any) -> dict[str, Any]:
    random = np.random.default_rng(seed)

    def choose(env: RawEnv) -> int:
        mask = env.observe(env.agent_selection)["action_mask"]
        return int(random.choice(np.flatnonzero(mask)))

    return records.play_record(RawEnv(game_spec(game), 2, **options), choose, seed=seed)


def opened(client: Client, content: bytes, kind: str = "json") -> Any:
    answer = client.post(f"/api/replays?kind={kind}", content)
    assert answer.status == 201, answer.body
    return answer.json()


def refused(client: Client, value: Any, kind: str = "json") -> str:
    before = len(client.page.replays)
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    answer = client.post(f"/api/replays?kind={kind}", content)
    assert answer.status in (400, 413, 422), answer.body
    assert len(client.page.replays) == before and len(answer.body) < 1000
    return str(answer.json()["error"])


def test_a_record_is_shown_position_by_position(client: Client) -> None:
    record = record_of()
    replay = opened(client, json.dumps(record, indent=2).encode())
    [game] = replay["games"]
    assert game["frames"] == 1 + 24 + 4
    path = f"/api/replays/{replay['id']}/0"
    lines = client.get(path).json()["lines"]
    assert len(lines) == game["frames"] and lines[1].startswith("player_0 lays a ")
    first, moved, last = (client.get(f"{path}/{number}").json() for number in (0, 1, 28))
    assert first["words"] == "The beginning." and first["svg"] != moved["svg"]
    assert moved["words"] == f"Move 1: {lines[1]}" and moved["result"] is None
    final = record["moves"][-1]["after"]
    assert last["result"]["winners"] == final["winners"]
    assert last["result"]["scores"] == final["scores"]
    assert last["result"]["reason"] == "the area is full"
    for wrong in ("29", "-1", "9" * 5000, "x", "1.0"):
        assert client.get(f"{path}/{wrong}").status == 404
    assert client.get(f"/api/replays/{replay['id']}/1/0").status == 404
    assert client.get("/api/replays/none/0/0").status == 404


def test_a_file_of_many_games_is_opened_whole(client: Client) -> None:
    played = [record_of("cheese_rescue"), record_of("au_secours"), record_of("rattrapez_le")]
    content = "".join(json.dumps(record) + "\n" for record in played).encode()
    replay = opened(client, content, "jsonl")
    assert [game["title"] for game in replay["games"]] == [
        "Cheese Rescue",
        "Au secours, mon fromage !",
        "Rattrapez-le",
    ]
    for number, game in enumerate(replay["games"]):
        frame = client.get(f"/api/replays/{replay['id']}/{number}/{game['frames'] - 1}").json()
        assert frame["result"]["headline"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no game"),
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{}", "format must be"),
        (b'{"format": "cheese-record/1"}', "lacks"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b"NaN", "no number"),
    ],
)
def test_what_is_no_record_is_refused_in_words(client: Client, content: bytes, said: str) -> None:
    assert said in refused(client, content)


def test_a_record_against_the_rules_is_refused_with_its_place(client: Client) -> None:
    record = record_of()
    record["moves"][3]["player"] = 0
    said = refused(client, record)
    assert "move 4" in said and "/tmp" not in said and "record.json" not in said
    good = json.dumps(record_of()).encode() + b"\n"
    said = refused(client, good + json.dumps(record).encode(), "jsonl")
    assert "game 2" in said and "move 4" in said
    assert "line 1" in refused(client, b'{"format"')
    assert "a .jsonl file" in refused(client, good, "zip")


@pytest.mark.parametrize("board", ["/etc/passwd", "../secret.json", "LICENSE", "board.json"])
def test_no_file_is_read_for_a_record(
    client: Client, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LICENSE", "board.json"):
        (tmp_path / name).write_text("hidden", encoding="utf-8")
    record = record_of("rattrapez_le")
    record["initial"]["options"]["board"] = board
    said = refused(client, record)
    assert "names a file" in said and "hidden" not in said


def test_a_bare_name_of_a_file_is_not_read_either(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meadow").write_text("hidden", encoding="utf-8")
    record = record_of("rattrapez_le")
    record["initial"]["options"]["board"] = "meadow"
    assert "names a file" in refused(client, record)


def test_the_other_board_that_comes_along_is_shown(client: Client) -> None:
    opened(client, json.dumps(record_of("rattrapez_le", board="paddock")).encode())


def test_the_records_kept_open_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "MOST_REPLAYS", 2)
    content = json.dumps(record_of()).encode()
    with serving() as client:
        names = [opened(client, content)["id"] for _ in range(3)]
        statuses = [client.get(f"/api/replays/{name}/0/0").status for name in names]
        assert statuses == [404, 200, 200]


def test_too_many_games_in_one_file_are_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cheese_envs.web.replay.MOST_GAMES", 2)
    content = (json.dumps(record_of()) + "\n").encode()
    assert "up to 2 games" in refused(client, 3 * content, "jsonl")
