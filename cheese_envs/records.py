"""Game records: one game, one JSON object. Write them, read them, replay them against the rules.

A `.jsonl` file holds one record a line, a `.json` file one record, laid out as one likes.
"""

from __future__ import annotations

import json
import math
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cheese_envs.core.plain import brief
from cheese_envs.core.spec import SEEDS
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec

Record = dict[str, Any]
Choose = Callable[[RawEnv], int]

FORMAT = "cheese-record/1"
FIELDS = ("format", "seed", "initial", "moves", "rewards")
MAX_BYTES = 64 * 2**20  # of one record
MAX_DEPTH = 32
MAX_WORDS = 400  # characters of an error; a file may hold any amount of rubbish to quote
REWARD_SLACK = 1e-6


class RecordError(ValueError):
    """A record that cannot be read or does not fit the rules; says where."""

    def __init__(self, problem: str, *, file: Path | None = None, line: int | None = None) -> None:
        self.problem = problem if len(problem) <= MAX_WORDS else problem[: MAX_WORDS - 1] + "…"
        self.file, self.line = file, line
        place = [] if file is None else [str(file)]
        place += [] if line is None else [f"line {line}"]
        super().__init__(": ".join([", ".join(place), self.problem] if place else [self.problem]))

    def at(self, file: Path, line: int) -> RecordError:
        """The same error with its place."""
        return RecordError(self.problem, file=file, line=line)


@dataclass(frozen=True)
class Verdict:
    """What is known of a record that fits the rules."""

    game: str
    num_players: int
    moves: int
    # Whether reset(seed) begins as the record does; None where the seed is none of ours.
    # Another implementation's random numbers may differ, so False is no fault.
    seed_fits: bool | None


def play_moves(env: RawEnv, choose: Choose, *, legal: bool = False) -> Iterator[Record]:
    """Play a begun game to its end; gives each move as a record holds it, once it is played."""
    while env.outcome is None:
        seat = env.possible_agents.index(env.agent_selection)
        action = int(choose(env))
        entry: Record = {"player": seat, "move": env.describe(action)}
        if legal:
            entry["legal"] = env.legal_moves()
        env.step(action)
        yield {**entry, "after": env.snapshot()}


def record_of(seed: int | None, initial: Record, moves: Iterable[Record], env: RawEnv) -> Record:
    """The record of a game that `env` has played to its end."""
    played = list(moves)
    return {
        "format": FORMAT,
        "seed": seed,
        "initial": initial,
        "moves": played,
        "rewards": _rewards(env),
    }


def play_record(env: RawEnv, choose: Choose, *, seed: int | None, legal: bool = False) -> Record:
    """Play a game of this seed, each action by `choose(env)`; `legal` keeps the legal moves."""
    env.reset(seed=seed)
    return record_of(seed, env.snapshot(), play_moves(env, choose, legal=legal), env)


def _rewards(env: RawEnv) -> list[float]:
    return [float(env.rewards[agent]) for agent in env.possible_agents]


# Writing


def write(path: str | os.PathLike[str], records: Iterable[Record]) -> int:
    """Write records, whole or not at all; gives how many. A `.json` file takes exactly one."""
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise RecordError("not a file that can be replaced", file=Path(path))
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    count = 0
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            for record in records:
                file.write(json.dumps(record, allow_nan=False, separators=(",", ":")) + "\n")
                count += 1
            if target.suffix == ".json" and count != 1:
                raise RecordError(f"a .json file holds one game, not {count}", file=Path(path))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return count


# Reading


def read(path: str | os.PathLike[str]) -> Iterator[tuple[int, Record]]:
    """The records of a file with the line each begins at; RecordError for what is no record."""
    file = Path(path)
    empty = True
    with file.open("rb") as stream:
        for line, text in _texts(file, stream):
            if not text.strip():
                continue
            empty = False
            try:
                record = _parse(text, line)
                _check_shape(record)
            except RecordError as error:
                raise error.at(file, error.line or line) from None
            yield line, record
    if empty:
        raise RecordError("the file holds no game", file=file, line=1)


