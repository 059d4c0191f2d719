"""Drôle de Fromage's options: checked, made plain, and laid out for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheese_envs.core import plain
from cheese_envs.core.errors import OptionError
from cheese_envs.games.drole_de_fromage.state import (
    MAX_FACES,
    MAX_GAMES,
    MAX_NUMBER,
    MAX_TURNS,
    MAX_VALUE,
    NOBODY,
    OF_SIZE,
    SIDES,
    SIZE_NAMES,
    SIZES,
    WORMS,
)

STAR = "star"
DEFAULT_DIE = (1, 2, 2, 3, 3, STAR)
DEFAULT_VALUES = {"big": 4, "medium": 2, "small": 2}


def read_options(
    num_players: int,
    *,
    die: Sequence[int | str] = DEFAULT_DIE,
    values: Mapping[str, int] = DEFAULT_VALUES,
    peek: bool = True,
    max_turns: int = 400,
    games: int = 1,
    first_player: int | str = 0,
    reward: str = "win",
) -> dict[str, Any]:
    """The options as plain values, or an OptionError."""
    worth = plain.fields(values, "values", DEFAULT_VALUES)
    read: dict[str, Any] = {
        "die": _read_die(die),
        "values": {
            name: plain.whole(value, f"values[{name!r}]", 0, MAX_VALUE)
            for name, value in worth.items()
        },
        "peek": plain.flag(peek, "peek"),
        "max_turns": plain.whole(max_turns, "max_turns", 1, MAX_TURNS),
        "games": plain.whole(games, "games", 1, MAX_GAMES),
        "first_player": plain.first_player(first_player, num_players),
        "reward": reward,
    }
    if reward == "score" and not any(read["values"].values()):
        raise OptionError("values must not all be 0 with reward='score': there is no score to gain")
    return read


def _read_die(die: Any) -> list[int | str]:
    faces = plain.listing(die, "die")
    if len(faces) > MAX_FACES:
        raise OptionError(f"die must have at most {MAX_FACES} faces, not {len(faces)}")
    read: list[int | str] = []
    for face in faces:
        if isinstance(face, str):
            read.append(plain.choice(str(face), "a face of die that is a word", (STAR,)))
        else:
            read.append(plain.whole(face, "each number of die", 1, MAX_NUMBER))
    if all(face == STAR for face in read):
        raise OptionError(f"die must have at least one number, not {die!r}")
    return read


def possible_rolls(die: Sequence[int | str]) -> list[int]:
    """The numbers of steps a die can give."""
    rolls = {face for face in die if isinstance(face, int)}
    if STAR in die:
        rolls |= {2 * number for number in rolls}
    return sorted(rolls)


def configure(config: Any, num_players: int, options: dict[str, Any]) -> None:
    """Fill the game's own fields of a config record."""
    sides = SIDES[num_players]
    numbers = [face for face in options["die"] if face != STAR]
    values = [options["values"][name] for name in SIZE_NAMES]
    sound = [OF_SIZE[size] - WORMS[size] for size in range(SIZES)]
    config.sides[:num_players] = sides
    config.sitting[:] = NOBODY
    for seat, side in enumerate(sides):
        config.sitting[side] = seat
    config.turns = options["max_turns"] * num_players
    config.games = options["games"]
    config.peek = options["peek"]
    config.values[:] = values
    config.faces = len(options["die"])
    config.numbers = len(numbers)
    config.die[: len(numbers)] = numbers
    best = sum(count * value for count, value in zip(sound, values, strict=True))
    config.top_score = max(1, best * options["games"])
