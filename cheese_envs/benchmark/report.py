"""Score cards to read: in a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cheese_envs
from cheese_envs.arena import Estimate
from cheese_envs.arena.report import plus_minus
from cheese_envs.registry import game_spec

from .best_response import BestResponse
from .card import Card, Result, Summary, code_digest, summary

if TYPE_CHECKING:
    from rich.console import RenderableType

NONE = "–"
UNFINISHED = "*"
MEAN = "mean"


def title(card: Card) -> str:
    """`cheese-suite/1: heuristic`."""
    return f"{card.suite.version}: {card.contestant.name}"


def headers(card: Card) -> tuple[str, ...]:
    """What the rows have."""
    return ("game", "players", "even", *card.suite.opponents, "score")


def rows(card: Card) -> list[tuple[str, ...]]:
    """A line for each game and number of players, and one for each game's mean."""
    found = []
    for game, mean in card.games.items():
        name = game_spec(game).title
        for count in card.suite.counts(game):
            here = [
                one for one in card.results if (one.task.game, one.task.players) == (game, count)
            ]
            cells = (_points(here, opponent) for opponent in card.suite.opponents)
            found.append((name, str(count), f"{100 / count:.1f}%", *cells, _score(summary(here))))
        found.append((name, MEAN, *[""] * (1 + len(card.suite.opponents)), _score(mean)))
    blank = [""] * (1 + len(card.suite.opponents))
    found.append(("All tasks", MEAN, *blank, _score(card.overall)))
    return found


def footnotes(card: Card) -> list[str]:
    """What the numbers mean, and what they were measured with."""
    notes = [
        "Against each opponent in all other seats: the share of the points (a win is 1, a shared"
        " one is shared, one without a winner is shared by all).",
        "Score: of what the agent and an average opponent's seat won, the agent's share in"
        " percent. 50 is even for any number of players. Means give every task the same weight.",
        f"±: 95% intervals, over deals played under every rotation of the seats."
        f" cheese-envs {cheese_envs.__version__}, code {code_digest()}.",
    ]
    overall = card.overall
    missing = sum(one.status == "not attempted" for one in card.results)
    if missing:
        notes.append(
            f"{NONE}: not attempted, no agent was given ({missing} of {overall.of} tasks)."
            " Means are of the tasks attempted; they compare with means of the same tasks alone."
        )
    if any(one.status == "incomplete" for one in card.results):
        notes.append(f"{UNFINISHED}: not all games were finished, or none.")
    return notes + [response_words(one) for one in card.best_responses]


def warnings(card: Card) -> list[str]:
    """Why this card does not compare with others."""
    return [f"NOT COMPARABLE, {label}." for label in card.labels]


def response_words(found: BestResponse) -> str:
    """A best response in a sentence."""
    return (
        f"Best response to {found.model} ({found.manner}), {game_spec(found.game).title},"
        f" {found.players} players: one trained for {found.steps:,} decisions wins"
        f" {_percent(found.points)} of the points (even is {100 / found.players:.1f}%),"
        " a lower bound on what can be won against it."
    )


def table(card: Card) -> RenderableType:
    """The card for a terminal, 100 columns wide."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    shown = Table(
        title=Text(title(card), style="bold"),
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for number, name in enumerate(headers(card)):
        shown.add_column(name, justify="right" if number else "left", no_wrap=number > 0)
    for row in rows(card):
        last = row[1] == MEAN
        shown.add_row(*map(Text, row), style="bold" if last else None, end_section=last)
    notes = [Text(note, style="dim") for note in footnotes(card)]
    return Group(shown, *notes, *(Text(warning, style="bold yellow") for warning in warnings(card)))


def markdown(card: Card) -> str:
    """The same card for a document."""
    names = headers(card)
    lines = [
        f"**{card.suite.version}: {_code(card.contestant.name)}**",
        "",
        *(f"**{warning}**\n" for warning in warnings(card)),
        _line(names),
        _line(["---", *["---:"] * (len(names) - 1)]),
        *(_line(_bold(row) if row[1] == MEAN else row) for row in rows(card)),
        "",
        *(f"{note}\n" for note in footnotes(card)),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _points(results: Sequence[Result], opponent: str) -> str:
    """A cell: the points against an opponent."""
    for one in results:
        if one.task.opponent == opponent and one.status != "not attempted":
            mark = UNFINISHED if one.status == "incomplete" else ""
            return (NONE if one.points is None else _percent(one.points)) + mark
    return NONE


def _score(found: Summary) -> str:
    return NONE if found.score is None else plus_minus(found.score, 1, times=100)


def _percent(estimate: Estimate) -> str:
    return plus_minus(estimate, 1, times=100, unit="%")


def _bold(row: Sequence[str]) -> list[str]:
    return [f"**{cell}**" if cell else "" for cell in row]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(name: str) -> str:
    """A name as it is, whatever signs it has."""
    return f"`{' '.join(name.split()).replace('`', chr(39))}`"
