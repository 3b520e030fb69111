"""The loader of a table: replays its log into memory on demand, and discards it when it may be wrong.

The log is the truth, and a replica is never ahead of it for longer than it takes to store an answer. Where the rules break
down, the store refuses or another node was quicker, it is thrown away, and opened again the next time that somebody needs it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final, Protocol

import msgspec

from rondel.server.live.services import Services
from rondel.server.protocol.refused import Refusal, damaged, unavailable, unknown_table
from rondel.server.rule_host.local import HostedTable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down
from rondel.server.table.agreements import Overdue
from rondel.server.table.commands import Broken, Exceeded, Faulted, Lost, Unchanged, Unreachable, explained
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import farther_back

_logger = logging.getLogger(__name__)

_NOT_REPLAYED: Final = "this table does not replay with the rules installed now; its answers are kept, and nobody can play"
_MISSING: Final = "answers of this table are missing in the database; nobody can play until its host has looked after it"
_STOPPED: Final = (
    "the rules of this table ran away and were stopped; its answers are kept, and nobody can play until it is repaired"
)
_RULES_FAILED: Final = "the rules of this game broke down here, so this was not carried out; the table is as it was"


class Listener(Protocol):
    """Is told what the loader does, where somebody is at the table."""

    async def opened(self, table: HostedTable) -> None:
        """The table was opened anew, and may have gone on at another node."""

    def look_again(self) -> None:
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
    ...     before, after = loader.referee, await loader.open()
    ...     await store.close()
    ...     return before, after.seq, loader.referee is after
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(opened(folder))
    (None, 0, True)
    """

    def __init__(self, entry: TableEntry, services: Services, ready: Callable[[], Awaitable[None]]) -> None:
        """``ready`` returns when all is known that a table needs besides its log, and may raise `Down`."""
        self.entry = entry
        """The table as it is stored without its answers, as far as it is known here."""
        self.referee: HostedTable | None = None
        """Who applies the rules to it; None while it is not open."""
        self.listener: Listener | None = None
        self.newest = 0
        """The number other nodes have said that the table is at."""
        self._services = services
        self._ready = ready
        self._is_known = entry.fault is None
        """Whether the entry was read just now, so that it need not be looked up."""
        self._marking: asyncio.Task[None] | None = None

    def hear(self, seq: int) -> bool:
        """Note that the table is at that number elsewhere; returns whether it is behind that here."""
        self.newest = max(self.newest, seq)
        return self.referee is None or self.referee.seq < seq

    def discard(self) -> None:
        """Throw away what is open: it may not be what is stored."""
        self.referee = None

    def renew(self) -> None:
        """As `discard`, where the log itself may be another than it was."""
        self.referee, self.newest, self._is_known = None, 0, False

    def reseat(self, seats: Iterable[SeatEntry]) -> None:
        """Have the seats be these, as they are stored; what is open is not told."""
        self.entry = msgspec.structs.replace(self.entry, seats=tuple(seats))

    async def look_up(self) -> None:
        """Read again who sits where. Refused as ``unknown_table`` where there is no such table any more, and as ``frozen``
        where its rows are damaged. Raises `Down`."""
        try:
            found = await self._services.store.find(self.entry.id)
        except Damaged as error:
            raise await self._damaged(error) from error
        if found is None:
            raise unknown_table()
        self.entry = found

    async def look_for_more(self) -> None:
        """Throw away what is open where the log goes on behind it, which another node knows of and this one does not yet.
        Refused as ``unavailable``."""
        if self.referee is None:
            return
        try:
            more = await self._services.store.since(self.entry.id, self.referee.seq)
        except Down as error:
            raise unavailable() from error
        except Damaged:  # which is said when the table is opened anew
            return self.discard()
        if more:
            self.discard()

    async def current(self, before: int | None = None) -> HostedTable:
        """The table as it is now, once the listener has been told of what is new; with ``before`` opened from further back than
        the answer of that number. Refused as `open` says. The caller holds the table's lock."""
        table = self.referee
        if table is None or table.seq < self.newest or before is not None:
            try:
                table = await self.open(before)
            except Refusal as refusal:
                if refusal.code == "unavailable" and self.listener is not None:
                    self.listener.look_again()  # those who are here may have been shown less than there is
                raise
            if self.listener is not None:
                await self.listener.opened(table)
        return table

    async def open(self, before: int | None = None) -> HostedTable:
        """Open the table anew; with ``before`` from further back than the answer of that number. Refused as ``unavailable``,
        as ``frozen`` where it does not replay, which is then marked in the store, and as ``unknown_table`` where it is gone."""
        self.referee = None
        try:
            if self._marking is not None:
                await self._marking
            if not self._is_known:  # it may have been repaired since, or deleted by its host
                await self.look_up()
            self._is_known = False
            entry = self.entry
            await self._ready()
            table = await self._replayed(before)
            while entry.terms.rotate:
                # At another node the next game may have begun between looking who sits where and reading the log, and all who
                # sit here have moved on: nobody may be shown another's hand.
                await self.look_up()
                if self.entry.seats == entry.seats:
                    break
                entry = self.entry
                table = await self._replayed(before)
        except (Down, Lost) as error:
            raise unavailable() from error
        except Refusal:
            raise
        except Exception as error:  # whatever a database may say: nothing is known of the table, so nothing is said of it
            _logger.exception("table %s could not be read", self.entry.id)
            raise unavailable() from error
        if entry.fault is not None:
            await self._mark(None)
        self.referee = table
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
                return await self._services.referees.open(self.entry, log)
            except (Refusal, Lost):
                raise
            except Exception as error:
                if not isinstance(error, Faulted) or not log.snapshots:
                    if (
                        str(error) != self.entry.fault
                    ):  # else it has been said already, and anybody may ask for it again and again
                        how = None if explained(error) else error
                        _logger.error("table %s does not replay: %s", self.entry.id, error, exc_info=how)
                    await self._mark(str(error))
                    raise Refusal("frozen", _STOPPED if isinstance(error, Exceeded) else _NOT_REPLAYED) from error
                # What was taken back lay before this snapshot, or the snapshot is damaged: the log is the truth.
                _logger.info("table %s is opened from further back: %s", self.entry.id, error)
                last = log.snapshots[-1].seq
                before = farther_back(last, log.answers[-1].seq if log.answers else last + 1)

    # -- what breaks ---------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def minding(self) -> Iterator[None]:
        """Around whatever has the rules do something: see `mind`."""
        try:
            yield
        except BaseException as error:
            self.mind(error)
            raise

    def mind(self, error: BaseException) -> None:
        """What has the rules do something has raised this: throw the table away if they broke down, and raise the refusal that
        comes of it, if one does."""
        if isinstance(error, Refusal | Unreachable | Overdue | Unchanged):
            return
        self.referee = None
        if isinstance(error, Lost):
            raise Refusal("unavailable", "this table is being opened anew; nothing has changed, so try again") from error
        if isinstance(error, Broken):
            _logger.error("table %s: %s", self.entry.id, error, exc_info=error)
            if isinstance(error, Exceeded):
                self._marking = asyncio.create_task(self._mark(str(error)))
            raise Refusal("rules", _RULES_FAILED) from error

    async def marked(self) -> None:
        """Return when what is wrong with the table is stored, which does not take long and must not be forgotten."""
        if self._marking is not None:
            await asyncio.wait({self._marking})

    async def _damaged(self, error: Damaged) -> Refusal:
        """The refusal for a table with a damaged row, which is marked in the store."""
        if str(error) != self.entry.fault:
            _logger.error("%s; nobody can play at table %s", error, self.entry.id)
        await self._mark(str(error))
        return damaged()

    async def _mark(self, reason: str | None) -> None:
        """Have the store keep what is wrong with the table, or that nothing is any more."""
        if reason != self.entry.fault:
            self.entry = msgspec.structs.replace(self.entry, fault=reason)
            with contextlib.suppress(Down):  # the mark is for the host to find it; the log has said it already
                await self._services.store.fault(self.entry.id, reason)
