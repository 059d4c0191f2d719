"""The tasks. They are data, and a version names them.

Whatever changes an opponent's play, the rules or the tasks makes another suite: give it the next
version, so that nobody compares cards that do not mean the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from cheese_envs.registry import game_spec

QUICK = 10  # a quick run plays one game in so many,
QUICK_DEALS = 4  # but at least so many deals


@dataclass(frozen=True)
class Task:
    """One agent's seat against one opponent in all others."""

    game: str
    players: int
    opponent: str
    games: int  # whole deals, each under every rotation of the seats
    seed: int

    @property
    def name(self) -> str:
        """`cheese_rescue/2p/heuristic`."""
        return f"{self.game}/{self.players}p/{self.opponent}"


@dataclass(frozen=True)
class Suite:
    """Tasks under a version; `labels` say in which way they are not the whole suite."""

    version: str
    tasks: tuple[Task, ...]
    labels: tuple[str, ...] = ()

    @property
    def opponents(self) -> list[str]:
        """Every opponent once."""
        return list(dict.fromkeys(task.opponent for task in self.tasks))

    @property
    def games(self) -> list[str]:
        """Every game once."""
        return list(dict.fromkeys(task.game for task in self.tasks))

    def counts(self, game: str) -> list[int]:
        """The player counts of a game."""
        return list(dict.fromkeys(task.players for task in self.tasks if task.game == game))


OPPONENTS = ("random", "heuristic", "mcts:100")
# How many games against each opponent, so that a fast agent is done in a few minutes.
GAMES = {
    ("cheese_rescue", 2): (1200, 1200, 600),
    ("cheese_rescue", 3): (1200, 1200, 600),
    ("cheese_rescue", 4): (1200, 1200, 600),
    ("au_secours", 2): (1200, 1200, 600),
    ("au_secours", 4): (1200, 1200, 240),
    ("au_secours", 6): (600, 600, 60),
    ("rattrapez_le", 2): (1200, 1200, 360),
    ("rattrapez_le", 4): (1200, 1200, 240),
    ("rattrapez_le", 6): (1200, 1200, 120),
    ("drole_de_fromage", 2): (600, 600, 60),
    ("drole_de_fromage", 3): (600, 600, 48),
    ("drole_de_fromage", 4): (600, 600, 48),
}


def _tasks() -> tuple[Task, ...]:
    """Every task with a seed of its own, so that no two share their deals."""
    rows = [
        (game, players, opponent, games)
        for (game, players), sizes in GAMES.items()
        for opponent, games in zip(OPPONENTS, sizes, strict=True)
    ]
    return tuple(Task(*row, seed) for seed, row in enumerate(rows, start=1001))


SUITE = Suite("cheese-suite/1", _tasks())


def select(
    suite: Suite, *, games: Sequence[str] = (), only: Sequence[str] = (), quick: bool = False
) -> Suite:
    """Some of the tasks, or fewer games in each; the labels then say so.

    only: shell patterns for whole names of tasks or for their beginnings, such as `*/2p`.
    """
    names = [game_spec(game).name for game in games]
    for name in names:
        if name not in suite.games:
            raise ValueError(f"{suite.version} has no tasks of {name}")
    for pattern in only:
        if not any(_fits(task, pattern) for task in suite.tasks):
            raise ValueError(
                f"no task is named {pattern!r}: names are such as {suite.tasks[0].name},"
                " and patterns such as '*/2p/*' do"
            )
    chosen = tuple(
        task
        for task in suite.tasks
        if (not names or task.game in names)
        and (not only or any(_fits(task, pattern) for pattern in only))
    )
    if not chosen:
        raise ValueError("--games and --only together leave no task")
    labels = suite.labels
    if len(chosen) < len(suite.tasks):
        labels += (f"partial: {len(chosen)} of {len(suite.tasks)} tasks",)
    if quick:
        chosen = tuple(map(_quick, chosen))
        labels += ("quick: about a tenth of the games",)
    return Suite(suite.version, chosen, labels)


def _fits(task: Task, pattern: str) -> bool:
    return fnmatchcase(task.name, pattern) or fnmatchcase(task.name, f"{pattern.rstrip('/')}/*")


def _quick(task: Task) -> Task:
    deals = max(QUICK_DEALS, round(task.games / QUICK / task.players))
    return replace(task, games=min(task.games, deals * task.players))
