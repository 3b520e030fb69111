"""The notification worker of a node: finds turns, drops what its players see at the table, and sends what is due.

A change at a table is only noted. Every few seconds one query reads the noted tables; every minute the running games of all
accounts are looked through, so that nothing is missed of a node that died. Each node drops the notifications of those who are
connected to it; any node sends what is due. All of it may be done twice: the outbox has each notification once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final

from rondel.server.features.notifications import browsers, messages, outbox, turns
from rondel.server.features.notifications.channels import Channel, NotSent, Rejected
from rondel.server.features.notifications.parcel import Key, Parcel
from rondel.server.features.notifications.schedule import SETTLING
from rondel.server.features.notifications.turns import Begun
from rondel.server.protocol import NotificationChannel
from rondel.server.storage.store import Database
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 2.0
"""Seconds from one look to the next."""

ALL_EVERY: Final = 60_000
"""Milliseconds from one look through the games of all accounts to the next."""

AT_ONCE: Final = 200
"""Tables or accounts of one query."""

_FAILURES: Final[Mapping[NotificationChannel, tuple[str, str]]] = {
    "mail": ("no mails can be sent now", "mails are sent again"),
    "push": ("a notification cannot be sent to a browser now", "notifications are sent to browsers again"),
    "webhook": ("a webhook does not take what it is sent", "webhooks take what they are sent"),
}
"""What the log says of a channel that fails, and that works again."""

Present = Callable[[str], Collection[str]]
"""The principals that are connected to a table, as far as this node knows."""


class NotificationWorker:
    """Finds and sends the notifications of a database, from `start` to `close`."""

    def __init__(
        self,
        database: Database,
        channels: Mapping[NotificationChannel, Channel],
        clock: Callable[[], int],
        present: Present,
    ) -> None:
        """``clock`` returns the time in milliseconds since 1970."""
        self._database = database
        self._channels = channels
        self._clock = clock
        self._present = present
        self._changed: set[str] = set()
        """Tables that have changed."""
        self._all_at: int | None = None
        """When the games of all accounts were looked through last."""
        self._task: asyncio.Task[None] | None = None
        self._failures = {each: FailureLog(_logger, *_FAILURES[each]) for each in channels}

    def note(self, table: str) -> None:
        """Note a change at a table."""
        self._changed.add(table)

    def start(self) -> None:
        """Begin to look, in the running loop."""
        self._task = asyncio.create_task(self._go_on(), name="notifications")

    async def close(self) -> None:
        """Stop. What is being sent is sent by another node, or at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def look(self) -> None:
        """Find the turns that have begun, drop what need not be told, and send what is due. Raises `Down`."""
        at = self._clock()
        changed, self._changed = self._changed, set()
        try:
            if self._all_at is None or at - self._all_at >= ALL_EVERY:
                await self._add_all()
                await self._database.write(partial(outbox.sweep, at=at))
                await self._database.write(browsers.sweep)
                self._all_at = at
            else:
                await self._add_at(sorted(changed))
        except BaseException:
            self._changed |= changed
            raise
        await self._drop_present(at)
        while await self._database.read(partial(outbox.is_due, at=at)):
            parcels = await self._database.write(partial(outbox.claim, at=at))
            await asyncio.gather(*[self._send(each) for each in parcels])

    async def _go_on(self) -> None:
        failures = FailureLog(_logger, "nobody can be told of their turn now", over="players are told of their turns again")
        while True:
            await asyncio.sleep(EVERY)  # at first, too: by then a node knows the time of the others
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - it is logged
                failures.met(error)
            else:
                failures.passed()

    async def _add_all(self) -> None:
        """Add the turns of all accounts."""
        after = ""
        while some := await self._database.read(partial(turns.contacted, after=after, most=AT_ONCE)):
            await self._add(await self._database.read(partial(turns.begun, principals=some)))
            after = some[-1]

    async def _add_at(self, tables: Sequence[str]) -> None:
        """Add the turns at these tables."""
        for first in range(0, len(tables), AT_ONCE):
            some = tables[first : first + AT_ONCE]
            await self._add(await self._database.read(partial(turns.begun, tables=some)))

    async def _add(self, found: list[Begun]) -> None:
        if found:
            await self._database.write(partial(outbox.add, found=found))

    async def _drop_present(self, at: int) -> None:
        """Drop the notifications of those who are at the table, at this node."""
        open_keys = await self._database.read(partial(outbox.waiting, soon=at + SETTLING))
        seen = [each for each in open_keys if self._is_present(each)]
        if seen:
            await self._database.write(partial(outbox.drop, keys=seen))

    def _is_present(self, key: Key) -> bool:
        return key.principal in self._present(key.table)

    async def _send(self, parcel: Parcel) -> None:
        """Send one message, and store what became of it."""
        keys = [each for each in await self._database.read(partial(outbox.still, parcel=parcel)) if not self._is_present(each)]
        at = self._clock()
        message = await self._database.read(partial(messages.message, parcel=parcel, keys=keys, at=at)) if keys else None
        channel = self._channels.get(parcel.keys[0].by)
        if message is None or channel is None:
            await self._settle(parcel.keys, "dropped")
            return
        await self._settle([each for each in parcel.keys if each not in keys], "dropped")
        failures = self._failures[keys[0].by]
        try:
            await channel.send(message)
        except NotSent as error:
            failures.met(error)
            await self._database.write(partial(outbox.retry, parcel=parcel, at=at, seconds=error.wait))
        except Rejected:
            await self._settle(keys, "dropped")
        else:
            failures.passed()
            late = [each.key for each in parcel.entries if messages.is_late(each, at)]
            await self._settle([each for each in keys if each not in late], "sent")
            await self._settle([each for each in keys if each in late], "late")

    async def _settle(self, keys: Collection[Key], outcome: outbox.Outcome) -> None:
        if keys:
            await self._database.write(partial(outbox.settle, keys=keys, outcome=outcome, at=self._clock()))
