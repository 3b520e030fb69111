"""The lobby over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.lobby.queries import Wanted
from rondel.server.lobby.service import Lobby
from rondel.server.transport import auth as door


def lobby_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/lobby`` and of one's own tables."""
    return [public_tables, own_tables, own_rounds, rounds_of]


@get("/api/lobby")
async def public_tables(
    state: State,
    after: FromQuery[str] = "",
    game: FromQuery[str] = "",
    open: FromQuery[bool | None] = None,  # noqa: A002 - what it is called on the wire
    pace: FromQuery[str] = "",
    watchable: FromQuery[bool | None] = None,
    rated: FromQuery[bool | None] = None,
) -> protocol.Listing:
    return await _lobby(state).public(Wanted(game, open, pace, watchable, rated), after)


@get("/api/me/tables")
async def own_tables(request: Request[Any, Any, Any], state: State, after: FromQuery[str] = "") -> protocol.Mines:
    return await _lobby(state).mine(await door.principal(request), after)


@get("/api/me/finished")
async def own_rounds(request: Request[Any, Any, Any], state: State, after: FromQuery[str] = "") -> protocol.Finishes:
    return await _lobby(state).finished(await door.principal(request), after)


@get("/api/people/{name:str}/finished")
async def rounds_of(name: FromPath[str], state: State, after: FromQuery[str] = "") -> protocol.Finishes:
    return await _lobby(state).finished_by(name, after)


def _lobby(state: State) -> Lobby:
    lobby: Lobby = state["lobby"]
    return lobby
