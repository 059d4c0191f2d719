"""What `python -m training.best_response` found out about a model, to go with its card."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cheese_envs.arena import Estimate
from cheese_envs.core import plain
from cheese_envs.registry import GAMES, game_spec

from .contestant import Contestant

FORMAT = "cheese-best-response/1"
LARGEST = 2**20  # bytes
DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class BestResponse:
    """A player trained against nothing but a frozen model, and its points against it.

    The best there is wins at least as much: the points are a lower bound on what can be won.
    """

    game: str
    players: int
    model: str
    sha256: str  # of the model's weights
    manner: str  # how it chose: greedy, or sampled
    steps: int  # decisions of training
    seed: int
    games: int
    points: Estimate
    command: str
    package: str

    def to_json(self) -> str:
        """For programs, and for `cheese-envs benchmark --with-best-response`."""
        content = {"format": FORMAT, **asdict(self)}
        return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read(path: Path) -> BestResponse:
    """A best response from its file, or a ValueError that says what does not fit."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"{path} is too large to be a best response")
    try:
        found = json.loads(data.decode())
    except (ValueError, RecursionError):
        raise ValueError(f"{path} is no JSON") from None
    try:
        return _check(found)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None


def _check(found: Any) -> BestResponse:
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"it is no {FORMAT}, which `python -m training.best_response` writes")
    names = ("format", *BestResponse.__dataclass_fields__)
    values = dict(plain.fields(found, "it", names, error=ValueError))
    del values["format"]
    for name in ("model", "manner", "command", "package", "sha256"):
        if not isinstance(values[name], str) or len(values[name]) > 10_000:
            raise ValueError(f"{name} must be words, not {plain.brief(values[name])}")
    if not DIGEST.fullmatch(values["sha256"]):
        raise ValueError("sha256 must be 64 hexadecimal digits")
    game = plain.choice(values["game"], "game", GAMES, error=ValueError)
    values["players"] = game_spec(game).options(values["players"], {})[0]
    for name in ("steps", "seed", "games"):
        values[name] = plain.whole(values[name], name, 0, error=ValueError)
    values["points"] = _estimate(values["points"])
    return BestResponse(**values)


def _estimate(found: Any) -> Estimate:
    values = plain.fields(found, "points", ("mean", "low", "high"), error=ValueError)
    low, mean, high = (values[name] for name in ("low", "mean", "high"))
    numbers = [one for one in (low, mean, high) if one is not None]
    fine = mean is not None and (low is None) == (high is None)
    fine = fine and all(type(one) in (int, float) and 0 <= one <= 1 for one in numbers)
    if not fine or numbers != sorted(numbers):
        raise ValueError("points must be a mean from 0 to 1 within its interval")
    return Estimate(mean, low, high)


def check_about(found: BestResponse, contestant: Contestant) -> None:
    """Refuse a best response to some other model."""
    if not any(
        (part.sha256, part.manner) == (found.sha256, found.manner) for part in contestant.parts
    ):
        raise ValueError(
            f"the best response to {found.model} ({found.manner}) is to none of the models measured"
            " here: they have other weights, or choose in another manner"
        )
