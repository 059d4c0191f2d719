"""What can be asked for: every option, the presets of each game, and what makes no sense."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

import tyro

from cheese_envs.agents.model_files import MAX_CHANNELS, MAX_LAYERS, check_inputs
from cheese_envs.registry import GAMES, game_spec

CONFIGS = Path(__file__).parent / "configs"
PATHS = ("out", "start")
# What may differ when a run is taken up again.
CHANGEABLE = ("timesteps", "resume", "threads", "eval_games", "quiet")


class TrainingError(ValueError):
    """Something asked for that cannot be done; the message is for the user."""


@dataclass(frozen=True)
class Args:
    """Train a player by self-play, with PPO and masked actions.

    What is not given is taken from the game's preset (training/configs/GAME.toml), and what is not
    there from the defaults below.
    """

    game: str = "cheese_rescue"
    """The game: cheese_rescue, au_secours, rattrapez_le or drole_de_fromage."""
    players: int = 2
    """How many players."""
    options: str = "{}"
    """The game's own options, as JSON: '{"area": "fixed", "reward": "score"}'."""
    timesteps: float = 2e6
    """How many decisions the learner makes in all."""
    seed: int = 0
    """Where all luck begins."""
    out: Path | None = None
    """The folder of this run; runs/GAME-Np-seedS if not given."""
    resume: Path | None = None
    """Go on with the run in this folder, exactly where its last checkpoint left it. Only
    --timesteps, --threads, --eval-games and --quiet may be given with it."""

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
    value_weight: float = 0.5
    """How much the value network's error counts against the policy's gain."""
    clip: float = 0.2
    """How far one update may move the policy."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the hidden layers, of the policy and of the value network alike."""
    one_hot: bool = False
    """Take numbers that name things (cells, cards) one-hot."""
    cells: int = 0
    """With --one-hot: width of a layer at each cell that is named, for its actions; 0: none."""
    board: tuple[int, ...] = ()
    """Widths of 3x3 convolutions over the board, shared by policy and value; () for none. The
    policy's hidden layers then stand at every cell."""
    activation: Literal["tanh", "relu"] = "relu"
    """What stands between the layers."""

    opponents: tuple[str, ...] = ("random", "heuristic")
    """Opponents kept in the pool throughout, and measured against: names of agents or folders of
    saved models. The heuristic is left out of a game that has none."""
    self_share: float = 0.5
    """The share of seats taken by the learner as it is now; the rest is drawn from the pool."""
    past_selves: int = 16
    """How many past selves the pool holds; the one beaten most makes room."""
    at_once: int = 4
    """How many of the pool are met in one update. Each costs a pass of its own."""
    snapshot_every: float = 200e3
    """Decisions from one past self to the next."""

    start: Path | None = None
    """Begin with the weights of this saved model (a run's best/), which has the same network."""
    imitate: str | None = None
    """First learn to do as this agent does: heuristic, mcts:200, a saved model, or the folder that
    `training.lessons` gathered its decisions in."""
    imitate_decisions: float = 200e3
    """How many of its decisions to learn from; of a folder, all."""
    imitate_epochs: int = 4
    """How often each of them is learnt from."""
    imitate_noise: float = 0.1
    """How often a random move is played instead, so that more of the game is seen."""

    eval_every: float = 250e3
    """Decisions from one evaluation to the next. An evaluation comes with a checkpoint."""
    eval_games: int = 1000
    """Games in an evaluation against each opponent, greedy and sampled."""
    threads: int = 1
    """Threads of torch. More than one pays only where the cores are free."""
    bfloat16: bool = True
    """Multiply matrices in bfloat16 where the processor has instructions for it: training is faster
    by half, and sums are still in float32."""
    quiet: bool = False
    """Print only what goes wrong."""

    def folder(self) -> Path:
        """Where this run is kept."""
        if self.resume is not None:
            return self.resume
        return self.out or Path("runs") / f"{self.game}-{self.players}p-seed{self.seed}"

    def game_options(self) -> dict[str, Any]:
        """The game's options as a mapping."""
        try:
            found = json.loads(self.options)
        except ValueError as error:
            raise TrainingError(f"--options must be JSON, not {self.options!r}: {error}") from None
        if not isinstance(found, dict):
            raise TrainingError(f"--options must be a JSON object, not {self.options!r}")
        return found

    def to_plain(self) -> dict[str, Any]:
        """The arguments as JSON values."""
        found = asdict(self) | {"resume": None}
        for name in PATHS:
            found[name] = None if found[name] is None else str(found[name])
        return {
            key: list(value) if isinstance(value, tuple) else value for key, value in found.items()
        }


