"""Standings to read: in a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cheese_envs.registry import game_spec

from .estimates import Estimate
from .standings import AgentStanding, Standings

if TYPE_CHECKING:
    from rich.console import RenderableType

INCOMPLETE = "INCOMPLETE: interrupted; these are the games finished until then."
SURE = 0.975  # that one is stronger: 95%, either way
HEADERS = ("agent", "rating", "points", "wins", "shared", "truncated", "score", "played")


def best_first(standings: Standings) -> list[int]:
    """The entrants' numbers by rating; the earlier entered first where that is the same."""
    ratings = [one.rating.mean for one in standings.agents]
    return sorted(range(len(ratings)), key=lambda at: -round(ratings[at], 6))


def title(standings: Standings) -> str:
    """`Cheese Rescue, 2 players: 1,000 games, seed 0`."""
    name = game_spec(standings.game).title
    return (
        f"{name}, {standings.num_players} players: {standings.games:,} games, seed {standings.seed}"
    )


def rows(standings: Standings) -> list[tuple[str, ...]]:
    """A line for each entrant, best first, under HEADERS; without scores, there is no score."""
    lines = [_row(standings.agents[at]) for at in best_first(standings)]
    if _has_scores(standings):
        return lines
    return [_without_score(line) for line in lines]


def headers(standings: Standings) -> tuple[str, ...]:
    """What the rows have."""
    return HEADERS if _has_scores(standings) else _without_score(HEADERS)


def footnotes(standings: Standings) -> list[str]:
    """What the numbers mean."""
    return [
        "Rating: fitted Plackett–Luce, in Elo points above the mean of the field."
        " Points: of the one that each game is worth.",
        f"±: 95% intervals over {standings.deals:,} deals, each played under"
        f" {standings.num_players} seatings."
        f" A game lasts {plus_minus(standings.moves, 1)} moves.",
        _close_calls(standings),
    ]


def _close_calls(standings: Standings) -> str:
    """Which neighbours in the table the games do not tell apart."""
    order = best_first(standings)
    close = [
        f"{standings.agents[one].name} and {standings.agents[other].name}"
        for one, other in pairwise(order)
        if (standings.stronger[one][other] or 0) < SURE
    ]
    if not close:
        return "Each is stronger than the next (95%)."
    return f"Too close to call (95%): {'; '.join(close)}."


def table(standings: Standings) -> RenderableType:
    """The table for a terminal, 80 columns wide for names of usual length."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    shown = Table(
        title=Text(title(standings), style="bold"),
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for number, name in enumerate(headers(standings)):
        shown.add_column(
            name, justify="right" if number else "left", overflow="fold", no_wrap=number > 0
        )
    for line in rows(standings):
        shown.add_row(*map(Text, line))
    notes = [Text(note, style="dim") for note in footnotes(standings)]
    if not standings.complete:
        notes.append(Text(INCOMPLETE, style="bold yellow"))
    return Group(shown, *notes)


def markdown(standings: Standings) -> str:
    """The same table for a document."""
    names = headers(standings)
    lines = [
        f"**{title(standings)}**",
        "",
        *([f"**{INCOMPLETE}**", ""] if not standings.complete else []),
        _line(names),
        _line(["---", *["---:"] * (len(names) - 1)]),
        *(_line([_code(line[0]), *line[1:]]) for line in rows(standings)),
        "",
        *footnotes(standings),
    ]
    return "\n".join(lines) + "\n"


def plus_minus(
    estimate: Estimate, digits: int, *, times: float = 1, unit: str = "", sign: str = ""
) -> str:
    """`61.2% ±1.4`; for an interval that is not even, the longer side."""
    mean = round(times * estimate.mean, digits) + 0.0  # no -0
    said = f"{mean:{sign}.{digits}f}{unit}"
    if estimate.low is None or estimate.high is None:
        return f"{said} ±?"
    reach = times * max(estimate.mean - estimate.low, estimate.high - estimate.mean)
    return f"{said} ±{reach:.{digits}f}"


def _row(one: AgentStanding) -> tuple[str, ...]:
    return (
        one.name,
        plus_minus(one.rating, 0, sign="+"),
        plus_minus(one.points, 1, times=100, unit="%"),
        f"{one.wins:,}",
        f"{one.shared:,}",
        f"{one.truncated:,}",
        "" if one.score is None else plus_minus(one.score, 2),
        f"{one.played:,}",
    )


def _has_scores(standings: Standings) -> bool:
    return any(one.score is not None for one in standings.agents)


def _without_score(line: Sequence[str]) -> tuple[str, ...]:
    at = HEADERS.index("score")
    return (*line[:at], *line[at + 1 :])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _code(name: str) -> str:
    """A name as it is, whatever signs it has; a bar would end the cell."""
    return f"`{name.replace('`', chr(39)).replace('|', '/')}`"
