"""How strong models are: `python -m training.evaluate runs/cheese_rescue-2p-seed0/models`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tyro

from cheese_envs.agents import Agent, load
from cheese_envs.agents.model_files import ABOUT, ModelInfo
from cheese_envs.agents.policy import load_policy
from cheese_envs.arena import Estimate, play_match
from cheese_envs.core.files import check_place, write_whole

SEED = 10**9  # far from where training games begin
Strengths = dict[str, Estimate]  # by opponent: the share of the points, with its interval


def measure(
    player: Agent, info: ModelInfo, opponents: Mapping[str, Agent], games: int, seed: int = SEED
) -> Strengths:
    """A player's share of the points against each opponent in all the other seats."""
    return {
        name: play_match(
            info.game,
            {"player": player, "opponent": opponent},
            num_players=info.num_players,
            games=games,
            seed=seed,
            options=info.options,
        )["player"].points
        for name, opponent in opponents.items()
    }


@dataclass(frozen=True)
class Args:
    """Measure saved models against fixed opponents."""

    models: tyro.conf.Positional[tuple[Path, ...]]
    """Folders of models, or folders that hold such folders (a run's models/)."""
    against: tuple[str, ...] = ("random", "heuristic")
    """The opponents: names of agents or folders of models."""
    games: int = 1000
    """Games against each opponent."""
    seed: int = SEED
    """Which games."""
    sample: bool = False
    """Draw actions by their probabilities instead of taking the likeliest."""
    json: Path | None = None
    """Write the numbers to this file."""
    plot: Path | None = None
    """Draw them into this PNG."""


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    args = tyro.cli(Args, args=words)
    try:
        return run(args)
    except KeyboardInterrupt:
        print("evaluate: stopped", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2


def run(args: Args) -> int:
    """Measure and print; write what is asked for."""
    from rich.console import Console

    if args.plot is not None and args.plot.suffix != ".png":
        raise ValueError(f"cannot draw {args.plot}: its name must end in .png")
    for place in (args.json, args.plot):
        if place is not None:
            check_place(place)
    if not args.models or not args.against:
        raise ValueError("name at least one model, and at least one opponent with --against")
    found: list[dict[str, Any]] = []
    for folder in find_models(args.models):
        agent = load_policy(folder)
        agent.sample = args.sample
        opponents = {name: load(name) for name in args.against}
        strengths = measure(agent, agent.info, opponents, args.games, args.seed)
        steps = agent.info.training.get("steps")
        found.append({"model": str(folder), "steps": steps, "strength": _plain(strengths)})
    Console().print(_table(found, args.against))
    if args.json is not None:
        write_whole(args.json, (json.dumps(found, indent=2) + "\n").encode())
    if args.plot is not None:
        drawable = [one for one in found if isinstance(one["steps"], int)]
        curve = [{"steps": one["steps"], **one["strength"]} for one in drawable]
        plot_curve(sorted(curve, key=lambda one: one["steps"]), args.plot, "Strength")
    return 0


def find_models(folders: Sequence[Path]) -> list[Path]:
    """The model folders that are meant, in order of name."""
    found: list[Path] = []
    for folder in folders:
        if (folder / ABOUT).is_file():
            found.append(folder)
        elif inside := sorted(path.parent for path in folder.glob(f"[!.]*/{ABOUT}")):
            found += inside
        else:
            raise ValueError(f"{folder} is not a model, and holds none")
    return found


def _plain(strengths: Strengths) -> dict[str, Any]:
    return {name: asdict(strength) for name, strength in strengths.items()}


def _table(found: list[dict[str, Any]], names: Sequence[str]) -> Any:
    from rich.table import Table

    table = Table(title="Share of the points, with 95% intervals")
    table.add_column("model")
    table.add_column("steps", justify="right")
    for name in names:
        table.add_column(name, justify="right")
    for one in found:
        steps = f"{one['steps']:,}" if isinstance(one["steps"], int) else "?"
        table.add_row(one["model"], steps, *(percent(one["strength"][name]) for name in names))
    return table


def percent(strength: Mapping[str, Any]) -> str:
    """`87.4% (85.1–89.5)`."""
    low, high = strength["low"], strength["high"]
    span = (
        f" ({low:.1%}–{high:.1%})".replace("%–", "–").replace("%)", ")") if low is not None else ""
    )
    return f"{strength['mean']:.1%}{span}"


def plot_curve(curve: Sequence[Mapping[str, Any]], path: Path, title: str) -> None:
    """Draw shares of the points over the steps, with their intervals."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.5), layout="constrained")
    axes = figure.subplots()
    names = [key for key in (curve[-1] if curve else {}) if isinstance(curve[-1][key], Mapping)]
    for name in names:
        points = [(one["steps"], one[name]) for one in curve if name in one]
        steps = [step for step, _ in points]
        (line,) = axes.plot(
            steps,
            [value["mean"] for _, value in points],
            "--" if name.endswith("(sampled)") else "-",
            label=name,
        )
        if all(value["low"] is not None for _, value in points):
            axes.fill_between(
                steps,
                [value["low"] for _, value in points],
                [value["high"] for _, value in points],
                color=line.get_color(),
                alpha=0.15,
            )
    axes.set(title=title, xlabel="decisions", ylabel="share of the points", ylim=(0, 1))
    if names:
        axes.legend()
    axes.grid(alpha=0.3)
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=110)
    write_whole(path, image.getvalue())


if __name__ == "__main__":
    sys.exit(main())
