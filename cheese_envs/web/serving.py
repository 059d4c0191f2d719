"""Runs the server on this machine, and shows it in the browser."""

from __future__ import annotations

import logging
import socket
import threading
import time
import webbrowser
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from cheese_envs.core import plain
from cheese_envs.web.app import make_app
from cheese_envs.web.game import Game
from cheese_envs.web.guard import Guard
from cheese_envs.web.setup import Setup

LOOPBACK = "127.0.0.1"
LAST_PORT = 65535
MOST_CONNECTIONS = 64
GRACE = 1  # seconds that a request under way is given at the end


def listen(port: int) -> socket.socket:
    """A socket on this machine alone; port 0 takes any that is free."""
    plain.whole(port, "port", 0, LAST_PORT, error=ValueError)
    try:
        return socket.create_server((LOOPBACK, port))
    except OSError as error:
        said = f"cannot serve on port {port}: {error.strerror}; --port 0 takes a free one"
        raise OSError(said) from None


class Server(uvicorn.Server):
    """Leaves quietly: a search that is cut short at the end is no news."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL + 1)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        super().handle_exit(sig, frame)


def make_server(app: Starlette, port: int) -> uvicorn.Server:
    """The server for a port, not yet running."""
    return Server(
        uvicorn.Config(
            Guard(app, port),
            log_level="error",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=GRACE,
        )
    )


def run(setup: Setup, *, port: int, browser: bool) -> None:
    """Serve until Ctrl-C."""
    setup = setup.check()
    Game(setup)  # what is wrong with the opponents shows now, and the kernels are compiled
    setup.agents.load_hints()
    with listen(port) as listener:
        taken = listener.getsockname()[1]
        address = f"http://{LOOPBACK}:{taken}/"
        print(f"{setup.spec.title}: {address} (Ctrl-C ends it)", flush=True)
        server = make_server(make_app(setup), taken)
        if browser:
            threading.Thread(target=_show, args=(server, address), daemon=True).start()
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            print()


def _show(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)
