"""Multi-agent reinforcement-learning environments from four French table games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cheese_envs.core.errors import IllegalActionError
from cheese_envs.registry import GAMES, register_all

if TYPE_CHECKING:
    from cheese_envs.core.batch import Batch
    from cheese_envs.faces.solo import SoloEnv
    from cheese_envs.faces.vector import SeatVectorEnv

__all__ = ["GAMES", "IllegalActionError", "make_batch", "make_solo", "make_vector"]

__version__ = "0.1.0"


def make_batch(
    game: str,
    batch_size: int,
    *,
    num_players: int = 2,
    seed: int | None = 0,
    threads: int | None = None,
    **options: Any,
) -> Batch:
    """Many games stepped together; see `cheese_envs.core.batch.Batch`."""
    from cheese_envs.core.batch import Batch
    from cheese_envs.registry import game_spec

    spec = game_spec(game)
    return Batch(spec, batch_size, num_players=num_players, seed=seed, threads=threads, **options)


def make_solo(
    game: str, *, num_players: int = 2, seat: int = 0, opponents: Any = "random", **options: Any
) -> SoloEnv:
    """A Gymnasium env for one seat; the other seats are played by opponents."""
    from cheese_envs.faces.solo import SoloEnv
    from cheese_envs.registry import game_spec

    return SoloEnv(game_spec(game), num_players, seat=seat, opponents=opponents, **options)


def make_vector(
    game: str,
    num_envs: int = 1,
    *,
    num_players: int = 2,
    seat: int = 0,
    opponents: Any = "random",
    threads: int | None = None,
    **options: Any,
) -> SeatVectorEnv:
    """A Gymnasium VectorEnv of one seat in many games, on the batched engine."""
    from cheese_envs.faces.vector import SeatVectorEnv
    from cheese_envs.registry import game_spec

    return SeatVectorEnv(
        game_spec(game),
        num_envs,
        num_players=num_players,
        seat=seat,
        opponents=opponents,
        threads=threads,
        **options,
    )


def __getattr__(name: str) -> Any:
    """`cheese_envs.agents` and the games' modules, imported when first asked for."""
    if name == "agents" or name.removesuffix("_v0") in GAMES:
        from importlib import import_module

        return import_module(f"cheese_envs.{name}")
    raise AttributeError(f"module 'cheese_envs' has no attribute {name!r}")


register_all()
