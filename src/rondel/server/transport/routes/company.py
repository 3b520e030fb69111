"""HTTP routes of the company that an account keeps, under ``/api/me/people``."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def company_handlers() -> list[HTTPRouteHandler]:
    """The handlers of whom an account follows and blocks."""
    return [own_company, relation, follow, block]


@get("/api/me/people")
async def own_company(request: HttpRequest) -> Response[protocol.Company]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).circle.company(visitor.principal), headers=auth.PRIVATE)


@get("/api/me/people/{name:str}")
async def relation(name: FromPath[str], request: HttpRequest) -> Response[protocol.Relation]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).circle.relation(visitor.principal, name), headers=auth.PRIVATE)


@post("/api/me/people/{name:str}/follow", status_code=200, opt={"takes": protocol.SetFollow})
async def follow(name: FromPath[str], request: HttpRequest) -> Response[protocol.Relation]:
    wanted = await body(request, protocol.SetFollow)
    visitor = await auth.account_holder(request)
    await auth.check_rate(request, "follow", visitor)
    found = await backend(request).circle.follow(visitor.principal, name, on=wanted.on)
    return Response(found, headers=auth.PRIVATE)


@post("/api/me/people/{name:str}/block", status_code=200, opt={"takes": protocol.SetBlock})
async def block(name: FromPath[str], request: HttpRequest) -> Response[protocol.Relation]:
    wanted = await body(request, protocol.SetBlock)
    visitor = await auth.account_holder(request)
    await auth.check_rate(request, "follow", visitor)
    found = await backend(request).circle.block(visitor.principal, name, on=wanted.on)
    return Response(found, headers=auth.PRIVATE)
