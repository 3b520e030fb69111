"""The heartbeat of a node alone: the time at the tables, outages of the server, and deadlines of tables without viewers.

While any clock runs, a mark in the store is set to the current time once a second. A gap between two marks is an outage: the
server was down or frozen, or could not store. No clock is charged for an outage.

Time at the tables never goes back. Where it is ahead of the machine's clock, because that was corrected, it runs a tenth slower
until the two agree, so that nobody loses time. While no clock runs, it stands still until the machine's clock has caught up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.live.services import Services
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once
from rondel.server.storage.node_repository import PATIENCE, Span
from rondel.server.storage.store import Down
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

BEAT: Final = 1.0
"""Seconds from one mark to the next."""

SLOWER: Final = 10
"""Time that is ahead of the machine's clock is slowed by one part in this number."""

AT_ONCE: Final = 200
"""Tables whose deadlines are handled in one beat, at most."""


class Beat(msgspec.Struct, frozen=True):
    """The result of a beat."""

    up_until: int
    """The mark before this beat; 0 where there was none."""
    outages: tuple[Span, ...]
    due: tuple[str, ...]
    """The tables whose deadlines have passed."""
    left: bool
    """Whether any table has a deadline."""


def beat(connection: Connection, at: int, deadlines: Mapping[str, int | None], patience: int = PATIENCE) -> Beat:
    """Set the mark to that time, store an outage where the mark before is older than ``patience``, store the deadlines that
    have changed (None deletes one), and find the deadlines that have passed."""
    marks, outages, dues = schema.marks, schema.outages, schema.deadlines
    up = select(marks.c.at).where(marks.c.name == "up").with_for_update()
    found = _moment(connection.scalar(up))
    if found is None and not insert_once(connection, marks, {"name": "up", "at": at}):
        found = _moment(connection.scalar(up))  # another node was first
        if found is None:  # the mark is damaged
            connection.execute(update(marks).where(marks.c.name == "up").values(at=at))
    if found is not None and at > found:
        connection.execute(update(marks).where(marks.c.name == "up").values(at=at))
        if at - found > patience:
            connection.execute(insert(outages).values(since=found, until=at))
    if deadlines:
        connection.execute(delete(dues).where(dues.c.table_id.in_(list(deadlines))))
        kept = [{"table_id": table, "at": due} for table, due in deadlines.items() if due is not None]
        if kept:
            connection.execute(insert(dues), kept)
    spans = row_decoder.sound(connection.execute(select(outages.c.since, outages.c.until).order_by(outages.c.since)), _span)
    due = row_decoder.first(connection, select(dues.c.table_id).where(dues.c.at <= at).order_by(dues.c.at), AT_ONCE, _due)
    left = bool(due) or connection.execute(select(dues.c.table_id).limit(1)).first() is not None
    return Beat(found or 0, tuple(spans), tuple(due), left)


def _moment(stored: object) -> int | None:
    """The time until which the server was up; None where none is stored, or where the value is damaged, which is logged."""
    if stored is None or (isinstance(stored, int) and stored <= row_decoder.LATEST):
        return stored
    row_decoder.report(row_decoder.Damaged(f"the row 'up' of marks is no moment: {stored!r}"), "it is written anew")
    return None


def _span(row: Sequence[Any]) -> Span:
    since, until = row
    if not (isinstance(since, int) and isinstance(until, int)):
        raise row_decoder.Damaged(f"the row {since!r} of outages does not hold two moments")
    return since, until


def _due(row: Sequence[Any]) -> str:
    (table,) = row
    if not isinstance(table, str):
        raise row_decoder.Damaged(f"the row {table!r} of deadlines names no table")
    return table


def overlap(spans: Iterable[Span], since: int, until: int) -> int:
    """How much of the time from ``since`` to ``until`` lies in one of the spans, which may overlap.

    >>> overlap([(10, 20), (15, 30), (90, 99)], 12, 95)
    23
    """
    total, reached = 0, since
    for begin, end in sorted(spans):
        first, last = max(begin, reached), min(end, until)
        if last > first:
            total += last - first
            reached = last
    return total


