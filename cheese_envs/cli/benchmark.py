"""`cheese-envs benchmark`: an agent's score card."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import UseAppendAction, arg

from cheese_envs.cli.terminal import INTERRUPTED, OK, OutputFile, complain, console, users_error


@dataclass(frozen=True)
class Benchmark:
    """Measure an agent over a fixed set of tasks; print a score card to compare with others'."""

    agent: Annotated[UseAppendAction[tuple[str, ...]], arg(metavar="AGENT")] = ()
    """Who is measured: random, heuristic, mcts:200, a model's folder or name, a folder of models
    (GAME/Np), shipped (every model that comes along), or module:function, your own code, which is
    run. May be given several times, for some tasks each: GAME/PLAYERS=AGENT."""
    name: Annotated[str | None, arg(metavar="NAME")] = None
    """What the card calls it."""
    quick: bool = False
    """A tenth of the games; the card compares with no other."""
    games: tuple[str, ...] = ()
    """Only these games; the card is partial."""
    only: tuple[str, ...] = ()
    """Only tasks with such names, as in '*/2p/heuristic'; the card is partial."""
    tasks: bool = False
    """List the tasks and stop."""
    threads: Annotated[int | None, arg(metavar="N")] = None
    """How many threads; as many as there are cores. The card does not depend on it."""
    with_best_response: Annotated[UseAppendAction[tuple[Path, ...]], arg(metavar="FILE")] = ()
    """Add what `python -m training.best_response` found to the card."""
    json: OutputFile = None
    """Write the card here, for programs."""
    markdown: OutputFile = None
    """Write the card here, for documents."""

    def run(self) -> int:
        from cheese_envs.benchmark import command

        if self.tasks:
            command.show_tasks(console())
            return OK
        outputs = command.Outputs(self.json, self.markdown)
        with users_error():
            run = command.prepare(
                self.agent,
                name=self.name,
                games=self.games,
                only=self.only,
                quick=self.quick,
                threads=self.threads,
                best_responses=self.with_best_response,
                outputs=outputs,
            )
            played_out = command.play(run)
        if not run.begun:
            complain("interrupted before any game counted")
            return INTERRUPTED
        with users_error():
            command.show(run.card(), outputs, console())
        return OK if played_out else INTERRUPTED
