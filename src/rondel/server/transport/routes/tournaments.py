"""HTTP routes for tournaments."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def tournament_handlers() -> list[HTTPRouteHandler]:
    """The handlers of ``/api/tournaments``."""
    return [tournaments, create_tournament, show_tournament, report_tournament, act_in_tournament]


@get("/api/tournaments")
async def tournaments(request: HttpRequest) -> protocol.Tournaments:
    return await backend(request).tournaments.listed(await auth.principal(request))


@post("/api/tournaments", opt={"takes": protocol.NewTournament})
async def create_tournament(request: HttpRequest) -> protocol.Tournament:
    wanted = await body(request, protocol.NewTournament)
    visitor = await auth.authenticated(request, "play")
    await auth.check_suspension(request, visitor)
    await auth.check_rate(request, "create", visitor)
    return await backend(request).tournaments.create(wanted, visitor.principal)


@get("/api/tournaments/{tournament_id:str}")
async def show_tournament(tournament_id: FromPath[str], request: HttpRequest) -> protocol.Tournament:
    return await backend(request).tournaments.show(tournament_id, await auth.principal(request))


@get("/api/tournaments/{tournament_id:str}/trf", opt={"gives": ("text/plain",)})
async def report_tournament(tournament_id: FromPath[str], request: HttpRequest) -> Response[bytes]:
    await auth.principal(request)
    written = await backend(request).tournaments.report(tournament_id)
    headers = {"content-disposition": f'attachment; filename="{tournament_id}.trf"'}
    return Response(written.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@post("/api/tournaments/{tournament_id:str}", status_code=200, opt={"takes": protocol.TournamentAct})
async def act_in_tournament(tournament_id: FromPath[str], request: HttpRequest) -> protocol.Tournament:
    wanted = await body(request, protocol.TournamentAct)
    visitor = await auth.authenticated(request, "play")
    if wanted.deed in ("join", "resume"):
        await auth.check_suspension(request, visitor)
    await auth.check_rate(request, "sit", visitor)
    return await backend(request).tournaments.act(tournament_id, wanted, visitor.principal)
