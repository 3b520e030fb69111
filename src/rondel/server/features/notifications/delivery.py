"""The channels of one arena: which of them it has, by its configuration and by what is installed."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from rondel.extras import MissingExtra, need
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.accounts.mail.smtp_mailer import Mailer
from rondel.server.features.notifications import browsers
from rondel.server.features.notifications.channels import Channel
from rondel.server.features.notifications.channels.mail import MailChannel
from rondel.server.protocol import NotificationChannel
from rondel.server.storage.store import Database

if TYPE_CHECKING:  # they need the extra "push"
    from rondel.server.features.notifications.channels.push import PushChannel
    from rondel.server.features.notifications.outgoing.guarded_client import GuardedClient

_logger = logging.getLogger(__name__)


class Delivery(msgspec.Struct, frozen=True):
    """The channels of an arena."""

    mail: MailChannel | None = None
    push: Any = None
    """A `PushChannel`, or None."""
    webhook: Any = None
    """A `WebhookChannel`, or None."""

    @property
    def channels(self) -> dict[NotificationChannel, Channel]:
        """Those that there are, by name."""
        named: dict[NotificationChannel, Channel | None] = {
            "mail": self.mail,
            "push": self.push,
            "webhook": self.webhook,
        }
        return {name: channel for name, channel in named.items() if channel is not None}


async def delivery(
    database: Database, mailer: Mailer | None, mail: MailServer | None, url: str, client: GuardedClient | None
) -> Delivery:
    """The channels of an arena with that mail server and that public address. ``client`` is for tests."""
    mails = None if mailer is None or mail is None else MailChannel(database, mailer, mail)
    if not url:
        return Delivery(mails)
    try:
        need("push")
    except MissingExtra as missing:
        _logger.info("no notifications are sent to browsers and webhooks: %s", missing)
        return Delivery(mails)
    from rondel.server.features.notifications.channels.webhook import WebhookChannel
    from rondel.server.features.notifications.outgoing.guarded_client import GuardedClient

    client = client or GuardedClient()
    push = await _push(database, url if mail is None else f"mailto:{mail.sender}", client)
    return Delivery(mails, push, WebhookChannel(database, client, url.rstrip("/")))


async def _push(database: Database, contact: str, client: GuardedClient) -> PushChannel:
    from rondel.server.features.notifications.channels.push import PushChannel
    from rondel.server.features.notifications.outgoing.vapid import Vapid, new_key

    key = await database.write(partial(browsers.key, made=new_key))
    return PushChannel(database, client, Vapid(key, contact))
