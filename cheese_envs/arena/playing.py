"""Plays games, many at a time, and notes how each ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cheese_envs.agents import Agent, act_games
from cheese_envs.core.batch import Batch
from cheese_envs.core.errors import IllegalActionError
from cheese_envs.core.spec import GameSpec

from .entrants import Entrant

Progress = Callable[[int, int], None]  # (games finished, games in all)
Asked = tuple[Agent | None, str, list[int]]


@dataclass(frozen=True)
class Played:
    """Finished games: G groups, R rotations of the seats in each, N seats."""

    seats: NDArray[np.int64]  # [G, R, N] the entrant in each seat
    points: NDArray[np.float64]  # [G, R, N] of the one point that each game is worth
    rewards: NDArray[np.float64]  # [G, R, N]
    won: NDArray[np.bool_]  # [G, R, N] among the winners
    scores: NDArray[np.float64]  # [G, R, N]; zeros in games without scores
    truncated: NDArray[np.bool_]  # [G, R]
    moves: NDArray[np.int64]  # [G, R]

    @staticmethod
    def join(parts: Sequence[Played]) -> Played:
        """All of them as one."""
        return Played(
            *(
                np.concatenate([getattr(part, name) for part in parts])
                for name in Played.__dataclass_fields__
            )
        )


@dataclass(frozen=True)
class Table:
    """A game to be played: its kind, options and threads."""

    spec: GameSpec
    num_players: int
    options: dict[str, Any]
    threads: int | None

    def batch(self, size: int, seed: int) -> Batch:
        return Batch(
            self.spec,
            size,
            num_players=self.num_players,
            seed=seed,
            threads=self.threads,
            **self.options,
        )


def play_part(
    table: Table,
    entrants: Sequence[Entrant],
    seats: NDArray[np.int64],
    seed: int,
    tell: Callable[[int], None] | None = None,
) -> Played:
    """Play some groups to the end (seats: [G, R, N]); group g of them deals by seed + g.

    `tell` hears how many games are over. Those wait for the others.
    """
    groups, turns, _ = seats.shape
    batch = table.batch(groups * turns, seed)
    batch.set_states(np.repeat(table.batch(groups, seed).get_states(), turns))
    who = seats.reshape(groups * turns, -1)
    asked = _distinct(entrants)
    for agent, _, _ in asked:
        if agent is not None:
            agent.bind(batch)
    games = np.arange(batch.batch_size)
    playing = np.ones(batch.batch_size, np.bool_)
    moves = np.zeros(batch.batch_size, np.int64)
    rewards = np.zeros(batch.rewards.shape)
    while playing.any():
        movers = np.where(playing, who[games, batch.players], -1)
        batch.advance(_choose(batch, asked, movers), restart=False)
        moves += playing
        over = batch.terminated | batch.truncated
        if over.any():
            rewards[over] = batch.rewards[over]
            playing &= ~over
            if tell is not None:
                tell(int(batch.batch_size - playing.sum()))
    return _note(batch, seats, rewards, moves)


def _choose(batch: Batch, asked: Sequence[Asked], movers: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the entrant to move does in each game (movers: int64 [B], -1 where a game is over)."""
    actions = np.full(batch.batch_size, -1, np.int64)
    for agent, name, numbers in asked:
        mine = np.isin(movers, numbers) if len(numbers) > 1 else movers == numbers[0]
        rows = np.flatnonzero(mine)
        if not rows.size:
            continue
        if agent is None:
            actions[rows] = batch.sample(mine)[rows]
        else:
            actions[rows] = _legal(batch, name, rows, act_games(agent, batch, rows))
    return actions


def _legal(
    batch: Batch, name: str, rows: NDArray[np.int64], actions: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The actions, or an error that names who chose the first that cannot be."""
    if actions.shape != rows.shape:
        raise IllegalActionError(
            f"{name} answered {rows.size} decisions with shape {actions.shape}"
        )
    count = batch.action_masks.shape[1]
    inside = (actions >= 0) & (actions < count)
    fine = inside & batch.action_masks[rows, np.where(inside, actions, 0)]
    if not fine.all():
        bad = int(np.argmin(fine))
        why = batch.why_illegal(int(rows[bad]), int(actions[bad]))
        raise IllegalActionError(f"{name} chose what it may not: {why}")
    return actions


def _distinct(entrants: Sequence[Entrant]) -> list[Asked]:
    """Each agent once, with its name and the numbers of the entrants it plays for."""
    found: dict[int, Asked] = {}
    for number, one in enumerate(entrants):
        found.setdefault(id(one.agent), (one.agent, one.name, []))[2].append(number)
    return list(found.values())


def seed_agents(entrants: Sequence[Entrant], seed: int) -> None:
    """Start every agent's own luck anew, apart from that of the deals: those must stay unknown."""
    for number, (agent, _, _) in enumerate(_distinct(entrants), start=1):
        if agent is not None:
            agent.seed(derived_seed(seed, number))


def derived_seed(*numbers: int) -> int:
    """A seed that other numbers give, unrelated to that of their neighbours."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0] >> np.uint64(2))


def _note(
    batch: Batch,
    seats: NDArray[np.int64],
    rewards: NDArray[np.float64],
    moves: NDArray[np.int64],
) -> Played:
    """How the games of a batch ended."""
    num_players = batch.num_players
    states = batch.states
    won = (states["winners"][:, None] >> np.arange(num_players)) & 1 > 0
    winners = won.sum(axis=1, keepdims=True)
    points = np.where(winners > 0, won / np.maximum(winners, 1), 1 / num_players)
    return Played(
        seats,
        points.reshape(seats.shape),
        rewards.reshape(seats.shape),
        won.reshape(seats.shape),
        states["scores"][:, :num_players].astype(np.float64).reshape(seats.shape),
        (states["end"] < 0).reshape(seats.shape[:2]),
        moves.reshape(seats.shape[:2]),
    )
