"""What the README shows works as shown: its Python runs, its commands and links exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python_examples() -> list[object]:
    """Each Python block of the README, named after the heading above it."""
    examples: list[object] = []
    for block in re.finditer(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        heading = re.findall(r"^#+ (.+)$", README[: block.start()], re.MULTILINE)[-1]
        # Blank lines ahead make a traceback name the README's own line.
        source = "\n" * (README.count("\n", 0, block.start()) + 1) + block[1]
        marks = [pytest.mark.slow] if "sb3_contrib" in source else []
        examples.append(pytest.param(source, id=heading, marks=marks))
    return examples


@pytest.mark.parametrize("source", python_examples())
def test_python_example_runs(source: str) -> None:
    exec(compile(source, str(ROOT / "README.md"), "exec"), {"__name__": "readme"})


def test_every_make_command_is_a_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    commands = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    assert {"demo", "test"} <= commands <= targets


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)\)", README))
def test_every_link_leads_to_a_file(target: str) -> None:
    assert (ROOT / target).is_file()
