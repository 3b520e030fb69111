"""HTTP routes for rounds that were played: steps, branches to try out, exports."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.server.features.replays import Archive
from rondel.server.history.replay import Look
from rondel.server.history.round_export import Wanted
from rondel.server.protocol.decode import read
from rondel.server.transport import auth as door
from rondel.server.transport.client_address import peer

_try: Final = msgspec.json.Decoder(protocol.Try)


def past_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tables/{id}/rounds``."""
    return [ended_rounds, one_round, deeds_of_round, tried_out, taken_home]


@get("/api/tables/{table_id:str}/rounds")
async def ended_rounds(
    table_id: FromPath[str], request: Request[Any, Any, Any], state: State, before: FromQuery[int | None] = None
) -> protocol.Rounds:
    return await _archive(state).rounds(table_id, await door.asker(request), before)


@get("/api/tables/{table_id:str}/rounds/{number:int}")
async def one_round(
    table_id: FromPath[str],
    number: FromPath[int],
    request: Request[Any, Any, Any],
    state: State,
    viewer: FromQuery[str] = "",
    since: FromQuery[int] = 0,
    most: FromQuery[int] = 50,
) -> protocol.Replay:
    look = Look(viewer=viewer, since=since, most=most)
    return await _archive(state).replay(table_id, number, await door.asker(request), look)


@get("/api/tables/{table_id:str}/rounds/{number:int}/deeds")
async def deeds_of_round(
    table_id: FromPath[str],
    number: FromPath[int],
    request: Request[Any, Any, Any],
    state: State,
    viewer: FromQuery[str] = "",
) -> protocol.DoneDeeds:
    return await _archive(state).deeds(table_id, number, await door.asker(request), viewer)


@post("/api/tables/{table_id:str}/rounds/{number:int}/branch", status_code=200, opt={"takes": protocol.Try})
async def tried_out(
    table_id: FromPath[str], number: FromPath[int], request: Request[Any, Any, Any], state: State
) -> protocol.Branch:
    wanted = read(_try, await request.body(), "the body")
    asker = await door.asker(request)
    door.limiter(request).check("try", peer(request.scope), asker.principal)
    return await _archive(state).branch(table_id, number, asker, wanted)


@get("/api/tables/{table_id:str}/rounds/{number:int}/{kind:str}", opt={"gives": ("text/plain", "application/json")})
async def taken_home(
    table_id: FromPath[str],
    number: FromPath[int],
    kind: FromPath[str],
    request: Request[Any, Any, Any],
    state: State,
    viewer: FromQuery[str] = "",
    lang: FromQuery[str] = ENGLISH,
) -> Response[bytes]:
    wanted = Wanted(kind, viewer=viewer, lang=lang)
    kept = await _archive(state).keepsake(table_id, number, await door.asker(request), wanted)
    headers = {"content-disposition": f'attachment; filename="{kept.name}"'}
    return Response(kept.text.encode(), media_type=f"{kept.media_type}; charset=utf-8", headers=headers)


def _archive(state: State) -> Archive:
    archive: Archive = state["archive"]
    return archive
