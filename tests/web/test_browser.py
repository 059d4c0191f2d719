"""The page in a real browser: whole games by clicks, hints, taking back, records, keys, a phone.

What the page looks like is kept in runs/screenshots.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cheese_envs import GAMES, records
from cheese_envs.agents import load
from cheese_envs.registry import game_spec
from cheese_envs.web.game import Game
from cheese_envs.web.opponents import Opponents, act
from cheese_envs.web.setup import Setup
from tests.web.serving import Client, serving

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium to open the page in"),
]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = Path(__file__).parents[2] / "runs" / "screenshots"
DESKTOP, PHONE = {"width": 1200, "height": 800}, {"width": 375, "height": 720}
AT_ONCE = "?pause=0"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    setup = Setup(opponents=("random",), agents=Opponents(hints="mcts:30"))
    for game in GAMES:  # a search is compiled here, not while the page waits for it
        Game(Setup(game, opponents=("random",), agents=setup.agents)).hints()
    with serving(setup) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Any, client: Client) -> Iterator[Any]:
    """A page on which nothing may go wrong unsaid."""
    context = browser.new_context(viewport=DESKTOP, accept_downloads=True)
    context.set_default_timeout(10_000)
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    opened.goto(client.address + AT_ONCE)
    opened.wait_for_selector("#board svg")
    yield opened
    context.close()
    assert not problems


def keep(page: Any, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def begin(page: Any, game: str, seed: int = 7, players: int = 2) -> None:
    """A new game by the form on the page."""
    page.click("#new")
    page.select_option("#new-game", game)
    page.select_option("#new-players", str(players))
    page.fill("#new-seed", str(seed))
    page.click("#new-start")
    page.wait_for_function(
        "title => document.getElementById('title').textContent === title",
        arg=game_spec(game).title,
    )
    to_move(page)


def to_move(page: Any) -> None:
    """Wait until something can be clicked, or the game is over."""
    page.wait_for_selector("#board [data-target].open, #buttons button, #result:not([hidden])")


def latest(client: Client) -> Game:
    """The game that was begun last, on the server's side."""
    place = next(reversed(client.page.games._places.values()))
    return place.thing


def press(page: Any, target: str) -> None:
    """Click in the middle of it, which may be a gap between two cheeses that are one target."""
    both = f'#board [data-target="{target}"], #buttons [data-target="{target}"]'
    page.locator(both).first.click(force=True)


def make_move(page: Any, client: Client) -> list[str]:
    """Click through the move that a rule of thumb would make; gives what was clicked."""
    game = latest(client)
    env = game._env
    name = "heuristic" if env.game.heuristic is not None else "random"
    agent = load(name)
    agent.bind(env)
    targets = env.game.targets(env.snapshot(), env.describe(act(agent, env)))
    version = game._version
    for target in targets:
        press(page, target)
    page.wait_for_function("() => !document.querySelector('#board .chosen')")
    for _ in range(2000):
        if game._version != version:
            break
        page.wait_for_timeout(5)
    assert game._version != version, f"clicking {targets} did nothing"
    to_move(page)
    return targets


def is_over(page: Any) -> bool:
    return bool(page.locator("#result").is_visible())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(
    game: str, page: Any, client: Client, tmp_path: Path
) -> None:
    begin(page, game)
    keep(page, f"{game}-1-begun")
    make_move(page, client)
    page.click("#hint")
    page.wait_for_selector("#hints:not([hidden])")
    assert page.locator("#hint-list li").count() >= 1
    keep(page, f"{game}-2-hint")
    before = page.locator("#log li").count()
    page.click("#take-back")
    page.wait_for_function(f"() => document.querySelectorAll('#log li').length < {before}")
    to_move(page)
    moves = 0
    while not is_over(page):
        make_move(page, client)
        moves += 1
        if moves == 3:
            keep(page, f"{game}-3-midway")
            page.set_viewport_size(PHONE)
            keep(page, f"{game}-4-phone")
            page.set_viewport_size(DESKTOP)
    keep(page, f"{game}-5-over")
    with page.expect_download() as download:
        page.click("#save")
    path = tmp_path / "game.json"
    download.value.save_as(path)
    [verdict] = records.verify_file(path)
    assert verdict.game == game and verdict.seed_fits
    page.set_input_files("#file", path)
    page.wait_for_selector("#replay:not([hidden])")
    page.keyboard.press("End")
    page.wait_for_selector("#result:not([hidden])")
    page.keyboard.press("Home")
    page.wait_for_selector("#result", state="hidden")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.getElementById('turn').textContent.startsWith('Move 1:')"
    )
    keep(page, f"{game}-6-record")


