"""Agents from the user's own code: `module:function`. Naming it means trusting that code."""

from __future__ import annotations

import importlib
import inspect
import operator
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents import Agent

PYTHON = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
METHODS = ("act", "act_batch", "bind", "seed")

Decide = Callable[[NDArray[np.int8], NDArray[np.bool_]], int]


class PythonAgentError(ValueError):
    """The user's code cannot be used or went wrong; the message is for the user."""


class FunctionAgent:
    """A function `(observation, action_mask) -> action`, asked once for each decision."""

    def __init__(self, spec: str, decide: Decide) -> None:
        self.name = spec
        self._decide = decide

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        action = self._decide(observation, action_mask)
        try:
            return operator.index(action)
        except TypeError:
            raise PythonAgentError(
                f"{self.name} answered {action!r:.80}, not the number of an action"
            ) from None

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        rows = zip(observations, action_masks, strict=True)
        return np.array([self.act(*row) for row in rows], np.int64)

    def bind(self, env: Any) -> None:
        """A function knows its game by what it is shown."""

    def seed(self, seed: int) -> None:
        """A function with luck must see to it itself."""


def load_python(spec: str) -> Agent:
    """Import `module:function`, from the current folder too.

    The function makes a decision, if it takes an observation and a mask; if it takes nothing, as a
    class may, it gives an agent.
    """
    module_name, _, path = spec.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise PythonAgentError(f"{module_name} cannot be imported: {said(error)}") from error
    for name in path.split("."):
        if not hasattr(found, name):
            raise PythonAgentError(f"{spec}: {module_name} has no {name}")
        found = getattr(found, name)
    if isinstance(found, Agent) and not inspect.isclass(found):
        return found
    if not callable(found):
        raise PythonAgentError(f"{spec} is neither a function nor an agent: {found!r:.80}")
    return _from_callable(spec, found)


def _from_callable(spec: str, found: Callable[..., Any]) -> Agent:
    if _takes(found, 2):
        return FunctionAgent(spec, found)
    if not _takes(found, 0):
        raise PythonAgentError(
            f"{spec} must take an observation and an action mask, or nothing and give an agent"
        )
    try:
        agent = found()
    except (Exception, SystemExit) as error:
        raise PythonAgentError(f"{spec} failed: {said(error)}") from error
    missing = [name for name in METHODS if not callable(getattr(agent, name, None))]
    if missing:
        raise PythonAgentError(
            f"{spec} gave a {type(agent).__name__}, which has no {', '.join(missing)};"
            f" an agent has {', '.join(METHODS)}"
        )
    return agent  # type: ignore[no-any-return]


def _takes(found: Callable[..., Any], count: int) -> bool:
    """Whether it can be called with so many arguments; what has no signature decides."""
    try:
        inspect.signature(found).bind(*[None] * count)
    except ValueError:
        return count == 2
    except TypeError:
        return False
    return True


def said(error: BaseException) -> str:
    """What went wrong and where, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith("<frozen")]
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"
