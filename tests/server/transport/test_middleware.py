"""The edge: foreign pages are turned away, and every answer carries the headers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from rondel.server.dev.tree_api import ADDRESSES as ADDRESSES_OF_DEVELOPERS
from rondel.server.transport.app import handlers
from rondel.server.transport.client_address import Proxies
from rondel.server.transport.middleware import Middleware, NoOrigin, frame_ancestors
from rondel.server.transport.rate_limits import Limiter
from rondel.server.transport.static import page_handlers
from tests.server.harness import Running, opened

ADDRESSES = ["/", "/table/abc", "/assets/app-1.js", "/api/games", "/api/tables/none", "/nothing/here"]

FOREIGN = [
    "null",
    "http://evil.example",
    "http://{host}.evil.example",
    "http://evil.example:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://{host}",
    "HTTP://{host}",
    "http://{host}/",
    "http://user@{host}",
    "ws://{host}",
    "http://localhost:{port}",
    "http://[::1]:{port}",
    "{host}",
    "",
    "file://",
    "http://{host}, http://{host}",
]


def filled(server: Running, origin: str) -> str:
    host = server.address.removeprefix("http://")
    return origin.format(host=host, port=host.rpartition(":")[2])


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_answer_carries_the_headers(server: Running, path: str) -> None:
    headers = server.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_request_from_a_foreign_page_is_refused(server: Running, origin: str) -> None:
    answer = server.post("/api/tables", {"game": "reversi", "seats": []}, headers={"origin": filled(server, origin)})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


def test_two_origins_are_one_too_many(server: Running) -> None:
    own = ("origin", server.address)
    answer = server.post("/api/tables", {"game": "reversi", "seats": []}, headers=[own, own])
    assert answer.status_code == 403


@pytest.mark.parametrize("headers", [{}, {"origin": "{own}"}])
def test_own_pages_and_programs_are_let_in(server: Running, headers: dict[str, str]) -> None:
    filled_in = {key: value.format(own=server.address) for key, value in headers.items()}
    assert server.post("/api/tables", {"game": "no such game", "seats": []}, headers=filled_in).status_code == 404


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
)
def test_only_json_is_taken(server: Running, kind: str) -> None:
    answer = server.post("/api/tables", content=b'{"game":"reversi","seats":[]}', headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_json")


@pytest.mark.anyio
@pytest.mark.parametrize("origin", [each for each in FOREIGN if each.strip()])
async def test_a_socket_from_a_foreign_page_is_refused_before_it_opens(server: Running, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with opened(server, additional_headers={"origin": filled(server, origin)}):
            pass


@pytest.mark.anyio
async def test_a_socket_from_an_own_page_is_let_in(server: Running) -> None:
    async with opened(server, additional_headers={"origin": server.address}) as client:
        assert (await client.ask({"type": "ping"}))["type"] == "pong"


@pytest.mark.parametrize("path", [*ADDRESSES, "/api/tables"])
def test_a_head_is_answered_like_a_get_without_the_body(server: Running, path: str) -> None:
    whole, head = server.get(path), server.request("HEAD", path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    of_sending = {"date", "transfer-encoding"}  # what comes in pieces says so with the first of them
    mine, other = ({name: value for name, value in each.headers.items() if name not in of_sending} for each in (head, whole))
    assert mine == other


ROUTES = sorted(
    {path for each in (*handlers(), *page_handlers(Path("client"), ADDRESSES_OF_DEVELOPERS)) for path in each.paths}
)
SNAPSHOT = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
"""What every answer carries, and nothing else but what is said of its body, its keeping and its sender."""

OF_THE_BODY = {
    *("content-type", "content-length", "content-encoding", "content-disposition"),
    *("date", "cache-control", "set-cookie", "allow", "vary", "transfer-encoding"),
}


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "DELETE"])
def test_every_address_answers_with_just_these_headers(server: Running, method: str) -> None:
    for path in [*ROUTES, "/api/openapi.json", "/nothing/here"]:
        answer = server.request(method, re.sub(r"\{\w+:\w+\}", "1", path), **({"json": {}} if method != "GET" else {}))
        headers = dict(answer.headers)
        assert {name: headers.pop(name, None) for name in SNAPSHOT} == SNAPSHOT, path
        assert set(headers) <= OF_THE_BODY, path
        assert "cache-control" in headers or not path.startswith("/api/"), f"{path}: an answer may depend on who asks"


# -- framing -------------------------------------------------------------------------------------------------------------

CLUB = "https://club.example.org"


async def headers_of(path: str, *embedders: str) -> dict[str, str]:
    """What an answer carries, at the edge of an application that answers anything."""
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {}

    scope: Any = {"type": "http", "path": path, "method": "GET", "headers": [], "scheme": "http", "client": ("127.0.0.1", 1)}
    await Middleware(application, (), Proxies(()), Limiter(None), frame_ancestors(embedders))(scope, receive, send)
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.anyio
async def test_tables_alone_are_framed_and_by_those_alone_whom_the_host_has_named() -> None:
    named = await headers_of("/table/abc", CLUB, "http://127.0.0.1:8080/")
    assert named["content-security-policy"].endswith("frame-ancestors https://club.example.org http://127.0.0.1:8080")
    assert "x-frame-options" not in named
    for others in (await headers_of("/table/abc"), await headers_of("/", CLUB), await headers_of("/dev/tree", CLUB)):
        assert others["content-security-policy"].endswith("frame-ancestors 'none'")
        assert others["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "given", ["*", "club.example.org", "https://club.example.org/page", "https://a; script-src *", "'self'", ""]
)
def test_what_is_no_origin_frames_nothing(given: str) -> None:
    with pytest.raises(NoOrigin, match="is no origin: write it like"):
        frame_ancestors([given])
