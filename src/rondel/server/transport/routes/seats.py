"""HTTP routes for seats: sit down, leave before the game begins, and changes by the host."""

from __future__ import annotations

from litestar import Response, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def seat_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/invitation``, ``/seat``, ``/leave`` and ``/seats``."""
    return [check_invitation, take_seat, leave_seat, change_seat]


@post("/api/tables/{table_id:str}/invitation", status_code=200, opt={"takes": protocol.Invitation})
async def check_invitation(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.Invitation)
    await auth.principal(request)
    await backend(request).arena.check_invitation(table_id, wanted.invite)
    return protocol.Nothing()


@post("/api/tables/{table_id:str}/seat", opt={"takes": protocol.TakeSeat})
async def take_seat(table_id: FromPath[str], request: HttpRequest) -> Response[protocol.Taken]:
    wanted = await body(request, protocol.TakeSeat)
    visitor = await auth.player_or_guest(request)
    await auth.check_rate(request, "sit", visitor)
    await auth.check_suspension(request, visitor)
    await auth.check_open_tables(request, visitor)
    return await auth.respond(request, visitor, await backend(request).arena.take_seat(table_id, wanted, visitor.principal))


@post("/api/tables/{table_id:str}/leave", status_code=200, opt={"takes": protocol.LeaveSeat})
async def leave_seat(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.LeaveSeat)
    await backend(request).arena.leave_seat(table_id, await auth.seat_requester(request, "sit"), wanted.role)
    return protocol.Nothing()


@post("/api/tables/{table_id:str}/seats", status_code=200, opt={"takes": protocol.ChangeSeat})
async def change_seat(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.ChangeSeat)
    await backend(request).arena.change_seat(table_id, await auth.seat_requester(request, "sit"), wanted)
    return protocol.Nothing()
