"""Checking plain values that come from outside: options, snapshots, files.

Each check returns the value in its plain form or raises `error` with a message that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cheese_envs.core.errors import OptionError

Error = type[Exception]


def whole(
    value: Any, name: str, low: int, high: int | None = None, *, error: Error = OptionError
) -> int:
    """A whole number from low to high; NumPy's integers count, booleans and floats do not."""
    is_whole = hasattr(value, "__index__") and not isinstance(value, bool)
    if is_whole and getattr(value, "shape", ()) == ():
        number = int(value.__index__())
        if low <= number and (high is None or number <= high):
            return number
    span = f"from {low} to {high}" if high is not None else f"of at least {low}"
    raise error(f"{name} must be a whole number {span}, not {value!r}")


def flag(value: Any, name: str, *, error: Error = OptionError) -> bool:
    """True or False."""
    if isinstance(value, bool):
        return value
    raise error(f"{name} must be true or false, not {value!r}")


def choice(value: Any, name: str, allowed: Iterable[Any], *, error: Error = OptionError) -> Any:
    """One of the allowed values, of the same type (True is not 1)."""
    options = list(allowed)
    for option in options:
        if type(option) is type(value) and option == value:
            return option
    words = ", ".join(repr(option) for option in options)
    raise error(f"{name} must be one of {words}, not {value!r}")


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
    raise error(f"{name} must be a list, not {value!r}")


def fields(
    value: Any, name: str, keys: Iterable[str], *, error: Error = OptionError
) -> dict[str, Any]:
    """A mapping with exactly these keys."""
    wanted = list(keys)
    if not isinstance(value, Mapping):
        raise error(f"{name} must be a mapping with the keys {', '.join(wanted)}, not {value!r}")
    missing = [key for key in wanted if key not in value]
    extra = [key for key in value if key not in wanted]
    if missing or extra:
        said = [f"lacks {', '.join(missing)}"] if missing else []
        said += [f"has unknown {', '.join(map(repr, extra))}"] if extra else []
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
        raise error(f"{name} must map cards to counts, not {value!r}")
    unknown = [kind for kind in value if kind not in kinds]
    if unknown:
        words = ", ".join(map(repr, unknown))
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
        raise OptionError(f"first_player must be a seat or 'random', not {value!r}")
    return whole(value, "first_player", 0, num_players - 1)
