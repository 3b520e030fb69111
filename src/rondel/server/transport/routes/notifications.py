"""HTTP routes of notifications: settings under ``/api/me``, and under ``/api/mail`` what a mailed link leads to."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server import protocol
from rondel.server.accounts.accounts import me
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.login import auth


def mail_handlers() -> list[HTTPRouteHandler]:
    """The handlers of notifications and mails."""
    return [
        own_notifications,
        change_notifications,
        set_address,
        subscribe,
        end_push,
        set_webhook,
        test_webhook,
        confirm,
        forgotten,
        reset,
        unsubscribe,
    ]


@get("/api/me/notifications")
async def own_notifications(request: HttpRequest) -> Response[protocol.Notifications]:
    visitor = await auth.account_holder(request)
    return Response(await backend(request).preferences.of(visitor), headers=auth.PRIVATE)


@post("/api/me/notifications", status_code=200, opt={"takes": protocol.NotificationSettings})
async def change_notifications(request: HttpRequest) -> Response[protocol.Notifications]:
    wanted = await body(request, protocol.NotificationSettings)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).preferences.change(visitor, wanted), headers=auth.PRIVATE)


@post("/api/me/address", status_code=200, opt={"takes": protocol.NewAddress})
async def set_address(request: HttpRequest) -> Response[protocol.Notifications]:
    wanted = await body(request, protocol.NewAddress)
    visitor = await auth.account_holder(request)
    await backend(request).shared_limiter.check_password(visitor.principal.id)
    await auth.check_rate(request, "mail", visitor)
    await backend(request).correspondence.set_address(visitor, wanted)
    return Response(await backend(request).preferences.of(visitor), headers=auth.PRIVATE)


@post("/api/me/push", status_code=200, opt={"takes": protocol.PushSubscription})
async def subscribe(request: HttpRequest) -> Response[protocol.Notifications]:
    wanted = await body(request, protocol.PushSubscription)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).preferences.subscribe(visitor, wanted), headers=auth.PRIVATE)


@post("/api/me/push/end", status_code=200, opt={"takes": protocol.PushEnd})
async def end_push(request: HttpRequest) -> Response[protocol.Notifications]:
    wanted = await body(request, protocol.PushEnd)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).preferences.end(visitor, wanted.endpoint), headers=auth.PRIVATE)


@post("/api/me/webhook", status_code=200, opt={"takes": protocol.NewWebhook})
async def set_webhook(request: HttpRequest) -> Response[protocol.Notifications]:
    wanted = await body(request, protocol.NewWebhook)
    visitor = await auth.account_holder(request)
    return Response(await backend(request).preferences.set_webhook(visitor, wanted.url), headers=auth.PRIVATE)


@post("/api/me/webhook/test", status_code=200, opt={"takes": protocol.Nothing})
async def test_webhook(request: HttpRequest) -> Response[protocol.Notifications]:
    await body(request, protocol.Nothing)
    visitor = await auth.account_holder(request)
    await auth.check_rate(request, "mail", visitor)
    return Response(await backend(request).preferences.test_webhook(visitor), headers=auth.PRIVATE)


@post("/api/mail/confirm", status_code=200, opt={"takes": protocol.MailedLink})
async def confirm(request: HttpRequest) -> protocol.Nothing:
    await backend(request).correspondence.confirm((await body(request, protocol.MailedLink)).token)
    return protocol.Nothing()


@post("/api/mail/forgotten", status_code=200, opt={"takes": protocol.ForgottenPassword})
async def forgotten(request: HttpRequest) -> protocol.Nothing:
    wanted = await body(request, protocol.ForgottenPassword)
    await auth.check_rate(request, "mail")
    backend(request).correspondence.forgotten(wanted)
    return protocol.Nothing()


@post("/api/mail/reset", status_code=200, opt={"takes": protocol.ResetPassword})
async def reset(request: HttpRequest) -> Response[protocol.Me]:
    wanted = await body(request, protocol.ResetPassword)
    await auth.check_rate(request, "mail")
    entered = await backend(request).correspondence.reset(wanted)
    return auth.login_response(request, entered, me(entered), 200, await backend(request).accounts.device(entered))


@post("/api/mail/unsubscribe/{token:str}", status_code=200, opt={"takes": protocol.Nothing})
async def unsubscribe(token: FromPath[str], request: HttpRequest) -> protocol.Nothing:
    # A mail program posts a form here (RFC 8058), and the body says nothing that the address does not.
    await backend(request).correspondence.unsubscribe(token)
    return protocol.Nothing()
