"""The lobby's feed: broadcasts to subscribers what has changed in the lobby and at their own tables.

A change is only noted. Once a second, and only while there are subscribers, one query reads the noted tables, and all
subscribers are sent the same. So the cost does not grow with the number of moves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Final, Protocol

from rondel.server import protocol
from rondel.server.lobby.queries import TableFilter
from rondel.server.lobby.service import Lobby
from rondel.server.protocol.refused import Refusal
from rondel.server.table import views
from rondel.server.table.entries import TableEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds from one message to the next."""

MOST: Final = 500
"""Tables in one message; further tables are in the next."""


class Subscriber(Protocol):
    """A subscriber of the lobby's feed."""

    @property
    def holder(self) -> str:
        """The id of its principal; empty for none."""

    def put(self, frame: bytes) -> object:
        """Send one text frame; never waits."""


class Feed:
    """The lobby's feed of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._subscribers: dict[Subscriber, None] = {}
        self._holders: dict[str, int] = {}
        """The number of subscriptions of each holder."""
        self._changed: dict[str, None] = {}
        """Tables whose row in the lobby may have changed, in order."""
        self._moved: set[str] = set()
        """Holders whose tables have changed."""
        self._elsewhere: dict[str, None] = {}
        """Tables at which other nodes have changed something, in order."""
        self._is_unsure = False
        """Whether changes of other nodes may have gone unnoticed."""
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, subscriber: Subscriber) -> None:
        """Add a subscriber; a second time changes nothing."""
        if subscriber not in self._subscribers:
            self._subscribers[subscriber] = None
            self._holders[subscriber.holder] = self._holders.get(subscriber.holder, 0) + 1

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a subscriber, if it is there."""
        if subscriber in self._subscribers:
            del self._subscribers[subscriber]
            left = self._holders[subscriber.holder] = self._holders[subscriber.holder] - 1
            if not left:
                del self._holders[subscriber.holder]

    def note(self, entry: TableEntry, *, listed: bool) -> None:
        """Note a change at a table; ``listed`` says that the lobby's row of the table may have changed."""
        if not self._subscribers:
            return
        if listed and entry.terms.public:
            self._changed[entry.id] = None
        self._moved.update([seat.holder for seat in entry.seats if seat.holder and seat.holder in self._holders])
        self._go_on()

    def note_holders(self, holders: Collection[str]) -> None:
        """Note that something has changed for these principals."""
        self._moved.update(self._holders.keys() & set(holders))
        self._go_on()

    def note_elsewhere(self, table: str, *, listed: bool) -> None:
        """Note a change at a table that another node has made; ``listed`` as in `note`, for a public table."""
        if not self._subscribers:
            return
        if listed:
            self._changed[table] = None
        if self._holders.keys() - {""}:
            self._elsewhere[table] = None
        self._go_on()

    def read_again(self) -> None:
        """Changes of other nodes may have gone unnoticed: have all subscribers read their own tables again, and send them the
        newest of the list."""
        if self._subscribers:
            self._is_unsure = True
            self._go_on()

    async def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _go_on(self) -> None:
        if self._has_news and self._task is None:
            self._task = asyncio.create_task(self._run(), name="lobby")

    @property
    def _has_news(self) -> bool:
        return bool(self._changed or self._moved or self._elsewhere or self._is_unsure)

    async def _run(self) -> None:
        failures = FailureLog(_logger, "the lobby cannot be looked up now")
        try:
            while self._has_news:
                await asyncio.sleep(EVERY)
                ids = list(self._changed)[:MOST]
                for each in ids:  # before the query: a change that is noted while it runs may be newer than what it reads
                    del self._changed[each]
                elsewhere = list(self._elsewhere)[:MOST]
                for each in elsewhere:
                    del self._elsewhere[each]
                unsure, self._is_unsure = self._is_unsure, False
                try:
                    tables = await self._lobby.of_ids(ids) if ids else ()
                    holders = await self._lobby.holders_at(elsewhere, self._holders) if elsewhere else set()
                    newest = (await self._lobby.public(TableFilter(), "")).tables if unsure else ()
                except Refusal as refusal:
                    failures.met(refusal)
                    self._changed = {**dict.fromkeys(ids), **self._changed}
                    self._elsewhere = {**dict.fromkeys(elsewhere), **self._elsewhere}
                    self._is_unsure = self._is_unsure or unsure
                    continue
                failures.passed()
                moved, self._moved = self._moved | holders, set()
                self._send(tables, ids, set(self._holders) if unsure else moved)
                if newest:
                    self._send(newest, [each.id for each in newest], set())
        finally:
            self._task = None

    def _send(self, tables: tuple[protocol.Listed, ...], ids: list[str], moved: set[str]) -> None:
        listed = {table.id for table in tables}
        gone = tuple([each for each in ids if each not in listed])
        frames = {mine: views.encode(protocol.Lobby(tables, gone, mine)) for mine in (False, True)}
        for subscriber in list(self._subscribers):
            mine = subscriber.holder in moved
            if ids or mine:
                subscriber.put(frames[mine])
