"""What `cheese-envs benchmark` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cheese_envs.core.files import check_place, write_whole

from . import best_response
from .card import Card, to_json
from .contestant import enter
from .report import markdown, table
from .run import Run
from .suite import SUITE, Task, select

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Outputs:
    """Files to write; None: not asked for."""

    json: Path | None = None
    markdown: Path | None = None

    def check(self) -> None:
        """Refuse before the games what could not be written after them."""
        asked = [path for path in (self.json, self.markdown) if path is not None]
        for path in asked:
            check_place(path)
        if len({path.resolve() for path in asked}) < len(asked):
            raise ValueError("two outputs are to go into the same file")

    def write(self, card: Card) -> list[Path]:
        """Write what was asked for; gives the files."""
        if self.json is not None:
            write_whole(self.json, to_json(card).encode())
        if self.markdown is not None:
            write_whole(self.markdown, markdown(card).encode())
        return [path for path in (self.json, self.markdown) if path is not None]


def prepare(
    agents: Sequence[str],
    *,
    name: str | None,
    games: Sequence[str],
    only: Sequence[str],
    quick: bool,
    threads: int | None,
    best_responses: Sequence[Path],
    outputs: Outputs,
) -> Run:
    """All that can be wrong with what the user asked for shows here, before the first game."""
    outputs.check()
    suite = select(SUITE, games=games, only=only, quick=quick)
    contestant = enter(agents, SUITE, name)
    responses = [best_response.read(path) for path in best_responses]
    for found in responses:
        best_response.check_about(found, contestant)
    return Run(suite, contestant, threads=threads, best_responses=responses)


def play(run: Run) -> bool:
    """Play with a bar; whether it was not interrupted."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        bar = progress.add_task("", total=run.games)
        over: dict[Task, int] = {}

        def tell(task: Task, games: int) -> None:
            over[task] = games
            progress.update(bar, completed=sum(over.values()), description=task.name)

        with suppress(KeyboardInterrupt):
            run.play(tell)
            return True
    return False


def show(card: Card, outputs: Outputs, console: Console) -> None:
    """Print the card and write the files."""
    console.print(table(card))
    for path in outputs.write(card):
        console.print(f"written: {path}", markup=False, highlight=False, soft_wrap=True)


def show_tasks(console: Console) -> None:
    """List the suite."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    shown = Table(title=SUITE.version, title_justify="left", box=SIMPLE_HEAD)
    shown.add_column("task")
    for name in ("games", "seed"):
        shown.add_column(name, justify="right")
    for task in SUITE.tasks:
        shown.add_row(task.name, f"{task.games:,}", str(task.seed))
    console.print(shown)
