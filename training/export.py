"""From an SB3 model to the saved format: `export(model, info, folder)`."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheese_envs.agents.model_files import ModelInfo, write_model
from cheese_envs.registry import game_spec
from training.evaluate import percent

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

PACKAGES = ("cheese-envs", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")


def export(
    model: MaskablePPO,
    info: ModelInfo,
    folder: Path,
    training: Mapping[str, Any],
    strengths: Mapping[str, Any],
) -> None:
    """Save a model with its card, whole or not at all.

    training: how it was trained; strengths: by opponent, mean, low and high of its points.
    """
    from training.network import weights_of

    said = replace(info, training={**training, "strength": dict(strengths)})
    write_model(folder, said, weights_of(model), card(said))


def card(info: ModelInfo) -> str:
    """The page that goes with a model."""
    spec = game_spec(info.game)
    training = info.training
    changed = {
        name: value
        for name, value in info.options.items()
        if value != spec.options(info.num_players, {})[1][name]
    }
    lines = [
        f"# {spec.title}, {info.num_players} players",
        "",
        f"A network of {network_words(info)} ({info.activation}) for `{info.game}_v0` with"
        f" {info.num_players} players, {f'options {changed}' if changed else 'default options'}."
        " It takes the observation as it is and needs NumPy alone.",
        "",
        "```python",
        "from cheese_envs.agents import load",
        "",
        'agent = load("THIS_FOLDER")  # or "THIS_FOLDER?sample=1&temperature=0.5"',
        "```",
        "",
        "## How it was trained",
        "",
        f"With masked PPO{_teacher(training)}: {training.get('steps', 0):,} decisions"
        f" in {training.get('seconds', 0) / 60:.0f} minutes{_earlier(training)}."
        " The exact command:",
        "",
        "```console",
        str(training.get("command", "unknown")),
        "```",
        "",
        "## How strong it is",
        "",
        "The share of the points (a win is 1, a shared one is shared) against an opponent in all"
        f" other seats, with 95% intervals; {1 / info.num_players:.0%} would be even.",
        "",
        *_strengths(training["strength"]),
    ]
    if "measured_with" in training:
        lines += ["", "Measured with", "", "```console", training["measured_with"], "```"]
    if training.get("tried"):
        lines += ["", "## What else was tried", "", *(f"- {one}" for one in training["tried"])]
    return "\n".join(lines) + "\n"


def network_words(info: ModelInfo) -> str:
    """The network in words."""
    hidden = f"{' × '.join(map(str, info.policy))} hidden units"
    if info.board:
        channels = " × ".join(map(str, info.board))
        return f"3 × 3 convolutions over the board ({channels} channels), then {hidden} a cell"
    at_cells = f", then {info.cells} at each cell for its actions" if info.cells else ""
    return f"{hidden} over one-hot names and plain numbers{at_cells}" if info.one_hot else hidden


def _teacher(training: Mapping[str, Any]) -> str:
    words = str(training.get("command", "")).split()
    if "--imitate" not in words:
        return ", by self-play"
    return f", beginning as an imitator of {words[words.index('--imitate') + 1]}"


def _earlier(training: Mapping[str, Any]) -> str:
    """What the model that it started from had behind it."""
    steps = training.get("earlier_steps", 0)
    return f", after {steps:,} of the model it started from" if steps else ""


def _strengths(found: Mapping[str, Any]) -> list[str]:
    """A table by opponent, with the number of games where it is known."""
    if all("games" in one for one in found.values()):
        rows = [f"| {name} | {one['games']:,} | {percent(one)} |" for name, one in found.items()]
        return ["| opponent | games | share |", "|---|---:|---|", *rows]
    rows = [f"| {name} | {percent(one)} |" for name, one in found.items()]
    return ["| opponent | share |", "|---|---|", *rows]


def versions() -> dict[str, str]:
    """What a result was made with."""
    found = {"python": platform.python_version(), "system": platform.platform()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def command() -> str:
    """The exact command line of this process."""
    import shlex

    name = Path(sys.argv[0])
    module = f"{name.parent.name}.{name.stem}" if name.parent.name == "training" else str(name)
    return shlex.join(["python", "-m", module, *sys.argv[1:]])
