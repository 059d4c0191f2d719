"""Plays the tasks of a suite, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from cheese_envs.arena import Match
from cheese_envs.core.errors import IllegalActionError, OptionError

from .best_response import BestResponse
from .card import Card, Result, card_of
from .contestant import Contestant, Part
from .python_agent import PythonAgentError, said
from .suite import Suite, Task

Progress = Callable[[Task, int], None]  # a task, and how many of its games are over


class Run:
    """Tasks to be played: `play` them, then ask for the `card`.

    What cannot be played shows when it is made. What was finished when `play` is interrupted still
    counts, and the card says that it is incomplete.
    """

    def __init__(
        self,
        suite: Suite,
        contestant: Contestant,
        *,
        threads: int | None = None,
        best_responses: Sequence[BestResponse] = (),
    ) -> None:
        self.suite, self.contestant = suite, contestant
        self.best_responses = tuple(best_responses)
        self._attempts: dict[Task, tuple[Part, Match]] = {}
        for task in suite.tasks:
            part = contestant.part_for(task)
            if part is not None:
                with _blaming(part):
                    self._attempts[task] = part, _match(task, part, threads)
        if not self._attempts:
            scopes = ", ".join(part.scope for part in contestant.parts)
            raise ValueError(f"none of the tasks has an agent: there is one for {scopes}")

    @property
    def games(self) -> int:
        """How many games there are to play."""
        return sum(match.games for _, match in self._attempts.values())

    @property
    def begun(self) -> bool:
        """Whether any game counts yet."""
        return any(match.finished for _, match in self._attempts.values())

    def play(self, progress: Progress | None = None) -> None:
        """Play all tasks; `progress(task, games over)` is told now and then."""
        for task, (part, match) in self._attempts.items():
            tell = None if progress is None else _telling(progress, task)
            with _blaming(part):
                match.play(tell)

    def card(self) -> Card:
        """What the games finished so far add up to."""
        results = [self._result(task) for task in self.suite.tasks]
        return card_of(self.suite, self.contestant, results, self.best_responses)

    def _result(self, task: Task) -> Result:
        if task not in self._attempts:
            return Result(task, None)
        part, match = self._attempts[task]
        return Result(task, part.spec, match.standings() if match.finished else None)


def _match(task: Task, part: Part, threads: int | None) -> Match:
    return Match(
        task.game,
        {part.spec: part.agent, f"{task.opponent} (opponent)": task.opponent},
        num_players=task.players,
        games=task.games,
        seed=task.seed,
        threads=threads,
    )


def _telling(progress: Progress, task: Task) -> Callable[[int, int], None]:
    return lambda over, _: progress(task, over)


@contextmanager
def _blaming(part: Part) -> Iterator[None]:
    """Say which of the user's own agents went wrong, and where."""
    try:
        yield
    except (IllegalActionError, OptionError, PythonAgentError):
        raise
    except (Exception, SystemExit) as error:
        if part.kind != "python":
            raise
        raise PythonAgentError(f"{part.spec} failed: {said(error)}") from error
