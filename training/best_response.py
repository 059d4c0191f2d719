"""How far a model can be exploited: `python -m training.best_response MODEL --steps 300000`.

A responder is trained against nothing but the frozen model, and its points against it are measured
on fresh deals. The best response there is wins at least as much, so they are a lower bound, and
only as good as the training: a responder that finds nothing proves nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from numpy.typing import NDArray

import cheese_envs
from cheese_envs.agents.policy import PolicyAgent, load_policy
from cheese_envs.benchmark.best_response import BestResponse
from cheese_envs.benchmark.contestant import manner, weights_digest
from cheese_envs.benchmark.report import response_words
from cheese_envs.core.files import check_place, write_whole
from training import args as training_args
from training.args import TrainingError
from training.evaluate import SEED, measure
from training.export import command
from training.train import Run

FRESH = 2 * SEED  # deals that neither trained the responder nor chose it
RESULT = "best_response.json"


@dataclass(frozen=True)
class Args:
    """Train a responder against a frozen model, and measure what it wins."""

    model: tyro.conf.Positional[str]
    """The frozen model: its folder or shipped name; with ?sample=1 it draws its actions."""
    steps: float = 300e3
    """How many decisions the responder may learn from: the budget."""
    imitate: float = 100e3
    """First learn from so many decisions of the model's own; 0 begins from nothing."""
    games: int = 2000
    """Games of the final measurement."""
    eval_games: int = 500
    """Games of each of the ten measurements on the way, which choose the responder."""
    side_by_side: int = 128
    """How many games are played side by side in training."""
    seed: int = 0
    """Where all luck begins."""
    threads: int = 1
    """Threads of torch."""
    out: Path | None = None
    """The folder of the training run; runs/best-response-GAME-Np-seedS if not given."""
    json: Path | None = None
    """Where to write what was found, for `cheese-envs benchmark --with-best-response`;
    best_response.json in the run's folder if not given."""
    quiet: bool = False
    """Print only the result."""


class AsItPlays:
    """A frozen model that chooses greedily; a pool would let it draw its actions."""

    def __init__(self, model: PolicyAgent) -> None:
        self.act, self.bind, self.seed = model.act, model.bind, model.seed
        self._model = model

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        return self._model.act_batch(observations, action_masks)


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    args = tyro.cli(Args, args=words)
    try:
        found, path = respond(args)
    except (ValueError, OSError) as error:
        print(f"best_response: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("best_response: stopped at once", file=sys.stderr)
        return 130
    print(f"{response_words(found)}\nwritten: {path}")
    return 0


def respond(args: Args) -> tuple[BestResponse, Path]:
    """Train, choose, measure and write; gives what was found and its file."""
    frozen = load_policy(args.model)
    info = frozen.info
    settings = _settings(args, frozen)
    if args.games < 2 * info.num_players:
        raise TrainingError(f"--games must be at least {2 * info.num_players}, not {args.games}")
    path = args.json or settings.folder() / RESULT
    if args.json is not None:
        check_place(path)
    run = Run(settings)
    if not frozen.sample:
        run.pool.rivals[1].agent = AsItPlays(frozen)
    run.train()
    steps, responder = _choose(args.model, settings.folder())
    points = measure(responder, run.info, {"frozen": frozen}, args.games, FRESH)["frozen"]
    found = BestResponse(
        game=info.game,
        players=info.num_players,
        model=args.model,
        sha256=weights_digest(args.model),
        manner=manner(frozen),
        steps=steps,
        seed=args.seed,
        games=-(-args.games // info.num_players) * info.num_players,
        points=points,
        command=command(),
        package=cheese_envs.__version__,
    )
    write_whole(path, found.to_json().encode())
    return found, path


def _settings(args: Args, frozen: PolicyAgent) -> training_args.Args:
    """A training run whose only opponent is the frozen model."""
    info = frozen.info
    place = f"best-response-{info.game}-{info.num_players}p-seed{args.seed}"
    preset = training_args.preset(info.game, info.num_players)
    steps = int(preset.get("steps", training_args.Args.steps))
    settings = training_args.from_plain(
        preset
        | {
            "game": info.game,
            "players": info.num_players,
            "options": json.dumps(info.options | {"reward": "win"}),
            "timesteps": args.steps,
            "seed": args.seed,
            "out": str(args.out or Path("runs") / place),
            # The responder sees as the model sees.
            "hidden": list(info.policy) or list(training_args.Args.hidden),
            "activation": info.activation,
            "one_hot": info.one_hot,
            "cells": info.cells,
            "board": list(info.board),
            "games": args.side_by_side,
            "batch": max(1, min(1024, args.side_by_side * steps // 4)),
            "opponents": [args.model],
            "self_share": 0.0,
            "past_selves": 0,
            "imitate": args.model if args.imitate else None,
            "imitate_decisions": args.imitate or 1,
            "eval_every": max(1.0, args.steps / 10),
            "eval_games": args.eval_games,
            "threads": args.threads,
            "quiet": args.quiet,
        }
    )
    training_args.check(settings)
    return settings


def _choose(model: str, folder: Path) -> tuple[int, PolicyAgent]:
    """The responder that did best on the way, greedy or sampled, and the decisions spent in all."""
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    tried = [
        (one[key]["mean"], one["steps"], key != model)
        for one in result["curve"]
        for key in (model, f"{model} (sampled)")
    ]
    if not tried:
        raise TrainingError("stopped before any responder was measured")
    _, steps, sampled = max(tried)
    responder = load_policy(folder / "models" / f"{steps:012d}")
    responder.sample = sampled
    return result["steps"], responder


if __name__ == "__main__":
    sys.exit(main())
