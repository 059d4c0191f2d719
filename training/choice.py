"""Probabilities of the legal actions, their gradients, and draws by them.

Few of a game's actions are legal at a time. Torch would take the exponentials of all, several times
over, which was a third of the time of training; these kernels touch only what is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cheese_envs.core import stores
from cheese_envs.core.kernel import compile_loops
from cheese_envs.core.stores import load_word

ROWS_PER_THREAD = 256  # below this many a thread costs more than it saves


def list_legal(allowed: Any, row: Any, legal: Any) -> Any:
    """Write the legal actions of a row; returns how many. allowed: bool [B, A], legal: int [A]."""
    width, count = allowed.shape[1], 0
    whole = width - width % 8
    for first in range(0, whole, 8):
        if load_word(allowed, row * width + first) != 0:
            for action in range(first, first + 8):
                if allowed[row, action]:
                    legal[count] = action
                    count += 1
    for action in range(whole, width):
        if allowed[row, action]:
            legal[count] = action
            count += 1
    return count


def weigh_row(scores: Any, row: Any, legal: Any, count: Any, chances: Any) -> tuple[Any, Any]:
    """Write exp(score - highest) of each legal action; returns their sum and the highest score."""
    highest = scores[row, legal[0]]
    for place in range(1, count):
        highest = max(highest, scores[row, legal[place]])
    total = np.float32(0)
    for place in range(count):
        chances[place] = np.exp(scores[row, legal[place]] - highest)
        total += chances[place]
    return total, highest


def judge(
    scores: Any,
    allowed: Any,
    taken: Any,
    likelihood: Any,
    variety: Any,
    norm: Any,
    lo: Any,
    hi: Any,
) -> None:
    """Log likelihoods of the actions taken, and entropies. scores: float32 [B, A], others [B].

    norm: the log of the sum of exponentials, for `slope`.
    """
    legal = np.empty(scores.shape[1], np.int64)
    chances = np.empty(scores.shape[1], np.float32)
    for row in range(lo, hi):
        count = list_legal(allowed, row, legal)
        total, highest = weigh_row(scores, row, legal, count, chances)
        norm[row] = highest + np.log(total)
        mean = np.float32(0)
        for place in range(count):
            mean += chances[place] * scores[row, legal[place]]
        likelihood[row] = scores[row, taken[row]] - norm[row]
        variety[row] = norm[row] - mean / total


def slope(
    scores: Any,
    allowed: Any,
    taken: Any,
    variety: Any,
    norm: Any,
    by_likelihood: Any,
    by_variety: Any,
    slopes: Any,
    lo: Any,
    hi: Any,
) -> None:
    """The gradient by the scores, from those by what `judge` gave. slopes: float32 [B, A]."""
    legal = np.empty(scores.shape[1], np.int64)
    for row in range(lo, hi):
        slopes[row, :] = 0
        for place in range(list_legal(allowed, row, legal)):
            action = legal[place]
            log_chance = scores[row, action] - norm[row]
            pull = by_likelihood[row] + by_variety[row] * (log_chance + variety[row])
            slopes[row, action] = -np.exp(log_chance) * pull
        slopes[row, taken[row]] += by_likelihood[row]


def draw(
    scores: Any, allowed: Any, aims: Any, actions: Any, likelihood: Any, lo: Any, hi: Any
) -> None:
    """Draw by the probabilities; aims are from 0 up to 1. scores: float32 [B, A], others [B]."""
    legal = np.empty(scores.shape[1], np.int64)
    chances = np.empty(scores.shape[1], np.float32)
    for row in range(lo, hi):
        count = list_legal(allowed, row, legal)
        total, highest = weigh_row(scores, row, legal, count, chances)
        left = aims[row] * total
        place = 0
        while place < count - 1 and left >= chances[place]:
            left -= chances[place]
            place += 1
        actions[row] = legal[place]
        likelihood[row] = scores[row, legal[place]] - highest - np.log(total)


@cache
def _loops() -> Any:
    sources = [Path(__file__), Path(stores.__file__)]
    return compile_loops([list_legal, weigh_row, judge, slope, draw], {}, sources)


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "choice")


def _in_parts(loop: Callable[..., None], rows: int, *arrays: NDArray[Any]) -> None:
    """Run a loop over all rows, on as many threads as torch uses."""
    threads = min(torch.get_num_threads(), max(1, rows // ROWS_PER_THREAD))
    if threads == 1:
        loop(*arrays, 0, rows)
        return
    bounds = np.linspace(0, rows, threads + 1).astype(int).tolist()
    jobs = [_pool(threads).submit(loop, *arrays, lo, hi) for lo, hi in pairwise(bounds)]
    for job in jobs:
        job.result()


class _Judged(torch.autograd.Function):
    """`judge` forward, `slope` backward."""

    @staticmethod
    def forward(
        ctx: Any, scores: torch.Tensor, allowed: torch.Tensor, taken: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        rows = len(scores)
        likelihood, variety, norm = (np.empty(rows, np.float32) for _ in range(3))
        given = scores.detach().numpy(), allowed.numpy(), taken.numpy()
        _in_parts(_loops().judge, rows, *given, likelihood, variety, norm)
        ctx.kept = (*given, variety, norm)
        return torch.from_numpy(likelihood), torch.from_numpy(variety)

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        scores = ctx.kept[0]
        given = [one.expand(len(scores)).contiguous().numpy() for one in slopes]
        found = np.empty_like(scores)
        _in_parts(_loops().slope, len(scores), *ctx.kept, *given, found)
        return torch.from_numpy(found), None, None


def likelihood_and_variety(
    scores: torch.Tensor, allowed: torch.Tensor, taken: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Log likelihoods of the actions taken, and entropies. scores, allowed: [B, A], taken: [B]."""
    judged: Any = _Judged.apply(scores.contiguous(), allowed.contiguous(), taken.contiguous())  # type: ignore[no-untyped-call]
    return judged[0], judged[1]


def draw_rows(
    scores: NDArray[np.float32], allowed: NDArray[np.bool_], aims: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """An action for each row by its probability, and its log likelihood. aims: from 0 up to 1."""
    actions, likelihood = np.empty(len(scores), np.int64), np.empty(len(scores), np.float32)
    _in_parts(_loops().draw, len(scores), scores, allowed, aims, actions, likelihood)
    return actions, likelihood


def draw_actions(
    scores: torch.Tensor, allowed: torch.Tensor, aims: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """`draw_rows` for tensors. What it gives has no gradient."""
    given = (one.detach().contiguous().numpy() for one in (scores, allowed, aims))
    actions, likelihood = draw_rows(*given)
    return torch.from_numpy(actions), torch.from_numpy(likelihood)
