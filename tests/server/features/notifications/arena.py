"""An arena without people at its tables, whose time and whose connected players a test sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import msgspec
from sqlalchemy import select

from rondel.server.accounts import sessions
from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.accounts.mail.smtp_mailer import SmtpMailer
from rondel.server.features.notifications import browsers
from rondel.server.features.notifications.browsers import Browser, browser_id
from rondel.server.features.notifications.channels import Channel
from rondel.server.features.notifications.channels.mail import MailChannel
from rondel.server.features.notifications.channels.push import PushChannel
from rondel.server.features.notifications.notification_worker import NotificationWorker
from rondel.server.features.notifications.outgoing.vapid import Vapid, new_key
from rondel.server.features.notifications.schedule import MINUTE
from rondel.server.protocol import NotificationChannel, NotificationSettings, Terms
from rondel.server.storage import schema
from rondel.server.storage.store import Store
from rondel.server.table.agreements.table_state import TableState
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Kind, RowData
from rondel.server.table.time_controls import Clocks
from tests.server.accounts.mail.post_office import PostOffice
from tests.server.features.notifications.push_service import PushService, Subscribed
from tests.server.features.ratings.test_rating_log import person

HOUR = 60 * MINUTE
DAY = 24 * HOUR
FREELY = Terms()
_NUMBERS = count(1)


@dataclass
class Arena:
    """An arena at a time of its own, whose node sees what ``present`` says."""

    store: Store
    office: PostOffice | None = None
    pushes: PushService | None = None
    at: int = DAY
    present: dict[str, set[str]] = field(default_factory=dict)
    number: int = field(default_factory=_NUMBERS.__next__)
    """Part of its accounts' addresses: one mail server may be that of several arenas."""

    def node(self) -> NotificationWorker:
        """A node of it."""
        here = lambda table: self.present.get(table, set())  # noqa: E731
        channels: dict[NotificationChannel, Channel] = {}
        if self.office is not None:
            channels["mail"] = MailChannel(self.store, SmtpMailer(self.office.server), self.office.server)
        if self.pushes is not None:
            vapid = Vapid(new_key(), "https://arena.example.org")
            channels["push"] = PushChannel(self.store, self.pushes.client, vapid)
        return NotificationWorker(self.store, channels, lambda: self.at, here)

    async def account(self, name: str, **settings: Any) -> str:
        """An account that is told of its turns; returns its address."""
        address = f"{name}.{self.number}@example.org"
        wanted = NotificationSettings(**settings)
        reached = Contact(await person(self.store, name), address, "en", wanted, f"unsubscribe-{name}", 1)
        await self.store.write(partial(contacts.store, changed=reached))
        return address

    async def subscribed(self, name: str, path: str, **settings: Any) -> Subscribed:
        """A browser that is logged in to an account, which may be a new one."""
        assert self.pushes is not None
        browser = Subscribed(path)
        said, session = self.pushes.subscription(browser), path.encode()
        new = Browser(browser_id(said["endpoint"]), name, session, said["endpoint"], said["public"], said["secret"], self.at)
        if (await self.store.read(partial(contacts.find, principal=name))) == Contact(name):
            reached = Contact(await person(self.store, name), settings=NotificationSettings(**settings), unsubscribe=name)
            await self.store.write(partial(contacts.store, changed=reached))
        await self.store.write(partial(sessions.add, hash_=session, principal=name, at=self.at))
        await self.store.write(partial(browsers.add, browser=new))
        return browser

    async def table(self, name: str, *, x: str = "ada", o: str = "bob", terms: Terms = FREELY) -> None:
        """A table at which x begins."""
        seats = (
            SeatEntry("x", "person", "", x.title(), holder=x, badge="account"),
            SeatEntry("o", "person", "", o.title(), holder=o),
        )
        await self.store.add(TableEntry(name, "tic_tac_toe", {}, b"", b"", seats, active="x", terms=terms), self.at)

    async def play(
        self, table: str, seq: int, role: str, active: str, clocks: Clocks | None = None, kind: Kind = "play"
    ) -> None:
        """Store an answer, after which the table waits for ``active``."""
        data = None if clocks is None else msgspec.json.encode(RowData(TableState(clocks=clocks))).decode()
        await self.store.append(Answer(table, seq, 1, kind, role, "", f"m{seq}", at=self.at, active=active, data=data))

    async def states(self) -> dict[tuple[str, int, str], str]:
        """The states of all notifications, by table, turn and kind."""
        columns = schema.outbox.c
        wanted = select(columns.table_id, columns.turn, columns.kind, columns.state)
        return {(each[0], each[1], each[2]): each[3] for each in await self.store.read(lambda to: to.execute(wanted).all())}
