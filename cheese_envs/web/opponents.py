"""Which agents a page may ask for, and what they make of a position.

The command line may name any agent, a folder among them; a page only what is offered here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cheese_envs.agents import Agent, load
from cheese_envs.core.errors import OptionError
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec

MOST_SEARCH = 2000
SEARCHES = ("mcts:50", "mcts:200", "mcts:1000")
SEARCH_NAME = re.compile(r"mcts:([1-9][0-9]{0,3})")
DEFAULT_HINTS = "mcts:200"
SHOWN_NAME = 80  # characters of a name quoted back


class Opponents:
    """The agents of one server: those everybody has, and those its command line named."""

    def __init__(self, given: Sequence[str] = (), hints: str | None = None) -> None:
        self._given = {shown_name(name): name for name in given}
        self._hints = hints or DEFAULT_HINTS

    def offered(self, game: str, players: int) -> list[str]:
        """The names to choose from on the page for a game."""
        from cheese_envs.agents.policy import shipped_models

        names = ["random"]
        names += ["heuristic"] if game_spec(game).heuristic is not None else []
        names += [*SEARCHES, *_of_game(shipped_models(), game, players)]
        return names + [name for name in self._given if name not in names]

    def check_offered(self, name: str, game: str, players: int) -> None:
        """Refuse what a page may not ask for."""
        search = SEARCH_NAME.fullmatch(name)
        if search is not None and int(search[1]) <= MOST_SEARCH:
            return
        offered = self.offered(game, players)
        if name not in offered:
            raise OptionError(
                f"there is no opponent {name[:SHOWN_NAME]!r} here; there are {', '.join(offered)}"
                f" (a search takes up to mcts:{MOST_SEARCH})"
            )

    def load(self, name: str) -> Agent:
        """The agent of an offered name."""
        return load(self._given.get(name, name))

    def load_hints(self) -> Agent:
        """The agent that gives hints."""
        return load(self._hints)


def shown_name(spec: str) -> str:
    """An agent's name as the page shows it: of a folder, its last parts and not where it lies."""
    path = Path(spec)
    return spec if len(path.parts) < 2 else "/".join(path.parts[-2:]).lstrip("/.")


def _of_game(models: Sequence[str], game: str, players: int) -> list[str]:
    return [name for name in models if name.startswith(f"{game}/{players}p")]


def act(agent: Agent, env: RawEnv) -> int:
    """The agent's action for the player to move."""
    seen = env.observe(env.agent_selection)
    return agent.act(seen["observation"], seen["action_mask"])


def preferences(agent: Agent, env: RawEnv) -> list[tuple[int, float]]:
    """Actions of the player to move with how much the agent leans to each, the best first."""
    weights = _weights(agent, env)
    order = np.argsort(-weights, kind="stable")
    return [(int(action), float(weights[action])) for action in order if weights[action] > 0]


def _weights(agent: Any, env: RawEnv) -> Any:
    seen = env.observe(env.agent_selection)
    if not hasattr(agent, "weights"):  # a rule of thumb names one action
        return np.eye(len(seen["action_mask"]))[act(agent, env)]
    if hasattr(agent, "info"):  # a saved model judges by what its player sees
        found = agent.weights(seen["observation"], seen["action_mask"])
    else:  # a search is handed the game, of which it may use what the player knows
        found = agent.weights(env)
    shares = np.asarray(found, np.float64)
    return shares / shares.sum()