def _texts(file: Path, stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """What should be one record each, with its line. The limit holds before anything is parsed."""
    whole = file.suffix == ".json"
    line = 1
    while part := (stream.read if whole else stream.readline)(MAX_BYTES + 1):
        if len(part) > MAX_BYTES:
            raise RecordError(f"longer than {MAX_BYTES} bytes", file=file, line=line)
        yield line, part
        line += 1


def _parse(text: bytes, line: int) -> Any:
    try:
        return json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        words = f"not JSON: {error.msg} (column {error.colno})"
        # A record on one line that breaks off has its error on the next.
        at = line + min(error.lineno - 1, text.rstrip().count(b"\n"))
        raise RecordError(words, line=at) from None
    except UnicodeDecodeError as error:
        at = line + text.count(b"\n", 0, error.start)
        raise RecordError(f"not UTF-8: {error.reason}", line=at) from None
    except RecursionError:
        raise RecordError("nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise RecordError(f"not JSON that can be read: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> Record:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordError(f"not JSON that can be read: {twice!r} stands twice in one object")
    return found


def _refuse_constant(name: str) -> Any:
    raise RecordError(f"not JSON: {name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordError(f"the number {text} is too large")
    return number


def _check_shape(record: Any) -> None:
    """The fields that every record has; what is in the snapshots and moves is for `verify`."""
    _check_depth(record)
    if not isinstance(record, dict):
        raise RecordError(f"a record must be an object, not {brief(record)}")
    if record.get("format") != FORMAT:
        raise RecordError(f"format must be {FORMAT!r}, not {brief(record.get('format'))}")
    _check_fields(record, "the record", FIELDS)
    seed = record["seed"]
    if seed is not None and not _is_whole(seed):
        raise RecordError(f"seed must be a whole number or null, not {brief(seed)}")
    if not isinstance(record["initial"], dict):
        raise RecordError(f"initial must be a snapshot, not {brief(record['initial'])}")
    for name in ("moves", "rewards"):
        if not isinstance(record[name], list):
            raise RecordError(f"{name} must be a list, not {brief(record[name])}")
    for number, entry in enumerate(record["moves"], start=1):
        if not isinstance(entry, dict):
            raise RecordError(f"move {number}: must be an object, not {brief(entry)}")
        _check_fields(entry, f"move {number}:", ("player", "move", "after"), ("legal",))


def _check_fields(
    value: Record, name: str, wanted: tuple[str, ...], allowed: tuple[str, ...] = ()
) -> None:
    for key in wanted:
        if key not in value:
            raise RecordError(f"{name} lacks {key!r}")
    for key in value:
        if key not in wanted and key not in allowed:
            raise RecordError(f"{name} has an unknown field {brief(key)}")


def _check_depth(value: Any) -> None:
    """Checked level by level: whoever walks the record afterwards may recurse."""
    level = [value]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for part in level:
            if isinstance(part, dict):
                inner += part.values()
            elif isinstance(part, list):
                inner += part
        if not inner:
            return
        level = inner
    raise RecordError("nested too deeply")


# Verifying


def verify_file(path: str | os.PathLike[str]) -> Iterator[Verdict]:
    """Verify each record of a file; the first that does not fit raises, with file and line."""
    for line, record in read(path):
        try:
            verdict = verify(record)
        except RecordError as error:
            raise error.at(Path(path), line) from None
        yield verdict


def verify(record: Any) -> Verdict:
    """Replay a record against the rules; RecordError names the first move that does not fit."""
    _check_shape(record)
    env, seed_fits = _begin(record)
    for number, entry in enumerate(record["moves"], start=1):
        if env.outcome is not None:
            raise RecordError(f"move {number}: the game was over after move {number - 1}")
        _replay(env, entry, number)
    count = len(record["moves"])
    if env.outcome is None:
        raise RecordError(f"the record ends before the game does: after move {count}")
    _check_rewards(record["rewards"], _rewards(env))
    return Verdict(env.game.name, env.num_players, count, seed_fits)


def _begin(record: Record) -> tuple[RawEnv, bool | None]:
    """An env at the record's beginning, and whether its seed leads there."""
    initial, seed = record["initial"], record["seed"]
    for name in ("game", "options", "num_players"):
        if name not in initial:
            raise RecordError(f"initial: lacks {name!r}")
    if not isinstance(initial["options"], dict):
        raise RecordError(f"initial: options must be an object, not {brief(initial['options'])}")
    try:
        spec = game_spec(initial["game"])
        # Checked before they become keywords, where a name such as "self" would clash.
        num_players, options = spec.options(initial["num_players"], initial["options"])
        env = RawEnv(spec, num_players, **options)
        ours = seed is not None and 0 <= seed < SEEDS
        env.reset(seed=seed if ours else 0)
        seeded = env.snapshot()
        env.restore(initial)
    except ValueError as error:
        raise RecordError(f"initial: {error}") from None
    begun = env.snapshot()
    if begun["turns"] != 0 or begun["over"]:
        raise RecordError(f"initial: not the beginning of a game, but after {begun['turns']} turns")
    return env, difference(seeded, begun) is None if ours else None


def _replay(env: RawEnv, entry: Record, number: int) -> None:
    before = env.snapshot()
    where = f"move {number} (player_{before['turn']})"
    _check_player(entry["player"], env, where)
    if "legal" in entry:
        _check_legal(entry["legal"], env.legal_moves(), where)
    try:
        action = env.encode(entry["move"])
        env.step(action)
    except ValueError as error:
        raise RecordError(f"{where}: {brief(entry['move'])} is not legal: {error}") from None
    _check_after(env, before, entry, where)


def _check_player(player: Any, env: RawEnv, where: str) -> None:
    seat = env.possible_agents.index(env.agent_selection)
    if player != env.agent_selection and not (_is_whole(player) and player == seat):
        raise RecordError(f"{where}: player is {brief(player)}, but it is player_{seat}'s turn")


def _check_legal(given: Any, legal: list[Record], where: str) -> None:
    if not isinstance(given, list):
        raise RecordError(f"{where}: legal must be a list, not {brief(given)}")
    recorded, allowed = [_words(move) for move in given], {_words(move) for move in legal}
    for words in recorded:
        if words not in allowed:
            raise RecordError(f"{where}: legal has {words}, which is not legal")
    for words in sorted(allowed.difference(recorded)):
        raise RecordError(f"{where}: legal lacks {words}")
    if len(recorded) != len(allowed):
        raise RecordError(f"{where}: legal has a move twice")


def _check_after(env: RawEnv, before: Record, entry: Record, where: str) -> None:
    """The recorded position must be the one reached, but for luck; play goes on from it."""
    reached, after = env.snapshot(), entry["after"]
    differs = difference(reached, after)
    if differs is None:
        return
    try:
        env.restore(after)
    except ValueError as error:
        raise RecordError(f"{where}: after{differs}; {error}") from None
    # Another implementation may list in another order what has none; restoring does away with it.
    recorded = env.snapshot()
    differs = difference(reached, recorded)
    if differs is not None and env.game.same_but_for_luck is not None:
        differs = env.game.same_but_for_luck(before, entry["move"], reached, recorded)
        differs = differs if differs is None else f": {differs}"
    if differs is not None:
        raise RecordError(f"{where}: after{differs}")


def _check_rewards(given: list[Any], paid: list[float]) -> None:
    numbers = [isinstance(value, float) or _is_whole(value) for value in given]
    # Compared from the left: a whole number may be too large for a float.
    if (
        len(given) != len(paid)
        or not all(numbers)
        or not all(
            mine - REWARD_SLACK <= value <= mine + REWARD_SLACK
            for value, mine in zip(given, paid, strict=True)
        )
    ):
        raise RecordError(f"rewards are {brief(given)}, but the game pays {paid}")


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """Where two plain values first differ, in words, or None. True is not 1, nor is 1.0."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected:
            if key not in found:
                return f"{path} lacks {key!r}"
        for key in found:
            if key not in expected:
                return f"{path} has {brief(key)} too many"
        parts: Iterable[tuple[Any, Any, str]] = (
            (value, found[key], f"{path}.{key}") for key, value in expected.items()
        )
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return f"{path} has {len(found)} entries, expected {len(expected)}"
        parts = (
            (mine, theirs, f"{path}[{place}]")
            for place, (mine, theirs) in enumerate(zip(expected, found, strict=True))
        )
    elif type(expected) is type(found) and expected == found:
        return None
    else:
        return f"{path} is {brief(found)}, expected {brief(expected)}"
    return next(filter(None, (difference(*part) for part in parts)), None)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _words(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
