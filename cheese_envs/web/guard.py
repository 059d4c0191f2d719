"""Who may speak to the server, and how: checked before anything else sees a request.

The page is for the browser on this machine. Another site open in it must neither read nor change a
game: a foreign `Host` (a name made to point here) or `Origin` is refused, and so is a POST that a
plain form could send.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cheese_envs.web.refusal import RefusedError

NAMES = ("127.0.0.1", "localhost", "[::1]")
HTTP_PORT = 80
SLOWEST = 30  # seconds for a request to come
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}".encode() for name in NAMES}
        if port == HTTP_PORT:
            self._hosts |= {name.encode() for name in NAMES}
        self._origins = {b"http://" + host for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # no other kind is served
        app: ASGIApp = self._app
        refusal = self._refusal(scope)
        if refusal is not None:
            app = JSONResponse({"error": refusal.words}, refusal.status)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        await app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> RefusedError | None:
        found: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            found.setdefault(name.lower(), []).append(value.lower())
        hosts = found.get(b"host", [])
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return RefusedError(403, "this server answers only to this machine's own name for it")
        if not self._origins.issuperset(found.get(b"origin", [])):
            return RefusedError(403, "another site may not use this server")
        if scope["method"] == "POST":
            kinds = found.get(b"content-type", [b""])
            if [kind.split(b";")[0].strip() for kind in kinds] != [b"application/json"]:
                return RefusedError(415, "send application/json")
        return None


async def read_body(request: Request, most: int) -> bytes:
    """A request's body; refused as soon as it is longer than allowed."""
    said = request.headers.get("content-length", "0")
    if said.isdecimal() and int(said) > most:
        raise RefusedError(413, f"longer than {most} bytes")
    parts, size = [], 0
    try:
        with anyio.fail_after(SLOWEST):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise RefusedError(413, f"longer than {most} bytes")
                parts.append(part)
    except TimeoutError:
        raise RefusedError(408, f"the request took longer than {SLOWEST} s to come") from None
    return b"".join(parts)


async def read_fields(request: Request, most: int, allowed: tuple[str, ...]) -> dict[str, Any]:
    """A request's body as a JSON object with no other fields than these."""
    body = await read_body(request, most)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "the request is not JSON") from None
    if not isinstance(value, dict):
        raise RefusedError(400, "the request must be a JSON object")
    for name in value:
        if name not in allowed:
            raise RefusedError(400, f"the request has an unknown field {name[:40]!r}")
    return value
