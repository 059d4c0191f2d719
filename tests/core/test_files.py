"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheese_envs.core.files import check_place, write_whole


def test_a_file_is_put_in_its_place_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "found.json"
    path.write_text("before")

    def half(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, b"a long content")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_refused_beforehand(tmp_path: Path) -> None:
    check_place(tmp_path / "fine.json")
    with pytest.raises(ValueError, match="no file"):
        check_place(tmp_path)
    with pytest.raises(ValueError, match="no folder"):
        check_place(tmp_path / "absent" / "found.json")
