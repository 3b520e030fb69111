"""The door: who is asking, by what a request or a socket brings along; and the cookie for who is new.

A browser brings its session in a cookie. The edge has seen to it by then that it is a page of this server that asks.
"""

from __future__ import annotations

from typing import Any, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection

from rondel.server.people import cookie
from rondel.server.people.people import People, Visitor

T = TypeVar("T")

Asking = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request or a WebSocket."""


async def known(asking: Asking) -> Visitor | None:
    """Who is asking; None for somebody nobody knows yet."""
    session = cookie.session_in(asking.headers.get("cookie", ""), secure=_secure(asking))
    return None if session is None else await _people(asking).in_session(session)


async def somebody(asking: Asking) -> Visitor:
    """Who is asking, where that has to be somebody: who is not known yet is a new guest, to be stored by `answered`."""
    return await known(asking) or _people(asking).newcomer()


async def answered(request: Request[Any, Any, Any], visitor: Visitor, content: T, status: int = 201) -> Response[T]:
    """The answer to what somebody did; a newcomer is stored, and gets the cookie with it."""
    await _people(request).welcome(visitor)
    headers = {"set-cookie": cookie.begun(visitor.session, secure=_secure(request))} if visitor.session else {}
    return Response(content, status_code=status, headers=headers)


def _people(asking: Asking) -> People:
    people: People = asking.app.state["people"]
    return people


def _secure(asking: Asking) -> bool:
    return asking.scope["scheme"] in ("https", "wss")
