"""The moves of one game so far, kept small: a long game has thousands of positions."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

Plain = dict[str, Any]


class History:
    """A beginning and the moves from it, each with the position after it, packed."""

    def __init__(self, initial: Plain) -> None:
        self._initial = _pack(initial)
        self._moves: list[bytes] = []

    def __len__(self) -> int:
        return len(self._moves)

    def add(self, entry: Plain) -> None:
        """Append a move as a record holds it."""
        self._moves.append(_pack(entry))

    def entry(self, number: int) -> Plain:
        """A move, counted from 0."""
        return _unpack(self._moves[number])

    def position(self, after: int) -> Plain:
        """The position after so many moves."""
        position: Plain = self.initial if after == 0 else self.entry(after - 1)["after"]
        return position

    @property
    def initial(self) -> Plain:
        return _unpack(self._initial)

    def moves(self) -> Iterator[Plain]:
        """All moves, one after another."""
        return map(_unpack, self._moves)

    def cut(self, length: int) -> None:
        """Forget all moves but the first."""
        del self._moves[length:]


def _pack(value: Plain) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def _unpack(packed: bytes) -> Plain:
    return json.loads(zlib.decompress(packed))  # type: ignore[no-any-return]
