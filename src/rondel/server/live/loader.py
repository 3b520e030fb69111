"""The loader of a table: replays its log into memory on demand, and discards it when it may be wrong.

The log is the truth. The table in memory is ahead of the log only while an answer is being stored. It is discarded where the
rules break down, the store refuses or another node was first, and is opened again when it is next needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

import msgspec

from rondel.server.live.services import Services
from rondel.server.protocol.refused import Refusal, damaged, outdated, unavailable, unknown_table
from rondel.server.rule_host.ports import HostedTable
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down
from rondel.server.table.commands import NOT_FAILURES, Broken, Exceeded, Faulted, Lost, Outdated, explained
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, farther_back

_logger = logging.getLogger(__name__)

_NOT_REPLAYED: Final = "this table does not replay with the rules installed now; its answers are kept, and nobody can play"
_MISSING: Final = "answers of this table are missing in the database; nobody can play until its host has looked after it"
_STOPPED: Final = (
    "the rules of this table ran away and were stopped; its answers are kept, and nobody can play until it is repaired"
)
_RULES_FAILED: Final = "the rules of this game broke down here, so this was not carried out; the table is as it was"


DEFERRED: Final = 1.0
"""Seconds by which a node waits longer to do what is due, where another node stored the last row and so does it at once."""


class Listener(Protocol):
    """Is told what the loader does."""

    async def opened(self, table: HostedTable) -> None:
        """The table was opened anew, or has replayed what another node has stored."""

    def reopen_soon(self) -> None:
        """The table could not be opened now: have it opened again soon."""


class Loader:
    """One table in memory.

    >>> from rondel.server.live.bots.bot_pool import BotPool
    >>> from rondel.server.storage.sqlite import SqliteStore
    >>> import pathlib, tempfile
    >>> async def ready():
    ...     pass
    >>> async def opened(folder):
    ...     store = SqliteStore(pathlib.Path(folder) / "doc.sqlite3")
    ...     entry = TableEntry("t", "tic_tac_toe", {}, b"seed", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    ...     loader = Loader(entry, Services(store, BotPool()), ready)
    ...     before, after = loader.table, await loader.open()
    ...     await store.close()
    ...     return before, after.seq, loader.table is after
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(opened(folder))
    (None, 0, True)
    """

    def __init__(self, entry: TableEntry, services: Services, ready: Callable[[], Awaitable[None]]) -> None:
        """``ready`` returns once everything is known that a table needs besides its log; it may raise `Down`."""
        self.entry = entry
        """The stored table without its answers, as last read."""
        self.table: HostedTable | None = None
        """The table in memory; None while it is not open."""
        self.listener: Listener | None = None
        self.newest = 0
        """The highest number of the table that other nodes have published."""
        self.is_elsewhere = False
        """Whether other nodes have viewers of the table."""
        self._stored_here = False
        """Whether this node has stored the last row."""
        self._services = services
        self._ready = ready
        self._is_fresh = entry.fault is None
        """Whether the entry was read just now and need not be read again."""
        self._is_outdated = False
        """Whether the table was found to have newer rules than this node."""
        self._marking: asyncio.Task[None] | None = None

    def note_newest(self, seq: int) -> bool:
        """Note that another node is at that number; returns whether the table here is behind it."""
        self.newest = max(self.newest, seq)
        return self.table is None or self.table.seq < seq

    @property
    def carries_on(self) -> bool:
        """Whether this node does at once what is due at the table. Else the node does it that has stored the last row, and
        this one a little later, if no row came."""
        return self._stored_here or not self.is_elsewhere

    def note_stored(self) -> None:
        """Note that this node has stored the last row."""
        self._stored_here = True

    def discard(self) -> None:
        """Discard the table in memory: it may differ from the log."""
        self.table, self._stored_here = None, False

    def renew(self) -> None:
        """As `discard`, where the log itself may have changed."""
        self.table, self.newest, self._is_fresh = None, 0, False

    def reseat(self, seats: Iterable[SeatEntry], seating: int | None = None) -> None:
        """Set the seats of the entry as they are stored, and the count of their changes where somebody else sits there now; the
        table in memory keeps its own."""
        counted = self.entry.seating if seating is None else seating
        self.entry = msgspec.structs.replace(self.entry, seats=tuple(seats), seating=counted)

    async def look_up(self) -> None:
        """Read the entry again. Refused as ``unknown_table`` where the table is deleted, and as ``frozen`` where its rows are
        damaged. Raises `Down`."""
        try:
            found = await self._services.store.find(self.entry.id)
        except Damaged as error:
            raise await self._damaged(error) from error
        if found is None:
            raise unknown_table()
        self.entry = found

    async def look_for_more(self) -> None:
        """Read the rows that other nodes have stored, and replay them; see `catch_up`. Refused as ``unavailable``."""
        if self.table is None:
            return
        hinted = self.newest
        try:
            more = await or_unavailable(self._services.store.since(self.entry.id, self.table.seq))
        except Damaged:  # opening the table refuses it
            return self.discard()
        if self.newest == hinted:
            self.newest = 0  # the rows are there, or the hint was wrong
        await self.catch_up(more)

    async def catch_up(self, rows: Sequence[Answer]) -> None:
        """Replay rows that other nodes have stored, and tell the listener. Where they do not follow the table in memory, or do
        not replay, it is discarded: in doubt it is opened anew."""
        table = self.table
        if table is None or not (more := [row for row in rows if row.seq > table.seq]):
            return
        has_turned = self.entry.terms.rotate and any(row.kind == "again" for row in more)  # everybody has another seat
        if has_turned or more[0].seq != table.seq + 1:
            return self.discard()
        self._stored_here = False
        try:
            await table.catch_up(more)
        except BaseException as error:
            self.discard()
            if not isinstance(error, Exception):
                raise
            _logger.info("table %s is opened anew, since it does not go on: %s", self.entry.id, error)
        else:
            if self.listener is not None:
                await self.listener.opened(table)

    async def current(self, before: int | None = None) -> HostedTable:
        """The table as it is now, opened if need be; the listener has then been told. With ``before`` it is opened from farther
        back than the answer of that number. Refused as `open`. The caller holds the table's lock."""
        table = self.table
        if table is not None and table.seq >= self.newest and before is None:
            return table
        try:
            if before is None:
                await self.look_for_more()
            table = self.table if before is None else None
            if table is None:
                table = await self.open(before)
                if self.listener is not None:
                    await self.listener.opened(table)
        except Refusal as refusal:
            if refusal.code == "unavailable" and self.listener is not None:
                self.listener.reopen_soon()  # viewers may have been sent less than is stored
            raise
        return table

    async def open(self, before: int | None = None) -> HostedTable:
        """Open the table anew; with ``before`` from farther back than the answer of that number. Refused as ``unavailable``; as
        ``frozen`` where it does not replay, which is then marked in the store; and as ``unknown_table`` where it is deleted."""
        self.table = None
        try:
            if self._marking is not None:
                await self._marking
            if not self._is_fresh:  # the table may have been repaired or deleted since
                await self.look_up()
            self._is_fresh = False
            entry = self.entry
            await self._ready()
            table = await self._replayed(before)
            while entry.terms.rotate and table.round > 1:
                # Another node may have begun this game, in which everybody has another seat, between the reads of the seats
                # and of the log. Nobody may be sent another player's hand, so the seats are read until they agree.
                await self.look_up()
                if self.entry.seats == entry.seats:
                    break
                entry = self.entry
                table = await self._replayed(before)
        except (Down, Lost) as error:
            raise unavailable() from error
        except Refusal:
            raise
        except Exception as error:  # a driver may raise anything; nothing is known of the table then
            _logger.exception("table %s could not be read", self.entry.id)
            raise unavailable() from error
        if entry.fault is not None:
            await self._mark(None)
        self.table = table
        return table

    async def _replayed(self, before: int | None) -> HostedTable:
        while True:
            try:
                log = await self._services.store.log(self.entry.id, before)
            except Damaged as error:
                raise await self._damaged(error) from error
            if log.missing:
                reason = f"{log.missing} answers of table {self.entry.id} are missing among those stored"
                if reason != self.entry.fault:
                    _logger.error("%s; nobody can play at it", reason)
                await self._mark(reason)
                raise Refusal("frozen", _MISSING)
            try:
                return await self._services.rule_host.open(self.entry, log)
            except (Refusal, Lost):
                raise
            except Outdated as error:  # nothing is marked: the newer rules of another node can open it
                if not self._is_outdated:
                    _logger.warning("%s; it cannot be opened here", error)
                self._is_outdated = True
                raise outdated() from error
            except Exception as error:
                if not isinstance(error, Faulted) or not log.snapshots:
                    if str(error) != self.entry.fault:  # else it was logged before, and requests may repeat without limit
                        traceback = None if explained(error) else error
                        _logger.error("table %s does not replay: %s", self.entry.id, error, exc_info=traceback)
                    await self._mark(str(error))
                    raise Refusal("frozen", _STOPPED if isinstance(error, Exceeded) else _NOT_REPLAYED) from error
                # An undo reaches behind this snapshot, or the snapshot is damaged: the log is the truth.
                _logger.info("table %s is opened from further back: %s", self.entry.id, error)
                last = log.snapshots[-1].seq
                before = farther_back(last, log.answers[-1].seq if log.answers else last + 1)

    # -- failures ------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def handling_failures(self) -> Iterator[None]:
        """Call `handle_failure` with what is raised inside."""
        try:
            yield
        except BaseException as error:
            self.handle_failure(error)
            raise

    def handle_failure(self, error: BaseException) -> None:
        """Discard the table where its rules broke down, and raise the refusal that the client gets, if there is one. Returns
        where the error leaves the table as it was."""
        if isinstance(error, NOT_FAILURES):
            return
        self.table = None
        if isinstance(error, Lost):
            raise Refusal("unavailable", "this table is being opened anew; nothing has changed, so try again") from error
        if isinstance(error, Broken):
            _logger.error("table %s: %s", self.entry.id, error, exc_info=error)
            self._services.on_broken_rules(error)
            if isinstance(error, Exceeded):
                self._marking = asyncio.create_task(self._mark(str(error)))
            raise Refusal("rules", _RULES_FAILED) from error

    async def marked(self) -> None:
        """Return once a fault that is being marked is stored."""
        if self._marking is not None:
            await asyncio.wait({self._marking})

    async def _damaged(self, error: Damaged) -> Refusal:
        """Mark the table, which has a damaged row; returns the refusal."""
        if str(error) != self.entry.fault:
            _logger.error("%s; nobody can play at table %s", error, self.entry.id)
        await self._mark(str(error))
        return damaged()

    async def _mark(self, reason: str | None) -> None:
        """Store the table's fault, or that it has none any more."""
        if reason != self.entry.fault:
            self.entry = msgspec.structs.replace(self.entry, fault=reason)
            with contextlib.suppress(Down):  # the mark only helps the host to find the table; the log has the error
                await self._services.store.fault(self.entry.id, reason)
