"""Settings that hold for every test."""

from __future__ import annotations

import pytest

from cheese_envs.core.kernel import uncompiled


def pytest_configure(config: pytest.Config) -> None:
    if uncompiled():
        # Random numbers wrap around on purpose; pytest resets the filter that core/rng.py sets.
        config.addinivalue_line(
            "filterwarnings", "ignore:overflow encountered in scalar:RuntimeWarning"
        )
