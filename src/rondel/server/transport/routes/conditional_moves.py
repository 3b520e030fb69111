"""HTTP routes for conditional moves."""

from __future__ import annotations

from functools import partial

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.client_address import peer
from rondel.server.transport.login import auth


def plan_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/plans``."""
    return [own_plans, keep_plan]


@get("/api/tables/{table_id:str}/plans")
async def own_plans(table_id: FromPath[str], request: HttpRequest) -> Response[protocol.Plans]:
    return Response(await backend(request).planner.plans(table_id, await auth.requester(request)), headers=auth.PRIVATE)


@post("/api/tables/{table_id:str}/plans", status_code=200, opt={"takes": protocol.Plan})
async def keep_plan(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.Plan)
    asker = await auth.seat_requester(request, "try")
    count = partial(backend(request).limiter.check, "try", peer(request.scope), asker.principal)
    await backend(request).planner.keep(table_id, asker, wanted, count)
    return protocol.Nothing()
