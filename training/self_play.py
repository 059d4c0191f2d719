"""The opponents a learner meets: fixed players, itself as it is now, and its past selves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents import Agent, load
from cheese_envs.agents.model_files import ModelInfo, Weights
from cheese_envs.agents.policy import PolicyAgent

ENGINE = "random"  # played by the engine itself, on each game's own random numbers
MEMORY = 0.995  # how much of an old result still counts after the next one


@dataclass
class Rival:
    """A place in the pool, and how the learner fares against who has it."""

    name: str
    agent: Agent | None  # None: the engine's random play, or an empty place
    share: float  # the learner's share of the points, lately
    games: int = 0
    weights: Weights | None = None  # of a past self


class Pool:
    """Places for opponents; a place is known by its number, which games remember.

    Place 0 is the learner as it is now, then come the fixed opponents, then the past selves. Harder
    rivals are drawn more often (prioritised fictitious self-play): by (1 - share) squared.
    """

    def __init__(
        self,
        fixed: list[str],
        info: ModelInfo,
        *,
        past_selves: int,
        self_share: float,
        at_once: int,
        seed: int,
    ) -> None:
        self.info = info
        self.even = 1 / info.num_players
        self.self_share, self.at_once = self_share, at_once
        self.luck = np.random.Generator(np.random.PCG64(seed))
        self.rivals = [Rival("self", None, self.even)]
        self.rivals += [
            Rival(name, None if name == ENGINE else load(name), self.even) for name in fixed
        ]
        self.first_past = len(self.rivals)
        self.capacity = self.first_past + past_selves
        self.lineup = np.arange(1, self.first_past)  # places met besides the present self

    def bind(self, env: Any) -> None:
        """Show the fixed opponents the games they are to play."""
        for rival in self.rivals[1 : self.first_past]:
            if rival.agent is not None:
                rival.agent.bind(env)

    def reseed(self, seed: int) -> None:
        """Start the luck of the fixed opponents anew, as is done wherever a run can be resumed."""
        for place, rival in enumerate(self.rivals[1 : self.first_past]):
            if rival.agent is not None:
                rival.agent.seed(seed + place)

    def set_self(self, weights: Weights) -> None:
        """What the learner plays like now."""
        self.rivals[0].agent = PolicyAgent(self.info, weights, sample=True)

    def add_past_self(self, weights: Weights, born: int) -> None:
        """Remember the learner as it is now; a full pool forgets the past self it beats most."""
        if self.capacity == self.first_past:
            return
        agent = PolicyAgent(self.info, weights, sample=True)
        rival = Rival(f"self@{born}", agent, self.even, weights=weights)
        if len(self.rivals) < self.capacity:
            self.rivals.append(rival)
            return
        past = range(self.first_past, self.capacity)
        self.rivals[max(past, key=lambda place: self.rivals[place].share)] = rival

    def draw_lineup(self) -> None:
        """Who is met from now on. Few at once, since each costs a pass of its own."""
        places = np.arange(1, len(self.rivals))
        if len(places) == 0:
            return
        hardness = np.array([(1 - self.rivals[place].share) ** 2 + 0.02 for place in places])
        count = min(self.at_once, len(places))
        odds = hardness / hardness.sum()
        self.lineup = np.sort(self.luck.choice(places, count, replace=False, p=odds))

    def draw(self, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Places for the seats of new games."""
        others = len(self.lineup) > 0
        rival = self.luck.choice(self.lineup, shape) if others else np.zeros(shape, np.int64)
        present = self.luck.random(shape) < self.self_share
        return np.where(present, 0, rival).astype(np.int64)

    def record(self, places: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
        """Note the learner's shares of the points in games against these."""
        for place in np.unique(places):
            rival = self.rivals[place]
            results = shares[places == place]
            weight = MEMORY ** len(results)
            rival.share = weight * rival.share + (1 - weight) * float(results.mean())
            rival.games += len(results)

    def restore(
        self, rivals: list[dict[str, Any]], weights: dict[str, Any], lineup: list[int]
    ) -> None:
        """Take up what a checkpoint kept: how each rival fared, and past selves."""
        for place, saved in enumerate(rivals):
            if place >= self.first_past:
                prefix = f"{place}/"
                mine = {
                    key.removeprefix(prefix): tensor
                    for key, tensor in weights.items()
                    if key.startswith(prefix)
                }
                self.rivals.append(
                    Rival("", PolicyAgent(self.info, mine, sample=True), 0.0, weights=mine)
                )
            rival = self.rivals[place]
            rival.name, rival.share, rival.games = saved["name"], saved["share"], saved["games"]
        self.lineup = np.array(lineup, np.int64)
