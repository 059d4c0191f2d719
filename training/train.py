"""Train a player by self-play: `python -m training.train --game drole_de_fromage --players 2`.

A run's folder holds `best/` and `last/` (saved models), `models/` (one for each evaluation),
`result.json`, `curve.png`, `tensorboard/`, and `checkpoints/`, from which `--resume` goes on.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat

from cheese_envs.agents import Agent, load
from cheese_envs.agents.model_files import ModelInfo, check_size, read_model
from cheese_envs.agents.policy import PolicyAgent, find_model, load_policy
from cheese_envs.core import plain
from cheese_envs.core.batch import Batch
from cheese_envs.core.files import write_whole
from cheese_envs.registry import game_spec
from training import checkpoint, lessons
from training.args import Args, TrainingError, read_args
from training.display import Display
from training.evaluate import measure, plot_curve
from training.export import command, export, network_words, versions
from training.imitate import imitate
from training.network import (
    BoolMaskBuffer,
    LeanPolicy,
    policy_arguments,
    products,
    take_weights,
    weights_of,
)
from training.self_play import Pool
from training.vec_env import SelfPlayVecEnv

NEVER = 2**31  # SB3 is to print and log nothing by itself
TITLE_SLACK = 0.02  # how much the best may lose against the fixed opponents to win the title match


@dataclass
class Progress:
    """How far a run has come, as its checkpoints keep it."""

    seconds: float = 0.0
    next_snapshot: float = 0.0
    next_eval: float = 0.0
    best_steps: int | None = None
    best_mean: float = 0.0
    earlier_steps: int = 0  # of the model it started from
    commands: list[str] = field(default_factory=list)
    curve: list[dict[str, Any]] = field(default_factory=list)


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    try:
        Run(read_args(sys.argv[1:] if words is None else words)).train()
    except (ValueError, OSError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("train: stopped at once; --resume goes on from the last checkpoint", file=sys.stderr)
        return 130
    return 0


class Run:
    """Everything that a training run is made of."""

    def __init__(self, args: Args) -> None:
        self.args = args
        self.folder = args.folder()
        if args.resume is None:
            _take_folder(self.folder)
        torch.set_num_threads(args.threads)
        self.spec = game_spec(args.game)
        self.info = _model_info(args)
        fixed = [
            name
            for name in args.opponents
            if name != "heuristic" or self.spec.heuristic is not None
        ]
        self.pool = Pool(
            fixed,
            self.info,
            past_selves=args.past_selves,
            self_share=args.self_share,
            at_once=args.at_once,
            seed=args.seed,
        )
        self.games = SelfPlayVecEnv(
            self.spec,
            args.games,
            self.pool,
            num_players=self.info.num_players,
            seed=args.seed,
            **self.info.options,
        )
        self.pool.bind(self.games.batch)
        self.yardsticks: dict[str, Agent] = {name: load(name) for name in fixed}
        self.model = MaskablePPO(
            LeanPolicy,
            self.games,
            learning_rate=self._learning_rate,
            n_steps=args.steps,
            batch_size=args.batch,
            n_epochs=args.epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            clip_range=args.clip,
            ent_coef=args.entropy,
            vf_coef=args.value_weight,
            rollout_buffer_class=BoolMaskBuffer,
            policy_kwargs=policy_arguments(
                self.spec,
                self.info.num_players,
                args.hidden,
                args.activation,
                one_hot=args.one_hot,
                cells=args.cells,
                board=args.board,
            ),
            seed=args.seed,
            device="cpu",
        )
        self.progress = Progress(next_snapshot=args.snapshot_every, next_eval=args.eval_every)

    def train(self) -> None:
        """Train to the end, or until interrupted; either way the run can be resumed."""
        args, model = self.args, self.model
        title = f"{self.spec.title}, {self.info.num_players} players: {self.folder}"
        with (
            Display(title, args.quiet) as display,
            Interruption() as interruption,
            products(args.bfloat16),
        ):
            self._begin(display)
            started, before = time.perf_counter(), (self.progress.seconds, model.num_timesteps)
            update, speed = args.games * args.steps, 0.0
            while model.num_timesteps < args.timesteps and not interruption.asked:
                self.pool.set_self(weights_of(model))
                self.pool.draw_lineup()
                model.learn(update, reset_num_timesteps=False, log_interval=NEVER)
                steps = model.num_timesteps
                passed = time.perf_counter() - started
                speed = (steps - before[1]) / passed
                self.progress.seconds = before[0] + passed
                if steps >= self.progress.next_snapshot:
                    self.progress.next_snapshot += args.snapshot_every
                    self.pool.add_past_self(weights_of(model), steps)
                if steps >= self.progress.next_eval or steps >= args.timesteps:
                    while self.progress.next_eval <= steps:
                        self.progress.next_eval += args.eval_every
                    display.evaluated(self._evaluate(), speed)
                    self._keep()
                latest = self.progress.curve[-1] if self.progress.curve else None
                display.show(steps, int(args.timesteps), speed, self.pool, latest)
                model.logger.record("time/decisions_per_second", speed)
                model.logger.dump(steps)
            if interruption.asked:
                self._keep()
                steps = model.num_timesteps
                display.say(f"stopped at {steps:,} decisions; go on with --resume {self.folder}")
            model.logger.close()

    def _begin(self, display: Display) -> None:
        """From a checkpoint, or from nothing or a warm start."""
        board = TensorBoardOutputFormat(str(self.folder / "tensorboard"))
        self.model.set_logger(Logger(str(self.folder), [board]))
        if self.args.resume is not None:
            saved = checkpoint.load(self.folder, self.model, self.games, self.pool)
            self.progress = Progress(**saved)
            self.progress.commands.append(command())
            self.pool.reseed(self.args.seed + self.model.num_timesteps)
            if self.model.num_timesteps >= self.args.timesteps:
                raise TrainingError(
                    f"this run has made its {self.model.num_timesteps:,} decisions;"
                    " ask for more with --timesteps"
                )
            return
        self.progress.commands.append(command())
        if self.args.start is not None:
            self._start_from(self.args.start)
        if self.args.imitate is not None:
            self._imitate(self.args.imitate, display)
        self.pool.set_self(weights_of(self.model))
        self.pool.draw_lineup()
        self.games.reset()
        self.games.hold()
        self._keep()

    def _start_from(self, folder: Path) -> None:
        theirs, weights = read_model(find_model(str(folder)))
        shapes = theirs.shapes()
        if theirs.game != self.info.game or theirs.num_players != self.info.num_players:
            raise TrainingError(
                f"{folder} plays {theirs.num_players}-player {theirs.game},"
                f" not {self.info.num_players}-player {self.info.game}"
            )
        same = shapes.items() <= self.info.shapes().items()
        if theirs.activation != self.info.activation or not same:
            raise TrainingError(
                f"{folder} has another network: {network_words(theirs)} ({theirs.activation}),"
                f" not {network_words(self.info)} ({self.info.activation})"
            )
        take_weights(self.model, weights)
        training = theirs.training
        self.progress.earlier_steps = sum(
            plain.whole(training.get(key, 0), f"{folder}: training.{key}", 0, error=TrainingError)
            for key in ("steps", "earlier_steps")
        )
        self.progress.commands.insert(0, str(training.get("command", "unknown")))

    def _imitate(self, name: str, display: Display) -> None:
        args = self.args
        luck = np.random.Generator(np.random.PCG64(args.seed))
        if lessons.is_folder(Path(name)):
            gathered = lessons.read(Path(name), self.spec.name, self.info.num_players)
            display.say(f"learning from the {len(gathered):,} decisions in {name}")
            self.progress.commands.insert(0, lessons.command(Path(name), len(gathered)))
            imitate(self.model, gathered, args.imitate_epochs, luck, display.say)
            return
        teacher = load(name)
        teacher.seed(args.seed)
        batch = Batch(
            self.spec,
            min(args.games, int(args.imitate_decisions)),
            num_players=self.info.num_players,
            seed=args.seed,
            **self.info.options,
        )
        display.say(f"watching {args.imitate_decisions:,.0f} decisions of {name}")
        seen = lessons.watch(teacher, batch, int(args.imitate_decisions), args.imitate_noise, luck)
        imitate(self.model, seen, args.imitate_epochs, luck, display.say)

    def _evaluate(self) -> dict[str, Any]:
        """Measure the learner, save it, and see whether it is the best so far."""
        args, model, info = self.args, self.model, self.info
        weights = weights_of(model)
        greedy = PolicyAgent(info, weights)
        sampled = PolicyAgent(info, weights, sample=True)
        found: dict[str, Any] = {"steps": model.num_timesteps, "seconds": self.progress.seconds}
        strengths = measure(greedy, info, self.yardsticks, args.eval_games)
        drawn = measure(sampled, info, self.yardsticks, args.eval_games)
        strengths |= {f"{name} (sampled)": one for name, one in drawn.items()}
        found |= {name: asdict(one) for name, one in strengths.items()}
        self.progress.curve.append(found)
        for name, one in strengths.items():
            model.logger.record(f"eval/{name}", one.mean)
        mean = float(np.mean([one.mean for one in strengths.values()])) if strengths else 0.0
        places = [self.folder / "models" / f"{model.num_timesteps:012d}", self.folder / "last"]
        if self._takes_title(greedy, mean):
            self.progress.best_steps, self.progress.best_mean = model.num_timesteps, mean
            places.append(self.folder / "best")
        training = {
            "steps": model.num_timesteps,
            "seconds": self.progress.seconds,
            "earlier_steps": self.progress.earlier_steps,
            "command": " && ".join(self.progress.commands),
            "args": args.to_plain(),
            "versions": versions(),
        }
        said = {name: asdict(one) for name, one in strengths.items()}
        for place in places:
            export(model, info, place, training, said)
        return found

    def _takes_title(self, challenger: Agent, mean: float) -> bool:
        """Whether the learner beats the best so far, without falling against the others."""
        if self.progress.best_steps is None or not (self.folder / "best").is_dir():
            return True
        best = load_policy(self.folder / "best")
        match = measure(challenger, self.info, {"best": best}, self.args.eval_games)["best"]
        self.progress.curve[-1]["against_best"] = match.mean
        even = 1 / self.info.num_players
        return match.mean > even and mean >= self.progress.best_mean - TITLE_SLACK

    def _keep(self) -> None:
        """A checkpoint, and the result so far."""
        progress = asdict(self.progress)
        checkpoint.save(self.folder, self.args, self.model, self.games, self.pool, progress)
        self.pool.reseed(self.args.seed + self.model.num_timesteps)
        result = {
            "commands": self.progress.commands,
            "seed": self.args.seed,
            "args": self.args.to_plain(),
            "versions": versions(),
            "steps": self.model.num_timesteps,
            "finished": self.model.num_timesteps >= self.args.timesteps,
            **{key: value for key, value in progress.items() if key != "commands"},
        }
        write_whole(self.folder / "result.json", (json.dumps(result, indent=2) + "\n").encode())
        if self.progress.curve:
            title = f"{self.spec.title}, {self.info.num_players} players"
            plot_curve(self.progress.curve, self.folder / "curve.png", title)

    def _learning_rate(self, _: float) -> float:
        # SB3 knows only the update it is in; this falls over the whole run.
        done = min(1.0, self.model.num_timesteps / self.args.timesteps) if self._ready() else 0.0
        return self.args.lr + (self.args.lr_end - self.args.lr) * done

    def _ready(self) -> bool:
        return hasattr(self, "model")


class Interruption:
    """Ctrl-C asks the run to save and leave; a second one stops it at once."""

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


def _take_folder(folder: Path) -> None:
    if (folder / checkpoint.FOLDER).exists() or (folder / "result.json").exists():
        raise TrainingError(f"{folder} already holds a run: --resume {folder}, or another --out")
    if folder.exists() and not folder.is_dir():
        raise TrainingError(f"{folder} is no folder")
    folder.mkdir(parents=True, exist_ok=True)


def _model_info(args: Args) -> ModelInfo:
    spec = game_spec(args.game)
    players, options = spec.options(args.players, args.game_options())
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
        one_hot=args.one_hot,
        cells=args.cells,
        board=args.board,
    )
    check_size(info)
    return info


if __name__ == "__main__":
    sys.exit(main())
