"""Compiling: what lies on disk is used again, and never for other sources than its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cheese_envs
from cheese_envs.core import kernel
from cheese_envs.core.kernel import compile_loops, uncompiled

PACKAGE = Path(cheese_envs.__file__).parent

needs_compiler = pytest.mark.skipif(uncompiled(), reason="nothing is compiled")

PLAY = """
import json
from cheese_envs.faces.aec import RawEnv
from cheese_envs.registry import game_spec
env = RawEnv(game_spec("cheese_rescue"))
env.reset(seed=3)
hits = env.game.loops.reset_games.stats.cache_hits
print(json.dumps({"pile": len(env.snapshot()["pile"]), "from the cache": bool(hits)}))
"""


def play(root: Path, cache: Path) -> dict[str, Any]:
    """How a game begins by the package that lies in a folder, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"CHEESE_ENVS_CACHE_DIR": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@needs_compiler
@pytest.mark.slow
def test_edited_rules_are_played_at_once_and_others_come_from_the_cache(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "cheese_envs", ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    assert play(tmp_path, cache) == {"pile": 14, "from the cache": False}
    assert play(tmp_path, cache) == {"pile": 14, "from the cache": True}
    rules = tmp_path / "cheese_envs/games/cheese_rescue/rules.py"
    source, stamp = rules.read_text(encoding="utf-8"), rules.stat()
    assert source.count("state.drawn += 1") == 1
    # As long as before and, it says, as old: only what stands in it tells.
    rules.write_text(source.replace("state.drawn += 1", "state.drawn += 2"), encoding="utf-8")
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert play(tmp_path, cache) == {"pile": 10, "from the cache": False}
    rules.write_text(source, encoding="utf-8")
    assert play(tmp_path, cache) == {"pile": 14, "from the cache": True}


def double(number: int) -> int:
    return 2 * number


def triple(number: int) -> int:
    return 3 * number


change: Any = None


def changed(number: int) -> int:
    return int(change(number))


def changed_again(number: int) -> int:
    return changed(changed(number))


def loops_with(function: Any, source: Path) -> Any:
    return compile_loops((changed, changed_again), {"change": kernel.kernel(function)}, [source])


@pytest.mark.uncompiled
def test_each_game_has_loops_with_its_own_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHEESE_ENVS_CACHE_DIR", str(tmp_path))
    sources = [tmp_path / name for name in ("twice.py", "thrice.py")]
    for source in sources:
        source.write_text(source.name, encoding="utf-8")
    twice, thrice = loops_with(double, sources[0]), loops_with(triple, sources[1])
    assert (twice.changed(5), twice.changed_again(5)) == (10, 20)
    assert (thrice.changed(5), thrice.changed_again(5)) == (15, 45)


@needs_compiler
@pytest.mark.parametrize("variable", ["CHEESE_ENVS_CACHE_DIR", "XDG_CACHE_HOME"])
def test_the_cache_lies_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.delenv("CHEESE_ENVS_CACHE_DIR", raising=False)
    monkeypatch.setenv(variable, str(tmp_path / "here"))
    assert loops_with(double, Path(__file__)).changed(5) == 10
    assert list((tmp_path / "here").rglob("*.nbi"))


@needs_compiler
def test_where_nothing_can_be_written_the_loops_are_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupied = tmp_path / "a file"
    occupied.write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("CHEESE_ENVS_CACHE_DIR", str(occupied))
    assert loops_with(double, Path(__file__)).changed(5) == 10
    assert occupied.read_text(encoding="utf-8") == "no folder"
