"""An agent from its name. What an agent needs is imported when it is asked for."""

from __future__ import annotations

import os

from cheese_envs.agents.agent import Agent
from cheese_envs.agents.heuristic import HeuristicAgent
from cheese_envs.agents.random import RandomAgent

MCTS = "mcts:"


def load(spec: str | os.PathLike[str]) -> Agent:
    """The agent that a name stands for, or the saved model in a folder or of a shipped name."""
    if not isinstance(spec, str | os.PathLike):
        raise ValueError(f"an agent is named by a string or a path, not {spec!r:.80}")
    if spec == "random":
        return RandomAgent()
    if spec == "heuristic":
        return HeuristicAgent()
    if isinstance(spec, str) and spec.startswith(MCTS):
        from cheese_envs.agents.mcts import MctsAgent

        return MctsAgent.from_words(spec.removeprefix(MCTS))
    from cheese_envs.agents.policy import load_policy

    return load_policy(spec)
