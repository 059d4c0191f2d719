"""Decisions of a teacher to learn from: `python -m training.lessons --teacher mcts:1000`.

They are kept in parts, each of games of its own and written whole, so that gathering can be stopped
at any moment and goes on with the next part. Safetensors: reading them runs no code.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from numpy.typing import NDArray

from cheese_envs.agents import Agent, act_games, load
from cheese_envs.agents.mcts import MctsAgent
from cheese_envs.core.batch import Batch
from cheese_envs.core.files import write_whole
from cheese_envs.registry import game_spec
from training.args import TrainingError

FORMAT = "cheese-lessons/1"
MOST_CHOICES = 16  # of one decision that are kept
GAMES, STEPS = 1024, 64  # of a part
PART = GAMES * STEPS
MOST_DECISIONS = 1e9
OPTIONS = ("game", "players", "teacher", "noise", "seed", "decisions", "out")


@dataclass(frozen=True)
class Lessons:
    """What a teacher saw and might do, how it leant, and what its seat got in the end."""

    observations: NDArray[np.int8]  # [N, OBSERVATION]
    masks: NDArray[np.uint8]  # [N, ACTIONS / 8]: bits
    choices: NDArray[np.int16]  # [N, up to MOST_CHOICES]: actions, the one taken first
    shares: NDArray[np.float32]  # the same shape: how much the teacher leans to each; they sum to 1
    rewards: NDArray[np.float32]  # [N]; nan where the game was not played out

    def __len__(self) -> int:
        return len(self.rewards)


def watch(
    teacher: Agent, batch: Batch, decisions: int, noise: float, luck: np.random.Generator
) -> Lessons:
    """Let a teacher play all seats; a random move now and then leads it off its usual ways."""
    teacher.bind(batch)
    seen, allowed, choices, shares, seats = [], [], [], [], []
    finished: list[tuple[int, NDArray[np.bool_], NDArray[np.float32]]] = []
    count = max(1, -(-decisions // batch.batch_size))
    for step in range(count):
        taken, leaning = _leaning(teacher, batch)
        seen.append(batch.observations.copy())
        allowed.append(np.packbits(batch.action_masks, axis=1))
        choices.append(taken)
        shares.append(leaning)
        seats.append(batch.players.copy())
        stray = luck.random(batch.batch_size) < noise
        batch.step(np.where(stray, batch.sample(), taken[:, 0]))
        over = batch.terminated | batch.truncated
        if over.any():
            finished.append((step, over, batch.rewards.copy()))
    return Lessons(
        np.concatenate(seen),
        np.concatenate(allowed),
        np.concatenate(choices),
        np.concatenate(shares),
        _rewards(np.stack(seats), finished).reshape(-1),
    )


def _leaning(teacher: Agent, batch: Batch) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """The teacher's choices in each game, the one it takes first, and their shares."""
    rows = np.arange(batch.batch_size)
    if not isinstance(teacher, MctsAgent):
        actions = act_games(teacher, batch, rows)
        return actions[:, None].astype(np.int16), np.ones((len(rows), 1), np.float32)
    actions, visits = teacher.search_games(batch, rows)
    weights = visits.astype(np.float32)
    # A move that wins at once is taken however seldom it was tried.
    sure = weights[rows, actions] < weights.max(axis=1)
    weights[sure] = 0.0
    weights[rows, actions] += 0.5  # first among equals
    choices = np.argsort(-weights, axis=1, kind="stable")[:, :MOST_CHOICES]
    kept = np.take_along_axis(weights, choices, axis=1)
    return choices.astype(np.int16), kept / kept.sum(axis=1, keepdims=True)


def _rewards(
    seats: NDArray[np.int8], finished: list[tuple[int, NDArray[np.bool_], NDArray[np.float32]]]
) -> NDArray[np.float32]:
    """What each decision's seat got in the end. seats: [STEPS, B]."""
    rewards = np.full(seats.shape, np.nan, np.float32)
    begun = np.zeros(seats.shape[1], np.int64)  # the step each game's present round began at
    for step, over, paid in finished:
        for game in np.flatnonzero(over):
            played = slice(begun[game], step + 1)
            rewards[played, game] = paid[game, seats[played, game]]
        begun[over] = step + 1
    return rewards


