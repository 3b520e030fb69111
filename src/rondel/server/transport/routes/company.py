"""HTTP routes of the company that an account keeps, under ``/api/me``: people, opponents, invitations, messages."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def company_handlers() -> list[HTTPRouteHandler]:
    """The handlers of whom an account follows, blocks, has played with, invites and writes to."""
    return [
        *(own_company, relation, follow, block, own_news, own_opponents),
        *(own_invitations, invite_again, invite, accept, decline, withdraw),
        *(own_conversations, conversation, write, mark_read, report_person),
    ]


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


@get("/api/me/news")
async def own_news(request: HttpRequest) -> Response[protocol.News]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).circle.news(visitor.principal), headers=auth.PRIVATE)


@get("/api/me/opponents")
async def own_opponents(request: HttpRequest) -> Response[protocol.Opponents]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).inviting.opponents(visitor.principal), headers=auth.PRIVATE)


@get("/api/me/invitations")
async def own_invitations(request: HttpRequest) -> Response[protocol.Invitations]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).inviting.all(visitor.principal), headers=auth.PRIVATE)


@post("/api/me/invitations", opt={"takes": protocol.InviteAgain})
async def invite_again(request: HttpRequest) -> Response[protocol.InvitedAgain]:
    wanted = await body(request, protocol.InviteAgain)
    visitor = await auth.account_holder(request)
    await auth.check_suspension(request, visitor)
    await auth.check_rate(request, "invite", visitor)
    await auth.check_rate(request, "create", visitor)
    await auth.check_open_tables(request, visitor)
    found = await backend(request).inviting.again(visitor.principal, wanted.table)
    return Response(found, status_code=201, headers=auth.PRIVATE)


@post("/api/tables/{table_id:str}/invitations", opt={"takes": protocol.InvitePerson})
async def invite(table_id: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.InvitePerson)
    visitor = await auth.account_holder(request)
    await auth.check_suspension(request, visitor)
    await auth.check_rate(request, "invite", visitor)
    await backend(request).inviting.invite(Requester(visitor.principal), table_id, wanted)
    return protocol.Nothing()


@post("/api/me/invitations/{invitation_id:str}/accept", status_code=200, opt={"takes": protocol.Nothing})
async def accept(invitation_id: FromPath[str], request: HttpRequest) -> Response[protocol.Invitations]:
    await body(request, protocol.Nothing)
    visitor = await auth.account_holder(request)
    await auth.check_suspension(request, visitor)
    await auth.check_rate(request, "sit", visitor)
    await auth.check_open_tables(request, visitor)
    return Response(await backend(request).inviting.accept(visitor.principal, invitation_id), headers=auth.PRIVATE)


@post("/api/me/invitations/{invitation_id:str}/decline", status_code=200, opt={"takes": protocol.Nothing})
async def decline(invitation_id: FromPath[str], request: HttpRequest) -> Response[protocol.Invitations]:
    await body(request, protocol.Nothing)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).inviting.decline(visitor.principal, invitation_id), headers=auth.PRIVATE)


@post("/api/me/invitations/{invitation_id:str}/withdraw", status_code=200, opt={"takes": protocol.Nothing})
async def withdraw(invitation_id: FromPath[str], request: HttpRequest) -> Response[protocol.Invitations]:
    await body(request, protocol.Nothing)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).inviting.withdraw(visitor.principal, invitation_id), headers=auth.PRIVATE)


@get("/api/me/conversations")
async def own_conversations(request: HttpRequest) -> Response[protocol.Conversations]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).messaging.all(visitor.principal), headers=auth.PRIVATE)


@get("/api/me/conversations/{name:str}")
async def conversation(
    name: FromPath[str], request: HttpRequest, before: FromQuery[int | None] = None
) -> Response[protocol.ConversationPage]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).messaging.page(visitor.principal, name, before), headers=auth.PRIVATE)


@post("/api/me/conversations/{name:str}", opt={"takes": protocol.Write})
async def write(name: FromPath[str], request: HttpRequest) -> Response[protocol.PrivateMessage]:
    wanted = await body(request, protocol.Write)
    visitor = await auth.account_holder(request)
    await auth.check_rate(request, "write", visitor)
    message = await backend(request).messaging.write(visitor.principal, name, wanted)
    return Response(message, status_code=201, headers=auth.PRIVATE)


@post("/api/me/conversations/{name:str}/read", status_code=200, opt={"takes": protocol.MarkRead})
async def mark_read(name: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.MarkRead)
    visitor = await auth.account_holder(request)
    await backend(request).messaging.mark_read(visitor.principal, name, wanted.number)
    return protocol.Nothing()


@post("/api/me/people/{name:str}/reports", opt={"takes": protocol.ReportPerson})
async def report_person(name: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.ReportPerson)
    visitor = await auth.account_holder(request)
    await auth.check_rate(request, "report", visitor)
    await backend(request).messaging.report(visitor.principal, name, wanted)
    return protocol.Nothing()
