"""The server's answers. Each game has its lock; work is done in threads, a few at a time."""

from __future__ import annotations

import functools
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cheese_envs.registry import GAMES, game_spec
from cheese_envs.web import setup as setups
from cheese_envs.web.game import Game
from cheese_envs.web.guard import read_body, read_fields
from cheese_envs.web.refusal import RefusedError
from cheese_envs.web.replay import Replay, open_records
from cheese_envs.web.setup import Setup
from cheese_envs.web.shelf import Shelf

STATIC = Path(__file__).parent / "static"
MOST_GAMES, MOST_REPLAYS = 64, 8
MOST_REQUEST = 16 * 2**10  # bytes
MOST_RECORD = 8 * 2**20  # a long game of Drôle de Fromage takes 3 MB
MOST_DIGITS = 6
SEARCHES_AT_ONCE, DRAWINGS_AT_ONCE, UPLOADS_AT_ONCE, MOST_WAITING = 2, 4, 4, 32

T = TypeVar("T")


class Page:
    """The page's server side: what is open, and who may work now."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.games: Shelf[Game] = Shelf("game", MOST_GAMES)
        self.replays: Shelf[Replay] = Shelf("record", MOST_REPLAYS)
        self._searches = anyio.CapacityLimiter(SEARCHES_AT_ONCE)
        self._uploads = anyio.CapacityLimiter(UPLOADS_AT_ONCE)  # each is held in memory
        self._drawings = anyio.CapacityLimiter(DRAWINGS_AT_ONCE)

    async def work(self, task: Callable[..., T], *given: Any, long: bool = False) -> T:
        """Do something in a thread, or refuse when too much is waiting.

        What takes long has its own threads, so that others' games are still shown meanwhile.
        """
        limiter = self._searches if long else self._drawings
        if limiter.statistics().tasks_waiting >= MOST_WAITING:
            raise RefusedError(503, "the server has too much to do; try again in a moment")
        return await anyio.to_thread.run_sync(functools.partial(task, *given), limiter=limiter)

    # Games

    async def choices(self, request: Request) -> Response:
        """What a new game can be."""
        found = await self.work(self._choices)
        return JSONResponse(found)

    def _choices(self) -> dict[str, Any]:
        games = [
            {
                "name": name,
                "title": game_spec(name).title,
                "opponents": {
                    str(count): self.setup.agents.offered(name, count)
                    for count in game_spec(name).player_counts
                },
            }
            for name in GAMES
        ]
        return {"games": games, "default": _plain(self.setup)}

    async def begin(self, request: Request) -> Response:
        """Begin a game; `replaces` names the one it takes the place of."""
        body = await read_fields(request, MOST_REQUEST, (*setups.FIELDS, "replaces"))
        replaces = body.pop("replaces", None)
        try:
            game = await self.work(lambda: Game(self.setup.asked(body)), long=True)
        except ValueError as error:
            raise RefusedError(400, str(error)) from None
        if isinstance(replaces, str):
            self.games.remove(replaces)
        name = self.games.add(game)
        view = await self.work(game.view)
        return JSONResponse({"id": name, **view}, 201)

    async def look(self, request: Request) -> Response:
        """The game as it stands."""
        place = self.games.find(request.path_params["id"])
        async with place.lock:
            return JSONResponse(await self.work(place.thing.view))

    async def move(self, request: Request) -> Response:
        """The player's move."""
        return await self._change(
            request, ("version", "move"), lambda game, body: game.move(body.get("move"))
        )

    async def advance(self, request: Request) -> Response:
        """One move of an opponent."""
        return await self._change(request, ("version",), lambda game, _: game.advance())

    async def take_back(self, request: Request) -> Response:
        """Back to the player's last decision."""
        return await self._change(request, ("version",), lambda game, _: game.take_back())

    async def _change(
        self,
        request: Request,
        allowed: tuple[str, ...],
        change: Callable[[Game, dict[str, Any]], None],
    ) -> Response:
        body = await read_fields(request, MOST_REQUEST, allowed)
        place = self.games.find(request.path_params["id"])

        def task() -> dict[str, Any]:
            place.thing.check_version(body.get("version"))
            change(place.thing, body)
            return place.thing.view()

        async with place.lock:
            return JSONResponse(await self.work(task, long=True))

    async def hints(self, request: Request) -> Response:
        """What an agent would do."""
        body = await read_fields(request, MOST_REQUEST, ("version",))
        place = self.games.find(request.path_params["id"])
        async with place.lock:
            place.thing.check_version(body.get("version"))
            return JSONResponse({"hints": await self.work(place.thing.hints, long=True)})

    async def record(self, request: Request) -> Response:
        """The record of a finished game, as a file."""
        place = self.games.find(request.path_params["id"])
        async with place.lock:
            content = await self.work(
                lambda: json.dumps(place.thing.record(), separators=(",", ":"))
            )
        name = f"{place.thing.setup.game}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content + "\n", media_type="application/json", headers=headers)

    # Records

    async def open(self, request: Request) -> Response:
        """Open a file of records."""
        kind = request.query_params.get("kind", "json")
        if kind not in ("json", "jsonl"):
            raise RefusedError(400, "a record is a .json or a .jsonl file")
        async with self._uploads:
            content = await read_body(request, MOST_RECORD)
            replay = await self.work(open_records, content, kind, long=True)
        name = self.replays.add(replay)
        return JSONResponse({"id": name, "games": await self.work(replay.listing)}, 201)

    async def lines(self, request: Request) -> Response:
        """The moves of a game of a record, in words."""
        game = _number(request.path_params["game"])
        place = self.replays.find(request.path_params["id"])
        return JSONResponse({"lines": await self.work(place.thing.lines, game)})

    async def frame(self, request: Request) -> Response:
        """A position of a record."""
        game, number = (_number(request.path_params[name]) for name in ("game", "number"))
        place = self.replays.find(request.path_params["id"])
        return JSONResponse(await self.work(place.thing.frame, game, number))


def _number(digits: str) -> int:
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
        raise RefusedError(404, "there is no such position")
    return int(digits)


def _plain(setup: Setup) -> dict[str, Any]:
    seed = None if setup.seed is None else str(setup.seed)
    return {
        "game": setup.game,
        "players": setup.players,
        "seat": setup.seat,
        "seed": seed,
        "opponents": list(setup.opponents),
    }


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return JSONResponse({"error": error.words}, error.status)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)


async def _gone(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request broke off"}, 400)


async def _broken(request: Request, error: Exception) -> Response:
    """What went wrong is told in the terminal; it may hold what the player must not see."""
    return JSONResponse({"error": "something went wrong on the server; see its terminal"}, 500)


async def _index(request: Request) -> Response:
    return FileResponse(STATIC / "index.html")


def make_app(setup: Setup) -> Starlette:
    """The application, without its guard."""
    page = Page(setup)

    def post(path: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
        return Route(path, answer, methods=["POST"])

    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/api/choices", page.choices),
            post("/api/games", page.begin),
            Route("/api/games/{id}", page.look),
            post("/api/games/{id}/move", page.move),
            post("/api/games/{id}/advance", page.advance),
            post("/api/games/{id}/take-back", page.take_back),
            post("/api/games/{id}/hints", page.hints),
            Route("/api/games/{id}/record", page.record),
            post("/api/replays", page.open),
            Route("/api/replays/{id}/{game}", page.lines),
            Route("/api/replays/{id}/{game}/{number}", page.frame),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={
            RefusedError: _refused,
            HTTPException: _failed,
            ClientDisconnect: _gone,
            Exception: _broken,
        },
    )
    app.state.page = page
    return app
