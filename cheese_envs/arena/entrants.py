"""Who takes part."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, TypeAlias

from cheese_envs.agents import Agent, load
from cheese_envs.agents.random import RandomAgent
from cheese_envs.core.errors import OptionError

Given: TypeAlias = str | os.PathLike[str] | Agent


@dataclass(frozen=True)
class Entrant:
    """An agent under a name of its own; no agent is random play by the games' own luck."""

    name: str
    agent: Agent | None


def enter(given: Sequence[Given] | Mapping[str, Given]) -> list[Entrant]:
    """The entrants in order. The same name is loaded once, and entered under `name (2)`."""
    if isinstance(given, str | os.PathLike) or not isinstance(given, Sequence | Mapping):
        raise OptionError(f"agents must be several agents or names of agents, not {given!r}")
    items = given.items() if isinstance(given, Mapping) else ((_name(one), one) for one in given)
    loaded: dict[str, Agent | None] = {}
    found: list[Entrant] = []
    taken: set[str] = set()
    for name, one in items:
        found.append(Entrant(_unused(name, taken), _agent(one, loaded)))
        taken.add(found[-1].name)
    return found


def _agent(one: Any, loaded: dict[str, Agent | None]) -> Agent | None:
    if isinstance(one, str | os.PathLike):
        spec = os.fspath(one)
        if spec not in loaded:
            loaded[spec] = _without_luck_of_its_own(load(one))
        return loaded[spec]
    if isinstance(one, Agent):
        return _without_luck_of_its_own(one)
    raise OptionError(f"an entrant must be an agent or the name of one, not {one!r}")


def _without_luck_of_its_own(agent: Agent) -> Agent | None:
    # A RandomAgent draws in the order it is asked, so its play hangs on how the games are cut.
    return None if type(agent) is RandomAgent else agent


def _name(one: Any) -> str:
    if isinstance(one, str):
        return one
    if isinstance(one, os.PathLike):
        return PurePath(one).name
    return str(getattr(one, "name", type(one).__name__))


def _unused(name: str, taken: set[str]) -> str:
    number, unused = 1, name
    while unused in taken:
        number += 1
        unused = f"{name} ({number})"
    return unused
