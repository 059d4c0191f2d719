"""Checking plain values that come from outside: options, snapshots, files.

Each check returns the value in its plain form or raises `error` with a message that names it.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cheese_envs.core.errors import OptionError

Error = type[Exception]

LONGEST_QUOTE = 100  # characters of a value that an error shows


def whole(
    value: Any, name: str, low: int, high: int | None = None, *, error: Error = OptionError
) -> int:
    """A whole number from low to high; NumPy's integers count, booleans and floats do not."""
    number = _index(value)
    if number is not None and low <= number and (high is None or number <= high):
        return number
    span = f"from {low} to {high}" if high is not None else f"of at least {low}"
    raise error(f"{name} must be a whole number {span}, not {brief(value)}")


def _index(value: Any) -> int | None:
    if isinstance(value, bool) or getattr(value, "shape", ()) != ():
        return None
    try:
        return operator.index(value)
    except TypeError:  # no number at all, or an array of no dimension that holds none
        return None


def brief(value: Any) -> str:
    """A value as an error quotes it: a file may hold any amount of rubbish."""
    try:
        words = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits; lists in lists in lists
        return f"<{type(value).__name__} too long to show>"
    return words if len(words) <= LONGEST_QUOTE else words[: LONGEST_QUOTE - 1] + "…"


def flag(value: Any, name: str, *, error: Error = OptionError) -> bool:
    """True or False."""
    if isinstance(value, bool):
        return value
    raise error(f"{name} must be true or false, not {brief(value)}")


def choice(value: Any, name: str, allowed: Iterable[Any], *, error: Error = OptionError) -> Any:
    """One of the allowed values, of the same type (True is not 1; NumPy's strings are strings)."""
    options = list(allowed)
    kind = str if isinstance(value, str) else type(value)
    for option in options:
        if type(option) is kind and option == value:
            return option
    words = ", ".join(repr(option) for option in options)
    raise error(f"{name} must be one of {words}, not {brief(value)}")


def listing(
    value: Any, name: str, length: int | None = None, *, error: Error = OptionError
) -> list[Any]:
    """A list (or tuple, or array) of the given length."""
    if hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1:
        value = value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        if length is None or len(value) == length:
            return list(value)
        raise error(f"{name} must hold {length} entries, not {len(value)}")
    raise error(f"{name} must be a list, not {brief(value)}")


def fields(
    value: Any, name: str, keys: Iterable[str], *, error: Error = OptionError
) -> dict[str, Any]:
    """A mapping with exactly these keys."""
    wanted = list(keys)
    if not isinstance(value, Mapping):
        said_keys = ", ".join(wanted)
        raise error(f"{name} must be a mapping with the keys {said_keys}, not {brief(value)}")
    missing = [key for key in wanted if key not in value]
    extra = [key for key in value if key not in wanted]
    if missing or extra:
        said = [f"lacks {', '.join(missing)}"] if missing else []
        said += [f"has unknown {', '.join(map(brief, extra))}"] if extra else []
        raise error(f"{name} {' and '.join(said)} (it takes {', '.join(wanted)})")
    return {key: value[key] for key in wanted}


def counts(
    value: Any,
    name: str,
    kinds: Sequence[str],
    *,
    at_most: int = 255,
    error: Error = OptionError,
) -> dict[str, int]:
    """How many of each kind; kinds left out are 0 and stay out."""
    if not isinstance(value, Mapping):
        raise error(f"{name} must map cards to counts, not {brief(value)}")
    unknown = [kind for kind in value if kind not in kinds]
    if unknown:
        words = ", ".join(map(brief, unknown))
        raise error(f"{name} has unknown cards {words} (there are {', '.join(kinds)})")
    found = {
        kind: whole(value[kind], f"{name}[{kind!r}]", 0, at_most, error=error)
        for kind in kinds
        if kind in value
    }
    return {kind: count for kind, count in found.items() if count}


def first_player(value: Any, num_players: int) -> int | str:
    """Who starts: a seat, or "random"."""
    if isinstance(value, str):
        if value == "random":
            return value
        raise OptionError(f"first_player must be a seat or 'random', not {brief(value)}")
    return whole(value, "first_player", 0, num_players - 1)
