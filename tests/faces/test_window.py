"""The render modes: text, SVG, pixels, a window."""

from __future__ import annotations

import copy
import pickle
from importlib import util
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

import cheese_envs
from cheese_envs.faces import raster
from cheese_envs.faces.rendering import RENDER_MODES, coloured
from tests.games.playing import by_game, legal_actions, make_env, make_raw

pytest.importorskip("resvg_py")
pygame = pytest.importorskip("pygame")


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("game", by_game())
def test_pixels_are_an_array_of_colours(game: str) -> None:
    env = make_raw(game, 2, render_mode="rgb_array")
    env.reset(seed=1)
    seen = env.render()
    assert isinstance(seen, np.ndarray)
    assert seen.dtype == np.uint8
    assert seen.shape[1:] == (raster.WIDTH, 3)
    assert seen.shape[0] > 400
    assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 20
    env.step(legal_actions(env)[0])
    after = env.render()
    assert isinstance(after, np.ndarray)
    assert not np.array_equal(after, seen)


@pytest.mark.parametrize("game", by_game())
def test_a_window_opens_and_closes_with_the_environment(game: str) -> None:
    env = make_raw(game, 2, render_mode="human")
    env.reset(seed=1)
    assert pygame.display.get_init()
    assert env.render() is None
    for _ in range(3):
        env.step(legal_actions(env)[0])
    assert pygame.display.get_caption()[0] == env.game.title
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert shown.shape[0] == raster.WIDTH
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 20
    env.close()
    assert not pygame.display.get_init()
    env.close()


def test_a_window_that_its_user_closes_stays_closed() -> None:
    env = make_raw("cheese_rescue", 2, render_mode="human")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.render()
    assert not pygame.display.get_init()
    env.step(legal_actions(env)[0])
    assert not pygame.display.get_init()
    env.close()


def test_a_copy_has_a_window_of_its_own() -> None:
    env = make_raw("cheese_rescue", 2, render_mode="human")
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), env.clone(), pickle.loads(pickle.dumps(env))):
        twin.close()
        assert pygame.display.get_init()
    env.close()


@pytest.mark.parametrize("game", by_game())
def test_svg_is_drawn_from_the_perspective_asked_for(game: str) -> None:
    env = make_raw(game, 2, render_mode="svg")
    env.reset(seed=1)
    whole = env.render()
    assert whole == env.game.draw(env.snapshot())
    env.render_perspective = 1
    assert env.render() == env.game.draw(env.snapshot(), perspective=1)
    assert env.render() != whole
    with pytest.raises(ValueError, match="render_perspective"):
        env.render_perspective = 2


def test_the_last_move_is_marked_until_the_next_game() -> None:
    env = make_raw("cheese_rescue", 2, render_mode="svg")
    env.reset(seed=1)
    assert 'class="last"' not in str(env.render())
    env.step(legal_actions(env)[0])
    assert 'class="last"' in str(env.render())
    env.reset()
    assert 'class="last"' not in str(env.render())


@pytest.mark.parametrize("game", by_game())
def test_a_notebook_shows_the_game_by_itself(game: str) -> None:
    shown: list[Any] = [make_env(game, 2), make_raw(game, 2), cheese_envs.make_solo(game)]
    for env in shown:
        assert env._repr_svg_() is None
        env.reset(seed=1)
        ElementTree.fromstring(env._repr_svg_())


@pytest.mark.parametrize("game", by_game())
def test_a_solo_game_is_drawn_as_its_seat_sees_it(game: str) -> None:
    solo = cheese_envs.make_solo(game, seat=1, render_mode="svg")
    solo.reset(seed=1)
    snapshot = solo._snapshot()
    shown = str(solo.render())
    assert shown == solo.game.draw(snapshot, perspective=1)
    assert shown != solo.game.draw(snapshot, perspective=0)


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_gymnasium_makes_a_game_in_every_render_mode(mode: str) -> None:
    env = gymnasium.make("cheese_envs/CheeseRescue-v0", render_mode=mode)
    env.reset(seed=1)
    shown: Any = env.render()
    assert isinstance(shown, {"human": type(None), "rgb_array": np.ndarray}.get(mode, str))
    env.close()


@pytest.mark.parametrize(
    ("mode", "missing"), [("rgb_array", "resvg_py"), ("human", "pygame"), ("human", "PIL")]
)
def test_what_is_not_installed_is_named(
    mode: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = util.find_spec
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == missing else find(name))
    with pytest.raises(ModuleNotFoundError, match=r"cheese-envs\[render\]"):
        make_raw("cheese_rescue", 2, render_mode=mode)


def test_text_is_coloured_only_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "turn 1\n> player_0: a cat\n  player_1: a dog"
    assert coloured(text) == text
    assert coloured(text, terminal=False) == text
    shown = coloured(text, terminal=True)
    assert "\x1b[1;34mplayer_0\x1b[0m\x1b[1m" in shown
    assert shown.splitlines()[0] == "turn 1"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert coloured(text) == shown
    monkeypatch.setenv("NO_COLOR", "1")
    assert coloured(text) == text
