"""A warm start: learn to do as another player does, before self-play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from cheese_envs.agents import Agent, act_games
from cheese_envs.core.batch import Batch

BATCH = 1024
LEARNING_RATE = 1e-3
VALUE_WEIGHT = 0.5

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Lessons:
    """Decisions of a teacher: what it saw and might do, what it did, and what its seat got."""

    observations: NDArray[np.int8]  # [N, OBSERVATION]
    masks: NDArray[np.bool_]  # [N, ACTIONS]
    actions: NDArray[np.int64]  # [N]
    rewards: NDArray[np.float32]  # [N]; nan where the game was not played out


def watch(
    teacher: Agent, batch: Batch, decisions: int, noise: float, luck: np.random.Generator
) -> Lessons:
    """Let a teacher play all seats; a random move now and then leads it off its usual ways."""
    teacher.bind(batch)
    everything = np.arange(batch.batch_size)
    seen, allowed, taken, seats = [], [], [], []
    finished: list[tuple[int, NDArray[np.bool_], NDArray[np.float32]]] = []
    count = max(1, -(-decisions // batch.batch_size))
    for step in range(count):
        actions = act_games(teacher, batch, everything)
        seen.append(batch.observations.copy())
        allowed.append(batch.action_masks.copy())
        taken.append(actions)
        seats.append(batch.players.copy())
        stray = luck.random(batch.batch_size) < noise
        batch.step(np.where(stray, batch.sample(), actions))
        over = batch.terminated | batch.truncated
        if over.any():
            finished.append((step, over, batch.rewards.copy()))
    rewards = np.full((count, batch.batch_size), np.nan, np.float32)
    chairs = np.stack(seats)
    begun = np.zeros(batch.batch_size, np.int64)  # the step each game's present round began at
    for step, over, paid in finished:
        for game in np.flatnonzero(over):
            played = slice(begun[game], step + 1)
            rewards[played, game] = paid[game, chairs[played, game]]
        begun[over] = step + 1
    return Lessons(
        np.concatenate(seen), np.concatenate(allowed), np.concatenate(taken), rewards.reshape(-1)
    )


def imitate(
    model: MaskablePPO, lessons: Lessons, epochs: int, luck: np.random.Generator, tell: Tell
) -> None:
    """Fit the policy to the teacher's choices and the value network to what they led to."""
    policy = model.policy
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), LEARNING_RATE)
    for epoch in range(epochs):
        losses, right = [], []
        order = luck.permutation(len(lessons.actions))
        for first in range(0, len(order), BATCH):
            loss, hits = _loss(policy, lessons, order[first : first + BATCH])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
            right.append(hits)
        tell(
            f"imitation {epoch + 1}/{epochs}: loss {np.mean(losses):.3f},"
            f" likelihood of the teacher's choice {np.mean(right):.1%}"
        )


def _loss(policy: Any, lessons: Lessons, rows: NDArray[np.int64]) -> tuple[torch.Tensor, float]:
    values, likelihood, _ = policy.evaluate_actions(
        torch.from_numpy(lessons.observations[rows]),
        torch.from_numpy(lessons.actions[rows]),
        action_masks=torch.from_numpy(lessons.masks[rows]),
    )
    rewards = torch.from_numpy(lessons.rewards[rows])
    known = ~torch.isnan(rewards)
    loss = -likelihood.mean()
    if known.any():
        off = values.flatten()[known] - rewards[known]
        loss = loss + VALUE_WEIGHT * off.square().mean()
    return loss, float(likelihood.detach().exp().mean())
