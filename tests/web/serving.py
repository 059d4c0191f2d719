"""A real server on a free port, and a client that speaks plain HTTP to it."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cheese_envs.web.app import Page, make_app
from cheese_envs.web.serving import listen, make_server
from cheese_envs.web.setup import Setup

JSON = {"Content-Type": "application/json"}


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Client:
    """Speaks to a server; `page` is the server's own side, to look behind the curtain."""

    port: int
    page: Page

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read(),
            )
        finally:
            connection.close()

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, value: Any) -> Answer:
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask("POST", path, body, JSON)

    def begin(self, **wanted: Any) -> dict[str, Any]:
        answer = self.post("/api/games", wanted)
        assert answer.status == 201, answer.body
        view: dict[str, Any] = answer.json()
        return view

    def act(self, name: str, what: str, **body: Any) -> dict[str, Any]:
        answer = self.post(f"/api/games/{name}/{what}", body)
        assert answer.status == 200, answer.body
        return {"id": name, **answer.json()}

    def play_on(self, view: dict[str, Any], choose: Any = None) -> dict[str, Any]:
        """One more move, of whoever is to make it; the player's own by `choose(moves)`."""
        name = view["id"]
        if view["turn"] != view["seat"]:
            return self.act(name, "advance", version=view["version"])
        number = 0 if choose is None else choose(view["moves"])
        return self.act(name, "move", version=view["version"], move=number)


@contextmanager
def serving(setup: Setup | None = None) -> Iterator[Client]:
    """A server in a thread for the time of a test."""
    with listen(0) as listener:
        port = listener.getsockname()[1]
        app = make_app(setup or Setup(opponents=("random",)))
        server = make_server(app, port)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield Client(port, app.state.page)
        finally:
            server.should_exit = True
            thread.join(30)
            assert not thread.is_alive()
