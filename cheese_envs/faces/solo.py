"""Gymnasium, one seat: the other seats are played by opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cheese_envs.core import plain, snapshot
from cheese_envs.core.errors import IllegalActionError
from cheese_envs.core.spec import SEEDS, GameSpec
from cheese_envs.faces.rendering import FPS, RENDER_MODES, Rendered, Renderer
from cheese_envs.faces.seat import SeatGames
from cheese_envs.faces.spaces import LegalDiscrete, observation_box


class SoloEnv(gymnasium.Env[Any, Any]):
    """Observations are the seat's int8 vector; what is legal is in `action_masks()`."""

    def __init__(
        self,
        spec: GameSpec,
        /,
        num_players: int = 2,
        *,
        seat: int = 0,
        opponents: Any = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = spec
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": FPS}
        self.render_mode = render_mode
        self._games = SeatGames(spec, 1, num_players, seat, opponents, 1, options)
        batch = self._games.batch
        self.num_players, self.options, self.seat = batch.num_players, batch.options, seat
        self.observation_space = observation_box(spec, batch.num_players)
        self.action_space = LegalDiscrete(spec.action_size(batch.num_players), self.action_masks)
        self._begun = self._over = False
        self._renderer = Renderer(spec, render_mode, perspective=self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game: of this seed, or from the random numbers as they are."""
        seed = None if seed is None else plain.whole(seed, "seed", 0, SEEDS - 1)
        super().reset(seed=seed)
        if seed is not None or not self._over:
            self._games.reset(seed)
        self._begun, self._over = True, False
        if self.render_mode == "human":
            self.render()
        return self._games.batch.observations[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Act, and see the game again at the seat's next turn or at its end."""
        if not self._begun or self._over:
            raise gymnasium.error.ResetNeeded("call reset() before step(): no game is under way")
        last = self._games.batch.action_masks.shape[1] - 1
        whole = plain.whole(action, "action", 0, last, error=IllegalActionError)
        games = self._games
        games.step(np.array([whole]))
        terminated, truncated = bool(games.terminated[0]), bool(games.truncated[0])
        self._over = terminated or truncated
        seen = games.final if games.final is not None else games.batch.observations
        if self.render_mode == "human":
            self.render()
        return seen[0].copy(), float(games.rewards[0]), terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the seat may do now; nothing before a game has begun and once it is over."""
        mask: NDArray[np.bool_] = self._games.batch.action_masks[0].copy()
        return mask & (self._begun and not self._over)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def render(self) -> Rendered:
        """The game as the seat sees it; `ansi` alone is the whole truth."""
        return self._renderer.show(self._snapshot())

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment."""
        return self._renderer.svg(self._snapshot()) if self._begun else None

    def _snapshot(self) -> dict[str, Any]:
        batch = self._games.batch
        states = self._games.finished if self._over else batch.states
        return snapshot.take(self.game, states, batch.config, batch.options)

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()
