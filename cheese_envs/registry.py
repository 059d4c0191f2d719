"""Finds the games in `games/`, gives their GameSpec, registers Gymnasium and PettingZoo ids."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from cheese_envs import games

if TYPE_CHECKING:
    from cheese_envs.core.spec import GameSpec


def _find_games() -> tuple[str, ...]:
    names = [module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg]
    return tuple(
        sorted(names, key=lambda name: importlib.import_module(f"{games.__name__}.{name}").POSITION)
    )


GAMES: tuple[str, ...] = _find_games()


def game_spec(game: str) -> GameSpec:
    """The spec of a game by its name, with or without the version (`cheese_rescue_v0`)."""
    name = game.removesuffix("_v0") if isinstance(game, str) else game
    if name not in GAMES:
        raise ValueError(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    return importlib.import_module(f"{games.__name__}.{name}.spec").SPEC  # type: ignore[no-any-return]


def register_all() -> None:
    """Give every game its Gymnasium and PettingZoo ids; each game is loaded when it is made."""
    import gymnasium
    import pettingzoo

    for name in GAMES:
        gymnasium.register(
            gymnasium_id(name),
            entry_point="cheese_envs:make_solo",
            vector_entry_point="cheese_envs:make_vector",
            kwargs={"game": name},
            disable_env_checker=True,
        )
        if hasattr(pettingzoo, "register"):  # from 1.27 on
            pettingzoo.register("aec", pettingzoo_id(name), f"cheese_envs.{name}_v0:env")


def gymnasium_id(game: str) -> str:
    """`cheese_rescue` as Gymnasium names it."""
    return "cheese_envs/" + "".join(map(str.capitalize, game.split("_"))) + "-v0"


def pettingzoo_id(game: str) -> str:
    """`cheese_rescue` as PettingZoo names it."""
    return f"cheese_envs/{game}-v0"
