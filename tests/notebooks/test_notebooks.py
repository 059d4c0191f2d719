"""The notebooks run from top to bottom, say nothing on stderr, and are kept without outputs."""

from __future__ import annotations

import ast
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELL_SECONDS = 900  # a machine may be busy, and kernels are compiled when first used

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_five_notebooks_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "01_quickstart",
        "02_train_and_play",
        "03_evaluate",
        "04_games_up_close",
        "05_search_vs_learning",
    ]


@each_notebook
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    for cell in code_cells(notebook):
        assert cell.outputs == [] and cell.execution_count is None, cell.id


@each_notebook
def test_prose_stands_before_every_code_cell(path: Path) -> None:
    kinds = [cell.cell_type for cell in read(path).cells]
    assert kinds[0] == "markdown" and ("code", "code") not in pairwise(kinds)


@each_notebook
def test_a_notebook_defines_nothing(path: Path) -> None:
    for cell in code_cells(read(path)):
        for node in ast.walk(ast.parse(cell.source)):
            assert not isinstance(node, ast.FunctionDef | ast.ClassDef), cell.id


@pytest.fixture
def kernel_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a kernel that is this very interpreter, whatever kernels are installed."""
    from ipykernel.kernelspec import write_kernel_spec

    write_kernel_spec(tmp_path / "jupyter" / "kernels" / "python3")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    own = {"TMPDIR": tmp_path, "IPYTHONDIR": tmp_path / "ipython", "PYTHONPATH": ROOT}
    return {
        **os.environ,
        **{name: str(place) for name, place in own.items()},
        "CHEESE_BUDGET": os.environ.get("CHEESE_BUDGET", "small"),
    }


@pytest.mark.slow
@each_notebook
def test_a_notebook_runs(path: Path, kernel_environment: dict[str, str], tmp_path: Path) -> None:
    from nbclient import NotebookClient

    notebook = read(path)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute(env=kernel_environment)
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    said = [output.text for output in outputs if output.get("name") == "stderr"]
    assert said == []
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert kinds & {"image/png", "image/svg+xml"}
