"""PettingZoo AEC: `RawEnv`; `Env` is the same under guard (`guarded.py`)."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cheese_envs.core import plain
from cheese_envs.core import snapshot as snapshots
from cheese_envs.core.errors import IllegalActionError
from cheese_envs.core.outcome import PLAYING, Outcome
from cheese_envs.core.rng import any_seed
from cheese_envs.core.spec import SEEDS, GameSpec
from cheese_envs.faces.guarded import Env, Observation
from cheese_envs.faces.rendering import FPS, RENDER_MODES, Rendered, Renderer
from cheese_envs.faces.spaces import aec_spaces

__all__ = ["Env", "Move", "Observation", "RawEnv", "Snapshot", "entry_points"]

Move = dict[str, Any]
Snapshot = dict[str, Any]


class RawEnv(AECEnv[str, Observation, int | None]):
    """One game, one player at a time. An illegal action raises; nothing has changed."""

    def __init__(
        self,
        spec: GameSpec,
        /,
        num_players: int = 2,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = spec
        self.num_players, self.options = spec.options(num_players, options)
        self.render_mode = render_mode
        self._renderer = Renderer(spec, render_mode)
        self.metadata = {
            "name": spec.env_name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.num_players)]
        self.observation_spaces, self.action_spaces = aec_spaces(spec, self.possible_agents)
        self._config = spec.make_config(self.num_players, self.options)
        self._states = np.zeros(1, spec.state)
        self._seen = np.zeros((1, spec.observation_size(self.num_players)), np.int8)
        self._mask = np.zeros((1, spec.action_size(self.num_players)), np.bool_)
        self._players = np.zeros(1, np.int8)
        self._rewards = np.zeros((1, self.num_players), np.float32)
        self._seeded = False  # whether the state holds random numbers to go on from
        self._bind()

    def _bind(self) -> None:
        """What one step needs, at hand; made anew in every copy."""
        self._step_one = self.game.loops.step_one
        self._seen_now, self._mask_now = self._seen[0], self._mask[0].view(np.int8)
        self._allowed = memoryview(self._mask[0])
        self._actions = self._mask.shape[1]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: of this seed, or from the random numbers as they are."""
        if seed is None and not self._seeded:
            seed = any_seed()
        seeds = np.zeros(0, np.uint64)
        if seed is not None:
            seeds = np.array([plain.whole(seed, "seed", 0, SEEDS - 1)], np.uint64)
        self._seeded = True
        self.game.loops.reset_games(
            self._states, self._config, seeds, self._seen, self._mask, self._players
        )
        self._take_up()
        if self.render_mode == "human":
            self.render()

    def _take_up(self) -> None:
        """Set PettingZoo's bookkeeping from the state."""
        self._renderer.last = {}
        state = self._states[0]
        over, truncated = state.end != PLAYING, bool(state.end < PLAYING)
        self.agents = self.possible_agents[:]
        self.terminations = dict.fromkeys(self.agents, bool(over and not truncated))
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.game.loops.pay_games(self._states, self._config, self._rewards)
        paid = self._rewards[0].tolist()
        self.rewards = dict(zip(self.agents, paid, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(state.seat)]
        if over:
            self._deads_step_first()

    def step(self, action: int | None) -> None:
        """The selected agent acts; an agent that is done steps with None."""
        agent = self._selected("step")
        try:
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            raise ValueError("the game is over and no agent is left: call reset()") from None
        if over:
            self._was_dead_step(action)
            return
        self._play(action if type(action) is int else self._whole(action))

    def _selected(self, what: str) -> str:
        try:
            return self.agent_selection
        except AttributeError:
            raise AssertionError(f"reset() needs to be called before {what}.") from None

    def _play(self, action: int) -> None:
        if not (0 <= action < self._actions and self._allowed[action]):
            raise IllegalActionError(self._why_illegal(action))
        if self.render_mode is not None:
            self._renderer.note(self.describe(action), int(self._states[0].seat))
        self.infos[self.agent_selection] = {}
        seat = self._step_one(
            self._states, self._config, action, self._seen, self._mask, self._rewards
        )
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _whole(self, action: Any) -> int:
        """An action as an int; IllegalActionError for anything that is no whole number."""
        return plain.whole(
            action,
            f"{self.agent_selection}'s action",
            0,
            self._actions - 1,
            error=IllegalActionError,
        )

    def _why_illegal(self, action: int) -> str:
        if not 0 <= action < self._actions:
            return (
                f"{self.agent_selection} has no action {plain.brief(action)}:"
                f" actions run from 0 to {self._actions - 1}"
            )
        return self.game.explain(self._states[0], self._config[0], action)

    def _end(self) -> None:
        truncated = bool(self._states[0].end < PLAYING)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.rewards = dict(zip(self.agents, self._rewards[0].tolist(), strict=True))
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What a player may see now, and what they may do if it is their turn."""
        self._check_begun("observe")
        # An illegal action ends a game (`Env`) that by the rules would go on; nobody moves then.
        if agent == self.agent_selection and not (
            self.terminations.get(agent, True) or self.truncations.get(agent, True)
        ):
            return {"observation": self._seen_now.copy(), "action_mask": self._mask_now.copy()}
        seat = self._seat(agent)
        seen = np.empty_like(self._seen)
        self.game.loops.observe_seats(self._states, self._config, np.array([seat], np.int8), seen)
        return {"observation": seen[0], "action_mask": np.zeros(self._actions, np.int8)}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the selected agent."""
        agent = self._selected("last")
        over = self.terminations[agent] or self.truncations[agent]
        seen: Observation | None = None
        if observe and not over:  # the view of the player to move is at hand
            seen = {"observation": self._seen_now.copy(), "action_mask": self._mask_now.copy()}
        elif observe:
            seen = self.observe(agent)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _seat(self, agent: Any) -> int:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; they are {self.possible_agents}")
        return self.possible_agents.index(agent)

    def _check_begun(self, what: str) -> None:
        if not hasattr(self, "agent_selection"):
            raise AssertionError(f"reset() needs to be called before {what}.")

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why the game is over; None while it goes on."""
        self._check_begun("outcome")
        return snapshots.outcome(self.game, self._states[0], self.num_players)

    def snapshot(self) -> Snapshot:
        """The whole truth, hidden things included, as plain JSON values."""
        self._check_begun("snapshot")
        return snapshots.take(self.game, self._states, self._config, self.options)

    def restore(self, snapshot: Snapshot) -> None:
        """Take up a snapshot; the random numbers go on as they were."""
        states = snapshots.put(self.game, self._config, self.options, snapshot)
        if not self._seeded:
            self.reset()
        states[0].rng = self._states[0].rng
        self._states[:] = states
        self.game.loops.show_games(
            self._states, self._config, self._seen, self._mask, self._players
        )
        self._take_up()

    def describe(self, action: int) -> Move:
        """An action in words."""
        self._check_begun("describe")
        checked = plain.whole(action, "the action", 0, self._actions - 1, error=ValueError)
        return self.game.describe(self._states[0], self._config[0], checked)

    def encode(self, move: Move) -> int:
        """The action that a move in words means."""
        self._check_begun("encode")
        return self.game.encode(self._states[0], self._config[0], move)

    def legal_moves(self) -> list[Move]:
        """What the player to move may do, in words."""
        self._check_begun("legal_moves")
        state, config = self._states[0], self._config[0]
        return [
            self.game.describe(state, config, int(action))
            for action in np.flatnonzero(self._mask[0])
        ]

    def clone(self, reseed: int | None = None) -> RawEnv:
        """An independent copy that plays on identically, or with other luck to come."""
        twin = copy.deepcopy(self)
        if reseed is not None:
            twin.game.loops.reseed_games(twin._states, _seed_array(reseed))
        return twin

    def redeal(self, agent: str, seed: int) -> RawEnv:
        """A copy in which all that `agent` cannot know is drawn anew, and all luck to come."""
        self._check_begun("redeal")
        seat = np.array([self._seat(agent)], np.int8)
        twin = copy.deepcopy(self)
        twin.game.loops.redeal_games(twin._states, twin._config, seat, _seed_array(seed))
        twin.game.loops.show_games(
            twin._states, twin._config, twin._seen, twin._mask, twin._players
        )
        return twin

    @property
    def render_perspective(self) -> int | None:
        """The seat whose view is drawn; None draws the whole truth."""
        return self._renderer.perspective

    @render_perspective.setter
    def render_perspective(self, seat: int | None) -> None:
        last = self.num_players - 1
        self._renderer.perspective = (
            None if seat is None else plain.whole(seat, "render_perspective", 0, last)
        )

    def render(self) -> Rendered:
        """The game as text (`ansi`), SVG, pixels (`rgb_array`), or in a window (`human`)."""
        return self._renderer.show(self.snapshot())

    def _repr_svg_(self) -> str | None:
        """How a notebook shows the environment."""
        return self._renderer.svg(self.snapshot()) if hasattr(self, "agent_selection") else None

    def close(self) -> None:
        """Close the window, if one is open."""
        self._renderer.close()

    _FAST = ("_step_one", "_seen_now", "_mask_now", "_allowed", "_actions")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self._FAST}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()

    def __repr__(self) -> str:
        return f"{self.game.env_name}(num_players={self.num_players})"


def _seed_array(seed: int) -> NDArray[np.uint64]:
    return np.array([plain.whole(seed, "seed", 0, SEEDS - 1)], np.uint64)


def entry_points(spec: GameSpec) -> tuple[Callable[..., Env], Callable[..., RawEnv]]:
    """A game module's `env` and `raw_env`, whose signatures show the game's options."""

    def env(num_players: int = 2, *, render_mode: str | None = None, **options: Any) -> Env:
        return Env(RawEnv(spec, num_players, render_mode=render_mode, **options))

    def raw_env(num_players: int = 2, *, render_mode: str | None = None, **options: Any) -> RawEnv:
        return RawEnv(spec, num_players, render_mode=render_mode, **options)

    own = [p for name, p in spec.signature.parameters.items() if name != "num_players"]
    for make, words in ((env, "order enforced"), (raw_env, "an illegal action raises")):
        make.__qualname__ = make.__name__
        shown = list(inspect.signature(make).parameters.values())[:2]
        vars(make)["__signature__"] = inspect.Signature([*shown, *own])
        make.__doc__ = f"A game of {spec.title} as a PettingZoo AEC environment: {words}."
        make.__module__ = f"cheese_envs.{spec.env_name}"
    return env, raw_env
