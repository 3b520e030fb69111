"""HTTP routes of the vacation of an account, under ``/api/me``."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def vacation_handlers() -> list[HTTPRouteHandler]:
    """The handlers of vacations."""
    return [own_vacation, switch_vacation]


@get("/api/me/vacation")
async def own_vacation(request: HttpRequest) -> Response[protocol.Vacation]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).vacations.of(visitor.principal.id), headers=auth.PRIVATE)


@post("/api/me/vacation", status_code=200, opt={"takes": protocol.SetVacation})
async def switch_vacation(request: HttpRequest) -> Response[protocol.Vacation]:
    wanted = await body(request, protocol.SetVacation)
    visitor = await auth.account_holder(request)
    found = await backend(request).vacations.switch(visitor.principal.id, on=wanted.on)
    return Response(found, headers=auth.PRIVATE)
