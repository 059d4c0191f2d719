"""What is printed and written."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from cheese_envs.bench import machine
from cheese_envs.bench.report import (
    Report,
    human_rate,
    human_ratio,
    plot,
    show,
    write_json,
)
from cheese_envs.bench.timing import Failure

from .test_ratios import ours, rate


def example() -> Report:
    facts = {"cpu": "A Processor [of 2 dies]", "cores": 2, "python": "3.11.7", "load": [0.1, 0, 0]}
    report = Report(facts, complete=True)
    report.add(ours("batch rollout", 12.34e6, batch=1024))
    report.add(ours("batch rollout", 12e6, batch=64))
    report.add(ours("AEC raw_env", 120e3))
    report.add(rate("PettingZoo", "AEC env", "connect_four_v3", 15e3))
    report.add(
        Failure("Pgx", "jit scan", "backgammon", 2, 1, 1024, "not installed (pip install x[bench])")
    )
    return report


def printed(report: Report) -> str:
    text = io.StringIO()
    show(report, Console(file=text, width=160))
    return text.getvalue()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12_340_000, "12.3 M/s"),
        (1_234_000, "1.23 M/s"),
        (999_700, "1.00 M/s"),
        (940_200, "940 k/s"),
        (1000, "1.00 k/s"),
        (12.5, "12.5 /s"),
        (2.5e9, "2.50 G/s"),
    ],
)
def test_rates_are_readable(value: float, text: str) -> None:
    assert human_rate(value) == text


def test_ratios_are_readable() -> None:
    assert [human_ratio(value) for value in (0.5, 6.2, 84.4, 1234.0)] == [
        "0.50×",
        "6.20×",
        "84.4×",
        "1234×",
    ]


def test_the_tables_show_rates_ratios_sweep_and_failures() -> None:
    text = printed(example())
    for part in (
        "A Processor [of 2 dies], 2 cores",
        "12.3 M/s",
        "81 ns",
        "8.00×",
        "≥ 6.00×",
        "yes",
        "Pgx backgammon, 2 players, jit scan, 1 thread: not installed (pip install x[bench])",
    ):
        assert part in text
    assert "Interrupted" not in text and "busy" not in text


def test_an_interrupted_run_says_so_even_with_nothing_measured() -> None:
    report = example()
    report.complete = False
    assert "Interrupted" in printed(report)
    assert "Interrupted" in printed(Report(report.machine))


def test_a_busy_machine_is_pointed_out() -> None:
    report = example()
    report.machine["load"] = [3.2, 1, 1]
    assert "load 3.2" in printed(report)


def test_json_holds_everything(tmp_path: Path) -> None:
    write_json(example(), tmp_path / "bench.json")
    content = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert content["format"] == "cheese-bench/1"
    assert content["measurements"][0]["steps_per_second"] == 12.34e6
    assert content["failures"][0]["game"] == "backgammon"
    assert {"value": 8.0, "target": 6.0, "reached": True}.items() <= content["ratios"][0].items()
    assert [one.name for one in tmp_path.iterdir()] == ["bench.json"]


@pytest.mark.parametrize(("name", "magic"), [("rates.png", b"\x89PNG"), ("rates.svg", b"<?xml")])
def test_the_chart_is_an_image(tmp_path: Path, name: str, magic: bytes) -> None:
    pytest.importorskip("matplotlib")
    plot(example(), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_an_unknown_image_format_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(ValueError, match="the formats are"):
        plot(example(), tmp_path / "rates.docx")


def test_the_facts_name_the_machine_and_the_versions() -> None:
    facts = machine.facts()
    json.dumps(facts)
    assert facts["cpu"] and facts["cores"] >= 1 and facts["versions"]["numpy"]


def test_a_processor_without_a_name_is_no_error(tmp_path: Path) -> None:
    assert machine.cpu_model(tmp_path / "missing")
    (tmp_path / "cpuinfo").write_text("model name\t: A Chip 9000\n")
    assert machine.cpu_model(tmp_path / "cpuinfo") == "A Chip 9000"
