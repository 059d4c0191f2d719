"""Put a trained model on the shelf, measured: `python -m training.ship runs/demo/best`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import tyro

from cheese_envs.agents import load
from cheese_envs.agents.model_files import read_model, write_model
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.registry import game_spec
from training.evaluate import measure
from training.export import card, command

SEED = 2 * 10**9  # games by which no model was chosen
LARGEST = 4 * 2**20  # bytes of a shipped model


@dataclass(frozen=True)
class Args:
    """Measure a trained model, and write it to MODELS/GAME/Np with what was found in its card."""

    model: tyro.conf.Positional[Path]
    """The model's folder, such as a run's best/."""
    against: tuple[str, ...] = ("random=2000", "heuristic=2000", "mcts:200=2000")
    """Opponents, one kind in all other seats at a time, and how many games: AGENT=GAMES."""
    tried: tuple[str, ...] = ()
    """What else was tried and what it gave, a sentence each, for the card."""
    models: Path = Path("models")
    """The shelf."""


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    args = tyro.cli(Args, args=words)
    try:
        print(f"written: {ship(args)}")
    except KeyboardInterrupt:
        print("ship: stopped; nothing is written", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"ship: {error}", file=sys.stderr)
        return 2
    return 0


def ship(args: Args) -> Path:
    """Measure the model and write it; gives its folder."""
    wanted = [(name, games, load(name)) for name, games in map(_opponent, args.against)]
    if not wanted:
        raise ValueError("name at least one opponent: --against heuristic=2000")
    info, weights = read_model(args.model)
    if info.options != game_spec(info.game).options(info.num_players, {})[1]:
        raise ValueError(f"{args.model} was trained with options of its own: {info.options}")
    folder = args.models / info.game / f"{info.num_players}p"
    folder.parent.mkdir(parents=True, exist_ok=True)
    info = replace(info, value=None)  # to play, a model needs no judgement of positions
    weights = {name: weights[name] for name in info.shapes()}
    size = sum(tensor.nbytes for tensor in weights.values())
    if size > LARGEST:
        raise ValueError(f"{args.model} has {size} bytes of weights, more than {LARGEST}")
    player = PolicyAgent(info, weights)
    strength: dict[str, Any] = {}
    for name, asked, opponent in wanted:
        games = -(-asked // info.num_players) * info.num_players  # whole deals
        found = measure(player, info, {name: opponent}, games, SEED)[name]
        strength[name] = {**asdict(found), "games": games}
        print(f"{name}: {found.mean:.1%} of the points in {games:,} games", flush=True)
    training = {
        **info.training,
        "strength": strength,
        "measured_with": command(),
        "tried": list(args.tried),
    }
    said = replace(info, training=training)
    write_model(folder, said, weights, card(said))
    return folder


def _opponent(said: str) -> tuple[str, int]:
    name, _, games = said.rpartition("=")
    if not name or not games.isdecimal() or int(games) == 0:
        raise ValueError(f"an opponent is said as AGENT=GAMES, as in mcts:200=2000, not {said!r}")
    return name, int(games)


if __name__ == "__main__":
    sys.exit(main())
