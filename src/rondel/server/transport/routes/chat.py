"""HTTP routes for chat: write a line, read a channel, mute an author."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def talk_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/chat`` and ``/mutes``."""
    return [said, what_was_said, mute]


@post("/api/tables/{table_id:str}/chat", opt={"takes": protocol.Say})
async def said(table_id: FromPath[str], request: HttpRequest) -> Response[protocol.ChatLine]:
    wanted = await body(request, protocol.Say)
    visitor, keys = await auth.player_or_guest(request), auth.seat_tokens(request)
    await auth.check_rate(request, "chat", visitor)
    line = await backend(request).talk.say(table_id, Requester(visitor.principal, keys), wanted)
    if keys and visitor.session:  # a seat's token was used, so there is no new guest to store
        return Response(line, status_code=201, headers=auth.PRIVATE)
    return await auth.respond(request, visitor, line)


@get("/api/tables/{table_id:str}/chat")
async def what_was_said(
    table_id: FromPath[str],
    request: HttpRequest,
    channel: FromQuery[str] = "",
    since: FromQuery[int] = 0,
    before: FromQuery[int | None] = None,
) -> protocol.ChatPage:
    return await backend(request).talk.page(table_id, await auth.requester(request), channel, since, before)


@post("/api/tables/{table_id:str}/mutes", status_code=200, opt={"takes": protocol.Mute})
async def mute(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.Mute)
    await backend(request).talk.mute(table_id, await auth.seat_requester(request, "chat"), wanted)
    return protocol.Nothing()
