"""A game's rule-of-thumb player, from its `heuristic.py`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents.agent import decisions
from cheese_envs.core.spec import GameSpec
from cheese_envs.registry import GAMES, game_spec


class HeuristicAgent:
    """Knows the game by its env once bound, and else by the sizes of what it is shown."""

    def __init__(self) -> None:
        self._spec: GameSpec | None = None
        self._config: NDArray[Any] | None = None
        self._sizes = (0, 0)  # of the observation and the actions
        self._bound = False

    def bind(self, env: Any) -> None:
        """Play by the options of an env, batch or solo env."""
        inner = getattr(env, "unwrapped", env)
        self._take(inner.game, inner.num_players, inner.options)
        self._bound = True

    def _take(self, spec: GameSpec, num_players: int, options: dict[str, Any]) -> None:
        if spec.heuristic is None:
            raise ValueError(f"{spec.name} has no heuristic player yet")
        self._spec, self._config = spec, spec.make_config(num_players, options)
        self._sizes = spec.observation_size(num_players), spec.action_size(num_players)

    def seed(self, seed: int) -> None:
        """The rule of thumb has no luck."""

    def act(self, observation: NDArray[np.int8], action_mask: NDArray[Any]) -> int:
        return int(self.act_batch(np.asarray(observation)[None], np.asarray(action_mask)[None])[0])

    def act_batch(
        self, observations: NDArray[np.int8], action_masks: NDArray[Any]
    ) -> NDArray[np.int64]:
        seen, allowed = decisions(observations, action_masks)
        spec = self._game_of((seen.shape[1], allowed.shape[1]))
        actions = np.empty(seen.shape[0], np.int64)
        spec.loops.choose_games(seen, allowed, self._config, actions)
        return actions

    def _game_of(self, sizes: tuple[int, int]) -> GameSpec:
        """The game of what is shown; a kernel must not be handed that of another."""
        if sizes != self._sizes:
            if self._bound:
                raise ValueError(
                    "this agent plays a game with {} observations and {} actions,"
                    " not one with {} and {}".format(*self._sizes, *sizes)
                )
            self._guess(*sizes)
        assert self._spec is not None
        return self._spec

    def _guess(self, observation: int, actions: int) -> None:
        for name in GAMES:
            spec = game_spec(name)
            for count in spec.player_counts:
                sizes = spec.observation_size(count), spec.action_size(count)
                if sizes == (observation, actions):
                    self._take(spec, *spec.options(count, {}))
                    return
        raise ValueError(f"no game has {observation} observations and {actions} actions")
