"""Train a player by self-play: `python -m training.train --game drole_de_fromage --players 2`."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from cheese_envs.agents import load
from cheese_envs.agents.model_files import ModelInfo, write_model
from cheese_envs.agents.policy import PolicyAgent
from cheese_envs.registry import game_spec
from training.evaluate import Strength, measure
from training.network import BoolMaskBuffer, policy_arguments, weights_of
from training.self_play import Pool
from training.vec_env import SelfPlayVecEnv


@dataclass(frozen=True)
class Args:
    """What to train, and how."""

    game: str = "cheese_rescue"
    """The game."""
    players: int = 2
    """How many players."""
    timesteps: float = 2e6
    """How many decisions the learner makes in all."""
    out: Path = Path("runs/latest")
    """The folder of this run."""
    seed: int = 0
    """Where all luck begins."""
    games: int = 512
    """How many games are played side by side."""
    steps: int = 32
    """How many decisions in each game go into one update."""
    batch: int = 2048
    """How many decisions go into one gradient."""
    epochs: int = 4
    """How often each decision is learnt from."""
    lr: float = 5e-4
    """The learning rate at the beginning."""
    lr_end: float = 5e-5
    """The learning rate at the end; in between it falls in a straight line."""
    gamma: float = 0.999
    """What a reward is worth one decision earlier."""
    gae_lambda: float = 0.95
    """How far advantages look beyond the value network."""
    entropy: float = 0.01
    """How much variety of play is worth."""
    clip: float = 0.2
    """How far one update may move the policy."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers, of the policy and of the value network alike."""
    activation: str = "relu"
    """What stands between the layers: tanh or relu."""
    opponents: tuple[str, ...] = ("random", "heuristic")
    """Opponents kept in the pool throughout; one that a game does not have is left out."""
    self_share: float = 0.5
    """The share of seats taken by the learner as it is now; the rest is drawn from the pool."""
    past_selves: int = 16
    """How many past selves the pool holds."""
    at_once: int = 4
    """How many of the pool are met in one update."""
    snapshot_every: float = 200e3
    """Steps from one past self to the next."""
    eval_every: float = 500e3
    """Steps from one evaluation to the next."""
    eval_games: int = 1000
    """Games in an evaluation against each opponent."""
    threads: int = 1
    """Threads of torch."""


def main() -> None:
    """The command line."""
    train(tyro.cli(Args))


def train(args: Args) -> dict[str, Any]:
    """Train, export the best and the last model, and return the summary."""
    torch.set_num_threads(args.threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    spec = game_spec(args.game)
    players, options = spec.options(args.players, {})
    fixed = [name for name in args.opponents if name != "heuristic" or spec.heuristic is not None]
    info = ModelInfo(
        game=spec.name,
        num_players=players,
        options=options,
        observation_size=spec.observation_size(players),
        action_size=spec.action_size(players),
        activation=args.activation,
        policy=args.hidden,
        value=args.hidden,
        training={},
    )
    pool = Pool(
        fixed,
        info,
        past_selves=args.past_selves,
        self_share=args.self_share,
        at_once=args.at_once,
        seed=args.seed,
    )
    games = SelfPlayVecEnv(spec, args.games, pool, num_players=players, seed=args.seed, **options)
    pool.bind(games.batch, args.seed)
    done = 0.0

    def learning_rate(_: float) -> float:
        return args.lr + (args.lr_end - args.lr) * min(1.0, done)

    model = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=learning_rate,
        n_steps=args.steps,
        batch_size=args.batch,
        n_epochs=args.epochs,
        gamma=args.gamma,
        gae_lambda=args.gae_lambda,
        clip_range=args.clip,
        ent_coef=args.entropy,
        rollout_buffer_class=BoolMaskBuffer,
        policy_kwargs=policy_arguments(spec, players, args.hidden, args.activation),
        seed=args.seed,
        device="cpu",
    )
    args.out.mkdir(parents=True, exist_ok=True)
    board = TensorBoardOutputFormat(str(args.out / "tensorboard"))
    model.set_logger(Logger(str(args.out), [board]))

    rivals = {name: load(name) for name in fixed}
    curve: list[dict[str, Any]] = []
    best = -1.0
    next_eval, next_snapshot = args.eval_every, args.snapshot_every
    began = time.perf_counter()
    while model.num_timesteps < args.timesteps:
        done = model.num_timesteps / args.timesteps
        pool.set_self(weights_of(model))
        pool.draw_lineup()
        model.learn(args.games * args.steps, reset_num_timesteps=False, log_interval=None)
        steps = model.num_timesteps
        last = steps >= args.timesteps
        if steps >= next_snapshot:
            next_snapshot += args.snapshot_every
            pool.add_past_self(weights_of(model), steps)
        if steps >= next_eval or last:
            next_eval += args.eval_every
            weights = weights_of(model)
            found: dict[str, Any] = {"steps": steps, "seconds": time.perf_counter() - began}
            for name, rival in rivals.items():
                strength: Strength = measure(
                    spec,
                    PolicyAgent(info, weights),
                    rival,
                    num_players=players,
                    games=args.eval_games,
                    seed=10**9,
                    options=options,
                )
                found[name] = asdict(strength)
                model.logger.record(f"eval/{name}", strength.share)
            curve.append(found)
            score = float(np.mean([found[name]["share"] for name in rivals]))
            summary = {"command": sys.argv, "args": plain_args(args), "curve": curve}
            saved = ModelInfo(**{**info.__dict__, "training": {"steps": steps, **found}})
            card = f"# {spec.title}, {players} players\n\nTrained for {steps} steps.\n"
            write_model(args.out / "last", saved, weights, card)
            if score >= best:
                best = score
                write_model(args.out / "best", saved, weights, card)
            (args.out / "result.json").write_text(json.dumps(summary, indent=2))
            speed = steps / (time.perf_counter() - began)
            shares = " ".join(f"{name} {found[name]['share']:.3f}" for name in rivals)
            pools = " ".join(f"{r.name}:{r.share:.2f}" for r in pool.rivals)
            print(f"{steps:>10} {speed:8.0f}/s  {shares}  | {pools}", flush=True)
        model.logger.dump(steps)
    return {"curve": curve}


def plain_args(args: Args) -> dict[str, Any]:
    """The arguments as JSON values."""
    return json.loads(json.dumps(asdict(args), default=str))  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
