"""What an account wants to be told, and how it is reached."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts.authenticator import Authenticator, Visitor
from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications import outbox
from rondel.server.features.notifications.schedule import zone
from rondel.server.protocol.refused import Refusal


class NotificationPreferences:
    """Reads and changes the notification settings of accounts."""

    def __init__(self, people: Authenticator, *, mails: bool) -> None:
        """``mails`` says whether the arena sends mails."""
        self._people = people
        self._mails = mails

    async def of(self, visitor: Visitor) -> protocol.Notifications:
        """How an account is reached, and about what."""
        return self.shown(await self._people.read(lambda connection: contacts.find(connection, visitor.principal.id)))

    async def change(self, visitor: Visitor, wanted: protocol.NotificationSettings) -> protocol.Notifications:
        """Change what an account is told; what waits is moved to when it is due then. Refused as ``unknown_zone``."""
        if wanted.quiet is not None and zone(wanted.quiet.zone) is None:
            raise Refusal("unknown_zone", "the quiet hours need a time zone of the IANA database, such as Europe/Berlin")

        def store(connection: Connection) -> Contact:
            before = contacts.find(connection, visitor.principal.id, lock=True)
            unsubscribe = before.unsubscribe or self._people.secret(18)
            after = msgspec.structs.replace(before, settings=wanted, unsubscribe=unsubscribe)
            contacts.store(connection, after)
            outbox.replan(connection, after)
            return after

        return self.shown(await self._people.write(store))

    def shown(self, contact: Contact) -> protocol.Notifications:
        """A contact as its owner is shown it."""
        confirmed = bool(contact.reached_by_mail)
        return protocol.Notifications(self._mails, contact.address, confirmed, contact.settings)
