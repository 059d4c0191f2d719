"""How many times faster: ours against each peer, beside the targets that were set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import ours, pgx_peer
from .timing import Measurement

SUBJECT = ("cheese_rescue", 2)  # the game and player count that the targets speak of
FLAT = 1.25  # "flat": the slowest batch size takes at most this much longer than the fastest

# (our loop, peer, its loop, its game) -> at least so many times as fast
TARGETS = {
    ("batch rollout", "Pgx", pgx_peer.JIT, "connect_four"): 2.0,
    ("batch rollout", "Pgx", pgx_peer.PMAP, "connect_four"): 2.0,
    ("AEC raw_env", "PettingZoo", "AEC env", "connect_four_v3"): 6.0,
    ("AEC env", "PettingZoo", "AEC env", "connect_four_v3"): 5.0,
    ("AEC raw_env", "OpenSpiel", "Python loop", "hanabi"): 1.0,
    ("AEC raw_env", "OpenSpiel", "loop, own buffer", "hanabi"): 1.0,
}
ONE_GAME = ("AEC raw_env", "AEC env")


@dataclass(frozen=True)
class Ratio:
    """Our rate over a peer's; or, for a sweep, the slowest time per step over the fastest."""

    ours: str
    theirs: str
    value: float
    target: float | None = None
    at_most: bool = False  # whether the target is a ceiling

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; None where none was set."""
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


def against_peers(measurements: Sequence[Measurement]) -> list[Ratio]:
    """Each peer against our loop of the same kind, with as many threads."""
    mine = {
        (one.what, one.threads): one
        for one in measurements
        if _is_subject(one) and one.batch in (1, ours.BATCH)
    }
    ratios = []
    for peer in measurements:
        if peer.name == ours.NAME:
            continue
        for what in ("batch rollout",) if peer.batch > 1 else ONE_GAME:
            if one := mine.get((what, peer.threads)):
                target = TARGETS.get((what, peer.name, peer.what, peer.game))
                value = one.steps_per_second / peer.steps_per_second
                ratios.append(Ratio(what, _title(peer), value, target))
    return ratios


def other_games(measurements: Sequence[Measurement]) -> list[Ratio]:
    """Every other game of ours, with its fewest players, against Pgx's fastest game."""
    batches = [
        one for one in measurements if one.what == "batch rollout" and one.batch == ours.BATCH
    ]
    fewest = {one.game: min(o.players for o in batches if o.game == one.game) for one in batches}
    return [
        Ratio(
            one.game,
            _title(peer),
            one.steps_per_second / peer.steps_per_second,
            TARGETS[one.what, peer.name, peer.what, peer.game],
        )
        for one in batches
        if one.name == ours.NAME and one.game != SUBJECT[0] and one.players == fewest[one.game]
        for peer in measurements
        if (one.what, peer.name, peer.what, peer.game) in TARGETS and peer.threads == one.threads
    ]


def flatness(measurements: Sequence[Measurement]) -> list[Ratio]:
    """How much the time per step varies with the batch size."""
    ratios = []
    for what, target in (("batch rollout", FLAT), ("batch step", None)):
        sizes = sweep(measurements, what)
        if len(sizes) > 1:
            times = [one.nanoseconds_per_step for one in sizes]
            span = f"B={sizes[0].batch:,} to {sizes[-1].batch:,}"
            ratios.append(
                Ratio(
                    what,
                    f"slowest over fastest, {span}",
                    max(times) / min(times),
                    target,
                    at_most=True,
                )
            )
    return ratios


def sweep(measurements: Sequence[Measurement], what: str) -> list[Measurement]:
    """One thread at each batch size, the smallest first."""
    found = [
        one for one in measurements if _is_subject(one) and one.what == what and one.threads == 1
    ]
    return sorted(found, key=lambda one: one.batch)


def _is_subject(one: Measurement) -> bool:
    return one.name == ours.NAME and (one.game, one.players) == SUBJECT


def _title(peer: Measurement) -> str:
    threads = "" if peer.batch == 1 else f", {count(peer.threads, 'thread')}"
    return f"{peer.name} {peer.game}, {peer.what}{threads}"


def count(number: int, noun: str) -> str:
    """`1 thread`, `2 threads`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
