"""HTTP routes for the lobby."""

from __future__ import annotations

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.lobby.queries import TableFilter
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.login import auth


def lobby_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/lobby`` and of a principal's own tables and rounds."""
    return [public_tables, own_tables, own_rounds, rounds_of]


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


@get("/api/me/tables")
async def own_tables(request: HttpRequest, after: FromQuery[str] = "") -> protocol.Mines:
    return await backend(request).lobby.mine(await auth.principal(request), after)


@get("/api/me/finished")
async def own_rounds(request: HttpRequest, after: FromQuery[str] = "") -> protocol.Finishes:
    return await backend(request).lobby.finished(await auth.principal(request), after)


@get("/api/people/{name:str}/finished")
async def rounds_of(name: FromPath[str], request: HttpRequest, after: FromQuery[str] = "") -> protocol.Finishes:
    return await backend(request).lobby.finished_by(name, after)
