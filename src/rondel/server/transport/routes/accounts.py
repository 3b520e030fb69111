"""HTTP routes under ``/api/me``: the principal, its account, and its bots.

Every address is about the principal of the request; none tells anything about another one.
"""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.accounts.accounts import Heir, me
from rondel.server.accounts.names import skeleton
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.client_address import peer
from rondel.server.transport.login import auth


@get("/api/me")
async def who_am_i(request: HttpRequest) -> Response[protocol.Me]:
    return Response(me(await auth.authenticate(request)), headers=auth.PRIVATE)


@get("/api/me/export")
async def export(request: HttpRequest) -> Response[protocol.Export]:
    visitor = await auth.authenticated(request, "read")
    return Response(await backend(request).accounts.export(visitor), headers=auth.PRIVATE)


@post("/api/me/register", opt={"takes": protocol.NewAccount})
async def register(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.NewAccount)
    await auth.check_rate(request, "register")
    entered = await backend(request).accounts.register(await auth.authenticate(request), wanted)
    await backend(request).shared_limiter.logged_in(peer(request.scope), skeleton(wanted.name))
    return auth.login_response(request, entered, me(entered), 201, await backend(request).accounts.device(entered))


@post("/api/me/login", status_code=200, opt={"takes": protocol.LogIn})
async def log_in(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.LogIn)
    visitor = await auth.authenticate(request)
    if visitor is not None:
        auth.in_person(visitor)
    attempt = auth.login_attempt(request, wanted.name)
    entered, heir = await backend(request).accounts.log_in(visitor, wanted, attempt)
    await _handed_over(request, [] if heir is None else [heir])
    return auth.login_response(request, entered, me(entered), 200, attempt.device)


@post("/api/me/logout", status_code=200, opt={"takes": protocol.LogOut})
async def log_out(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.LogOut)
    if (visitor := await auth.authenticate(request)) is not None:
        auth.in_person(visitor)
        await backend(request).accounts.log_out(visitor, everywhere=wanted.everywhere)
    return auth.logout_response(request, me(None))


@post("/api/me/password", status_code=200, opt={"takes": protocol.NewPassword})
async def change_password(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.NewPassword)
    visitor = await auth.account_holder(request)
    await backend(request).shared_limiter.check_password(visitor.principal.id)
    entered = await backend(request).accounts.change_password(visitor, wanted)
    return auth.login_response(request, entered, me(entered), 200, await backend(request).accounts.device(entered))


@post("/api/me/delete", status_code=200, opt={"takes": protocol.DeleteMe})
async def delete_me(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.DeleteMe)
    visitor = await auth.account_holder(request)
    await backend(request).shared_limiter.check_password(visitor.principal.id)
    gone = await backend(request).accounts.delete(visitor, wanted)
    await _handed_over(request, gone)
    for each in gone:
        await backend(request).talk.show_deleted(each.said)
    return auth.logout_response(request, me(None))


@get("/api/me/sessions")
async def my_sessions(request: HttpRequest) -> Response[tuple[protocol.Session, ...]]:
    return Response(await backend(request).accounts.sessions(await auth.account_holder(request)), headers=auth.PRIVATE)


@post("/api/me/sessions/{session_id:str}/revoke", status_code=200, opt={"takes": protocol.Nothing})
async def end_session(session_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    await body(request, protocol.Nothing)
    await backend(request).accounts.end_session(await auth.account_holder(request), session_id)
    return protocol.Nothing()


@get("/api/me/bots")
async def my_bots(request: HttpRequest) -> Response[tuple[protocol.BotAccount, ...]]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).bot_accounts.all(visitor.principal), headers=auth.PRIVATE)


@post("/api/me/bots", opt={"takes": protocol.NewBot})
async def make_bot(request: HttpRequest) -> protocol.BotAccount:
    wanted = await body(request, protocol.NewBot)
    return await backend(request).bot_accounts.make((await auth.account_holder(request)).principal, wanted)


@post("/api/me/bots/{bot_id:str}/tokens", opt={"takes": protocol.NewToken})
async def make_token(bot_id: FromPath[str], request: HttpRequest) -> Response[protocol.Token]:
    wanted = await body(request, protocol.NewToken)
    visitor = await auth.account_holder(request)
    token = await backend(request).bot_accounts.make_token(visitor.principal, bot_id, wanted)
    return Response(token, status_code=201, headers=auth.PRIVATE)


@post("/api/me/tokens/{token_id:str}/revoke", status_code=200, opt={"takes": protocol.Nothing})
async def revoke(token_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    await body(request, protocol.Nothing)
    await backend(request).bot_accounts.revoke((await auth.account_holder(request)).principal, token_id)
    return protocol.Nothing()


HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    *(who_am_i, export, register, log_in, log_out, change_password, delete_me),
    *(my_sessions, end_session),
    *(my_bots, make_bot, make_token, revoke),
)


async def _handed_over(request: HttpRequest, heirs: list[Heir]) -> None:
    """Apply a change of ownership, which is stored already, to the tables in memory."""
    for each in heirs:
        await backend(request).arena.hand_over(each.before, each.heir, each.pseudonym)
