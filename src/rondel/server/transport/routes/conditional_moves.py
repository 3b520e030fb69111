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


def conditional_move_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/conditional-moves``."""
    return [own_conditional_moves, replace_conditional_moves]


@get("/api/tables/{table_id:str}/conditional-moves")
async def own_conditional_moves(table_id: FromPath[str], request: HttpRequest) -> Response[protocol.OwnConditionalMoves]:
    return Response(
        await backend(request).conditional_moves.remaining(table_id, await auth.requester(request)), headers=auth.PRIVATE
    )


@post("/api/tables/{table_id:str}/conditional-moves", status_code=200, opt={"takes": protocol.ConditionalMoves})
async def replace_conditional_moves(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.ConditionalMoves)
    asker = await auth.seat_requester(request, "try")
    count = partial(backend(request).limiter.check, "try", peer(request.scope), asker.principal)
    await backend(request).conditional_moves.keep(table_id, asker, wanted, count)
    return protocol.Nothing()
