"""What is measured of cheese_envs: batch, vector env and the two AEC faces."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence

import numpy as np

from .loops import SEED, aec_games, pick_batch
from .timing import Chunk, Task

NAME = "cheese_envs"
BATCH = 1024
SWEEP = (64, 256, 1024, 4096, 16384, 65536)
QUICK_SWEEP = (64, 1024, 65536)
SWEEP_MOVES = 2**18  # moves in one chunk of a rollout, whatever the batch


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def thread_counts() -> tuple[int, ...]:
    """One thread and all of them, where that is not the same."""
    return tuple(sorted({1, cores()}))


def tasks(game: str, players: int) -> Iterator[Task]:
    """Every face of one game at one player count."""
    for threads in thread_counts():
        yield rollout_task(game, players, threads, BATCH)
        yield step_task(game, players, threads, BATCH)
        yield _vector_task(game, players, threads, BATCH)
    for face in ("raw_env", "env"):
        yield _aec_task(game, players, face)


def sweep_tasks(game: str, players: int, sizes: Sequence[int]) -> Iterator[Task]:
    """The batch engine at several batch sizes, in one thread: is the time per step flat?"""
    for size in sizes:
        if size != BATCH:  # which `tasks` measures already
            yield rollout_task(game, players, 1, size)
            yield step_task(game, players, 1, size)


def rollout_task(game: str, players: int, threads: int, batch: int) -> Task:
    """Random play inside the engine: `rollout(steps)`."""

    def prepare() -> Chunk:
        import cheese_envs

        games = cheese_envs.make_batch(game, batch, num_players=players, seed=SEED, threads=threads)
        steps = max(1, SWEEP_MOVES // batch)

        def chunk() -> int:
            games.rollout(steps)
            return steps * batch

        return chunk

    return Task(NAME, "batch rollout", game, players, threads, batch, prepare)


def step_task(game: str, players: int, threads: int, batch: int) -> Task:
    """Random play from Python: `step(sample())`."""

    def prepare() -> Chunk:
        import cheese_envs

        games = cheese_envs.make_batch(game, batch, num_players=players, seed=SEED, threads=threads)

        def chunk() -> int:
            games.step(games.sample())
            return batch

        return chunk

    return Task(NAME, "batch step", game, players, threads, batch, prepare)


def _vector_task(game: str, players: int, threads: int, batch: int) -> Task:
    def prepare() -> Chunk:
        import cheese_envs

        envs = cheese_envs.make_vector(
            game, batch, num_players=players, opponents="random", threads=threads
        )
        generator = np.random.default_rng(SEED)
        envs.reset(seed=SEED)

        def chunk() -> int:
            envs.step(pick_batch(envs.action_masks(), generator))
            return batch

        return chunk

    return Task(NAME, "vector", game, players, threads, batch, prepare)


def _aec_task(game: str, players: int, face: str) -> Task:
    def prepare() -> Chunk:
        module = importlib.import_module(f"cheese_envs.{game}_v0")
        return aec_games(getattr(module, face)(num_players=players))

    return Task(NAME, f"AEC {face}", game, players, 1, 1, prepare)