def from_plain(values: dict[str, Any]) -> Args:
    """The arguments that `to_plain` gave, or as a preset has them."""
    known = {field.name for field in fields(Args)}
    unknown = sorted(set(values) - known)
    if unknown:
        raise TrainingError(f"unknown settings: {', '.join(unknown)}")
    made: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in values.items()
    }
    for name in PATHS:
        if made.get(name) is not None:
            made[name] = Path(made[name])
    return Args(**made)


def preset(game: str, players: int, configs: Path = CONFIGS) -> dict[str, Any]:
    """A game's settings: those for any number of players, then those in the table `[Np]`."""
    path = configs / f"{game}.toml"
    if not path.is_file():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TrainingError(f"{path} is not TOML: {error}") from None
    common: dict[str, Any] = {
        key: value for key, value in found.items() if not isinstance(value, dict)
    }
    common.update(found.get(f"{players}p", {}))
    return common


def read_args(words: Sequence[str]) -> Args:
    """The arguments of a command line, on top of the preset or of the run to resume."""
    asked = _first_look(words)
    if asked.resume is not None:
        from training.checkpoint import saved_args

        saved = replace(saved_args(asked.resume), resume=asked.resume)
        args = tyro.cli(Args, args=list(words), default=saved)
        changed = [
            field.name
            for field in fields(Args)
            if field.name not in CHANGEABLE
            and getattr(args, field.name) != getattr(saved, field.name)
        ]
        if changed:
            names = ", ".join("--" + name.replace("_", "-") for name in changed)
            raise TrainingError(f"{names} cannot change when a run is resumed")
    else:
        settings = {"game": asked.game, "players": asked.players}
        settings |= preset(asked.game, asked.players)
        args = tyro.cli(Args, args=list(words), default=from_plain(settings))
    check(args)
    return args


def _first_look(words: Sequence[str]) -> Args:
    """What decides which defaults hold. Help is left to the second look."""
    without_help = [word for word in words if word not in ("-h", "--help")]
    args = tyro.cli(Args, args=without_help)
    if args.game not in GAMES:
        raise TrainingError(f"there is no game {args.game!r}; the games are {', '.join(GAMES)}")
    return args


def check(args: Args) -> None:
    """Refuse what makes no sense before anything is done."""
    spec = game_spec(args.game)
    spec.options(args.players, args.game_options())
    at_least_one = (
        "timesteps games steps batch epochs at_once snapshot_every eval_every eval_games threads"
        " imitate_decisions imitate_epochs"
    )
    for name in at_least_one.split():
        if not getattr(args, name) >= 1:
            raise TrainingError(f"--{_dashed(name)} must be at least 1, not {getattr(args, name)}")
    for name in ["self_share", "gamma", "gae_lambda", "clip", "imitate_noise"]:
        if not 0 <= getattr(args, name) <= 1:
            raise TrainingError(f"--{_dashed(name)} must be from 0 to 1, not {getattr(args, name)}")
    for name in ["lr", "lr_end", "entropy", "value_weight", "past_selves", "seed"]:
        if not 0 <= getattr(args, name) < 2**32:
            raise TrainingError(f"--{_dashed(name)} cannot be {getattr(args, name)}")
    if not args.hidden or not all(1 <= width <= 4096 for width in args.hidden):
        raise TrainingError(f"--hidden must be widths from 1 to 4096, not {args.hidden}")
    if not all(1 <= width <= MAX_CHANNELS for width in args.board):
        raise TrainingError(f"--board must be widths from 1 to {MAX_CHANNELS}, not {args.board}")
    if not 0 <= args.cells <= MAX_CHANNELS:
        raise TrainingError(f"--cells must be from 0 to {MAX_CHANNELS}, not {args.cells}")
    for name in ["hidden", "board"]:
        if len(getattr(args, name)) > MAX_LAYERS:
            raise TrainingError(f"--{name} must be at most {MAX_LAYERS} widths")
    check_inputs(spec, args.players, args.one_hot, args.cells, args.board)
    if args.batch > args.games * args.steps:
        raise TrainingError(
            f"--batch {args.batch} is more than an update holds:"
            f" {args.games} games × {args.steps} steps"
        )
    if not args.opponents and args.self_share < 1 and args.past_selves == 0:
        raise TrainingError("--opponents and --past-selves leave nobody to meet: --self-share 1")


def _dashed(name: str) -> str:
    return name.replace("_", "-")
