"""HTTP routes for conditional moves."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.features.conditional_move_service import Planner
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door
from rondel.server.transport.client_address import peer

_plan: Final = msgspec.json.Decoder(protocol.Plan)


def plan_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/plans``."""
    return [own_plans, keep_plan]


@get("/api/tables/{table_id:str}/plans", opt={"answers": protocol.Plans})
async def own_plans(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> Response[protocol.Plans]:
    return Response(await _planner(state).plans(table_id, await door.asker(request)), headers=door.PRIVATE)


@post("/api/tables/{table_id:str}/plans", status_code=200, opt={"takes": protocol.Plan})
async def keep_plan(table_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> protocol.Nothing:
    wanted = read(_plan, await request.body(), "the body")
    asker = await door.seated(request, "try")
    count = partial(door.limiter(request).check, "try", peer(request.scope), asker.principal)
    await _planner(state).keep(table_id, asker, wanted, count)
    return protocol.Nothing()


def _planner(state: State) -> Planner:
    planner: Planner = state["planner"]
    return planner
