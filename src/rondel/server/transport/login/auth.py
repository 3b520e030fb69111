"""Authentication: finds the principal of a request or socket, and sets the cookie of a new guest.

A browser sends its session in a cookie; the middleware has checked by then that the request comes from a page of this server.
A program sends the token of a bot account in ``Authorization: Bearer`` and needs no cookie. No page can be made to send that
header.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from litestar import Response
from litestar.connection import ASGIConnection

from rondel.server.accounts.authenticator import Visitor
from rondel.server.accounts.principal import NOBODY, Principal, Scope
from rondel.server.accounts.requester import HEADER, MOST_SEATS, Requester
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import hashed
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.client_address import peer
from rondel.server.transport.login.cookie import DEVICE, SESSION
from rondel.server.transport.login.login_attempt import Attempt
from rondel.server.transport.rate_limits import LocalKind, is_exempt
from rondel.server.transport.shared_limits import SharedKind

T = TypeVar("T")

Asking = ASGIConnection[Any, Any, Any, Any]
"""An HTTP request or a WebSocket."""

PRIVATE: Final = {"cache-control": "no-store"}
"""The header of an answer with data of one person."""


async def authenticate(asking: Asking) -> Visitor | None:
    """The visitor of a session or token; None where neither was sent or the session is unknown. Refused as ``wrong_token`` for
    an invalid token."""
    if (authorization := asking.headers.get("authorization")) is not None:
        kind, _, token = authorization.partition(" ")
        if kind.lower() != "bearer":
            raise Refusal("wrong_token", "the header Authorization holds 'Bearer' and the token of a bot account")
        return await backend(asking).people.with_token(token.strip())
    session = SESSION.value(asking.headers.get("cookie", ""), secure=_secure(asking))
    return await backend(asking).people.in_session(session) if session else None


async def check_token(asking: Asking) -> None:
    """Before any handler: an invalid token is refused, also at addresses that need no authentication."""
    if "authorization" in asking.headers:
        await authenticate(asking)


async def principal(asking: Asking) -> Principal:
    """The principal of a request that only reads; `NOBODY` where it is not authenticated. Refused as ``not_allowed`` for a
    token without the scope ``read``."""
    visitor = await authenticate(asking)
    return NOBODY if visitor is None else _allowed(visitor, "read").principal


async def requester(asking: Asking) -> Requester:
    """The principal of a request that reads a table, with the seat tokens it brings; refused as `principal` does."""
    return Requester(await principal(asking), seat_tokens(asking))


async def seat_requester(asking: Asking, kind: LocalKind | SharedKind) -> Requester:
    """The principal and seat tokens of a request that changes something at a table; counted for the rate limit of that kind.
    Refused as ``not_allowed`` where it has neither."""
    brought = seat_tokens(asking)
    visitor = await player_or_guest(asking) if brought else await authenticated(asking, "play")
    await check_rate(asking, kind, visitor)
    return Requester(visitor.principal, brought)


def seat_tokens(asking: Asking) -> tuple[bytes, ...]:
    """The hashes of the seat tokens in the header ``Rondel-Seat``, where they are separated by blanks; mostly none."""
    brought = asking.headers.get(HEADER, "").split()
    if len(brought) > MOST_SEATS:
        raise Refusal("malformed", f"the header Rondel-Seat has at most {MOST_SEATS} tokens")
    return tuple([hashed(each) for each in brought])


async def player_or_guest(asking: Asking) -> Visitor:
    """The visitor of a request to play; a new guest, which `respond` stores, where it is not authenticated. Refused as
    ``not_allowed`` for a token without the scope ``play``."""
    visitor = await authenticate(asking)
    if visitor is None:
        return backend(asking).people.newcomer()
    return _allowed(visitor, "play")


async def authenticated(asking: Asking, scope: Scope) -> Visitor:
    """The visitor of a request with that scope; refused as ``not_allowed`` where it is not authenticated or lacks the scope."""
    visitor = await authenticate(asking)
    if visitor is None:
        raise Refusal("not_allowed", "this is for those who have done something here, and come with their session or token")
    return _allowed(visitor, scope)


async def account_holder(asking: Asking) -> Visitor:
    """The visitor of a session with an account; refused as ``not_allowed`` for guests and bots."""
    visitor = in_person(await authenticated(asking, "read"))
    if visitor.principal.kind != "account":
        raise Refusal("not_allowed", "this is for those who have an account; register first")
    return visitor


def in_person(visitor: Visitor) -> Visitor:
    """The visitor; refused as ``not_allowed`` for a bot with a token."""
    if visitor.principal.kind == "bot":
        raise Refusal("not_allowed", "no token is good for this: the account's holder does it, in person")
    return visitor


def _allowed(visitor: Visitor, scope: Scope) -> Visitor:
    if not visitor.principal.may(scope):
        raise Refusal("not_allowed", f"this token is not good for this: it needs the scope '{scope}'")
    return visitor


async def respond(request: HttpRequest, visitor: Visitor, content: T, status: int = 201) -> Response[T]:
    """The response to an action; a new guest is stored and gets the session cookie with it."""
    await backend(request).people.welcome(visitor)
    return login_response(request, visitor, content, status)


def login_response(request: HttpRequest, visitor: Visitor, content: T, status: int = 201, kept: str = "") -> Response[T]:
    """The response to a login; a new session sets its cookie, and ``kept`` is the device cookie to set."""
    answer = Response(content, status_code=status, headers={**PRIVATE})
    if visitor.session:
        answer.cookies.append(SESSION.holding(visitor.session, secure=_secure(request)))
    if kept:
        answer.cookies.append(DEVICE.holding(kept, secure=_secure(request)))
    return answer


def logout_response(request: HttpRequest, content: T) -> Response[T]:
    """The response to a logout; it deletes the session cookie."""
    return Response(content, status_code=200, headers=PRIVATE, cookies=[SESSION.holding("", secure=_secure(request))])


def login_attempt(request: HttpRequest, name: str) -> Attempt:
    """An attempt to log in under that name, from the address of the request."""
    kept = DEVICE.value(request.headers.get("cookie", ""), secure=_secure(request))
    return Attempt(backend(request).shared_limiter, backend(request).failed_logins, peer(request.scope), name, kept)


async def check_rate(asking: Asking, kind: LocalKind | SharedKind, visitor: Visitor | None = None) -> None:
    """Count an action of that kind; refused as ``too_fast`` beyond the rate limit."""
    who = None if visitor is None or visitor.session else visitor.principal
    match kind:
        case "create" | "register" | "report" | "mail":
            await backend(asking).shared_limiter.check(kind, peer(asking.scope), who)
        case _:
            backend(asking).limiter.check(kind, peer(asking.scope), who)


async def check_suspension(asking: Asking, visitor: Visitor) -> None:
    """Refused as ``suspended`` while moderators have suspended the account; see `Sanctions`."""
    await backend(asking).sanctions.check(visitor.principal)


async def check_open_tables(asking: Asking, visitor: Visitor) -> None:
    """Refused as ``too_many`` when a guest or an account has as many running games as it may have."""
    who, limiter = visitor.principal, backend(asking).limiter
    if visitor.session or is_exempt(limiter.limits, peer(asking.scope)):
        return
    if who.kind == "guest":
        limiter.check_tables(peer(asking.scope), who, await backend(asking).people.open_tables(who))
    elif who.kind == "account":
        await backend(asking).running_games.check(who)


def _secure(asking: Asking) -> bool:
    return asking.scope["scheme"] in ("https", "wss")
