"""Authentication: finds the principal of a request or socket, and sets the cookie of a new guest.

A browser brings its session in a cookie; the edge has seen to it by then that it is a page of this server that asks. A program
brings the token of a bot account in ``Authorization: Bearer``, which no page can be made to send, and needs no cookie.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection

from rondel.server.accounts import device
from rondel.server.accounts.authenticator import Authenticator, Visitor
from rondel.server.accounts.principal import NOBODY, Principal, Scope
from rondel.server.accounts.requester import HEADER, MOST_SEATS, Requester
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import hashed
from rondel.server.transport import cookie
from rondel.server.transport.client_address import peer
from rondel.server.transport.failed_logins import FailedLogins
from rondel.server.transport.login_attempt import Attempt
from rondel.server.transport.rate_limits import Kind, Limiter

T = TypeVar("T")

Asking = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request or a WebSocket."""

PRIVATE: Final = {"cache-control": "no-store"}
"""The header of what is one person's business."""


async def known(asking: Asking) -> Visitor | None:
    """Who is asking; None for somebody nobody knows yet. Refused as ``wrong_token`` for a token that is good for nothing."""
    if (authorization := asking.headers.get("authorization")) is not None:
        kind, _, token = authorization.partition(" ")
        if kind.lower() != "bearer":
            raise Refusal("wrong_token", "the header Authorization holds 'Bearer' and the token of a bot account")
        return await _people(asking).with_token(token.strip())
    session = cookie.session_in(asking.headers.get("cookie", ""), secure=_secure(asking))
    return None if session is None else await _people(asking).in_session(session)


async def tokened(asking: Asking) -> None:
    """Before anything else: whoever sends a token is told that it is good for nothing, also where nobody need be anybody."""
    if "authorization" in asking.headers:
        await known(asking)


async def principal(asking: Asking) -> Principal:
    """Who is asking to look at something: `NOBODY` where nobody knows. Refused as ``not_allowed`` for whoever came in with a
    token that is not for looking."""
    visitor = await known(asking)
    return NOBODY if visitor is None else _allowed(visitor, "read").principal


async def asker(asking: Asking) -> Requester:
    """Who is asking to look at a table, with the seats whose tokens they bring; refused as `principal` does."""
    return Requester(await principal(asking), keys(asking))


async def seated(asking: Asking, kind: Kind) -> Requester:
    """Who is asking to do something at a table, by who they are or by the tokens of seats; counted as that kind of thing.
    Refused as ``not_allowed`` where they are nobody."""
    brought = keys(asking)
    visitor = await somebody(asking) if brought else await somebody_known(asking, "play")
    checked(asking, kind, visitor)
    return Requester(visitor.principal, brought)


def keys(asking: Asking) -> tuple[bytes, ...]:
    """The hashes of the tokens of seats that come in the header ``Rondel-Seat``, parted by blanks; mostly none."""
    brought = asking.headers.get(HEADER, "").split()
    if len(brought) > MOST_SEATS:
        raise Refusal("malformed", f"the header Rondel-Seat has at most {MOST_SEATS} tokens")
    return tuple([hashed(each) for each in brought])


async def somebody(asking: Asking) -> Visitor:
    """Who is asking to play. Who is not known yet is a new guest, to be stored by `answered`; refused as ``not_allowed`` for
    whoever came in with a token that is not for playing."""
    visitor = await known(asking)
    if visitor is None:
        return _people(asking).newcomer()
    return _allowed(visitor, "play")


async def somebody_known(asking: Asking, scope: Scope) -> Visitor:
    """Who is asking, where that has to be somebody already; refused as ``not_allowed`` for others."""
    visitor = await known(asking)
    if visitor is None:
        raise Refusal("not_allowed", "this is for those who have done something here, and come with their session or token")
    return _allowed(visitor, scope)


async def holder(asking: Asking) -> Visitor:
    """Who is asking, in person and with an account; refused as ``not_allowed`` for others, bots among them."""
    visitor = in_person(await somebody_known(asking, "read"))
    if visitor.principal.kind != "account":
        raise Refusal("not_allowed", "this is for those who have an account; register first")
    return visitor


def in_person(visitor: Visitor) -> Visitor:
    """The visitor; refused as ``not_allowed`` when it is a program that came with a token."""
    if visitor.principal.kind == "bot":
        raise Refusal("not_allowed", "no token is good for this: the account's holder does it, in person")
    return visitor


def _allowed(visitor: Visitor, scope: Scope) -> Visitor:
    if not visitor.principal.may(scope):
        raise Refusal("not_allowed", f"this token is not good for this: it needs the scope '{scope}'")
    return visitor


async def answered(request: Request[Any, Any, Any], visitor: Visitor, content: T, status: int = 201) -> Response[T]:
    """The answer to what somebody did; a newcomer is stored, and gets the cookie with it."""
    await _people(request).welcome(visitor)
    return entered(request, visitor, content, status)


def entered(request: Request[Any, Any, Any], visitor: Visitor, content: T, status: int = 201, kept: str = "") -> Response[T]:
    """The answer to whoever has come in; a new session sets its cookie, and ``kept`` is the device cookie to set."""
    answer = Response(content, status_code=status, headers={**PRIVATE})
    if visitor.session:
        answer.headers["set-cookie"] = cookie.begun(visitor.session, secure=_secure(request))
    if kept:
        answer.cookies.append(device.kept(kept, secure=_secure(request)))
    return answer


def attempt(request: Request[Any, Any, Any], name: str) -> Attempt:
    """An attempt to log in under that name, from where the request comes."""
    log: FailedLogins = request.app.state["failed_logins"]
    kept = device.given(request.headers.get("cookie", ""), secure=_secure(request))
    return Attempt(limiter(request), log, peer(request.scope), name, kept)


def left(request: Request[Any, Any, Any], content: T) -> Response[T]:
    """The answer to whoever has left: the browser forgets the session."""
    return Response(content, status_code=200, headers={**PRIVATE, "set-cookie": cookie.ended(secure=_secure(request))})


def limiter(asking: Asking) -> Limiter:
    """What counts what everybody does."""
    counts: Limiter = asking.app.state["limiter"]
    return counts


def checked(asking: Asking, kind: Kind, visitor: Visitor | None = None) -> None:
    """Count what is being asked for; refused as ``too_fast`` when it is too much."""
    newcomer = visitor is None or bool(visitor.session)
    limiter(asking).check(kind, peer(asking.scope), None if newcomer or visitor is None else visitor.principal)


async def checked_tables(asking: Asking, visitor: Visitor) -> None:
    """Refused as ``too_many`` when a guest has as many games going on as a guest may have."""
    if visitor.principal.kind == "guest" and not visitor.session:
        going_on = await _people(asking).open_tables(visitor.principal)
        limiter(asking).check_tables(peer(asking.scope), visitor.principal, going_on)


def _people(asking: Asking) -> Authenticator:
    people: Authenticator = asking.app.state["people"]
    return people


def _secure(asking: Asking) -> bool:
    return asking.scope["scheme"] in ("https", "wss")
