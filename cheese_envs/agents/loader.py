"""An agent from its name."""

from __future__ import annotations

from collections.abc import Callable

from cheese_envs.agents.agent import Agent
from cheese_envs.agents.heuristic import HeuristicAgent
from cheese_envs.agents.random import RandomAgent

BY_NAME: dict[str, Callable[[], Agent]] = {"random": RandomAgent, "heuristic": HeuristicAgent}


def load(spec: str) -> Agent:
    """The agent that a name stands for."""
    if spec not in BY_NAME:
        raise ValueError(f"there is no agent {spec!r}; there are {', '.join(BY_NAME)}")
    return BY_NAME[spec]()
