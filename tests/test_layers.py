"""Imports point one way, and importing the package brings in nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cheese_envs

PACKAGE = Path(cheese_envs.__file__).parent
ROOT = PACKAGE.parent

# Each part may import what stands before it, and itself. What stands in one group stands apart.
PUBLIC = ("", *(f"{game}_v0" for game in cheese_envs.GAMES))  # the package's own names, the games
LAYERS: tuple[tuple[str, ...], ...] = (
    ("core",),
    ("games",),
    ("registry",),
    ("agents",),
    ("faces",),
    PUBLIC,
    ("records",),
    ("animation", "arena", "web", "bench"),
    ("benchmark",),
    ("cli",),
    ("training",),
)
HEIGHT = {part: height for height, parts in enumerate(LAYERS) for part in parts}

HEAVY = ("torch", "pygame", "matplotlib", "jax", "stable_baselines3", "resvg_py", "starlette")


def part_of(module: str) -> str:
    """The part a module belongs to: `cheese_envs.games.au_secours.rules` to `games`."""
    names = module.split(".")
    return names[0] if names[0] == "training" else (names[1] if len(names) > 1 else "")


def sources() -> list[Path]:
    return sorted([*PACKAGE.rglob("*.py"), *(ROOT / "training").rglob("*.py")])


def module_of(source: Path) -> str:
    names = source.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def imported(source: Path) -> Iterator[tuple[int, str]]:
    """The project's modules that a source imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            # `from cheese_envs import records` may name a module or a thing in one.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            # What is written with a dot is a sibling; the linter refuses two dots.
            continue
        for name in names:
            if name.split(".")[0] in ("cheese_envs", "training"):
                yield node.lineno, name


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize("source", sources(), ids=module_of)
def test_imports_point_one_way(source: Path) -> None:
    here = part_of(module_of(source))
    for line, name in imported(source):
        module = name if is_module(name) else name.rpartition(".")[0]
        part = part_of(module)
        if part == here or (part == "" and module == name):  # `import cheese_envs` names no part
            continue
        place = f"{source.relative_to(ROOT)}: line {line}"
        assert HEIGHT[part] < HEIGHT[here], f"{place}: {here or 'the package'} imports {name}"


def test_no_game_imports_another() -> None:
    for source in (PACKAGE / "games").rglob("*.py"):
        own = module_of(source).split(".")[2:3]
        for line, name in imported(source):
            names = name.split(".")
            if names[:2] == ["cheese_envs", "games"] and own:
                assert names[2:3] == own, f"{source}: line {line}: imports {name}"


def test_no_face_nor_core_names_a_game() -> None:
    for part in ("core", "faces"):
        for source in (PACKAGE / part).rglob("*.py"):
            code = ast.parse(source.read_text(encoding="utf-8"))
            words = {node.value for node in ast.walk(code) if isinstance(node, ast.Constant)}
            assert words.isdisjoint(cheese_envs.GAMES), source


def test_every_part_of_the_package_has_its_place() -> None:
    found = {part_of(module_of(source)) for source in sources()}
    assert found <= HEIGHT.keys()


def modules_after(code: str) -> set[str]:
    """What a fresh Python has loaded after some code."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


def test_importing_the_package_brings_in_nothing_heavy() -> None:
    loaded = modules_after("import cheese_envs")
    assert loaded.isdisjoint(HEAVY)
    assert "numba" not in loaded  # so nothing is compiled either


def test_a_game_at_play_needs_nothing_heavy() -> None:
    code = (
        "from cheese_envs import cheese_rescue_v0 as game\n"
        "env = game.env(); env.reset(seed=1); env.last()"
    )
    assert modules_after(code).isdisjoint(HEAVY)


def test_importing_a_game_compiles_nothing() -> None:
    code = (
        "import numba.core.dispatcher as dispatcher\n"
        "def refuse(*_): raise SystemExit('compiled')\n"
        "dispatcher.Dispatcher.compile = refuse\n"
        + "".join(f"import cheese_envs.{game}_v0\n" for game in cheese_envs.GAMES)
    )
    modules_after(code)


def test_the_help_comes_without_the_engine() -> None:
    code = "from cheese_envs.cli import main; main(['--help'])"
    assert modules_after(code).isdisjoint((*HEAVY, "numba", "cheese_envs.core.batch"))
