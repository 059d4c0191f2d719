"""The benchmark behind `cheese-envs bench`: our steps a second, and the peers' beside them.

Speed is reported, never asserted: a missed target does not change the exit code.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from .report import Report
    from .timing import Task

QUICK_SECONDS = 0.2


def run(
    games: Sequence[str] | None,
    players: Sequence[int] | None,
    seconds: float,
    peers: bool,
    json: Path | None,
    plot: Path | None,
    quick: bool,
) -> int:
    """Measure, print, and write what is asked for; gives the exit code.

    `games` and `players`: which to measure (all). `quick`: shorter, and only the fewest players.
    """
    from rich.console import Console

    from . import machine, report

    console = Console()
    try:
        tasks = plan(games, players, peers=peers, quick=quick)
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds}")
        for path in (json, plot):
            _check_place(path)
        if plot is not None:
            report.plot_format(plot)
    except (ValueError, ModuleNotFoundError) as error:
        return _complain(error)

    found = report.Report(machine.facts())
    _measure_all(tasks, min(seconds, QUICK_SECONDS) if quick else seconds, found)
    report.show(found, console)
    try:
        if json is not None:
            report.write_json(found, json)
            _say_written(console, json)
        if plot is not None:
            report.plot(found, plot)
            _say_written(console, plot)
    except (ValueError, OSError) as error:
        return _complain(error, code=1)
    return 0


def plan(
    games: Sequence[str] | None, players: Sequence[int] | None, *, peers: bool, quick: bool
) -> list[Task]:
    """What to measure, in order: first what the ratios need, close together in time."""
    from cheese_envs import registry

    from . import ours
    from . import peers as peer_loops
    from .ratios import SUBJECT

    pairs: list[tuple[str, int]] = []
    for game in registry.GAMES if games is None else games:
        counts = registry.game_spec(game).player_counts
        wanted = counts if players is None else [n for n in counts if n in players]
        pairs += [(game, number) for number in (wanted[:1] if quick else wanted)]
    if not pairs:
        raise ValueError("none of the chosen games is for that many players")
    pairs = sorted(set(pairs), key=lambda pair: (pair != SUBJECT, pairs.index(pair)))

    first, *others = pairs
    tasks = list(ours.tasks(*first))
    if first == SUBJECT:
        tasks += ours.sweep_tasks(*first, ours.QUICK_SWEEP if quick else ours.SWEEP)
    if peers:
        tasks += peer_loops.tasks()
    for pair in others:
        tasks += ours.tasks(*pair)
    return tasks


def _measure_all(tasks: Sequence[Task], seconds: float, found: Report) -> None:
    """Measure one after the other; Ctrl-C keeps what there is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from .timing import attempt

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # Redrawn rarely: the drawing thread would take time from what is measured.
    with Progress(
        *columns,
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        refresh_per_second=1,
    ) as progress:
        bar = progress.add_task("", total=len(tasks))
        try:
            for task in tasks:
                progress.update(bar, description=task.label, refresh=True)
                found.add(attempt(task, seconds))
                progress.advance(bar)
            found.complete = True
        except KeyboardInterrupt:
            pass


def _check_place(path: Path | None) -> None:
    """Refuse before measuring what could not be written after it."""
    import os

    if path is None:
        return
    if path.is_dir():
        raise ValueError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"cannot write {path}: no permission to write in {path.parent}")


def _say_written(console: Console, path: Path) -> None:
    console.print(f"written: {path}", markup=False, highlight=False, soft_wrap=True)


def _complain(error: Exception, code: int = 2) -> int:
    from rich.console import Console

    from .timing import reason

    text = str(error) if isinstance(error, ValueError) else reason(error)
    Console(stderr=True).print(f"bench: {text}", markup=False, highlight=False, soft_wrap=True)
    return code
