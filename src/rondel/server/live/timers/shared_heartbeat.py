"""The heartbeat of one of several nodes: the time that they share, outages of nodes, deadlines, and who is connected where.

Once a second a node writes its row in the database. Time is the database's; see `SharedClock`. A node that is not seen is down:
another one stores its outage, which is not charged to anybody who was connected to it. When no node was up, nobody is charged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from sqlalchemy import Connection

from rondel.server.live.services import Services
from rondel.server.live.timers.heartbeat import AT_ONCE, BEAT, overlap
from rondel.server.live.timers.shared_clock import SharedClock
from rondel.server.storage import deadline_repository, node_repository
from rondel.server.storage.deadline_repository import Deadline
from rondel.server.storage.node_repository import PATIENCE, News, Node, Span, Spared
from rondel.server.storage.store import Down
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

LONGEST_COMMIT: Final = 10_000
"""Milliseconds from the time that an outage bears to the moment at which others see it, at most."""

DEFERRED: Final = 2_000
"""Milliseconds after which a deadline is claimed: nodes with the table in memory do at once what is due."""

_NOBODY: Final[frozenset[str]] = frozenset()


class SharedHeartbeat:
    """The time at the tables of one node; see `ArenaTime`."""

    def __init__(self, services: Services, database_time: Callable[[Connection], int]) -> None:
        """``database_time`` reads the database's clock."""
        self._services = services
        self._database_time = database_time
        self._clock = SharedClock(services.clock)
        self._began: int | None = None
        """The time of the first beat."""
        self._beaten: int | None = None
        """The time of the last."""
        self._outages: set[Span] = set()
        """Those of all nodes together."""
        self._spared: dict[str, set[tuple[str, Span]]] = {}
        """Outages of single nodes, by the tables in memory: each with the role that was connected there."""
        self._here: dict[str, frozenset[str]] = {}
        """The roles whose holders are connected to this node, by table."""
        self._came: set[str] = set()
        """Tables at which that has changed."""
        self._kept: dict[str, Deadline] = {}
        self._dropped: dict[str, int] = {}
        """Deadlines to store and to delete, by table."""
        self._claimed: dict[str, int] = {}
        """The numbers of the answers at which deadlines were known that this node has claimed."""
        self._beating = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self.on_due: Callable[[str], None] = lambda table: None

    def start(self) -> None:
        """See `ArenaTime`."""
        if self._task is None:
            self._task = asyncio.create_task(self._beat_on(), name="heartbeat")

    async def stop(self) -> None:
        """See `ArenaTime`."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait({self._task})
        self._task = None
        try:
            await self._store_changes()
            at = self._clock.now()
            await self._services.store.write(lambda connection: node_repository.leave(connection, self.node, at))
        except Down:
            _logger.warning("the time of the stop could not be stored")

    @property
    def node(self) -> str:
        """The id of this node: that of its boot."""
        return self._services.bus.boot

    def now(self) -> int:
        """See `TableTime`."""
        return self._clock.now()

    async def ready(self, table: str) -> None:
        """See `TableTime`."""
        if self._beaten is None:
            await self._beat()
        if table not in self._spared:
            self._spared[table] = set()  # before the read: a beat may find more meanwhile
            try:
                self._note(await self._services.store.read(lambda connection: node_repository.spared(connection, table)))
            except BaseException:
                del self._spared[table]
                raise

    def down(self, since: int, until: int, table: str, awaited: Collection[str]) -> int:
        """See `TableTime`."""
        spans = [span for span in self._outages if span[1] > since]
        spans += [span for role, span in self._spared.get(table, ()) if role in awaited]
        if self._is_late(until) and self._beaten is not None and self._here.get(table, _NOBODY).intersection(awaited):
            spans.append((self._beaten, until))
        return overlap(spans, since, until)

    def keep(self, table: str, deadline: int | None, seq: int | None) -> None:
        """See `TableTime`."""
        claimed = self._claimed.pop(table, None)
        known = claimed if seq is None else seq
        if known is None:
            return
        self._kept.pop(table, None)
        self._dropped.pop(table, None)
        if deadline is None:
            self._dropped[table] = known
        else:
            self._kept[table] = Deadline(deadline, known)

    def forget(self, table: str) -> None:
        """See `TableTime`."""
        self._spared.pop(table, None)

    def attend(self, table: str, roles: frozenset[str]) -> None:
        """See `TableTime`."""
        if roles != self._here.get(table, _NOBODY):
            self._came.add(table)
            if roles:
                self._here[table] = roles
            else:
                del self._here[table]

    async def elsewhere(self, table: str) -> frozenset[str]:
        """See `TableTime`."""
        read = self._services.store.read
        found = await read(lambda connection: node_repository.attended(connection, table, self.node))
        return frozenset([role for role, _ in found])

    async def is_settled(self, table: str, awaited: Collection[str], at: int) -> bool:
        """See `TableTime`. A node was up at that time once it is seen later, and was down once it is deleted."""
        if self._is_late(self._clock.now()):
            await self._beat()
            return False

        def found(connection: Connection) -> tuple[list[tuple[str, int]], list[Spared], list[Span]]:
            here = node_repository.attended(connection, table, self.node)  # first: who deletes a node stores its outage
            return here, node_repository.spared(connection, table), node_repository.outages(connection, self._read_from)

        attended, spared, outages = await self._services.store.read(found)
        if self._note(spared, outages):
            return False
        return all(seen_at >= at for role, seen_at in attended if role in awaited)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _is_late(self, at: int) -> bool:
        """Whether the last beat is so long ago that other nodes take this one to be down."""
        return self._beaten is not None and at - self._beaten > PATIENCE

    @property
    def _read_from(self) -> int:
        """The time from which on outages may be stored that this node has not read."""
        return 0 if self._beaten is None else self._beaten - LONGEST_COMMIT

    def _note(self, spared: Collection[Spared], outages: Collection[Span] = ()) -> bool:
        """Note outages; returns whether any of them is new."""
        is_new = not self._outages.issuperset(outages)
        self._outages.update(outages)
        for each in spared:
            known = self._spared.get(each.table)
            if known is not None and (each.role, each.span) not in known:
                known.add((each.role, each.span))
                is_new = True
        return is_new

    async def _beat_on(self) -> None:
        failures = FailureLog(_logger, "the time cannot be stored", over="the time is stored again")
        while True:
            try:
                await self._beat()
                await self._store_changes()
                await self._find_due()
            except Exception as error:  # noqa: BLE001 - it is logged
                failures.met(error)
            else:
                failures.passed()
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        async with self._beating:
            at, news = await self._services.store.write(self._written)
            if news.is_new and self._began is not None:
                self._came.update(self._here)  # another node had deleted this one, and perhaps who is connected here
            self._began = at if self._began is None else self._began
            self._beaten = at
            self._note(news.spared, news.outages)

    def _written(self, connection: Connection) -> tuple[int, News]:
        own, bus = self._services.clock, self._services.bus
        before = own()
        at = self._database_time(connection)
        self._clock.note(before, at, own())
        began = at if self._began is None else self._began
        row = Node(self.node, bus.name, began, at, bus.missed, not bus.sighted)
        return at, node_repository.beat(connection, row, self._beaten, self._read_from)

    async def _store_changes(self) -> None:
        """Store who has come and gone, and the deadlines that have changed. Raises `Down`."""
        came, self._came = self._came, set()
        here = {table: self._here.get(table, _NOBODY) for table in came}
        kept, self._kept = self._kept, {}
        dropped, self._dropped = self._dropped, {}
        write = self._services.store.write
        # One transaction each: every one of them takes rows in the order of their tables.
        try:
            if here:
                await write(lambda connection: node_repository.attend(connection, self.node, here))
            if kept:
                await write(partial(deadline_repository.keep, deadlines=kept))
            if dropped:
                await write(partial(deadline_repository.drop, known=dropped))
        except BaseException:
            self._came |= came
            self._kept = {table: each for table, each in kept.items() if table not in self._dropped} | self._kept
            self._dropped = {table: seq for table, seq in dropped.items() if table not in self._kept} | self._dropped
            raise

    async def _find_due(self) -> None:
        """Claim deadlines that have passed, and have their tables looked at. Raises `Down`."""
        at = self._clock.now()
        claimed = await self._services.store.write(
            lambda connection: deadline_repository.claim(connection, at - DEFERRED, at, AT_ONCE)
        )
        self._claimed.update(claimed)
        for table in claimed:
            self.on_due(table)
