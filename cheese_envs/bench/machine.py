"""What a measurement was made on: without it a rate says little."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from .ours import cores

PACKAGES = (
    "cheese-envs",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "open_spiel",
    "pgx",
    "jax",
    "rlcard",
)


def facts() -> dict[str, Any]:
    """The machine, the versions and the command line, as plain JSON values."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": sys.argv,
        "cpu": cpu_model(),
        "cores": cores(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,  # before measuring
        "system": platform.platform(),
        "python": platform.python_version(),
        "versions": {package: version(package) for package in PACKAGES},
    }


def version(package: str) -> str | None:
    """The installed version, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def cpu_model(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The processor's name, as well as the system tells it."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name" and value.strip():
            return value.strip()
    return platform.processor() or platform.machine() or "unknown"