def test_a_game_can_be_played_with_keys_alone(page: Any, client: Client) -> None:
    begin(page, "cheese_rescue")
    game = latest(client)
    page.locator("#board [data-target].open").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#board [data-target].chosen").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#board [data-target].chosen").count() == 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.target"
    assert page.evaluate(focused).startswith("cell:")
    keep(page, "keys-1-focus")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#log li').length === 2")
    to_move(page)
    assert game._version == 2
    assert page.evaluate(focused).startswith("hand:")  # ready for the next move
    page.keyboard.press("h")
    page.wait_for_selector("#hints:not([hidden])")
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('#log li').length === 0")
    assert game._version == 3 and len(game._history) == 0
    page.keyboard.press("n")
    assert page.locator("#new-dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#new-dialog").is_visible()


def test_a_record_before_the_end_and_a_wrong_file_are_refused_in_words(
    browser: Any, client: Client, tmp_path: Path
) -> None:
    opened = browser.new_context(viewport=PHONE).new_page()
    opened.goto(client.address + AT_ONCE)
    to_move(opened)
    opened.click("#save")
    opened.wait_for_selector("#problem:not([hidden])")
    assert "after the end" in opened.inner_text("#problem")
    keep(opened, "problem-1-save")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"format": "cheese-record/1"}', encoding="utf-8")
    opened.set_input_files("#file", wrong)
    opened.wait_for_function(
        "() => document.getElementById('problem').textContent.includes('lacks')"
    )
    assert opened.locator("#board [data-target].open").count() > 0  # the game goes on
    opened.context.close()


def test_a_page_loaded_again_shows_the_same_game(page: Any, client: Client) -> None:
    begin(page, "au_secours")
    make_move(page, client)
    before = page.inner_text("#log")
    page.reload()
    to_move(page)
    assert page.inner_text("#log") == before


def test_a_tap_beside_a_small_cell_finds_it(page: Any, client: Client) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    begin(page, "cheese_rescue")
    game = latest(client)
    page.locator("#board [data-target].open").first.click()
    box = page.locator('#board [data-target^="cell:"].open').first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 5)
    page.wait_for_function("() => document.querySelectorAll('#log li').length === 2")
    assert game._version == 2


def test_the_form_the_help_and_what_cannot_be_done_look_well(page: Any, client: Client) -> None:
    page.emulate_media(color_scheme="dark")
    begin(page, "rattrapez_le", players=5)
    keep(page, "other-1-dark")
    page.keyboard.press("?")
    keep(page, "other-2-help")
    page.click("#keys-close")
    page.keyboard.press("n")
    keep(page, "other-3-form")
    page.set_viewport_size({"width": 360, "height": 640})
    keep(page, "other-4-form-phone")
    page.click("#new-cancel")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "other-5-phone")
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    for game in ("cheese_rescue", "au_secours", "drole_de_fromage"):
        begin(page, game, players=4)
        for _ in range(4):
            make_move(page, client)
        keep(page, f"other-{game}-4p")
        page.set_viewport_size(PHONE)
        keep(page, f"other-{game}-4p-phone")
        page.set_viewport_size(DESKTOP)
