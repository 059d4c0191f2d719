"""Compiling: `kernel` for the pieces of a game, `compile_loops` for what Python calls.

Only the loops are kept on disk; the kernels they call are compiled into them. Numba's own cache
does not notice a change in another file, so ours lies in a folder named after a hash of every
source that goes into a loop.
"""

from __future__ import annotations

import hashlib
import os
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])

_COMPILE: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


def kernel(function: F) -> F:
    """Compile a piece of a game when a loop that uses it is compiled."""
    return numba.njit(**_COMPILE)(function)  # type: ignore[no-any-return]


def uncompiled() -> bool:
    """Whether NUMBA_DISABLE_JIT is set, so that kernels run as plain Python."""
    return bool(numba.config.DISABLE_JIT)


def compile_loops(
    loops: Iterable[Callable[..., Any]], kernels: Mapping[str, Any], sources: Iterable[Path]
) -> types.SimpleNamespace:
    """Make each loop anew with a game's kernels as its globals, cached on disk.

    A closure over the kernels would miss the disk cache in every process; globals hit it.
    """
    folder = _cache_folder(sources)
    scope: dict[str, Any] = {}
    bound: dict[str, Callable[..., Any]] = {}
    for loop in loops:
        scope.update({**loop.__globals__, **bound, **kernels})
        plain = types.FunctionType(loop.__code__, scope, loop.__name__)
        bound[loop.__name__] = _compile_cached(plain, folder)
    scope.update(bound)  # a loop may call another
    return types.SimpleNamespace(**bound)


def _compile_cached(function: Callable[..., Any], folder: Path | None) -> Callable[..., Any]:
    if folder is None or uncompiled():
        return numba.njit(**_COMPILE)(function)  # type: ignore[no-any-return]
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)  # read once, when the dispatcher is made
    try:
        return numba.njit(cache=True, **_COMPILE)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def _cache_folder(sources: Iterable[Path]) -> Path | None:
    """The user's own folder for these sources, or None where nothing can be written."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    chosen = os.environ.get("CHEESE_ENVS_CACHE_DIR")
    xdg = os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(chosen) if chosen else Path(xdg or Path.home() / ".cache") / "cheese_envs"
        folder = root / "kernels" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None
