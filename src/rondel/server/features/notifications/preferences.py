"""What an account wants to be told, and how it is reached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, get_args

import msgspec
from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts.authenticator import Authenticator, Visitor
from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications import browsers, destinations, outbox, webhooks
from rondel.server.features.notifications.browsers import Browser
from rondel.server.features.notifications.schedule import zone
from rondel.server.features.notifications.webhooks import Hook
from rondel.server.protocol.refused import Refusal

if TYPE_CHECKING:  # they need the extra "push"
    from rondel.server.features.notifications.channels.push import PushChannel
    from rondel.server.features.notifications.channels.webhook import WebhookChannel


class NotificationPreferences:
    """Reads and changes the notification settings of accounts."""

    def __init__(
        self, people: Authenticator, *, mails: bool, push: PushChannel | None = None, webhook: WebhookChannel | None = None
    ) -> None:
        """``mails`` says whether the arena sends mails. ``push`` and ``webhook`` are None where it sends nothing else."""
        self._people = people
        self._mails = mails
        self._push = push
        self._webhook = webhook

    async def of(self, visitor: Visitor) -> protocol.Notifications:
        """How an account is reached, and about what."""
        return await self._people.read(partial(self._shown, principal=visitor.principal.id))

    async def change(self, visitor: Visitor, wanted: protocol.NotificationSettings) -> protocol.Notifications:
        """Change what an account is told; what waits is moved to when it is due then. Refused as ``unknown_zone``."""
        if wanted.quiet is not None and zone(wanted.quiet.zone) is None:
            raise Refusal("unknown_zone", "the quiet hours need a time zone of the IANA database, such as Europe/Berlin")

        def store(connection: Connection) -> protocol.Notifications:
            after = msgspec.structs.replace(self._contact(connection, visitor), settings=wanted)
            contacts.store(connection, after)
            outbox.replan(connection, after)
            return self._shown(connection, visitor.principal.id)

        return await self._people.write(store)

    async def subscribe(self, visitor: Visitor, wanted: protocol.PushSubscription) -> protocol.Notifications:
        """Send notifications to a browser while its session lasts. Refused as ``no_push`` and ``bad_endpoint``."""
        if self._push is None:
            raise Refusal("no_push", "this arena sends no notifications to browsers; its host can change that")
        self._push.check(wanted)
        id_ = browsers.browser_id(wanted.endpoint)
        principal, session = visitor.principal.id, visitor.credential
        new = Browser(id_, principal, session, wanted.endpoint, wanted.public, wanted.secret, self._people.clock())

        def store(connection: Connection) -> protocol.Notifications:
            before = self._contact(connection, visitor)
            is_first = not _browsers(destinations.of(connection, [principal])[principal])
            browsers.add(connection, new)
            settings = with_channel(before.settings, "push") if is_first else before.settings
            contacts.store(connection, msgspec.structs.replace(before, lang=wanted.lang, settings=settings))
            return self._shown(connection, principal)

        return await self._people.write(store)

    async def end(self, visitor: Visitor, endpoint: str) -> protocol.Notifications:
        """Send no more notifications to the browser with that endpoint; to none where it is empty."""

        def store(connection: Connection) -> protocol.Notifications:
            browsers.end(connection, visitor.principal.id, endpoint)
            return self._shown(connection, visitor.principal.id)

        return await self._people.write(store)

    async def set_webhook(self, visitor: Visitor, url: str) -> protocol.Notifications:
        """Tell a program at that address from now on; an empty one ends it. Refused as ``no_webhooks`` and ``bad_url``."""
        channel = self._checked_webhook()
        if url:
            channel.check(url)
        principal = visitor.principal.id
        hook = Hook(principal, url, self._people.secret(24), created_at=self._people.clock())

        def store(connection: Connection) -> protocol.Notifications:
            before = self._contact(connection, visitor)
            if url:
                is_first = webhooks.find(connection, principal) is None
                webhooks.store(connection, hook)
                settings = with_channel(before.settings, "webhook") if is_first else before.settings
                contacts.store(connection, msgspec.structs.replace(before, settings=settings))
            else:
                webhooks.remove(connection, principal)
            return self._shown(connection, principal)

        return await self._people.write(store)

    async def test_webhook(self, visitor: Visitor) -> protocol.Notifications:
        """Send a test to the webhook. Refused as ``no_webhooks``, where there is none, and ``webhook_failed``."""
        channel, principal = self._checked_webhook(), visitor.principal.id
        hook = await self._people.read(partial(webhooks.find, principal=principal))
        if hook is None:
            raise Refusal("no_webhooks", "this account has no webhook to send a test to")
        contact = await self._people.read(partial(contacts.find, principal=principal))
        await channel.test(hook, f"test.{self._people.secret(12)}", contact.lang, self._people.clock())
        return await self.of(visitor)

    def _checked_webhook(self) -> WebhookChannel:
        if self._webhook is None:
            raise Refusal("no_webhooks", "this arena sends nothing to webhooks; its host can change that")
        return self._webhook

    def _contact(self, connection: Connection, visitor: Visitor) -> Contact:
        """The contact of an account, to be stored with changes."""
        found = contacts.find(connection, visitor.principal.id, lock=True)
        return msgspec.structs.replace(found, unsubscribe=found.unsubscribe or self._people.secret(18))

    def _shown(self, connection: Connection, principal: str) -> protocol.Notifications:
        """How an account is reached, as its owner is shown it."""
        contact = contacts.find(connection, principal)
        ids = _browsers(destinations.of(connection, [principal])[principal])
        confirmed = bool(contact.reached_by_mail)
        key = "" if self._push is None else self._push.key
        found = webhooks.find(connection, principal)
        hook = None if found is None else protocol.Webhook(found.url, found.secret, found.ended, found.status)
        has_webhooks = self._webhook is not None
        return protocol.Notifications(self._mails, contact.address, confirmed, contact.settings, key, ids, hook, has_webhooks)


def _browsers(reached: Sequence[str]) -> tuple[str, ...]:
    """The ids of the browsers among destinations."""
    return tuple([each.removeprefix("push:") for each in reached if each.startswith("push:")])


def with_channel(
    settings: protocol.NotificationSettings, channel: protocol.NotificationChannel
) -> protocol.NotificationSettings:
    """The settings with all kinds on a channel that has none yet.

    >>> quiet = protocol.NotificationSettings(turn=(), reminder=("mail",), invitation=(), tournament=(), round=())
    >>> with_channel(quiet, "push").turn, with_channel(quiet, "mail").turn
    (('push',), ())
    """
    told = {kind: getattr(settings, kind) for kind in get_args(protocol.NotificationKind)}
    if any(channel in each for each in told.values()):
        return settings
    return msgspec.structs.replace(settings, **{kind: (*each, channel) for kind, each in told.items()})
