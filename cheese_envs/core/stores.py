"""Eight bytes read or written at once: what makes counts and planes of cells cheap to show.

A compiler does not merge the single bytes of a row whose length it does not know, nor those that
it must suppose to lie in what it has just written.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray


def store_word(out: NDArray[Any], at: int, word: np.uint64) -> None:
    """Write a uint64 over out[at:at + 8], as it lies in memory. out: one-byte entries."""
    out[at : at + 8] = np.array([word], np.uint64).view(out.dtype)


@intrinsic
def _store_unaligned(typing: Any, out: Any, at: Any, word: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        place = builder.gep(start, [arguments[1]])
        wide = builder.bitcast(place, ir.IntType(64).as_pointer())
        builder.store(arguments[2], wide, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.uint64), write


@overload(store_word, inline="always")
def _store_word(out, at, word):
    return lambda out, at, word: _store_unaligned(out, at, word)


def load_word(source: NDArray[Any], at: int) -> np.uint64:
    """The uint64 that lies in source[at:at + 8]. source: one-byte entries, one after another.

    What lies behind the last entry is whatever comes next in memory, so only a field of a record
    that others follow may be read beyond its end.
    """
    found = source.reshape(-1)[at : at + 8].tobytes().ljust(8, b"\0")
    return np.frombuffer(found, np.uint64)[0]  # type: ignore[no-any-return]


@intrinsic
def _load_unaligned(typing: Any, source: Any, at: Any) -> Any:
    def read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        place = builder.gep(start, [arguments[1]])
        wide = builder.bitcast(place, ir.IntType(64).as_pointer())
        return builder.load(wide, align=1)

    return types.uint64(source, types.intp), read


@overload(load_word, inline="always")
def _load_word(source, at):
    return lambda source, at: _load_unaligned(source, at)


def store_bits(out: NDArray[Any], at: int, word: np.uint64) -> None:
    """Write the bits of a uint64 over out[at:at + 64] as 0 and 1, the lowest first."""
    bits = np.unpackbits(np.array([word], np.uint64).view(np.uint8), bitorder="little")
    out[at : at + 64] = bits.view(out.dtype)


@intrinsic
def _store_bits_unaligned(typing: Any, out: Any, at: Any, word: Any) -> Any:
    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
        place = builder.gep(start, [arguments[1]])
        bits = builder.bitcast(arguments[2], ir.VectorType(ir.IntType(1), 64))
        entries = ir.VectorType(ir.IntType(8), 64)
        wide = builder.bitcast(place, entries.as_pointer())
        builder.store(builder.zext(bits, entries), wide, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.uint64), write


@overload(store_bits, inline="always")
def _store_bits(out, at, word):
    return lambda out, at, word: _store_bits_unaligned(out, at, word)


# The eight bits of a byte as eight bytes of 0 or 1, the lowest bit first.
SPREAD = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(
    np.uint64
)[:, 0]
