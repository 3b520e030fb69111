"""HTTP routes for played rounds: steps, branches, analyses, exports."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.client_address import peer
from rondel.server.transport.login import auth


def past_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/rounds``."""
    return [ended_rounds, one_round, actions_of_round, tried_out, analysed, taken_home]


@get("/api/tables/{table_id:str}/rounds")
async def ended_rounds(table_id: FromPath[str], request: HttpRequest, before: FromQuery[int | None] = None) -> protocol.Rounds:
    return await backend(request).archive.rounds(table_id, await auth.requester(request), before)


@get("/api/tables/{table_id:str}/rounds/{number:int}")
async def one_round(
    table_id: FromPath[str],
    number: FromPath[int],
    request: HttpRequest,
    viewer: FromQuery[str] = "",
    since: FromQuery[int] = 0,
    most: FromQuery[int] = 50,
) -> protocol.Replay:
    look = ReplayQuery(viewer=viewer, since=since, most=most)
    return await backend(request).archive.replay(table_id, number, await auth.requester(request), look)


@get("/api/tables/{table_id:str}/rounds/{number:int}/actions")
async def actions_of_round(
    table_id: FromPath[str],
    number: FromPath[int],
    request: HttpRequest,
    viewer: FromQuery[str] = "",
) -> protocol.TableActionLog:
    return await backend(request).archive.table_actions(table_id, number, await auth.requester(request), viewer)


@post("/api/tables/{table_id:str}/rounds/{number:int}/branch", status_code=200, opt={"takes": protocol.Try})
async def tried_out(table_id: FromPath[str], number: FromPath[int], request: HttpRequest) -> protocol.Branch:
    wanted = await body(request, protocol.Try)
    asker = await auth.requester(request)
    backend(request).limiter.check("try", peer(request.scope), asker.principal)
    return await backend(request).archive.branch(table_id, number, asker, wanted)


@get("/api/tables/{table_id:str}/rounds/{number:int}/analysis")
async def analysed(
    table_id: FromPath[str], number: FromPath[int], request: HttpRequest, seq: FromQuery[int]
) -> protocol.PositionEvaluation:
    asker = await auth.requester(request)
    backend(request).limiter.check("analyse", peer(request.scope), asker.principal)
    return await backend(request).analysis.evaluation(table_id, number, asker, seq)


@get("/api/tables/{table_id:str}/rounds/{number:int}/{kind:str}", opt={"gives": ("text/plain", "application/json")})
async def taken_home(
    table_id: FromPath[str],
    number: FromPath[int],
    kind: FromPath[str],
    request: HttpRequest,
    viewer: FromQuery[str] = "",
    lang: FromQuery[str] = ENGLISH,
) -> Response[bytes]:
    wanted = ExportQuery(kind, viewer=viewer, lang=lang)
    kept = await backend(request).archive.export(table_id, number, await auth.requester(request), wanted)
    headers = {"content-disposition": f'attachment; filename="{kept.name}"'}
    return Response(kept.text.encode(), media_type=f"{kept.media_type}; charset=utf-8", headers=headers)
