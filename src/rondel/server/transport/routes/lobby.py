"""HTTP routes for the lobby, and for quick match."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.lobby.queries import TableFilter
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.client_address import peer
from rondel.server.transport.login import auth


def lobby_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/lobby``, of a principal's own tables and rounds, and of its search for opponents."""
    return [public_tables, live_boards, own_tables, own_boards, own_rounds, rounds_of, begin_seek, own_seek, cancel_seek]


@get("/api/lobby")
async def public_tables(
    request: HttpRequest,
    after: FromQuery[str] = "",
    game: FromQuery[str] = "",
    open: FromQuery[bool | None] = None,  # noqa: A002 - its name on the wire
    pace: FromQuery[str] = "",
    watchable: FromQuery[bool | None] = None,
    rated: FromQuery[bool | None] = None,
) -> protocol.Listing:
    return await backend(request).lobby.public(TableFilter(game, open, pace, watchable, rated), after)


@get("/api/lobby/boards")
async def live_boards(request: HttpRequest) -> protocol.LiveBoards:
    return await backend(request).arena.boards.live()


@get("/api/me/tables")
async def own_tables(request: HttpRequest, after: FromQuery[str] = "") -> protocol.Mines:
    return await backend(request).lobby.mine(await auth.principal(request), after)


@get("/api/me/boards")
async def own_boards(request: HttpRequest) -> protocol.OwnBoards:
    return await backend(request).arena.boards.own(await auth.principal(request))


@get("/api/me/finished")
async def own_rounds(request: HttpRequest, after: FromQuery[str] = "") -> protocol.Finishes:
    return await backend(request).lobby.finished(await auth.principal(request), after)


@get("/api/people/{name:str}/finished")
async def rounds_of(name: FromPath[str], request: HttpRequest, after: FromQuery[str] = "") -> protocol.Finishes:
    return await backend(request).lobby.finished_by(name, after)


@post("/api/me/seek", opt={"takes": protocol.Seek})
async def begin_seek(request: HttpRequest) -> Response[protocol.Seeking]:
    wanted = await body(request, protocol.Seek)
    visitor = await auth.player_or_guest(request)
    await auth.check_rate(request, "sit", visitor)
    await auth.check_suspension(request, visitor)
    await auth.check_open_tables(request, visitor)
    come_from = peer(request.scope)
    origin = "" if come_from.local else come_from.networks[0]
    return await auth.respond(request, visitor, await backend(request).quick_match.seek(wanted, visitor.principal, origin))


@get("/api/me/seek")
async def own_seek(request: HttpRequest) -> protocol.Seeking:
    return await backend(request).quick_match.wait(await auth.principal(request))


@post("/api/me/seek/cancel", status_code=200, opt={"takes": protocol.CancelSeek})
async def cancel_seek(request: HttpRequest) -> protocol.Seeking:
    await body(request, protocol.CancelSeek)
    return await backend(request).quick_match.cancel((await auth.authenticated(request, "play")).principal)
