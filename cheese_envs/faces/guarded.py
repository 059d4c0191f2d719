"""`Env`: a RawEnv that behaves as under PettingZoo's three usual wrappers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

if TYPE_CHECKING:
    from cheese_envs.faces.aec import RawEnv

Observation = dict[str, NDArray[np.int8]]

ILLEGAL_REWARD = -1.0

# PettingZoo carries no types, so its base classes are Any.


class Env(OrderEnforcingWrapper[str, Observation, int | None]):  # type: ignore[misc]
    """RawEnv with the behaviour of PettingZoo's three usual wrappers, in one step instead of three.

    Order is enforced, an action out of bounds fails an assertion, an illegal one ends the game with
    -1 for its player. `unwrapped` is the RawEnv.
    """

    env: RawEnv

    # Plain attributes would be found by __getattr__ only after a miss: slow, and asked every step.
    @property
    def agent_selection(self) -> str:
        return self.env.agent_selection if self._has_reset else self._too_early("agent_selection")

    @property
    def agents(self) -> list[str]:
        return self.env.agents if self._has_reset else self._too_early("agents")

    @property
    def num_agents(self) -> int:
        return len(self.env.agents) if self._has_reset else self._too_early("num_agents")

    def _too_early(self, name: str) -> Any:
        raise AttributeError(f"{name} cannot be accessed before reset")

    def step(self, action: Any) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        raw = self.env
        self._has_updated = True
        if not raw.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = raw.agent_selection
        over = raw.terminations[agent] or raw.truncations[agent]
        if over and action is None:
            raw._was_dead_step(action)
        elif not _in_range(action, raw):
            raise AssertionError("action is not in action space")
        elif over:
            raw._was_dead_step(action)
        elif raw._allowed[action]:
            raw._play(int(action))
        else:
            self._end_by_illegal(agent)

    def _end_by_illegal(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        raw = self.env
        raw._cumulative_rewards[agent] = 0
        raw.terminations = dict.fromkeys(raw.agents, True)
        raw.truncations = dict.fromkeys(raw.agents, True)
        raw.rewards = dict.fromkeys(raw.agents, 0)
        raw.rewards[agent] = ILLEGAL_REWARD
        raw._accumulate_rewards()
        raw._deads_step_first()

    def observe(self, agent: str) -> Observation:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.observe(agent)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            self._too_early("agent_selection")
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)

    def _repr_svg_(self) -> str | None:
        return self.env._repr_svg_()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return _CheckedIterable(self, max_iter)


def _in_range(action: Any, raw: RawEnv) -> bool:
    if type(action) is int:
        return 0 <= action < raw._actions
    return raw.action_space(raw.agent_selection).contains(action)


class _CheckedIterable(AECIterable[str, Observation, int | None]):  # type: ignore[misc]
    def __iter__(self) -> AECIterator[str, Observation, int | None]:
        return _CheckedIterator(self.env, self.max_iter)


class _CheckedIterator(AECIterator[str, Observation, int | None]):  # type: ignore[misc]
    """Yields the selected agent; each must be answered by a step."""

    env: Env

    def __next__(self) -> str:
        env, raw = self.env, self.env.env
        if not raw.agents or self.iters_til_term <= 0:
            raise StopIteration
        self.iters_til_term -= 1
        assert env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
        env._has_updated = False
        return raw.agent_selection

    def __iter__(self) -> Iterator[str]:
        return self
