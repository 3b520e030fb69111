"""HTTP routes under ``/api/me``: the principal, its account, and its bots.

Everything here is about whoever asks; nothing is said of anybody else.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.accounts.accounts import Accounts, Heir, me
from rondel.server.accounts.bot_accounts import BotAccounts
from rondel.server.accounts.names import skeleton
from rondel.server.features.chat.chat import Talk
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door
from rondel.server.transport.client_address import peer

Asked = Request[Any, Any, Any]

_new_account: Final = msgspec.json.Decoder(protocol.NewAccount)
_log_in: Final = msgspec.json.Decoder(protocol.LogIn)
_log_out: Final = msgspec.json.Decoder(protocol.LogOut)
_new_password: Final = msgspec.json.Decoder(protocol.NewPassword)
_delete_me: Final = msgspec.json.Decoder(protocol.DeleteMe)
_new_bot: Final = msgspec.json.Decoder(protocol.NewBot)
_new_token: Final = msgspec.json.Decoder(protocol.NewToken)
_nothing: Final = msgspec.json.Decoder(protocol.Nothing)


@get("/api/me")
async def who_am_i(request: Asked) -> Response[protocol.Me]:
    return Response(me(await door.known(request)), headers=door.PRIVATE)


@get("/api/me/export")
async def export(request: Asked, state: State) -> Response[protocol.Export]:
    visitor = await door.somebody_known(request, "read")
    return Response(await _accounts(state).export(visitor), headers=door.PRIVATE)


@post("/api/me/register", opt={"takes": protocol.NewAccount})
async def register(request: Asked, state: State) -> Response[protocol.Me]:
    wanted = read(_new_account, await request.body(), "the body")
    door.checked(request, "register")
    entered = await _accounts(state).register(await door.known(request), wanted)
    door.limiter(request).logged_in(peer(request.scope), skeleton(wanted.name))
    return door.entered(request, entered, me(entered), 201, await _accounts(state).device(entered))


@post("/api/me/login", status_code=200, opt={"takes": protocol.LogIn})
async def log_in(request: Asked, state: State) -> Response[protocol.Me]:
    wanted = read(_log_in, await request.body(), "the body")
    visitor = await door.known(request)
    if visitor is not None:
        door.in_person(visitor)
    attempt = door.attempt(request, wanted.name)
    entered, heir = await _accounts(state).log_in(visitor, wanted, attempt)
    await _handed_over(state, [] if heir is None else [heir])
    return door.entered(request, entered, me(entered), 200, attempt.device)


@post("/api/me/logout", status_code=200, opt={"takes": protocol.LogOut})
async def log_out(request: Asked, state: State) -> Response[protocol.Me]:
    wanted = read(_log_out, await request.body(), "the body")
    if (visitor := await door.known(request)) is not None:
        door.in_person(visitor)
        await _accounts(state).log_out(visitor, everywhere=wanted.everywhere)
    return door.left(request, me(None))


@post("/api/me/password", status_code=200, opt={"takes": protocol.NewPassword})
async def change_password(request: Asked, state: State) -> Response[protocol.Me]:
    wanted = read(_new_password, await request.body(), "the body")
    visitor = await door.holder(request)
    door.limiter(request).check_password(visitor.principal.id)
    entered = await _accounts(state).change_password(visitor, wanted)
    return door.entered(request, entered, me(entered), 200, await _accounts(state).device(entered))


@post("/api/me/delete", status_code=200, opt={"takes": protocol.DeleteMe})
async def delete_me(request: Asked, state: State) -> Response[protocol.Me]:
    wanted = read(_delete_me, await request.body(), "the body")
    visitor = await door.holder(request)
    door.limiter(request).check_password(visitor.principal.id)
    gone = await _accounts(state).delete(visitor, wanted)
    await _handed_over(state, gone)
    talk: Talk = state["talk"]
    for each in gone:
        await talk.show_deleted(each.said)
    return door.left(request, me(None))


@get("/api/me/sessions")
async def my_sessions(request: Asked, state: State) -> Response[tuple[protocol.Session, ...]]:
    return Response(await _accounts(state).sessions(await door.holder(request)), headers=door.PRIVATE)


@post("/api/me/sessions/{session_id:str}/revoke", status_code=200, opt={"takes": protocol.Nothing})
async def end_session(session_id: FromPath[str], request: Asked, state: State) -> protocol.Nothing:
    read(_nothing, await request.body(), "the body")
    await _accounts(state).end_session(await door.holder(request), session_id)
    return protocol.Nothing()


@get("/api/me/bots")
async def my_bots(request: Asked, state: State) -> Response[tuple[protocol.BotAccount, ...]]:
    visitor = await door.holder(request)
    return Response(await _bots(state).all(visitor.principal), headers=door.PRIVATE)


@post("/api/me/bots", opt={"takes": protocol.NewBot})
async def make_bot(request: Asked, state: State) -> protocol.BotAccount:
    wanted = read(_new_bot, await request.body(), "the body")
    return await _bots(state).make((await door.holder(request)).principal, wanted)


@post("/api/me/bots/{bot_id:str}/tokens", opt={"takes": protocol.NewToken})
async def make_token(bot_id: FromPath[str], request: Asked, state: State) -> Response[protocol.Token]:
    wanted = read(_new_token, await request.body(), "the body")
    visitor = await door.holder(request)
    token = await _bots(state).make_token(visitor.principal, bot_id, wanted)
    return Response(token, status_code=201, headers=door.PRIVATE)


@post("/api/me/tokens/{token_id:str}/revoke", status_code=200, opt={"takes": protocol.Nothing})
async def revoke(token_id: FromPath[str], request: Asked, state: State) -> protocol.Nothing:
    read(_nothing, await request.body(), "the body")
    await _bots(state).revoke((await door.holder(request)).principal, token_id)
    return protocol.Nothing()


HANDLERS: Final[tuple[HTTPRouteHandler, ...]] = (
    *(who_am_i, export, register, log_in, log_out, change_password, delete_me),
    *(my_sessions, end_session),
    *(my_bots, make_bot, make_token, revoke),
)


async def _handed_over(state: State, heirs: list[Heir]) -> None:
    """Have the tables that are in memory know what is stored already."""
    arena: TableRegistry = state["arena"]
    for each in heirs:
        await arena.hand_over(each.before, each.heir, each.pseudonym)


def _accounts(state: State) -> Accounts:
    accounts: Accounts = state["accounts"]
    return accounts


def _bots(state: State) -> BotAccounts:
    bots: BotAccounts = state["bot_accounts"]
    return bots
