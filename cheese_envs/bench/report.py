"""What the benchmark says: tables for people, JSON for machines, a bar chart."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from cheese_envs.core.files import write_whole

from . import ours, ratios
from .ratios import Ratio, count
from .timing import Failure, Measurement

FORMAT = "cheese-bench/1"
# Blue and orange of the Okabe-Ito palette: told apart with any kind of colour blindness.
OURS_COLOUR, PEERS_COLOUR = "#0072B2", "#E69F00"


@dataclass
class Report:
    """All that a run has found so far."""

    machine: dict[str, Any]
    measurements: list[Measurement] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    complete: bool = False  # False when it was interrupted

    def add(self, outcome: Measurement | Failure) -> None:
        if isinstance(outcome, Measurement):
            self.measurements.append(outcome)
        else:
            self.failures.append(outcome)

    def ratios(self) -> list[Ratio]:
        return [
            *ratios.against_peers(self.measurements),
            *ratios.other_games(self.measurements),
            *ratios.flatness(self.measurements),
        ]


def human_rate(per_second: float) -> str:
    """A rate to read: `12.3 M/s`, `940 k/s`."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if per_second >= 0.9995 * size:
            return f"{_three_digits(per_second / size)} {unit}/s"
    return f"{_three_digits(per_second)} /s"


def human_ratio(value: float) -> str:
    """A ratio to read: `6.2×`, `84×`."""
    return f"{_three_digits(value)}×"


def _three_digits(value: float) -> str:
    digits = 2 if value < 9.995 else 1 if value < 99.95 else 0
    return f"{value:.{digits}f}"


def show(report: Report, console: Console) -> None:
    """Print everything that was measured."""
    machine = report.machine
    console.print(
        f"{machine['cpu']}, {count(machine['cores'], 'core')}, Python {machine['python']}",
        markup=False,
    )
    load = machine.get("load")
    if load and load[0] > 0.5:
        console.print(
            f"[yellow]The machine was busy (load {load[0]:.1f}): expect these rates to be low.[/]"
        )
    mine = [one for one in report.measurements if one.name == ours.NAME]
    peers = [one for one in report.measurements if one.name != ours.NAME]
    if mine:
        usual = [one for one in mine if one.batch in (1, ours.BATCH)]
        console.print(_rates("cheese_envs, moves a second", usual, "players"))
    sizes = ratios.sweep(report.measurements, "batch rollout")
    if len(sizes) > 1:
        console.print(_sweep(report.measurements))
    if peers:
        console.print(_rates("Peers, moves a second", peers, "library"))
    if found := report.ratios():
        console.print(_ratio_table(found))
    for failure in report.failures:
        console.print(
            f"{failure.name} {failure.game}, {count(failure.players, 'player')}, {failure.what},"
            f" {count(failure.threads, 'thread')}: {failure.reason}",
            style="yellow",
            markup=False,
            soft_wrap=True,
        )
    if not report.complete:
        console.print("[yellow]Interrupted: this is what was measured until then.[/]")


def _table(title: str, left: Sequence[str], right: Sequence[str]) -> Table:
    """An empty table, narrow enough for 80 columns once filled."""
    table = Table(
        title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False
    )
    for column in left:
        table.add_column(column, no_wrap=True)
    for column in right:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _rates(title: str, measurements: Sequence[Measurement], first: str) -> Table:
    table = _table(title, (first, "game", "loop"), ("threads", "batch", "rate", "range"))
    ordered = sorted(measurements, key=_group)  # stable: within a group as measured
    for number, one in enumerate(ordered):
        last = number + 1 == len(ordered) or _group(ordered[number + 1]) != _group(one)
        table.add_row(
            str(one.players) if one.name == ours.NAME else one.name,
            one.game,
            one.what,
            str(one.threads),
            f"{one.batch:,}",
            f"[bold]{human_rate(one.steps_per_second)}[/]",
            f"{(one.fastest - one.slowest) / one.steps_per_second:.0%}",
            end_section=last,
        )
    return table


def _group(one: Measurement) -> tuple[Any, ...]:
    """One section of the table: a game at a player count of ours, a peer's library of theirs."""
    if one.name != ours.NAME:
        return (one.name,)
    return one.name, _position(one.game), one.players


def _position(game: str) -> int:
    from cheese_envs.registry import GAMES

    return GAMES.index(game) if game in GAMES else len(GAMES)


