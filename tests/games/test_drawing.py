"""The pictures: whole, safe to show, and no more in them than a seat may see."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import cheese_envs
from cheese_envs.core.svg.elements import document, escaped
from cheese_envs.core.svg.lettering import width_of, words
from cheese_envs.faces.aec import RawEnv
from cheese_envs.games.rattrapez_le import board as boards
from cheese_envs.games.rattrapez_le import country
from tests.games.playing import (
    by_game,
    by_options,
    by_player_count,
    is_over,
    make_raw,
    midway,
    referee_of,
    walk,
)

PLIES = 40
EVERY = 8  # plies between two looks
SPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "g", "path", "rect", "circle", "ellipse"}


def views(env: RawEnv) -> list[int | None]:
    return [None, *range(env.num_players)]


def drawn(env: RawEnv, perspective: int | None, **last: Any) -> str:
    return env.game.draw(env.snapshot(), perspective=perspective, **last)


def targets_in(svg: str) -> Counter[str]:
    return Counter(re.findall(r'data-target="([^"]*)"', svg))


def play_on(env: RawEnv, random: Random, most: int) -> Any:
    """Random moves; yields the last move and its player, each time."""
    last, by = None, None
    for _ in range(most):
        yield last, by
        if is_over(env):
            return
        last, by = random.choice(env.legal_moves()), env.snapshot()["turn"]
        env.step(env.encode(last))


def assert_is_a_whole_picture(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SPACE}svg"
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert width > 0
    assert height > 0
    names = {one.tag.removeprefix(SPACE) for one in root.iter()}
    assert names <= ALLOWED  # shapes alone: no text that needs a font, no script, no image
    assert "nan" not in svg
    assert "inf" not in svg.replace("info", "")
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r'\s(href|src|style|on\w+)="', svg)


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_every_picture_is_whole_and_needs_no_other_file(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env = make_raw(game, num_players, **options)
    env.reset(seed=1)
    for ply, (last, by) in enumerate(play_on(env, Random(2), PLIES)):
        if ply in (0, PLIES - 1) or is_over(env):
            for seat in views(env):
                assert_is_a_whole_picture(drawn(env, seat, last_move=last, last_player=by))


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_every_legal_move_can_be_clicked(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env = make_raw(game, num_players, **options)
    env.reset(seed=3)
    for ply, (last, by) in enumerate(play_on(env, Random(4), PLIES)):
        if ply % EVERY:
            continue
        snapshot = env.snapshot()
        for perspective in (None, snapshot["turn"]):
            there = targets_in(drawn(env, perspective, last_move=last, last_player=by))
            assert set(there.values()) <= {1}
            ways = [tuple(env.game.targets(snapshot, move)) for move in env.legal_moves()]
            assert len(set(ways)) == len(ways)
            for way in ways:
                assert there.keys() >= set(way)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_last_cheese_can_be_followed_by_a_click(num_players: int) -> None:
    env = make_raw("drole_de_fromage", num_players)
    env.reset(seed=1)
    random = Random(1)
    for _ in walk(env, random):
        if is_over(env):
            env.reset()
        snapshot = env.snapshot()
        if snapshot["phase"] == "bonus" and len(env.legal_moves()) > 1:
            break
    there = targets_in(drawn(env, snapshot["turn"]))
    for move in env.legal_moves():
        assert there.keys() >= set(env.game.targets(snapshot, move))
    assert "decline" in there


@pytest.mark.parametrize(("game", "num_players", "options"), by_options())
def test_a_picture_shows_a_seat_nothing_hidden(
    game: str, num_players: int, options: dict[str, Any]
) -> None:
    env = make_raw(game, num_players, **options)
    env.reset(seed=5)
    random = Random(6)
    for ply, (last, by) in enumerate(play_on(env, random, PLIES)):
        if ply % EVERY and not is_over(env):
            continue
        referee = referee_of(game).Referee(env.snapshot())
        for seat in range(num_players):
            seen = drawn(env, seat, last_move=last, last_player=by)
            other = referee.disguise(seat, random)
            disguised = env.game.draw(other, perspective=seat, last_move=last, last_player=by)
            assert disguised == seen
            redealt = env.redeal(env.possible_agents[seat], seed=7)
            assert drawn(redealt, seat, last_move=last, last_player=by) == seen


@pytest.mark.parametrize("game", by_game())
def test_the_end_of_a_game_shows_a_seat_nothing_hidden(game: str) -> None:
    env = make_raw(game, referee_of(game).PLAYER_COUNTS[-1])
    env.reset(seed=8)
    random = Random(9)
    for _ in walk(env, random):
        pass
    assert is_over(env)
    referee = referee_of(game).Referee(env.snapshot())
    for seat in range(env.num_players):
        other = referee.disguise(seat, random)
        assert env.game.draw(other, perspective=seat) == drawn(env, seat)
        assert_is_a_whole_picture(drawn(env, seat))


def test_another_players_choice_is_no_news() -> None:
    env = make_raw("rattrapez_le", 3)
    env.reset(seed=1)
    before = [drawn(env, 2)]
    pictures = set()
    for subject in ("farmer", "dog"):
        env.reset(seed=1)
        move = {"type": "choose", "subject": subject}
        env.step(env.encode(move))
        pictures.add(drawn(env, 2, last_move=move, last_player=0))
    assert len(pictures) == 1
    assert pictures.isdisjoint(before)


@pytest.mark.parametrize(("game", "num_players"), by_player_count())
def test_the_whole_truth_is_not_what_a_seat_sees(game: str, num_players: int) -> None:
    env = midway(game, num_players, plies=num_players + 1)
    assert len({drawn(env, seat) for seat in views(env)}) == num_players + 1


@pytest.mark.parametrize("game", cheese_envs.GAMES)
def test_the_last_move_is_marked(game: str) -> None:
    env = midway(game, 2, plies=6)
    by = env.snapshot()["turn"]
    move = next(one for one in env.legal_moves() if one["type"] != "discard")
    env.step(env.encode(move))
    assert drawn(env, None) != drawn(env, None, last_move=move, last_player=by)


def test_at_the_end_the_cards_that_left_are_crossed_out() -> None:
    env = make_raw("cheese_rescue", 2)
    env.reset(seed=1)
    for _ in walk(env, Random(1)):
        assert drawn(env, None).count('class="gone"') == 0 or is_over(env)
    assert drawn(env, None).count('class="gone"') > 0


@pytest.mark.parametrize("seat", range(4))
def test_the_pushing_board_is_turned_the_players_way_up(seat: int) -> None:
    env = make_raw("drole_de_fromage", 4)
    env.reset(seed=1)
    row, col = env.snapshot()["mice"][seat]
    places = {
        name: (float(y), float(x))
        for name, x, y in re.findall(
            r'data-target="(cell:\d,\d)"><rect x="([\d.]+)" y="([\d.]+)"', drawn(env, seat)
        )
    }
    assert len(places) == 64
    rows, columns = (sorted({place[axis] for place in places.values()}) for axis in (0, 1))
    # One's own mouse starts in the row at the bottom, on the fourth cell from the right.
    assert places[f"cell:{row},{col}"] == (rows[-1], columns[-4])


@pytest.mark.parametrize("name", boards.SHIPPED)
def test_the_shipped_pictures_of_boards_are_those_of_today(name: str) -> None:
    shipped = boards.FOLDER.parent / f"{name}.svg"
    picture = country.board_svg(boards.load(name))
    assert_is_a_whole_picture(picture)
    assert shipped.read_text(encoding="utf-8") == picture


@pytest.mark.parametrize(
    "places",
    [
        [[0, 0], [0, 0], [0, 0]],
        [[-1e6, 0], [1e6, 0], [0, 1e-9]],
        [[5, 1], [5, 2], [5, 3]],
    ],
)
def test_a_board_of_ones_own_is_drawn_wherever_its_cells_are(
    places: list[list[float]], tmp_path: Any
) -> None:
    import json

    file = tmp_path / "tiny.json"
    value = {"cells": 3, "edges": [[0, 1], [1, 2]], "farm": 0, "start": 2, "places": places}
    file.write_text(json.dumps({**value, "name": '<b>"&'}), encoding="utf-8")
    env = make_raw("rattrapez_le", 2, board=str(file))
    env.reset(seed=1)
    assert_is_a_whole_picture(drawn(env, None))
    snapshot = env.snapshot()
    file.unlink()
    assert_is_a_whole_picture(env.game.draw(snapshot, perspective=0))


def test_words_are_strokes_and_shrink_to_their_room() -> None:
    assert "<text" not in words("Drôle de fromage !", 0, 0)
    assert words("  ", 0, 0) == ""
    assert width_of("mm", 10) > width_of("m", 10) > width_of("i", 10)
    assert width_of("m", 20) == 2 * width_of("m", 10)
    assert words("long", 0, 0, 12, within=5) != words("long", 0, 0, 12)
    assert words("\u4e16", 0, 0)  # a letter we have not drawn is a box


def test_what_is_written_into_a_picture_is_escaped() -> None:
    assert escaped('<a b="c">&\'\x00') == "&lt;a b=&quot;c&quot;&gt;&amp;&#39;?"
    assert_is_a_whole_picture(document(1, 1, "</title><script>\x07", words("<&>", 0, 0)))
