"""The probabilities of the legal actions agree with torch's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from training.choice import draw_actions, likelihood_and_variety

ROWS = 600  # enough for two threads


@pytest.fixture(params=[1, 2])
def threads(request: pytest.FixtureRequest) -> object:
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


def _decisions(actions: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Scores, masks of about a tenth, and a legal action for each row."""
    luck = torch.Generator().manual_seed(actions)
    scores = 3 * torch.randn(ROWS, actions, generator=luck)
    allowed = torch.rand(ROWS, actions, generator=luck) < 0.1
    taken = torch.randint(actions, (ROWS,), generator=luck)
    allowed[torch.arange(ROWS), taken] = True
    return scores.requires_grad_(), allowed, taken


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("actions", [1, 5, 8, 216, 2327])
def test_likelihoods_entropies_and_gradients_are_torchs(actions: int) -> None:
    scores, allowed, taken = _decisions(actions)
    found = likelihood_and_variety(scores, allowed, taken)
    peer: Any = torch.distributions.Categorical(logits=scores.masked_fill(~allowed, -1e8))
    wanted = peer.log_prob(taken), peer.entropy()
    weights = torch.randn(2, ROWS, generator=torch.Generator().manual_seed(1))
    slopes = [
        torch.autograd.grad((weights[0] * one[0] + weights[1] * one[1]).sum(), scores)[0]
        for one in (found, wanted)
    ]
    torch.testing.assert_close(found[0], wanted[0], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(found[1], wanted[1], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(slopes[0], slopes[1], atol=1e-5, rtol=1e-4)


@pytest.mark.usefixtures("threads")
def test_draws_are_legal_and_as_frequent_as_likely() -> None:
    scores, allowed, _ = _decisions(21)
    scores = scores.detach()
    peer: Any = torch.distributions.Categorical(logits=scores.masked_fill(~allowed, -1e8))
    actions, likelihood = draw_actions(scores, allowed, torch.rand(ROWS))
    assert allowed.gather(1, actions[:, None]).all()
    torch.testing.assert_close(likelihood, peer.log_prob(actions), atol=1e-5, rtol=1e-5)

    many = 50_000
    aims = torch.arange(many) / many
    row = slice(0, 1)
    drawn, _ = draw_actions(scores[row].expand(many, -1), allowed[row].expand(many, -1), aims)
    counts = np.bincount(drawn.numpy(), minlength=21) / many
    np.testing.assert_allclose(counts, peer.probs[0].numpy(), atol=1e-3)


def test_the_highest_aim_still_draws_something_legal() -> None:
    scores, allowed, _ = _decisions(40)
    aims = torch.full((ROWS,), 1.0)
    actions, _ = draw_actions(scores.detach(), allowed, aims)
    assert allowed.gather(1, actions[:, None]).all()
