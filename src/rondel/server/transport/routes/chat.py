"""Chat over HTTP: to say something, to read what was said, and to have somebody say no more."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat.chat import Talk
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door

_say: Final = msgspec.json.Decoder(protocol.Say)
_mute: Final = msgspec.json.Decoder(protocol.Mute)


def talk_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/chat`` and ``/mutes``."""
    return [said, what_was_said, mute]


@post("/api/tables/{table_id:str}/chat", opt={"takes": protocol.Say, "answers": protocol.ChatLine})
async def said(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> Response[protocol.ChatLine]:
    wanted = read(_say, await request.body(), "the body")
    visitor, keys = await door.somebody(request), door.keys(request)
    door.checked(request, "chat", visitor)
    line = await _talk(state).say(table_id, Requester(visitor.principal, keys), wanted)
    if keys and visitor.session:  # it was said by a seat, and nobody new has come
        return Response(line, status_code=201, headers=door.PRIVATE)
    return await door.answered(request, visitor, line)


@get("/api/tables/{table_id:str}/chat", opt={"answers": protocol.ChatPage})
async def what_was_said(
    table_id: FromPath[str],
    request: Request[Any, Any, Any],
    state: State,
    channel: FromQuery[str] = "",
    since: FromQuery[int] = 0,
    before: FromQuery[int | None] = None,
) -> protocol.ChatPage:
    return await _talk(state).page(table_id, await door.asker(request), channel, since, before)


@post("/api/tables/{table_id:str}/mutes", status_code=200, opt={"takes": protocol.Mute, "answers": protocol.Nothing})
async def mute(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> protocol.Nothing:
    wanted = read(_mute, await request.body(), "the body")
    await _talk(state).mute(table_id, await door.seated(request, "chat"), wanted)
    return protocol.Nothing()


def _talk(state: State) -> Talk:
    talk: Talk = state["talk"]
    return talk
