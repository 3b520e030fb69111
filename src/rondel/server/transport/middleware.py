"""Middleware: checks every request's origin before the application, and sets the headers of every response.

A request that changes something, and every WebSocket, must come from a page of this server: browsers name the origin of the
page in ``Origin``, and a foreign one is refused. Programs that are not browsers send none and are let in, but without a
session's cookie: a cookie counts only together with an ``Origin``, or with ``Sec-Fetch-Site: same-origin`` over HTTP. Programs
send tokens. Every answer carries headers against foreign content and against framing; tables may be framed by pages that the
host has named. A HEAD request is answered like a GET, without the body.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from rondel.server.protocol import Problem
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.client_address import Proxies, peer
from rondel.server.transport.login.cookie import SESSION
from rondel.server.transport.rate_limits import Limiter

_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
"""Images may be data, as the page makes pictures of its board (web/src/share/picture.ts)."""

HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

UNKEPT: Final = (b"cache-control", b"no-store")
"""The header of answers under ``/api`` without a ``cache-control`` of their own: many depend on the principal, and a cache
would not know it."""

WORKERS: Final = "/assets/python-"
"""The prefix of the scripts that run Python in a worker. They alone may compile WebAssembly."""

_WORKER_POLICY: Final = (
    b"content-security-policy",
    b"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:",
)
"""Python's library reaches Pyodide as a blob."""

UNFRAMED: Final = ((b"content-security-policy", f"{_POLICY}'none'".encode()), (b"x-frame-options", b"DENY"))

_WRITTEN: Final = "/frame.html"
"""The document in which code from an editor runs: the playground frames it."""

_WRITTEN_POLICY: Final = (
    b"content-security-policy",
    b"sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; frame-ancestors 'self'",
)
"""Its origin is opaque even where a browser opens it alone. It brings a stricter policy with it, which names its script, and
both count."""

UNSUBSCRIBED: Final = "/api/mail/unsubscribe/"
"""The path prefix of addresses to which mail programs post a form (RFC 8058). The token in the address is all that counts."""

FRAMED: Final = "/table/"
"""The path prefix of pages that other sites may frame: tables, and nothing else."""

_ORIGIN: Final = re.compile(r"https?://(\*\.)?[a-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?")


class NoOrigin(Exception):
    """An allowed origin is not written as an origin; the message gives an example."""


def frame_ancestors(given: Iterable[str]) -> tuple[str, ...]:
    """The origins of pages that may frame a table, as a policy names them. Raises `NoOrigin`.

    >>> frame_ancestors(["https://club.example.org", "https://*.example.net:8443"])
    ('https://club.example.org', 'https://*.example.net:8443')
    """
    found = tuple([each.removesuffix("/").lower() for each in given])
    for each in found:
        if not _ORIGIN.fullmatch(each):
            raise NoOrigin(f"{each!r} is no origin: write it like https://club.example.org or http://127.0.0.1:8080")
    return found


_SCHEMES: Final = {"ws": "http", "wss": "https"}
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Middleware:
    """ASGI middleware around the whole application, its error pages included."""

    def __init__(
        self, app: ASGIApp, origins: Collection[str], proxies: Proxies, limiter: Limiter, embedders: Sequence[str] = ()
    ) -> None:
        """``origins`` are allowed besides the server's own, for a proxy that changes the host. Pages of ``embedders`` may frame
        a table."""
        # Only browsers without support for policies read the older header, and it cannot name origins.
        self._framed = ((b"content-security-policy", (_POLICY + " ".join(embedders)).encode()),) if embedders else UNFRAMED
        self._app = app
        self._origins = frozenset(origins)
        self._proxies = proxies
        self._limiter = limiter

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope = self._proxies.seen_through(scope)
        if scope["type"] == "websocket" and not (self._welcome(scope) and _whole(scope)):
            await send({"type": "websocket.close", "code": 4403, "reason": "foreign origin"})  # before accepting: HTTP 403
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                framing = self._framed if scope["path"].startswith(FRAMED) else UNFRAMED
                if scope["path"].startswith(WORKERS):
                    framing = (_WORKER_POLICY,)
                elif scope["path"] == _WRITTEN:
                    framing = (_WRITTEN_POLICY,)
                headers = [*message.get("headers", []), *HEADERS, *framing]
                if scope["path"].startswith("/api/") and b"cache-control" not in [name for name, _ in headers]:
                    headers.append(UNKEPT)
                message["headers"] = headers
            await send(message)

        if scope["path"].startswith("/api/"):
            try:
                self._limiter.check("request", peer(scope))
            except Refusal as refusal:
                later = [(b"retry-after", str(refusal.retry_after).encode())]
                await _refuse(send_guarded, refusal.status, refusal.code, refusal.message, later)
                return
        if scope["method"] == "HEAD":
            get: Any = {**scope, "method": "GET"}
            await self._app(get, receive, _without_body(send_guarded))
            return
        if scope["method"] not in _SAFE:
            if not (self._welcome(scope) and _same_site(scope)):
                await _refuse(send_guarded, 403, "foreign_origin", "this address takes requests from its own pages only")
                return
            if not (
                _whole(scope) or _values(scope["headers"], b"authorization") or _values(scope["headers"], b"sec-fetch-site")
            ):
                text = (
                    "a session's cookie counts only with the Origin of a page of this server; a program sends a token instead"
                )
                await _refuse(send_guarded, 403, "foreign_origin", text)
                return
            if not (_is_json(scope["headers"]) or scope["path"].startswith(UNSUBSCRIBED)):
                await _refuse(send_guarded, 415, "not_json", "send the request as application/json")
                return
        await self._app(scope, receive, send_guarded)

    def _welcome(self, scope: Scope) -> bool:
        """Whether the request has no ``Origin`` or one of this server.

        Scheme, host and port are compared as they stand: a browser writes them in lower case and leaves out the default port,
        in ``Origin`` as in ``Host``.
        """
        origins = _values(scope["headers"], b"origin")
        if not origins:
            return True
        hosts = _values(scope["headers"], b"host")
        if len(origins) != 1 or len(hosts) != 1:
            return False
        scheme = _SCHEMES.get(scope["scheme"], scope["scheme"])
        return origins[0] == f"{scheme}://{hosts[0]}" or origins[0] in self._origins


def _whole(scope: Scope) -> bool:
    """Whether a request with a session's cookie has an ``Origin``, as one of a browser has."""
    cookies = ";".join(_values(scope["headers"], b"cookie"))
    return bool(_values(scope["headers"], b"origin")) or not any(SESSION.value(cookies, secure=each) for each in (False, True))


def _without_body(send: Send) -> Send:
    """A ``send`` that drops the body, for the answer to a HEAD request."""

    async def send_headers(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_headers


def _same_site(scope: Scope) -> bool:
    """Whether ``Sec-Fetch-Site``, where the browser sends it, names this site."""
    return all(site in ("same-origin", "none") for site in _values(scope["headers"], b"sec-fetch-site"))


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key == name]


def _is_json(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    kinds = _values(headers, b"content-type")
    return len(kinds) == 1 and kinds[0].partition(";")[0].strip().lower() == "application/json"


async def _refuse(send: Send, status: int, code: str, text: str, more: Iterable[tuple[bytes, bytes]] = ()) -> None:
    body = msgspec.json.encode(Problem(code, text))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
