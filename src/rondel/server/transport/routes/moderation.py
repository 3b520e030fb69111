"""HTTP routes for reports: they are taken in, and none is given out."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.features.moderation.reporting import Conduct
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door

_report: Final = msgspec.json.Decoder(protocol.Report)


def conduct_handlers() -> list[HTTPRouteHandler]:
    """The handler of ``/api/tables/{id}/reports``."""
    return [reported]


@post("/api/tables/{table_id:str}/reports", opt={"takes": protocol.Report, "answers": protocol.Nothing})
async def reported(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> protocol.Nothing:
    wanted = read(_report, await request.body(), "the body")
    conduct: Conduct = state["conduct"]
    await conduct.report(table_id, await door.seated(request, "report"), wanted)
    return protocol.Nothing()
