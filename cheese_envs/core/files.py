"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def check_place(path: Path) -> None:
    """Refuse before the games what could not be written after them."""
    if path.exists() and not path.is_file():
        raise ValueError(f"cannot write {path}: it is no file")
    if not path.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ValueError(f"cannot write {path}: no permission to write in {path.parent}")


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file first, then put it in its place."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        beside.write_bytes(content)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
