"""The score card: results, their means, and what they were measured with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cheese_envs
from cheese_envs.arena import AgentStanding, Estimate, Standings

from .best_response import BestResponse
from .contestant import Contestant
from .score import mean_of, score
from .suite import Suite, Task

FORMAT = "cheese-card/1"
# What decides how games go: another code may mean other opponents.
DECISIVE = ("core", "games", "agents", "arena", "benchmark")


@dataclass(frozen=True)
class Result:
    """How a task went. Without an agent it was not attempted; without standings, not reached."""

    task: Task
    agent: str | None
    standings: Standings | None = None

    @property
    def status(self) -> str:
        """`done`, `incomplete` (also where no game was finished) or `not attempted`."""
        if self.agent is None:
            return "not attempted"
        done = self.standings is not None and self.standings.complete
        return "done" if done else "incomplete"

    @property
    def own(self) -> AgentStanding | None:
        """The agent's standing."""
        return None if self.standings is None else self.standings.agents[0]

    @property
    def points(self) -> Estimate | None:
        """The agent's share of the points."""
        return None if self.own is None else self.own.points

    @property
    def score(self) -> Estimate | None:
        """The points, as 0.5 for an even share."""
        return None if self.points is None else score(self.points, self.task.players)


@dataclass(frozen=True)
class Summary:
    """The mean score of the tasks that have one; all count the same."""

    score: Estimate | None
    tasks: int
    of: int


@dataclass(frozen=True)
class Card:
    """All that a run says of an agent."""

    suite: Suite
    contestant: Contestant
    labels: tuple[str, ...]  # why it does not compare with a card of the whole suite
    results: tuple[Result, ...]
    games: dict[str, Summary]
    overall: Summary
    best_responses: tuple[BestResponse, ...] = ()


def card_of(
    suite: Suite,
    contestant: Contestant,
    results: Sequence[Result],
    best_responses: Sequence[BestResponse] = (),
) -> Card:
    """Sum up."""
    labels = suite.labels
    if any(one.status == "incomplete" for one in results):
        labels += ("incomplete: interrupted; these are the games finished until then",)
    left_out = sum(one.status == "not attempted" for one in results)
    if left_out:
        labels += (f"partial: {left_out} of {len(results)} tasks not attempted",)
    return Card(
        suite,
        contestant,
        labels,
        tuple(results),
        {game: summary([one for one in results if one.task.game == game]) for game in suite.games},
        summary(results),
        tuple(best_responses),
    )


def summary(results: Sequence[Result]) -> Summary:
    """The mean score of some tasks, with the interval of independent ones."""
    scores = [one.score for one in results if one.score is not None]
    return Summary(mean_of(scores) if scores else None, len(scores), len(results))


def to_json(card: Card) -> str:
    """The card for programs. It names no time and no machine: the same run gives the same card."""
    content = {
        "format": FORMAT,
        "suite": card.suite.version,
        "package": cheese_envs.__version__,
        "code": code_digest(),
        "name": card.contestant.name,
        "comparable": not card.labels,
        "labels": list(card.labels),
        "agents": [
            {
                "for": part.scope,
                "spec": part.spec,
                "kind": part.kind,
                "sha256": part.sha256,
                "manner": part.manner,
            }
            for part in card.contestant.parts
        ],
        "overall": asdict(card.overall),
        "games": {game: asdict(one) for game, one in card.games.items()},
        "tasks": [_plain(one) for one in card.results],
        "best_responses": [asdict(one) for one in card.best_responses],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(result: Result) -> dict[str, Any]:
    found = {"task": result.task.name, **asdict(result.task)}
    found["games_asked"] = found.pop("games")
    found |= {"agent": result.agent, "status": result.status}
    if result.standings is None or result.own is None:
        return found
    own = result.own
    assert result.score is not None
    return found | {
        "games": result.standings.games,
        "deals": result.standings.deals,
        "wins": own.wins,
        "shared": own.shared,
        "truncated": own.truncated,
        "points": asdict(own.points),
        "score": asdict(result.score),
        "moves": asdict(result.standings.moves),
    }


def code_digest() -> str:
    """Twelve digits that any change to the rules, the agents or the arena changes."""
    package = Path(cheese_envs.__file__).parent
    digest = hashlib.sha256()
    for part in DECISIVE:
        for kind in ("py", "json"):
            for source in sorted((package / part).rglob(f"*.{kind}")):
                name = source.relative_to(package).as_posix()
                digest.update(name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
