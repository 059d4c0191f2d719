"""One server for the tests that speak plain HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cheese_envs.web.opponents import Opponents
from cheese_envs.web.setup import Setup
from tests.web.serving import Client, serving


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with serving(Setup(opponents=("random",), agents=Opponents(hints="heuristic"))) as running:
        yield running