@dataclass(frozen=True)
class Args:
    """Gather decisions of a teacher, for `python -m training.train --imitate FOLDER`."""

    game: str = "cheese_rescue"
    """The game."""
    players: int = 2
    """How many players."""
    teacher: str = "mcts:1000"
    """Whose decisions: an agent's name or a model's folder. It plays all seats."""
    decisions: float = 1e6
    """How many, in all. Asked again with more, it gathers what is missing."""
    noise: float = 0.1
    """How often a random move is played instead, so that more of the game is seen."""
    seed: int = 10**8
    """Where all luck begins."""
    out: Path | None = None
    """The folder; runs/lessons-GAME-Np if not given."""

    def folder(self) -> Path:
        """Where the lessons are kept."""
        return self.out or Path("runs") / f"lessons-{self.game}-{self.players}p"

    def about(self) -> dict[str, str]:
        """What must be the same in every part."""
        return {
            "format": FORMAT,
            "game": self.game,
            "players": str(self.players),
            "teacher": self.teacher,
            "noise": str(self.noise),
            "seed": str(self.seed),
        }


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    args = tyro.cli(Args, args=words)
    try:
        gather(args)
    except KeyboardInterrupt:
        print("lessons: stopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"lessons: {error}", file=sys.stderr)
        return 2
    return 0


def gather(args: Args) -> None:
    """Play and write the parts that are not there yet."""
    from rich.progress import track

    if not 0 <= args.noise <= 1 or not 1 <= args.decisions <= MOST_DECISIONS:
        raise TrainingError(
            f"--noise must be from 0 to 1, and --decisions from 1 to {MOST_DECISIONS:,.0f}"
        )
    spec = game_spec(args.game)
    players, _ = spec.options(args.players, {})
    teacher = load(args.teacher)
    folder = args.folder()
    folder.mkdir(parents=True, exist_ok=True)
    count = -(-int(args.decisions) // PART)
    for number in track(range(count), f"{args.teacher} plays {args.game}"):
        place = folder / f"{number:06d}.safetensors"
        if place.exists():
            _check_about(place, args.about())
            continue
        seed = args.seed + number * GAMES
        teacher.seed(seed)
        batch = Batch(spec, GAMES, num_players=players, seed=seed)
        luck = np.random.Generator(np.random.PCG64(seed))
        write_whole(place, _part(watch(teacher, batch, PART, args.noise, luck), args.about()))


def _part(lessons: Lessons, about: dict[str, str]) -> bytes:
    from safetensors.numpy import save

    return bytes(
        save({field.name: getattr(lessons, field.name) for field in fields(Lessons)}, about)
    )


def is_folder(place: Path) -> bool:
    """Whether lessons are kept there."""
    return next(place.glob("[0-9]*.safetensors"), None) is not None


def command(folder: Path, decisions: int) -> str:
    """The command that gathers the lessons of a folder."""
    about = _read_about(_parts(folder)[0])
    asked = about | {"decisions": str(decisions), "out": str(folder)}
    words = [word for key in OPTIONS for word in (f"--{key}", asked[key])]
    return shlex.join(["python", "-m", "training.lessons", *words])


def read(folder: Path, game: str, players: int) -> Lessons:
    """All the lessons of a folder, which must be of this game, and of one teacher."""
    places = _parts(folder)
    if not places:
        raise TrainingError(f"{folder} holds no lessons: gather some with training.lessons")
    wanted = _read_about(places[0]) | {"format": FORMAT, "game": game, "players": str(players)}
    parts = [_read_part(place, wanted) for place in places]
    spec = game_spec(game)
    for place, part in zip(places, parts, strict=True):
        _check_part(place, part, spec.observation_size(players), spec.action_size(players))
    return Lessons(
        *(np.concatenate([part[field.name] for part in parts]) for field in fields(Lessons))
    )


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9]*.safetensors"))


def _check_part(place: Path, part: dict[str, NDArray[Any]], seen: int, actions: int) -> None:
    """Refuse what would spoil the network that learns from it."""
    count = len(part["rewards"])
    wide = min(MOST_CHOICES, actions), 1
    shapes = {
        "observations": (np.int8, (count, seen)),
        "masks": (np.uint8, (count, -(-actions // 8))),
        "choices": (np.int16, (count, wide[part["choices"].shape[-1] == 1])),
        "shares": (np.float32, part["choices"].shape),
        "rewards": (np.float32, (count,)),
    }
    for name, (kind, shape) in shapes.items():
        if part[name].dtype != kind or part[name].shape != shape:
            raise TrainingError(
                f"{place}: {name} must be {np.dtype(kind)} of shape {shape},"
                f" not {part[name].dtype} of shape {part[name].shape}"
            )
    choices, shares = part["choices"].astype(np.int64), part["shares"]
    if not ((choices >= 0) & (choices < actions)).all():
        raise TrainingError(f"{place}: its choices are not all actions from 0 to {actions - 1}")
    bits = np.take_along_axis(part["masks"], choices >> 3, axis=1) >> (7 - (choices & 7)) & 1
    if not ((shares >= 0) & (shares <= 1) & ((shares == 0) | (bits == 1))).all():
        raise TrainingError(f"{place}: its shares must be from 0 to 1, and 0 for what is illegal")
    if np.isinf(part["rewards"]).any():
        raise TrainingError(f"{place}: its rewards are not all finite")


def _read_part(place: Path, wanted: dict[str, str]) -> dict[str, NDArray[Any]]:
    """The arrays of a part, if it is what is wanted."""
    from safetensors.numpy import load

    _check_about(place, wanted)
    names = {field.name for field in fields(Lessons)}
    arrays = load(place.read_bytes())
    if set(arrays) != names:
        raise TrainingError(f"{place} holds {sorted(arrays)}, not {sorted(names)}")
    return arrays


def _check_about(place: Path, wanted: dict[str, str]) -> None:
    about = _read_about(place)
    off = [key for key in wanted if about.get(key) != wanted[key]]
    if off:
        told = ", ".join(f"{key} {about.get(key)!r}, not {wanted[key]!r}" for key in off)
        raise TrainingError(f"{place} is of {told}")


def _read_about(place: Path) -> dict[str, str]:
    """What a part says of itself."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(place, "np") as file:
            return dict(file.metadata() or {})
    except SafetensorError as error:
        raise TrainingError(f"{place} is no safetensors file: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