class Heartbeat:
    """The time at the tables of one server; see `ArenaTime`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._ahead = 0
        """Milliseconds by which time at the tables is ahead of the machine's clock."""
        self._latest = 0
        self._beaten: int | None = None
        """The time of the last mark; None before the first."""
        self._outages: set[Span] = set()
        self._changed: dict[str, int | None] = {}
        self._running: set[str] = set()
        """Tables in memory at which a clock runs."""
        self._left = True
        """Whether the store may have deadlines."""
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._beating = asyncio.Lock()
        self.on_due: Callable[[str], None] = lambda table: None

    def start(self) -> None:
        """See `ArenaTime`."""
        if self._task is None:
            self._task = asyncio.create_task(self._beat_on(), name="heartbeat")
            self._wanted.set()

    async def stop(self) -> None:
        """See `ArenaTime`."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None
            if self._running or self._changed:
                try:
                    await self._beat()
                except Down:
                    _logger.warning("the time of the stop could not be stored")

    def now(self) -> int:
        """See `TableTime`."""
        self._latest = max(self._latest, self._services.clock() + self._ahead)
        return self._latest

    async def ready(self, table: str = "") -> None:
        """See `TableTime`: the outages are those of all tables."""
        if self._beaten is None:
            await self._beat()

    def down(self, since: int, until: int, table: str = "", awaited: Collection[str] = ()) -> int:
        """See `TableTime`: how many milliseconds of that time the server was not up."""
        spans = self._outages
        if self._beaten is not None and self._ticking and until - self._beaten > PATIENCE:
            spans = spans | {(self._beaten, until)}
        return overlap(spans, since, until)

    def keep(self, table: str, deadline: int | None, seq: int | None = None) -> None:
        """See `TableTime`: no other node knows another deadline."""
        if deadline is None:
            self._running.discard(table)
        else:
            if not self._ticking:
                self._ahead = self.now() - self._services.clock()  # time may have stood still, and runs from here
            if not self._ticking and self._beaten is not None:
                self._beaten = self.now()  # the server was up, and had nothing to mark
            self._running.add(table)
        self._changed[table] = deadline
        self._wanted.set()

    def forget(self, table: str) -> None:
        """See `TableTime`."""
        self._running.discard(table)

    def attend(self, table: str, roles: frozenset[str]) -> None:
        """See `TableTime`: no other node asks."""

    async def elsewhere(self, table: str) -> frozenset[str]:
        """See `TableTime`: nobody, as there is no other node."""
        return frozenset()

    async def is_settled(self, table: str, awaited: Collection[str], at: int) -> bool:
        """See `TableTime`: an outage is known before anything happens after it."""
        return True

    @property
    def _ticking(self) -> bool:
        return bool(self._running or self._left)

    async def _beat_on(self) -> None:
        failures = FailureLog(_logger, "the time cannot be stored", over="the time is stored again")
        while True:
            await self._wanted.wait()
            try:
                await self._beat()
            except Exception as error:  # noqa: BLE001 - it is logged
                failures.met(error)
            else:
                failures.passed()
            if not self._ticking and not self._changed:
                self._wanted.clear()
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        async with self._beating:
            changed, self._changed = self._changed, {}
            at, first = self.now(), self._beaten is None
            patience = 0 if first else PATIENCE  # before the start the server was down
            try:
                said = await self._services.store.write(lambda connection: beat(connection, at, changed, patience))
            except BaseException:
                self._changed = {**changed, **self._changed}
                raise
            if not first and self._ticking and self._beaten is not None and at - self._beaten > PATIENCE:
                self._outages.add((self._beaten, at))
            self._outages.update(said.outages)
            self._left = said.left
            since, self._beaten = self._beaten, max(at, said.up_until)
            if first and said.up_until > at:
                await self._go_on_from(said.up_until)
            elif self._ticking or self._changed:
                self._slow_down(0 if since is None else at - since)
            else:
                self._hold()
            for table in said.due:
                self.on_due(table)

    async def _go_on_from(self, up_until: int) -> None:
        """Continue time from a stored mark that is ahead of the machine's clock, which was set back or had been wrong."""
        behind = up_until - self.now()
        if not self._ticking:
            self._latest = up_until
            return self._hold()
        self._ahead += behind
        if behind < PATIENCE:
            return  # the clocks of two nodes may differ a little
        # Answers may have been stored for that long after the mark: time goes on behind the last of them, so that the player
        # to move is neither charged for the restart nor given more than the clock had.
        self._ahead += PATIENCE
        span = (up_until, up_until + PATIENCE)
        await self._services.store.write(lambda connection: _skip(connection, span))
        self._outages.add(span)
        self._beaten = up_until + PATIENCE
        _logger.warning(
            "the machine's clock is %d s behind the time until which the arena was up: the time at the tables goes on from "
            "there, a tenth slower until the two agree, and nobody is charged for it; set the clock right before the start",
            behind // 1000,
        )

    def _ahead_of_wall(self) -> int:
        """Milliseconds by which running time is ahead of the machine's clock; negative for behind."""
        services = self._services
        return services.clock() + self._ahead - (services.wall or services.clock)()

    def _slow_down(self, passed: int) -> None:
        """Reduce the lead over the machine's clock, after so many milliseconds in which clocks ran."""
        drift = self._ahead_of_wall()
        if drift > 0:
            self._ahead -= min(drift, min(max(0, passed), PATIENCE) // SLOWER)

    def _hold(self) -> None:
        """Have time stand still until the machine's clock has caught up with it, since no clock runs."""
        self._ahead -= max(0, self._ahead_of_wall())


def _skip(connection: Connection, span: Span) -> None:
    """Store an outage, and set the mark to its end."""
    since, until = span
    insert_once(connection, schema.outages, {"since": since, "until": until})
    connection.execute(update(schema.marks).where(schema.marks.c.name == "up").values(at=until))
