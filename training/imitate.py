"""A warm start: learn to do as a teacher does, before self-play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from training.lessons import Lessons

BATCH = 1024
LEARNING_RATE = 1e-3
VALUE_WEIGHT = 0.5

Tell = Callable[[str], None]


def imitate(
    model: MaskablePPO, lessons: Lessons, epochs: int, luck: np.random.Generator, tell: Tell
) -> None:
    """Fit the policy to the teacher's choices and the value network to what they led to.

    The learning rate falls to a tenth by the last lesson.
    """
    policy = model.policy
    policy.set_training_mode(True)
    optimizer = torch.optim.Adam(policy.parameters(), LEARNING_RATE)
    total = epochs * -(-len(lessons) // BATCH)
    fall = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total)
    for epoch in range(epochs):
        losses, agreed = [], []
        order = luck.permutation(len(lessons))
        for first in range(0, len(order), BATCH):
            loss, same = _loss(policy, lessons, order[first : first + BATCH])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            fall.step()
            losses.append(loss.item())
            agreed.append(same)
        tell(
            f"imitation {epoch + 1}/{epochs}: loss {np.mean(losses):.3f},"
            f" the teacher's choice in {np.mean(agreed):.1%}"
        )


def _loss(policy: Any, lessons: Lessons, rows: NDArray[np.int64]) -> tuple[torch.Tensor, float]:
    count = policy.action_space.n
    masks = np.unpackbits(lessons.masks[rows], axis=1, count=count).view(np.bool_)
    values, scores, allowed = policy._values_and_scores(
        torch.from_numpy(lessons.observations[rows]), torch.from_numpy(masks)
    )
    masked = scores.masked_fill(~allowed, -torch.inf)
    choices = torch.from_numpy(lessons.choices[rows].astype(np.int64))
    shares = torch.from_numpy(lessons.shares[rows])
    likelihoods = torch.log_softmax(masked, dim=-1).gather(-1, choices)
    # A choice kept only to fill the row has no share, and may be masked.
    loss = -torch.where(shares > 0, likelihoods * shares, 0.0).sum(dim=-1).mean()
    rewards = torch.from_numpy(lessons.rewards[rows])
    known = ~torch.isnan(rewards)
    if known.any():
        off = values.flatten()[known] - rewards[known]
        loss = loss + VALUE_WEIGHT * off.square().mean()
    return loss, float((masked.detach().argmax(dim=-1) == choices[:, 0]).float().mean())
