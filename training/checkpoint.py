"""Checkpoints: all that a run needs to go on exactly where it was, written whole or not at all.

They hold tensors, arrays and JSON, and are read without running code from them. They are still only
for one's own runs: what they say is trusted to fit.
"""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from cheese_envs.agents.model_files import replace_folder
from training.args import Args, TrainingError, from_plain

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

    from training.self_play import Pool
    from training.vec_env import SelfPlayVecEnv

FORMAT = "cheese-checkpoint/1"
FOLDER = "checkpoints"
LEARNER, GAMES, POOL, ABOUT = "learner.pt", "games.npz", "pool.npz", "run.json"
KEPT = 2


def newest(run: Path) -> Path:
    """The last whole checkpoint of a run."""
    found = sorted(path for path in (run / FOLDER).glob("[0-9]*") if (path / ABOUT).is_file())
    if not found:
        raise TrainingError(f"{run} holds no run to resume: there is no checkpoint in it yet")
    return found[-1]


def read_about(checkpoint: Path) -> dict[str, Any]:
    """What a checkpoint says in JSON."""
    try:
        about = json.loads((checkpoint / ABOUT).read_text(encoding="utf-8"))
        if about["format"] != FORMAT:
            raise TrainingError(f"{checkpoint} is of another format: {about['format']!r}")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TrainingError(f"{checkpoint / ABOUT} cannot be read: {error}") from None
    return about  # type: ignore[no-any-return]


def saved_args(run: Path) -> Args:
    """The arguments that a run was begun with."""
    if not run.is_dir():
        raise TrainingError(f"there is no folder {run} to resume")
    return from_plain(read_about(newest(run))["args"])


def save(
    run: Path,
    args: Args,
    model: MaskablePPO,
    games: SelfPlayVecEnv,
    pool: Pool,
    progress: dict[str, Any],
) -> None:
    """Write a checkpoint, then remove all but the last few."""
    _, keys, *rest = np.random.get_state()  # noqa: NPY002  (SB3 shuffles by these)
    about = {
        "format": FORMAT,
        "args": args.to_plain(),
        "progress": progress,
        "num_timesteps": model.num_timesteps,
        "numpy_luck": [int(rest[0]), int(rest[1]), float(rest[2])],
        "games_luck": games.luck.bit_generator.state,
        "pool_luck": pool.luck.bit_generator.state,
        "lineup": pool.lineup.tolist(),
        "rivals": [
            {"name": rival.name, "share": rival.share, "games": rival.games}
            for rival in pool.rivals
        ],
        "state_dtype": str(games.batch.states.dtype),
    }
    learner = io.BytesIO()
    torch.save({"model": model.get_parameters(), "luck": torch.get_rng_state()}, learner)
    replace_folder(
        run / FOLDER / f"{model.num_timesteps:012d}",
        {
            LEARNER: learner.getvalue(),
            GAMES: _arrays(
                states=np.frombuffer(games.batch.states.tobytes(), np.uint8),
                seats=games.seats,
                rivals=games.rivals,
                numpy_keys=keys,
            ),
            POOL: _arrays(
                **{
                    f"{place}/{name}": tensor
                    for place, rival in enumerate(pool.rivals)
                    for name, tensor in (rival.weights or {}).items()
                }
            ),
            ABOUT: json.dumps(about).encode(),
        },
    )
    for old in sorted((run / FOLDER).glob("[0-9]*"))[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    for torn in (run / FOLDER).glob(".*"):  # left by a run that was killed while it wrote
        shutil.rmtree(torn, ignore_errors=True)


def _arrays(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def load(run: Path, model: MaskablePPO, games: SelfPlayVecEnv, pool: Pool) -> dict[str, Any]:
    """Put everything back as it was, and return the progress."""
    checkpoint = newest(run)
    about = read_about(checkpoint)
    batch = games.batch
    if about["state_dtype"] != str(batch.states.dtype):
        raise TrainingError(f"{checkpoint} was made by another version of {batch.game.name}")
    try:
        learner = torch.load(checkpoint / LEARNER, weights_only=True)
        with np.load(checkpoint / GAMES, allow_pickle=False) as arrays:
            states = np.frombuffer(arrays["states"].tobytes(), batch.states.dtype)
            seats, rivals, keys = (arrays[name] for name in ("seats", "rivals", "numpy_keys"))
        with np.load(checkpoint / POOL, allow_pickle=False) as arrays:
            weights = {name: arrays[name] for name in arrays.files}
    except Exception as error:
        raise TrainingError(f"{checkpoint} cannot be read: {error}") from None
    pool.restore(about["rivals"], weights, about["lineup"])
    pool.luck.bit_generator.state = about["pool_luck"]
    games.restore(states, seats, rivals)
    games.luck.bit_generator.state = about["games_luck"]
    model.set_parameters(learner["model"], exact_match=True)
    model.num_timesteps = about["num_timesteps"]
    torch.set_rng_state(learner["luck"])
    np.random.set_state(("MT19937", keys, *about["numpy_luck"]))  # noqa: NPY002
    return about["progress"]  # type: ignore[no-any-return]
