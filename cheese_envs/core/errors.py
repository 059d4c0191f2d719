"""The errors that users meet. Each message says what was wrong and what would do."""


class OptionError(ValueError, TypeError):
    """A player count or an option that cannot be.

    Both a ValueError and a TypeError: Python answers an unknown keyword with the latter, a bad
    value with the former, and callers should not have to care which of the two we met first.
    """


class IllegalActionError(ValueError):
    """An action that the player to move may not take now. Nothing has changed."""


class SnapshotError(ValueError):
    """A snapshot that is not of this game and these options, or that no play can reach."""
