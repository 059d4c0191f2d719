"""What `import cheese_envs` alone gives."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cheese_envs


def test_agents_and_games_are_there_without_an_import_of_their_own() -> None:
    code = (
        "import cheese_envs; print(cheese_envs.agents.load('random'));"
        "[getattr(cheese_envs, f'{game}_v0').env for game in cheese_envs.GAMES]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess_v0'"):
        _ = cheese_envs.chess_v0
