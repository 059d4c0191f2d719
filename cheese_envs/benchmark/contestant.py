"""Who is measured: an agent for all tasks, or one for some and another for others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cheese_envs.agents import Agent, load
from cheese_envs.agents.model_files import ABOUT, WEIGHTS
from cheese_envs.agents.policy import SHELVES, PolicyAgent, find_model
from cheese_envs.registry import game_spec

from .python_agent import PYTHON, load_python
from .suite import Suite, Task

SHIPPED = "shipped"  # every model that comes with the package
KEYED = re.compile(r"(?P<game>[a-z_]+)(?:/(?P<players>[0-9]+)p?)?=(?P<spec>.+)")


@dataclass(frozen=True)
class Part:
    """An agent and the tasks it is for; None is any game, any number of players."""

    spec: str
    kind: str  # named, model or python
    agent: Agent
    game: str | None = None
    players: int | None = None
    sha256: str | None = None  # of a model's weights

    @property
    def scope(self) -> str:
        """`cheese_rescue/2p`, `cheese_rescue` or `all`."""
        if self.game is None:
            return "all"
        return self.game if self.players is None else f"{self.game}/{self.players}p"

    @property
    def manner(self) -> str | None:
        """How a model chooses: `greedy`, or `sampled at 0.5`, its temperature."""
        return manner(self.agent) if isinstance(self.agent, PolicyAgent) else None

    def fits(self, task: Task) -> bool:
        """Whether it may play a task."""
        return self.game in (None, task.game) and self.players in (None, task.players)


@dataclass(frozen=True)
class Contestant:
    """Its parts, those for the fewest tasks first, under one name."""

    name: str
    parts: tuple[Part, ...]

    def part_for(self, task: Task) -> Part | None:
        """The agent for a task, the one most closely meant for it; None: there is none."""
        return next((part for part in self.parts if part.fits(task)), None)


def enter(given: Sequence[str], suite: Suite, name: str | None = None) -> Contestant:
    """The contestant that the words stand for.

    Each is an agent's name, a model, a folder of models, `module:function`, or one of these for
    some tasks alone: `GAME/PLAYERS=…`, `GAME=…`.
    """
    if not given:
        raise ValueError(
            "name an agent: --agent random, heuristic, mcts:200, a model's folder or name,"
            " a folder of models, shipped, or module:function"
        )
    parts = [part for one in given for part in _parts(one, suite)]
    for number, part in enumerate(parts):
        if any(other.scope == part.scope for other in parts[:number]):
            raise ValueError(f"two agents are given for {part.scope}")
    parts.sort(key=lambda part: (part.game is None) + (part.players is None))
    return Contestant(name or ", ".join(given), tuple(parts))


def _parts(given: str, suite: Suite) -> list[Part]:
    keyed = KEYED.fullmatch(given)
    if keyed is None:
        folders = _folders(given)
        return [_part(folder) for folder in folders] if folders else [_part(given)]
    game = game_spec(keyed["game"]).name
    players = None if keyed["players"] is None else int(keyed["players"])
    counts = suite.counts(game)
    if not counts or players not in (None, *counts):
        said = ", ".join(map(str, counts)) or "no"
        raise ValueError(f"{given}: {suite.version} has {said} players for {game}")
    return [_part(keyed["spec"], game, players)]


def _folders(given: str) -> list[str]:
    """The models of a folder that holds `<game>/<n>p`, each with what stands after a `?`."""
    path, mark, query = given.partition("?")
    shelves = SHELVES if path == SHIPPED else (Path(path),)
    found: dict[str, str] = {}
    for shelf in shelves:
        for about in sorted(shelf.glob(f"*/*p/{ABOUT}")):
            place = about.parent.relative_to(shelf).as_posix()
            folder = place if path == SHIPPED else str(about.parent)
            found.setdefault(place, f"{folder}{mark}{query}")
    if path == SHIPPED and not found:
        raise ValueError("no models are shipped with this package")
    return list(found.values())


def _part(spec: str, game: str | None = None, players: int | None = None) -> Part:
    if PYTHON.fullmatch(spec) and not spec.startswith("mcts:") and not Path(spec).exists():
        return Part(spec, "python", load_python(spec), game, players)
    agent = load(spec)
    if not isinstance(agent, PolicyAgent):
        return Part(spec, "named", agent, game, players)
    info = agent.info
    if game not in (None, info.game) or players not in (None, info.num_players):
        raise ValueError(f"{spec} plays {info.num_players}-player {info.game} only")
    return Part(spec, "model", agent, info.game, info.num_players, weights_digest(spec))


def manner(agent: PolicyAgent) -> str:
    """`greedy`, or `sampled at 0.5`, its temperature."""
    return f"sampled at {agent.temperature:g}" if agent.sample else "greedy"


def weights_digest(spec: str) -> str:
    """The SHA-256 of a model's weights."""
    path = spec if Path(spec).is_dir() else spec.partition("?")[0]
    return hashlib.sha256((find_model(path) / WEIGHTS).read_bytes()).hexdigest()
