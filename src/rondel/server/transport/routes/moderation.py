"""HTTP route for reports; no address returns them."""

from __future__ import annotations

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def conduct_handlers() -> list[HTTPRouteHandler]:
    """The handler of ``/api/tables/{id}/reports``."""
    return [reported]


@post("/api/tables/{table_id:str}/reports", opt={"takes": protocol.Report})
async def reported(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.Report)
    await backend(request).conduct.report(table_id, await auth.seat_requester(request, "report"), wanted)
    return protocol.Nothing()
