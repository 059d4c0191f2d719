"""Timing, against a clock that only moves when told to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cheese_envs.bench.timing import (
    REPEATS,
    WARM_UPS,
    Chunk,
    Failure,
    Measurement,
    Task,
    attempt,
    measure,
)


class FakeClock:
    """A clock that a test moves by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def task(prepare: Callable[[], Chunk]) -> Task:
    return Task("someone", "a loop", "a game", 2, 1, 1, prepare)


def test_setting_up_and_warming_up_are_not_timed() -> None:
    clock = FakeClock()
    calls = 0

    def prepare() -> Chunk:
        clock.now += 1000  # importing

        def chunk() -> int:
            nonlocal calls
            calls += 1
            clock.now += 500 if calls <= WARM_UPS else 0.25  # compiling, then playing
            return 10

        return chunk

    found = measure(task(prepare), seconds=5.0, clock=clock)
    assert found.steps_per_second == 40
    assert found.seconds == 5.0
    assert found.steps == 200


def test_the_median_of_the_repeats_is_kept_and_the_spread_told() -> None:
    clock = FakeClock()
    lengths = iter([0.0] * WARM_UPS + [1.0, 2.0, 4.0, 1.0, 5.0])

    def chunk() -> int:
        clock.now += next(lengths)
        return 20

    found = measure(task(lambda: chunk), seconds=REPEATS * 1.0, clock=clock)
    assert (found.slowest, found.steps_per_second, found.fastest) == (4, 10, 20)


def test_a_chunk_longer_than_the_time_asked_for_is_timed_once_a_repeat() -> None:
    clock = FakeClock()

    def chunk() -> int:
        clock.now += 3.0
        return 6

    found = measure(task(lambda: chunk), seconds=0.01, clock=clock)
    assert found.steps == 6 * REPEATS and found.steps_per_second == 2


def test_a_missing_package_is_reported_kindly() -> None:
    def prepare() -> Chunk:
        import no_such_package_as_this  # type: ignore[import-not-found]  # noqa: F401

        raise AssertionError

    found = attempt(task(prepare))
    assert isinstance(found, Failure)
    assert found.reason == "not installed (pip install cheese-envs[bench])"


def test_a_missing_package_behind_another_error_is_reported_kindly() -> None:
    def prepare() -> Chunk:
        try:
            raise ModuleNotFoundError("No module named 'rlcard'", name="rlcard")
        except ModuleNotFoundError as error:
            raise RuntimeError("please install rlcard") from error

    found = attempt(task(prepare))
    assert isinstance(found, Failure) and found.reason.startswith("not installed")


def test_a_missing_module_of_our_own_is_no_missing_peer() -> None:
    def prepare() -> Chunk:
        raise ModuleNotFoundError("No module named 'cheese_envs.x'", name="cheese_envs.x")

    found = attempt(task(prepare))
    assert isinstance(found, Failure)
    assert found.reason == "ModuleNotFoundError: No module named 'cheese_envs.x'"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("first line\nsecond line"), "ValueError: first line"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_a_failure_is_one_line(error: Exception, reason: str) -> None:
    def prepare() -> Chunk:
        raise error

    found = attempt(task(prepare))
    assert isinstance(found, Failure) and found.reason == reason


def test_an_interrupt_is_not_swallowed() -> None:
    def prepare() -> Chunk:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attempt(task(prepare))


def test_time_per_step_is_the_inverse_of_the_rate() -> None:
    found = Measurement("a", "b", "c", 2, 1, 1, 1, 1.0, 4e6, 4e6, 4e6)
    assert found.nanoseconds_per_step == 250