def _sweep(measurements: Sequence[Measurement]) -> Table:
    loops = ("batch rollout", "batch step")
    title = f"Time per move by batch size, 1 thread ({_subject()})"
    table = _table(title, (), ("batch", *loops))
    times = {
        loop: {one.batch: one.nanoseconds_per_step for one in ratios.sweep(measurements, loop)}
        for loop in loops
    }
    for batch in sorted(set().union(*times.values())):
        cells = [f"{times[loop][batch]:.0f} ns" if batch in times[loop] else "" for loop in loops]
        table.add_row(f"{batch:,}", *cells)
    return table


def _ratio_table(found: Sequence[Ratio]) -> Table:
    table = _table(
        f"Ours ({_subject()}) against the peers, as many threads each",
        ("ours", "against"),
        ("ratio", "target", "met"),
    )
    table.columns[1].no_wrap = False
    for ratio in found:
        sign = "≤" if ratio.at_most else "≥"
        table.add_row(
            ratio.ours,
            ratio.theirs,
            f"[bold]{human_ratio(ratio.value)}[/]",
            "" if ratio.target is None else f"{sign} {human_ratio(ratio.target)}",
            {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[ratio.reached],
        )
    return table


def _subject() -> str:
    game, players = ratios.SUBJECT
    return f"{game}, {count(players, 'player')}"


def to_json(report: Report) -> str:
    """The whole report, for machines."""
    content = {
        "format": FORMAT,
        "complete": report.complete,
        "machine": report.machine,
        "measurements": [asdict(one) for one in report.measurements],
        "failures": [asdict(one) for one in report.failures],
        "ratios": [{**asdict(one), "reached": one.reached} for one in report.ratios()],
    }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(report: Report, path: Path) -> None:
    write_whole(path, to_json(report).encode())


def plot(report: Report, path: Path) -> None:
    """A chart of the rates on a logarithmic scale: ours (fewest players of each game) and peers."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    bars = _bars(report.measurements)
    if not bars:
        raise ValueError("nothing was measured, so there is nothing to plot")
    figure = Figure(figsize=(10, 1.5 + 0.26 * len(bars)), layout="constrained")
    axes = figure.subplots()
    places = range(len(bars))
    rates = [one.steps_per_second for one in bars]
    colours = [OURS_COLOUR if one.name == ours.NAME else PEERS_COLOUR for one in bars]
    axes.barh(places, rates, color=colours, log=True)
    axes.set_yticks(places, [_bar_label(one) for one in bars], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlim(min(rates) / 3, max(rates) * 6)  # room for the numbers
    for place, rate in zip(places, rates, strict=True):
        axes.text(rate * 1.1, place, human_rate(rate), va="center", fontsize=8)
    axes.set_xlabel("moves a second (logarithmic scale)")
    axes.set_ylabel("library, game and loop")
    machine = report.machine
    axes.set_title(f"Random play on {machine['cpu']}, {count(machine['cores'], 'core')}")
    patches = [
        Patch(color=OURS_COLOUR, label="cheese_envs"),
        Patch(color=PEERS_COLOUR, label="peers"),
    ]
    axes.legend(handles=patches, loc="lower right")
    image = io.BytesIO()
    figure.savefig(image, format=plot_format(path), dpi=150)
    write_whole(path, image.getvalue())


def plot_format(path: Path) -> str:
    """The image format that a file's name asks for; without an ending, PNG."""
    from matplotlib.backend_bases import FigureCanvasBase

    wanted = path.suffix.removeprefix(".").lower() or "png"
    known = FigureCanvasBase.get_supported_filetypes()
    if wanted not in known:
        raise ValueError(f"cannot plot to {path.name}: the formats are {', '.join(sorted(known))}")
    return wanted


def _bars(measurements: Sequence[Measurement]) -> list[Measurement]:
    fewest: dict[str, int] = {}
    for one in measurements:
        fewest[one.game] = min(one.players, fewest.get(one.game, one.players))
    mine = [
        one
        for one in measurements
        if one.name == ours.NAME
        and one.players == fewest[one.game]
        and one.batch in (1, ours.BATCH)
    ]
    peers = [one for one in measurements if one.name != ours.NAME]
    return sorted(mine, key=_group) + sorted(peers, key=_group)


def _bar_label(one: Measurement) -> str:
    name = f"{one.name} {one.game}"
    return f"{name}, {one.what}" + ("" if one.batch == 1 else f", {count(one.threads, 'thread')}")
