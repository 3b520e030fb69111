"""HTTP routes for seats: sitting down, leaving before the game begins, and what the host changes."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door

_take_seat: Final = msgspec.json.Decoder(protocol.TakeSeat)
_leave_seat: Final = msgspec.json.Decoder(protocol.LeaveSeat)
_change_seat: Final = msgspec.json.Decoder(protocol.ChangeSeat)


def seat_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/seat``, ``/leave`` and ``/seats``."""
    return [take_seat, leave_seat, change_seat]


@post("/api/tables/{table_id:str}/seat", opt={"takes": protocol.TakeSeat})
async def take_seat(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> Response[protocol.Taken]:
    wanted = read(_take_seat, await request.body(), "the body")
    visitor = await door.somebody(request)
    door.checked(request, "sit", visitor)
    await door.checked_tables(request, visitor)
    return await door.answered(request, visitor, await _arena(state).take_seat(table_id, wanted, visitor.principal))


@post("/api/tables/{table_id:str}/leave", status_code=200, opt={"takes": protocol.LeaveSeat})
async def leave_seat(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> protocol.Nothing:
    wanted = read(_leave_seat, await request.body(), "the body")
    await _arena(state).leave_seat(table_id, await door.seated(request, "sit"), wanted.role)
    return protocol.Nothing()


@post("/api/tables/{table_id:str}/seats", status_code=200, opt={"takes": protocol.ChangeSeat})
async def change_seat(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> protocol.Nothing:
    wanted = read(_change_seat, await request.body(), "the body")
    await _arena(state).change_seat(table_id, await door.seated(request, "sit"), wanted)
    return protocol.Nothing()


def _arena(state: State) -> TableRegistry:
    arena: TableRegistry = state["arena"]
    return arena
