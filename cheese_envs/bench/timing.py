"""How anything is timed here: warmed up first, then in several short repeats, the median kept."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

REPEATS = 5
WARM_UPS = 2  # the first call compiles; JAX may compile once more for its own outputs as inputs

Chunk = Callable[[], int]  # plays a little and says how many moves it made


@dataclass(frozen=True)
class Task:
    """Something to measure. `prepare` imports, builds and seeds; nothing of it is timed."""

    name: str  # whose: cheese_envs, PettingZoo, ...
    what: str  # the shape of the loop
    game: str
    players: int
    threads: int
    batch: int
    prepare: Callable[[], Chunk]

    @property
    def label(self) -> str:
        return f"{self.name} {self.game} {self.what}"


@dataclass(frozen=True)
class Measurement:
    """What a task came to. A step is one move of one player in one game.

    The vector env counts its own seat's moves, not those of the opponents it plays.
    """

    name: str
    what: str
    game: str
    players: int
    threads: int
    batch: int
    steps: int  # over all repeats
    seconds: float  # over all repeats
    steps_per_second: float  # the median of the repeats
    slowest: float  # steps per second of the slowest repeat
    fastest: float

    @property
    def nanoseconds_per_step(self) -> float:
        return 1e9 / self.steps_per_second


@dataclass(frozen=True)
class Failure:
    """A task that could not be measured, and the reason in one line."""

    name: str
    what: str
    game: str
    players: int
    threads: int
    batch: int
    reason: str


def measure(
    task: Task, seconds: float = 1.0, clock: Callable[[], float] = time.perf_counter
) -> Measurement:
    """Time a task for at least `seconds` in all. Setting up and warming up are left out."""
    chunk = task.prepare()
    for _ in range(WARM_UPS):
        chunk()
    rates: list[float] = []
    all_steps, all_seconds = 0, 0.0
    for _ in range(REPEATS):
        steps, passed = 0, 0.0
        start = clock()
        while steps == 0 or passed < seconds / REPEATS:
            steps += chunk()
            passed = clock() - start
        rates.append(steps / passed)
        all_steps += steps
        all_seconds += passed
    return Measurement(
        name=task.name,
        what=task.what,
        game=task.game,
        players=task.players,
        threads=task.threads,
        batch=task.batch,
        steps=all_steps,
        seconds=all_seconds,
        steps_per_second=statistics.median(rates),
        slowest=min(rates),
        fastest=max(rates),
    )


def attempt(
    task: Task, seconds: float = 1.0, clock: Callable[[], float] = time.perf_counter
) -> Measurement | Failure:
    """Measure a task; whatever goes wrong in it becomes a one-line reason."""
    try:
        return measure(task, seconds, clock)
    except Exception as error:
        return Failure(
            task.name,
            task.what,
            task.game,
            task.players,
            task.threads,
            task.batch,
            reason(error),
        )


def reason(error: Exception) -> str:
    """Why, in one line; a missing package is no fault, and says how to get it."""
    if _is_missing_package(error):
        return "not installed (pip install cheese-envs[bench])"
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _is_missing_package(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ModuleNotFoundError):
            return not (error.name or "").startswith("cheese_envs")
        error = error.__cause__ or error.__context__
    return False
