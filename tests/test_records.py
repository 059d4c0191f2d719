"""Records: what is written is read and fits the rules; what was changed is found."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cheese_envs import GAMES, records
from cheese_envs.agents import load
from cheese_envs.faces.aec import RawEnv
from cheese_envs.records import Record, RecordError
from cheese_envs.registry import game_spec

SEED = 5


@cache
def _played(game: str, num_players: int) -> Record:
    agent = load("random")
    agent.seed(SEED)

    def choose(env: RawEnv) -> int:
        seen = env.observe(env.agent_selection)
        return agent.act(seen["observation"], seen["action_mask"])

    return records.play_record(RawEnv(game_spec(game), num_players), choose, seed=SEED, legal=True)


def played(game: str = GAMES[0], num_players: int = 2) -> Record:
    """A record to change at will."""
    return copy.deepcopy(_played(game, num_players))


def problem_of(record: Any) -> str:
    with pytest.raises(RecordError) as caught:
        records.verify(record)
    return str(caught.value)


def problem_reading(path: Path) -> RecordError:
    with pytest.raises(RecordError) as caught:
        list(records.verify_file(path))
    return caught.value


@pytest.mark.parametrize("num_players", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_and_fits_the_rules(
    game: str, num_players: int, tmp_path: Path
) -> None:
    record = played(game, num_players)
    path = tmp_path / "games.jsonl"
    assert records.write(path, [record, record]) == 2
    assert list(records.read(path)) == [(1, record), (2, record)]
    verdicts = list(records.verify_file(path))
    assert verdicts == [records.Verdict(game, num_players, len(record["moves"]), True)] * 2


@pytest.mark.parametrize("game", GAMES)
def test_a_json_file_holds_one_game_laid_out_as_one_likes(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played(game), indent=2), encoding="utf-8")
    assert [verdict.game for verdict in records.verify_file(path)] == [game]
    with pytest.raises(RecordError, match="holds one game, not 2"):
        records.write(path, [played(game)] * 2)


@pytest.mark.parametrize("seed", [SEED + 1, None, -1, 2**64])
@pytest.mark.parametrize("game", GAMES)
def test_luck_need_not_be_that_of_the_seed(game: str, seed: int | None) -> None:
    verdict = records.verify({**played(game), "seed": seed})
    assert verdict.seed_fits is (False if seed == SEED + 1 else None)


def test_players_may_be_named() -> None:
    record = played()
    for entry in record["moves"]:
        entry["player"] = f"player_{entry['player']}"
        entry["legal"].reverse()
    records.verify(record)


def test_the_order_of_cards_on_the_board_means_nothing() -> None:
    record = played("cheese_rescue")
    for entry in record["moves"]:
        entry["after"]["board"].reverse()
    records.verify(record)


# Found by whoever changes one thing in the third move: (change, what the error says).
MOVE_CHANGES: dict[str, tuple[Callable[[Record], object], str]] = {
    "player": (lambda m: m.update(player=1 - m["player"]), "turn"),
    "player no seat": (lambda m: m.update(player=True), "turn"),
    "player unknown": (lambda m: m.update(player="player_9"), "turn"),
    "move no move": (lambda m: m.update(move=7), "not legal"),
    "move unknown": (lambda m: m.update(move={"type": "castle"}), "not legal"),
    "move odd": (lambda m: m["move"].update(type=["x"]), "not legal"),
    "move missing": (lambda m: m.pop("move"), "lacks 'move'"),
    "legal too few": (lambda m: m["legal"].pop(), "legal lacks"),
    "legal too many": (lambda m: m["legal"].append({"type": "castle"}), "castle"),
    "legal twice": (lambda m: m["legal"].append(m["legal"][0]), "twice"),
    "legal no list": (lambda m: m.update(legal=3), "must be a list"),
    "after no snapshot": (lambda m: m.update(after=None), "after is None"),
    "extra": (lambda m: m.update(note="!"), "unknown field 'note'"),
}


@pytest.mark.parametrize("change", MOVE_CHANGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_changed_move_is_found_and_named(game: str, change: str) -> None:
    record = played(game)
    spoil, said = MOVE_CHANGES[change]
    spoil(record["moves"][2])
    problem = problem_of(record)
    assert problem.startswith("move 3") and said in problem


def _other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, value[0]] if value else [0]
    return {**value, "more": 1} if isinstance(value, dict) else f"{value}?"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_position_is_checked(game: str) -> None:
    for name, value in played(game)["moves"][2]["after"].items():
        changed = played(game)
        changed["moves"][2]["after"][name] = _other(value)
        assert problem_of(changed).startswith("move 3"), name
        lacking = played(game)
        del lacking["moves"][2]["after"][name]
        assert f"lacks '{name}'" in problem_of(lacking)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_the_beginning_is_checked(game: str) -> None:
    for name, value in played(game)["initial"].items():
        changed = played(game)
        changed["initial"][name] = _other(value)
        # Another beginning that can be, such as another roll, is belied by the first move.
        assert problem_of(changed).startswith(("initial: ", "move 1 ")), name
        lacking = played(game)
        del lacking["initial"][name]
        assert problem_of(lacking).startswith("initial: "), name


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("format", "cheese-record/2", "format must be 'cheese-record/1', not 'cheese-record/2'"),
        ("format", None, "format must be"),
        ("seed", "7", "seed must be"),
        ("seed", True, "seed must be"),
        ("initial", [], "initial must be"),
        ("moves", {}, "moves must be"),
        ("moves", [3], "move 1: must be an object"),
        ("moves", [], "ends before the game does"),
        ("rewards", None, "rewards must be"),
        ("rewards", [], "rewards are"),
        ("rewards", [0.5, 0.5], "rewards are"),
        ("rewards", [True, -1], "rewards are"),
        ("rewards", [10**400, -1], "rewards are"),
        ("rewards", [float("nan"), -1], "rewards are"),
        ("comment", "", "unknown field 'comment'"),
    ],
)
def test_every_field_of_a_record_is_checked(field: str, value: Any, said: str) -> None:
    assert said in problem_of({**played(), field: value})


@pytest.mark.parametrize("options", [None, {}, {"self": 1}, {"spec": 1, "render_mode": "human"}])
def test_options_that_cannot_be_are_refused(options: Any) -> None:
    record = played()
    record["initial"]["options"] = options
    assert problem_of(record).startswith("initial: ")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_ends_where_the_game_does(game: str) -> None:
    record, count = played(game), len(played(game)["moves"])
    last = record["moves"].pop()
    assert problem_of(record).endswith(f"before the game does: after move {count - 1}")
    record["moves"] += [last, last]
    assert problem_of(record) == f"move {count + 1}: the game was over after move {count}"


def test_a_game_begins_at_its_beginning() -> None:
    record = played("cheese_rescue")
    record["initial"] = record["moves"].pop(0)["after"]
    assert "not the beginning of a game" in problem_of(record)


@pytest.mark.parametrize(
    ("content", "said", "line"),
    [
        (b"", "holds no game", 1),
        (b"\n  \n", "holds no game", 1),
        (b"\x00\xff\xfe\x80" * 50, "not UTF-8", 1),
        (b"\x00\x01\x02", "not JSON", 1),
        (b"[" * 100_000, "nested too deeply", 1),
        (b'{"format":' * 100_000, "nested too deeply", 1),
        (b"[" * 200 + b"]" * 200, "nested too deeply", 1),
        (b"[]", "must be an object", 1),
        (b"NaN", "NaN is no number", 1),
        (b"-Infinity", "-Infinity is no number", 1),
        (b"1e999", "too large", 1),
        (b"1" * 5000, "cannot be read|can be read", 1),
        (b'{"format": 1, "format": 2}', "'format' stands twice", 1),
        (b"\n\n{}\n", "format must be", 3),
        (b'"\\ud800"', "must be an object", 1),
    ],
)
def test_rubbish_is_refused_with_its_line(
    content: bytes, said: str, line: int, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    error = problem_reading(path)
    assert any(words in error.problem for words in said.split("|"))
    assert str(error).startswith(f"{path}, line {line}: ") and len(error.problem) <= 400


def test_a_file_that_breaks_off_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records.write(path, [played()] * 2)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4])
    error = problem_reading(path)
    assert error.line == 2 and "not JSON" in error.problem
    assert len(list(zip(range(1), records.read(path), strict=False))) == 1


def test_a_broken_line_of_a_laid_out_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = json.dumps(played(), indent=1).splitlines()
    lines[9] = "!"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert problem_reading(path).line == 10


def test_a_wrong_game_is_named_by_its_line(tmp_path: Path) -> None:
    path, wrong = tmp_path / "games.jsonl", played()
    wrong["moves"][4]["player"] = 7
    records.write(path, [played(), wrong])
    error = problem_reading(path)
    assert error.line == 2 and error.problem.startswith("move 5 (player_0): player is 7")


def test_a_line_beyond_the_limit_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MAX_BYTES", 1000)
    for name in ("games.jsonl", "game.json"):
        path = tmp_path / name
        records.write(path, [played()])
        assert "longer than 1000 bytes" in problem_reading(path).problem


def test_writing_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records.write(path, [played()])
    before = path.read_bytes()
    with pytest.raises(ValueError, match="JSON compliant"):
        records.write(path, [played(), {"seed": float("nan")}])
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    with pytest.raises(RecordError, match="not a file"):
        records.write(tmp_path, [played()])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def _verified(path: Path) -> None:
    found: RecordError | None = None
    try:
        list(records.verify_file(path))
    except RecordError as error:
        found = error
    assert found is None or (found.file == path and found.line is not None)


@pytest.mark.slow
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
@pytest.mark.parametrize("game", GAMES)
def test_changed_text_never_breaks_the_reader(
    game: str, tmp_path: Path, data: st.DataObject
) -> None:
    text = json.dumps(_played(game, 2)).encode()
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 20))
    path = tmp_path / "games.jsonl"
    path.write_bytes(text[:start] + data.draw(st.binary(max_size=20)) + text[start + length :])
    _verified(path)


@pytest.mark.slow
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
@pytest.mark.parametrize("game", GAMES)
def test_changed_values_never_break_the_verifier(
    game: str, tmp_path: Path, data: st.DataObject
) -> None:
    record = played(game)
    record["moves"] = record["moves"][:3]
    holder: Any = record
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.integers(0, 4)) == 0:
            break
        holder = inner
    holder[key] = data.draw(JSON)
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    _verified(path)
