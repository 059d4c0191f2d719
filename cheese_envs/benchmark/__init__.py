"""The benchmark: one agent over a fixed set of tasks, and a score card that people can compare.

A task is a game, a number of players, an opponent in all other seats, and fixed deals. Every deal
is played under each rotation of the seats. `suite.py` has the tasks, `Run` plays them.
"""

from .card import Card, Result, Summary, to_json
from .contestant import Contestant, enter
from .run import Run
from .suite import SUITE, Suite, Task, select

__all__ = [
    "SUITE",
    "Card",
    "Contestant",
    "Result",
    "Run",
    "Suite",
    "Summary",
    "Task",
    "enter",
    "select",
    "to_json",
]
