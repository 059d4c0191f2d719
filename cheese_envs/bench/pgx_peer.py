"""Pgx on the CPU: batch 1024, jitted, autoreset, random legal moves, observations computed.

To be fair it is measured in each way that was found fast for it, and ours has to beat the best:

- The moves are made inside `lax.scan`, not by a jitted step called again and again: a quarter
  faster or more for connect_four, twice for backgammon, no slower for leduc_holdem. The key is
  carried along, which for connect_four beats keys split beforehand.
- With XLA's usual pool of a thread a core; with one thread, which alone is compared with our one
  thread (and for small games is no slower: XLA's threads cost them more than they bring);
- and with the batch cut over one JAX device a core (`pmap`), the best for all cores.
- JAX's default random numbers (threefry): the `rbg` kinds were slower here.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from typing import Any

from .loops import SEED
from .timing import Chunk, Task

BATCH = 1024
JIT, PMAP = "jit scan", "pmap scan"
# Steps in one call: long enough that the call costs nothing, short enough for short repeats.
GAMES = {"connect_four": 100, "leduc_holdem": 100, "backgammon": 10}


def tasks(cores: int) -> Iterator[Task]:
    """Each game in each way."""
    ways = [(JIT, 1)] if cores == 1 else [(JIT, 1), (JIT, cores), (PMAP, cores)]
    for what, threads in ways:
        for game in GAMES:
            yield _task(game, what, threads)


def _task(game: str, what: str, threads: int) -> Task:
    def prepare() -> Chunk:
        return _prepare(game, threads, devices=threads if what == PMAP else 1)

    return Task("Pgx", what, game, 2, threads, BATCH, prepare)


def _prepare(game: str, threads: int, devices: int) -> Chunk:
    jax = _start_jax(threads, devices)
    import pgx
    from pgx.experimental import auto_reset

    steps = GAMES[game]
    share = BATCH // devices
    env = pgx.make(game)
    step_or_restart = jax.vmap(auto_reset(env.step, env.init))

    def move(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carry
        key, for_action, for_step = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(for_action, logits, axis=-1)
        # The new state holds its observation and mask, so both are computed at every move.
        return (step_or_restart(state, action, jax.random.split(for_step, share)), key), None

    def begin(key: Any) -> tuple[Any, Any]:
        return jax.vmap(env.init)(jax.random.split(key, share)), key

    def play(carry: tuple[Any, Any]) -> tuple[Any, Any]:
        last, _ = jax.lax.scan(move, carry, None, length=steps)
        return last  # type: ignore[no-any-return]

    key = jax.random.key(SEED)
    if devices == 1:
        carry, compiled = jax.jit(begin)(key), jax.jit(play)
    else:
        carry, compiled = jax.pmap(begin)(jax.random.split(key, devices)), jax.pmap(play)

    def chunk() -> int:
        nonlocal carry
        carry = jax.block_until_ready(compiled(carry))
        return steps * share * devices

    return chunk


def _start_jax(threads: int, devices: int) -> Any:
    """JAX on the CPU with so many threads and devices, begun anew: both are fixed at its start."""
    before = {name: os.environ.get(name) for name in ("JAX_PLATFORMS", "NPROC")}
    os.environ.update(JAX_PLATFORMS="cpu", NPROC=str(threads))  # NPROC: XLA's thread pool
    try:
        jax: Any = importlib.import_module("jax")
        importlib.import_module("jax.extend.backend").clear_backends()
        jax.clear_caches()
        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_num_cpu_devices", devices)
        jax.devices()  # starts it, while NPROC is set
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    return jax
