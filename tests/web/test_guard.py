"""Who may speak to the server: this machine's browser on this page, and nobody else."""

from __future__ import annotations

import http.client
import json
import socket

import pytest

from cheese_envs.web.app import MOST_RECORD, MOST_REQUEST
from tests.web.serving import JSON, Client


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_this_machines_names_are_answered(client: Client, name: str) -> None:
    answer = client.ask("GET", "/", headers={"Host": f"{name}:{client.port}"})
    assert answer.status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:{port}", ""]
)
@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("POST", "/api/games")])
def test_a_foreign_host_is_refused(client: Client, host: str, method: str, path: str) -> None:
    headers = {**JSON, "Host": host.format(port=client.port)}
    answer = client.ask(method, path, b"{}" if method == "POST" else None, headers)
    assert answer.status == 403
    assert "error" in answer.json()


def test_a_request_without_a_host_is_refused(client: Client) -> None:
    with socket.create_connection(("127.0.0.1", client.port), timeout=10) as line:
        line.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 403 " in line.recv(4096)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1:{port}"]
)
def test_a_foreign_origin_is_refused_and_changes_nothing(client: Client, origin: str) -> None:
    before = len(client.page.games)
    headers = {**JSON, "Origin": origin.format(port=client.port)}
    assert client.ask("POST", "/api/games", b"{}", headers).status == 403
    assert client.ask("GET", "/api/choices", headers=headers).status == 403
    assert len(client.page.games) == before


def test_the_pages_own_origin_is_answered(client: Client) -> None:
    headers = {**JSON, "Origin": f"http://127.0.0.1:{client.port}"}
    assert client.ask("POST", "/api/games", b"{}", headers).status == 201


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None]
)
def test_what_a_plain_form_could_send_is_refused(client: Client, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    assert client.ask("POST", "/api/games", b"{}", headers).status == 415


@pytest.mark.parametrize(
    "path", ["/", "/static/app.js", "/api/choices", "/api/games/none", "/none"]
)
def test_every_answer_forbids_foreign_code_sniffing_and_keeping(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe" not in policy and "http:" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_a_refusal_is_guarded_too(client: Client) -> None:
    answer = client.ask("GET", "/", headers={"Host": "evil.example"})
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "GET"])
def test_only_post_changes_something(client: Client, method: str) -> None:
    answer = client.ask(method, "/api/games", headers=JSON)
    assert answer.status == 405 and "error" in answer.json()


def test_a_body_that_says_it_is_huge_is_refused_before_it_comes(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
    connection.putrequest("POST", "/api/games")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", str(10**12))
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413 and "error" in json.loads(answer.read())
    connection.close()


@pytest.mark.parametrize(
    ("path", "most"), [("/api/games", MOST_REQUEST), ("/api/replays", MOST_RECORD)]
)
def test_a_body_that_does_not_say_its_length_is_cut_off(
    client: Client, path: str, most: int
) -> None:
    """Sent in chunks that go on for ever, it is refused while it comes."""
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", client.port), timeout=10) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
        head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.sendall(head.encode())
        sent = 0
        answered = b""
        line.settimeout(0.01)
        while b" 413 " not in answered and sent < most + 2**24:
            try:
                line.sendall(chunk)
                sent += 0x10000
            except TimeoutError:
                pass  # half a chunk is sent, which no longer matters
            except (BrokenPipeError, ConnectionResetError):
                break
            try:
                answered += line.recv(4096)
            except TimeoutError:
                continue
            except ConnectionResetError:
                break
        assert sent < most + 2**24
    assert client.get("/api/choices").status == 200


def test_a_body_that_does_not_come_is_not_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cheese_envs.web.guard.SLOWEST", 0.1)
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=30)
    connection.putrequest("POST", "/api/replays")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "100")
    connection.endheaders(b"{")
    assert connection.getresponse().status == 408
    connection.close()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b"\xff", b"[" * 10_000, b'{"castle": 1}', b'{"seed": NaN}']
)
def test_what_is_no_request_is_refused_in_words(client: Client, body: bytes) -> None:
    before = len(client.page.games)
    answer = client.post("/api/games", body)
    assert answer.status == 400 and answer.json()["error"]
    assert len(client.page.games) == before


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"]
)
def test_nothing_but_the_static_files_is_served(client: Client, path: str) -> None:
    assert client.get(path).status == 404
