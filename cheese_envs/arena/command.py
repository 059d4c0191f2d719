"""What `cheese-envs tournament` does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheese_envs.core.errors import OptionError
from cheese_envs.core.files import check_place, write_whole

from .match import Match
from .report import markdown, table
from .standings import Standings, to_json

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class Outputs:
    """Files to write; None: not asked for."""

    json: Path | None = None
    markdown: Path | None = None
    plot: Path | None = None

    def check(self) -> None:
        """Refuse before the games what could not be written after them."""
        asked = [path for path in (self.json, self.markdown, self.plot) if path is not None]
        for path in asked:
            check_place(path)
        if len({path.resolve() for path in asked}) < len(asked):
            raise ValueError("two outputs are to go into the same file")
        if self.plot is not None:
            from .plot import plot_format

            plot_format(self.plot)

    def write(self, standings: Standings) -> list[Path]:
        """Write what was asked for; gives the files."""
        if self.json is not None:
            write_whole(self.json, to_json(standings).encode())
        if self.markdown is not None:
            write_whole(self.markdown, markdown(standings).encode())
        if self.plot is not None:
            from .plot import plot

            plot(standings, self.plot)
        return [path for path in (self.json, self.markdown, self.plot) if path is not None]


def prepare(
    game: str,
    agents: Sequence[str],
    *,
    players: int,
    games: int,
    seed: int,
    threads: int | None,
    options: str | None,
    outputs: Outputs,
) -> Match:
    """All that can be wrong with what the user asked for shows here, before the first game."""
    outputs.check()
    return Match(
        game,
        agents,
        num_players=players,
        games=games,
        seed=seed,
        threads=threads,
        options=read_options(options),
        everybody=True,
    )


def read_options(text: str | None) -> dict[str, Any]:
    """The game's options from JSON: `{"wheels": 2}`."""
    if text is None:
        return {}
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"the options are no JSON: {error}") from error
    if not isinstance(options, dict):
        raise OptionError(f'the options must be a JSON object such as {{"reward": "win"}}: {text}')
    return options


def play(match: Match) -> bool:
    """Play with a bar that shows the time left; whether it was not interrupted."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        bar = progress.add_task("", total=match.games)
        with suppress(KeyboardInterrupt):
            match.play(lambda done, total: progress.update(bar, completed=done))
            return True
    return False


def show(standings: Standings, outputs: Outputs, console: Console) -> None:
    """Print the table and write the files."""
    console.print(table(standings))
    for path in outputs.write(standings):
        console.print(f"written: {path}", markup=False, highlight=False, soft_wrap=True)
