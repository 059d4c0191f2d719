"""Snapshots: the whole truth of a game as plain JSON values, and back again, checked.

The fields that every game has are read and written here, the others by the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError, SnapshotError
from cheese_envs.core.outcome import PLAYING, Outcome
from cheese_envs.core.spec import GameSpec

MAX_TURNS = 2**31 - 1
FIELDS = (
    "game",
    "options",
    "num_players",
    "turn",
    "turns",
    "over",
    "truncated",
    "winners",
    "scores",
)


def outcome(spec: GameSpec, state: Any, num_players: int) -> Outcome | None:
    """How a game ended, or None while it goes on."""
    if state.end == PLAYING:
        return None
    return Outcome(
        reason=spec.reasons[int(state.end)],
        truncated=bool(state.end < PLAYING),
        winners=tuple(seat for seat in range(num_players) if state.winners >> seat & 1),
        scores=tuple(map(int, state.scores[:num_players])) if spec.has_scores else None,
    )


def take(
    spec: GameSpec, states: NDArray[Any], config: NDArray[Any], options: dict[str, Any]
) -> dict[str, Any]:
    """The snapshot of a game. states, config: [1]."""
    state = states[0]
    num_players = int(config[0].players)
    end = outcome(spec, state, num_players)
    return {
        "game": spec.env_name,
        "options": _copy(options),
        "num_players": num_players,
        "turn": int(state.seat),
        "turns": int(state.turns),
        "over": end is not None,
        "truncated": end is not None and end.truncated,
        "winners": None if end is None else list(end.winners),
        "scores": None if end is None or end.scores is None else list(end.scores),
        **spec.snapshot(state, config[0]),
    }


def put(
    spec: GameSpec,
    config: NDArray[Any],
    options: dict[str, Any],
    snapshot: Any,
) -> NDArray[Any]:
    """A state [1] that has the snapshot, its random numbers not set; SnapshotError if none can."""
    num_players = int(config[0].players)
    states = np.zeros(1, spec.state)
    state = states[0]
    own = _read_common(spec, state, num_players, options, snapshot)
    try:
        spec.restore(state, config[0], own, options)
    except (RecursionError, OverflowError) as problem:
        raise SnapshotError(f"the snapshot cannot be read: {problem}") from None
    if snapshot["over"] and "finish" in spec.kernels:
        spec.loops.finish_games(states, config)
    _check_end(spec, states, config, options, snapshot)
    return states


def _read_common(
    spec: GameSpec, state: Any, num_players: int, options: dict[str, Any], snapshot: Any
) -> dict[str, Any]:
    if not isinstance(snapshot, dict):
        raise SnapshotError(f"a snapshot must be a mapping, not {type(snapshot).__name__}")
    missing = [name for name in FIELDS if name not in snapshot]
    if missing:
        raise SnapshotError(f"the snapshot lacks {', '.join(missing)}")
    if snapshot["game"] != spec.env_name:
        given = plain.brief(snapshot["game"])
        raise SnapshotError(f"the snapshot is of the game {given}, not of {spec.env_name!r}")
    wrong: dict[str, Any] = {"error": SnapshotError}
    plain.whole(snapshot["num_players"], "num_players", num_players, num_players, **wrong)
    _check_options(spec, num_players, options, snapshot["options"])
    state.seat = plain.whole(snapshot["turn"], "turn", 0, num_players - 1, **wrong)
    state.turns = plain.whole(snapshot["turns"], "turns", 0, MAX_TURNS, **wrong)
    over = plain.flag(snapshot["over"], "over", **wrong)
    if plain.flag(snapshot["truncated"], "truncated", **wrong) and not over:
        raise SnapshotError("truncated is true, but over is false")
    return {name: value for name, value in snapshot.items() if name not in FIELDS} | {
        name: snapshot[name] for name in ("over", "truncated", "winners")
    }


def _check_options(spec: GameSpec, num_players: int, options: dict[str, Any], given: Any) -> None:
    if _same(given, options):
        return
    if not isinstance(given, dict) or given.keys() != options.keys():
        raise SnapshotError(f"options must have the keys {', '.join(options)}")
    try:
        # The same may be said otherwise: kinds of which there are none may be left out.
        _, read = spec.options(num_players, given)
    except OptionError as problem:
        raise SnapshotError(f"the snapshot's options cannot be: {problem}") from None
    for name, value in options.items():
        if not _same(read[name], value):
            raise SnapshotError(
                f"the snapshot's option {name} is {plain.brief(given[name])},"
                f" this game's is {plain.brief(value)}"
            )


def _check_end(
    spec: GameSpec,
    states: NDArray[Any],
    config: NDArray[Any],
    options: dict[str, Any],
    snapshot: dict[str, Any],
) -> None:
    """What the restored game says of its end must be what the snapshot says."""
    now = take(spec, states, config, options)
    for name in ("turn", "turns", "over", "truncated", "winners", "scores"):
        if not _same(snapshot[name], now[name]):
            raise SnapshotError(
                f"{name} is {plain.brief(snapshot[name])},"
                f" but the rest of the snapshot makes it {now[name]!r}"
            )


def _same(given: Any, value: Any) -> bool:
    """Whether a given value is a plain one, number for number: 1.0 and True are not 1."""
    if isinstance(value, dict):
        same_keys = isinstance(given, dict) and given.keys() == value.keys()
        return same_keys and all(_same(given[key], part) for key, part in value.items())
    if isinstance(value, list):
        same_length = isinstance(given, list | tuple) and len(given) == len(value)
        return same_length and all(map(_same, given, value))
    return type(given) is type(value) and bool(given == value)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(part) for part in value]
    return value
