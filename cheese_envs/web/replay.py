"""A record opened at the page: checked against the rules, then shown position by position."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from cheese_envs import records
from cheese_envs.core.spec import GameSpec
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec
from cheese_envs.web import words
from cheese_envs.web.history import History
from cheese_envs.web.refusal import RefusedError

Plain = dict[str, Any]

MOST_GAMES = 100  # of one file
BEGINNING = "The beginning."
PLAIN_WORD = re.compile(r"[a-z_]{1,40}")


class Replay:
    """The games of one file. A record lies open: it is seen from no seat."""

    def __init__(self, games: list[tuple[GameSpec, History]]) -> None:
        self._games = games

    def listing(self) -> list[Plain]:
        """What is in the file."""
        return [
            {
                "title": spec.title,
                "players": history.initial["num_players"],
                "frames": 1 + len(history) + len(_closing(spec, history.position(len(history)))),
            }
            for spec, history in self._games
        ]

    def _game(self, number: int) -> tuple[GameSpec, History]:
        if not 0 <= number < len(self._games):
            raise RefusedError(404, f"this file has {len(self._games)} games, no game {number}")
        return self._games[number]

    def lines(self, game: int) -> list[str]:
        """What leads to each position, in words."""
        spec, history = self._game(game)
        moves = (
            words.event(spec, entry["move"], _seat(entry["player"]), None)
            for entry in history.moves()
        )
        closing = _closing(spec, history.position(len(history)))
        return [BEGINNING, *moves, *(said for said, _ in closing)]

    def frame(self, game: int, number: int) -> Plain:
        """A position: 0 is the beginning, then one after each move, then the end step by step."""
        spec, history = self._game(game)
        if number > len(history):
            return self._closing_frame(spec, history, number)
        if number == 0:
            return _frame(spec, history.initial, None, BEGINNING)
        entry = history.entry(number - 1)
        player, after = _seat(entry["player"]), entry["after"]
        said = words.event(spec, entry["move"], player, None)
        frame = _frame(spec, after, (entry["move"], player), f"Move {number}: {said}")
        if after["over"] and not _closing(spec, after):
            frame["result"] = _result(spec, after)
        return frame

    def _closing_frame(self, spec: GameSpec, history: History, number: int) -> Plain:
        last = history.position(len(history))
        steps = _closing(spec, last)
        place = number - len(history) - 1
        if place >= len(steps):
            raise RefusedError(404, f"this game has no position {number}")
        said, left = steps[place]
        frame = _frame(spec, left, None, said)
        if place == len(steps) - 1:
            frame["result"] = _result(spec, last)
        return frame


def _frame(spec: GameSpec, snapshot: Plain, last: tuple[Plain, int] | None, said: str) -> Plain:
    move, player = last or (None, None)
    svg = spec.draw(snapshot, perspective=None, last_move=move, last_player=player)
    return {"svg": svg, "words": said, "result": None}


def _closing(spec: GameSpec, snapshot: Plain) -> list[tuple[str, Plain]]:
    return [] if spec.closing is None else spec.closing(snapshot)


def _result(spec: GameSpec, snapshot: Plain) -> Plain:
    env = RawEnv(spec, snapshot["num_players"], **snapshot["options"])
    env.restore(snapshot)
    assert env.outcome is not None
    return words.result(env.outcome, None)


def _seat(player: Any) -> int:
    return player if isinstance(player, int) else int(player.removeprefix("player_"))


def open_records(content: bytes, kind: str) -> Replay:
    """The replay of an uploaded file (kind "json" or "jsonl"), every game of it verified."""
    games: list[tuple[GameSpec, History]] = []
    with tempfile.TemporaryDirectory(prefix="cheese-envs-") as folder:
        path = Path(folder) / f"record.{kind}"
        path.write_bytes(content)
        try:
            for _, record in records.read(path):
                if len(games) == MOST_GAMES:
                    raise RefusedError(413, f"a file may hold up to {MOST_GAMES} games here")
                games.append(_verified(record))
        except records.RecordError as error:
            line = "" if error.line is None else f"line {error.line}: "
            game = f"game {len(games) + 1}: " if games else ""
            raise RefusedError(
                422, f"not a record that fits the rules: {game}{line}{error.problem}"
            ) from None
    return Replay(games)


def _verified(record: records.Record) -> tuple[GameSpec, History]:
    _check_options(record["initial"].get("options"))
    records.verify(record)
    history = History(record["initial"])
    for entry in record["moves"]:
        history.add({name: entry[name] for name in ("player", "move", "after")})
    return game_spec(record["initial"]["game"]), history


def _check_options(options: Any) -> None:
    """An option may name a file (a board): nothing from the browser makes the server read one."""
    for name, value in options.items() if isinstance(options, dict) else ():
        if isinstance(value, str) and (not PLAIN_WORD.fullmatch(value) or Path(value).exists()):
            raise RefusedError(
                422, f"this record's option {name[:40]!r} names a file, which is not read here"
            )
