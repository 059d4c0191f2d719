"""Recorded games to look at: whole files, safe whatever the record says."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from cheese_envs import animation, records
from cheese_envs.cli import main
from tests.games.playing import by_game, legal_actions, make_raw

Record = dict[str, Any]

SHORT: dict[str, dict[str, Any]] = {
    "cheese_rescue": {},
    "au_secours": {"max_turns": 3},
    "rattrapez_le": {"max_deals": 1, "board": "paddock"},
    "drole_de_fromage": {"max_turns": 3},
}


@cache
def _played(game: str) -> Record:
    random = Random(1)
    env = make_raw(game, 2, **SHORT[game])
    return records.play_record(env, lambda raw: random.choice(legal_actions(raw)), seed=1)


def played(game: str) -> Record:
    return copy.deepcopy(_played(game))


def data_of(page: str) -> Record:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", by_game())
def test_a_page_shows_every_position(game: str) -> None:
    record = played(game)
    page, count = animation.html(record)
    data = data_of(page)
    assert count == len(data["frames"]) == len(data["said"]) == len(record["moves"]) + 1
    drawn = ["".join(data["tags"][tag] for tag in frame) for frame in data["frames"]]
    assert drawn == [frame.svg for frame in animation.frames(record)]
    for svg in drawn:
        ElementTree.fromstring(svg)
    assert "player_" in data["said"][1]


def test_a_page_needs_nothing_else() -> None:
    page, _ = animation.html(played("cheese_rescue"))
    assert not re.search(r"(src|href)\s*=|url\(|import|fetch|XMLHttp", page.replace("&", ""))
    assert "default-src 'none'" in page


@pytest.mark.slow
@pytest.mark.parametrize("game", by_game())
def test_a_gif_has_a_frame_for_every_position(game: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    image_module = pytest.importorskip("PIL.Image")
    record = played(game)
    file = tmp_path / "game.gif"
    assert animation.write_gif(file, record) == len(record["moves"]) + 1
    with image_module.open(file) as gif:
        assert gif.n_frames == len(record["moves"]) + 1
        assert gif.size[0] == animation.GIF_WIDTH
        assert gif.info["loop"] == 0
        gif.seek(gif.n_frames - 1)
        last = gif.convert("RGB")
    assert len(last.getcolors(10**6)) > 20
    assert list(tmp_path.iterdir()) == [file]


def test_the_last_frame_of_a_gif_is_the_last_position(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    image_module = pytest.importorskip("PIL.Image")
    chops = pytest.importorskip("PIL.ImageChops")
    from cheese_envs.faces import raster

    record = played("cheese_rescue")
    animation.write_gif(tmp_path / "game.gif", record)
    with image_module.open(tmp_path / "game.gif") as gif:
        gif.seek(gif.n_frames - 1)
        shown = gif.convert("RGB")
    wanted = raster.image(list(animation.frames(record))[-1].svg, animation.GIF_WIDTH)
    difference = chops.difference(shown, wanted).convert("L").histogram()
    assert sum(difference[40:]) < 0.005 * sum(difference)  # but for the palette


def test_a_perspective_is_kept_through_the_game() -> None:
    record = played("cheese_rescue")
    for frame, entry in zip(
        list(animation.frames(record, perspective=1))[1:], record["moves"], strict=True
    ):
        spec = make_raw("cheese_rescue", 2).game
        last = {"last_move": entry["move"], "last_player": entry["player"]}
        assert frame.svg == spec.draw(entry["after"], perspective=1, **last)


def _hostile(record: Record) -> list[Record]:
    evil = "</script><script>alert(1)</script>"
    bad = [copy.deepcopy(record) for _ in range(5)]
    bad[0]["initial"]["game"] = evil
    bad[1]["moves"][0]["move"]["card"] = evil
    bad[2]["moves"][0]["after"]["board"][0][2] = evil
    bad[3]["moves"][0]["player"] = evil
    bad[4]["initial"]["options"]["area"] = evil
    return bad


@pytest.mark.parametrize("number", range(5))
def test_a_record_that_breaks_the_rules_is_not_drawn(number: int, tmp_path: Path) -> None:
    record = _hostile(played("cheese_rescue"))[number]
    file = tmp_path / "game.html"
    with pytest.raises(records.RecordError):
        animation.write_html(file, record)
    assert not list(tmp_path.iterdir())


def test_what_a_record_may_say_is_escaped(tmp_path: Path) -> None:
    evil = "</script><b>&"
    board = tmp_path / "board.json"
    edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]
    value = {"name": evil, "cells": 6, "edges": edges, "farm": 0, "start": 3}
    board.write_text(json.dumps(value), encoding="utf-8")
    env = make_raw("rattrapez_le", 2, board=str(board), max_deals=1)
    random = Random(1)
    record = records.play_record(env, lambda raw: random.choice(legal_actions(raw)), seed=1)
    page, _ = animation.html(record)
    assert evil not in page
    assert page.count("</script>") == 2


def test_watch_writes_what_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("resvg_py")
    files = [tmp_path / name for name in ("game.json", "game.html", "game.gif")]
    names = ("record", "html", "gif")
    asked = [f"--{option}={file}" for option, file in zip(names, files, strict=True)]
    assert main(["watch", "cheese_rescue", "--seed=1", "--delay=0", *asked]) == 0
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert files[1].read_text(encoding="utf-8").startswith("<!doctype html>")
    assert files[2].read_bytes()[:6] == b"GIF89a"
    assert capsys.readouterr().out.count("written: ") == 3


@pytest.mark.parametrize("option", ["html", "gif"])
def test_watch_refuses_a_name_that_does_not_fit(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--delay=0", f"--{option}={tmp_path / 'game.txt'}"]) == 2
    assert f"name ends in .{option}" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
