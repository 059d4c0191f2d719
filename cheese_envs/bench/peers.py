"""The peers, each in the fastest loop of its own that does the same work.

The same work: random legal moves, the observation of the player to move at every decision, a new
game when one ends. A peer that is not installed, or that fails, does not stop the others.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from . import pgx_peer
from .loops import SEED, RandomPlayer, aec_games
from .ours import cores
from .timing import Chunk, Task

PETTINGZOO_GAMES = ("connect_four_v3", "texas_holdem_v4")
OPENSPIEL_GAMES = ("connect_four", "hanabi", "gin_rummy")
RLCARD_GAMES = ("uno", "leduc-holdem")


def tasks() -> Iterator[Task]:
    """All peers, in the order in which they are measured."""
    for game in PETTINGZOO_GAMES:
        yield _loop_task("PettingZoo", "AEC env", game, pettingzoo)
    for game in OPENSPIEL_GAMES:
        yield _loop_task("OpenSpiel", "Python loop", game, openspiel)
        yield _loop_task("OpenSpiel", "loop, own buffer", game, openspiel_own_buffer)
    for game in RLCARD_GAMES:
        yield _loop_task("RLCard", "Python loop", game, rlcard)
    yield from pgx_peer.tasks(cores())


def _loop_task(name: str, what: str, game: str, prepare: Callable[[str], Chunk]) -> Task:
    return Task(name, what, game, 2, 1, 1, lambda: prepare(game))


def pettingzoo(game: str) -> Chunk:
    """`env()` with its wrappers, in the very loop that ours is measured in."""
    # Texas Hold'em draws with pygame, which greets on stdout and wants a screen.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return aec_games(importlib.import_module(f"pettingzoo.classic.{game}").env())


def openspiel(game: str) -> Chunk:
    """The C++ states driven from Python, with the observation that a state gives."""
    import pyspiel

    return _openspiel(
        pyspiel.load_game(game), lambda state: state.observation_tensor(state.current_player())
    )


def openspiel_own_buffer(game: str) -> Chunk:
    """The same with `Observation.set_from`, which fills one array again and again.

    It spares the Python list of `observation_tensor()`, and is its fastest.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    rules = pyspiel.load_game(game)
    observation = make_observation(rules)
    return _openspiel(rules, lambda state: observation.set_from(state, state.current_player()))


def _openspiel(rules: Any, observe: Callable[[Any], object]) -> Chunk:
    player = RandomPlayer()

    def chunk() -> int:
        state = rules.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_chance(state.chance_outcomes(), player))
                continue
            observe(state)
            state.apply_action(player.among(state.legal_actions()))
            moves += 1
        state.returns()
        return moves

    return chunk


def _chance(outcomes: list[tuple[int, float]], player: RandomPlayer) -> int:
    """An outcome by its probability; quicker for a few outcomes than `random.choices`."""
    left = player.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]


def rlcard(game: str) -> Chunk:
    """`env.step` with the state, observation included, that it gives."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import rlcard as library
    env: Any = library.make(game, config={"seed": SEED})
    player = RandomPlayer()

    def chunk() -> int:
        state, _seat = env.reset()
        moves = 0
        while not env.is_over():
            state, _seat = env.step(player.among(list(state["legal_actions"])))
            moves += 1
        env.get_payoffs()
        return moves

    return chunk
