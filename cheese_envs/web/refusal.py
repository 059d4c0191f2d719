"""What the server answers when it will not do what was asked."""

from __future__ import annotations

LONGEST = 400  # characters of a message; a request may hold any amount of rubbish to quote


class RefusedError(Exception):
    """A request refused, with HTTP's number for it and words for the player; nothing changed."""

    def __init__(self, status: int, words: str) -> None:
        self.status = status
        self.words = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
        super().__init__(self.words)
