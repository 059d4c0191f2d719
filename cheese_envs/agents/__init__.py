"""Players to play against: `load("random")`, `load("heuristic")`."""

from cheese_envs.agents.agent import Agent, act_games
from cheese_envs.agents.loader import load

__all__ = ["Agent", "act_games", "load"]
