"""The follower: keeps the tables in memory at what other nodes have stored.

A hint says where to look. One query reads the new rows of all tables that hints have named. Where hints may have been lost, one
query reads how far every table in memory has got: three times a second while the bus is blind, and rarely while it is not.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from rondel.server.live.bus import (
    ConditionalMovesHint,
    Hint,
    HolderHint,
    LobbyHint,
    LogHint,
    NewsHint,
    PresenceHint,
    SeatsHint,
)
from rondel.server.live.nodes.presence import Presence
from rondel.server.live.open_table import OpenTable
from rondel.server.live.services import Services
from rondel.server.lobby.feed import Feed
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import table_repository
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Tables of one query for new rows, at most."""

BLIND_EVERY: Final = 0.3
"""Seconds from one look at all tables to the next, while the bus is blind."""

SIGHTED_EVERY: Final = 15.0
"""The same while it is not."""

LEAST: Final = 0.2
"""Seconds between two looks at least, however many hints are missed."""

Reader = Callable[[bool], Awaitable[None]]
"""Reads what hints may not have told. Gets whether hints were missed since the last look. May raise `Down` and `Refusal`."""


class Follower:
    """Follows the other nodes of one store."""

    def __init__(self, services: Services, tables: Mapping[str, OpenTable], feed: Feed) -> None:
        """``tables`` are those in memory."""
        self._services = services
        self._tables = tables
        self._feed = feed
        self._behind: set[str] = set()
        """Tables with viewers whose log has grown."""
        self._reseated: set[str] = set()
        """Tables whose seats have changed."""
        self._wanted = asyncio.Event()
        self._missed = asyncio.Event()
        self._readers: list[Reader] = [self._read_heads, self._read_conditional_moves]
        self._tasks: set[asyncio.Task[None]] = set()
        self._presence = Presence(services, tables)
        services.bus.subscribe(self._heard, self._missed.set)

    def add(self, reader: Reader) -> None:
        """Have a reader called at each look."""
        self._readers.append(reader)

    def start(self) -> None:
        """Begin to follow, in the running loop, where there may be other nodes."""
        if self._services.bus.is_shared and not self._tasks:
            self._spawn(self._follow())
            self._spawn(self._look_around())
            self._spawn(self._presence.beat())

    async def close(self) -> None:
        """Stop following."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _heard(self, node: str, hints: Sequence[Hint]) -> None:
        for hint in hints:
            if isinstance(hint, LogHint):
                self._feed.note_elsewhere(hint.table, listed=False)
                self._note_log(hint.table, hint.seq)
            elif isinstance(hint, SeatsHint):
                self._feed.note_elsewhere(hint.table, listed=False)
                self._note_seats(hint.table, hint.seating)
            elif isinstance(hint, HolderHint):
                held = [id_ for id_, each in self._tables.items() if any(s.holder == hint.holder for s in each.entry.seats)]
                self._reseated.update(held)
                self._wanted.set()
            elif isinstance(hint, NewsHint):
                self._feed.note_holders((hint.holder,))
            elif isinstance(hint, ConditionalMovesHint):
                self._at(hint.table, OpenTable.read_conditional_moves)
            elif isinstance(hint, PresenceHint):
                self._presence.heard(node, hint)
            elif isinstance(hint, LobbyHint):
                self._feed.note_elsewhere(hint.table, listed=True)

    def _note_log(self, table_id: str, seq: int) -> None:
        table = self._tables.get(table_id)
        if table is None:
            return
        if table.is_watched and table.seq is not None:
            if seq > table.seq:
                self._behind.add(table_id)
                self._wanted.set()
        else:
            table.published(seq)

    def _note_seats(self, table_id: str, seating: int) -> None:
        table = self._tables.get(table_id)
        if table is not None and seating > table.entry.seating:
            self._reseated.add(table_id)
            self._wanted.set()

    async def _follow(self) -> None:
        failures = FailureLog(_logger, "what other nodes have stored cannot be read now")
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            reseated, self._reseated = self._reseated, set()
            for each in reseated:
                self._at(each, OpenTable.look_at_seats)
            try:
                while self._behind:
                    await self._catch_up()
            except Exception as error:  # noqa: BLE001 - it is logged, and what was to be read is found by a look at all tables
                failures.met(error)
                self._missed.set()
            else:
                failures.passed()

    async def _catch_up(self) -> None:
        """Read the new rows of some of the tables that are behind, and have them replayed. Raises `Down`."""
        known: dict[str, int] = {}
        while self._behind and len(known) < AT_ONCE:
            table = self._tables.get(each := self._behind.pop())
            if table is not None and table.seq is not None:
                known[each] = table.seq
        if not known:
            return
        for each, rows in (await self._services.store.since_each(known)).items():
            if isinstance(rows, Damaged):
                if (table := self._tables.get(each)) is not None:
                    table.published(known[each] + 1)  # opening it marks it
            elif rows:
                self._at(each, partial(OpenTable.catch_up, rows=rows))

    def _at(self, table_id: str, do: Callable[[OpenTable], Awaitable[None]]) -> None:
        """Have a table that is still in memory do something, in a task of its own: it may have to wait for its lock."""
        if (table := self._tables.get(table_id)) is not None:
            self._spawn(self._tried(table, do))

    async def _tried(self, table: OpenTable, do: Callable[[OpenTable], Awaitable[None]]) -> None:
        try:
            await do(table)
        except Refusal as refusal:  # the table is opened anew when it is needed
            if refusal.code == "unavailable":
                self._missed.set()
        except Exception:
            _logger.exception("table %s does not follow another node now", table.entry.id)

    def _spawn(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_around(self) -> None:
        loop, bus = asyncio.get_running_loop(), self._services.bus
        failures = FailureLog(_logger, "what other nodes have stored cannot be looked up now")
        looked_at = loop.time()
        while True:
            await asyncio.sleep(LEAST)
            try:
                async with asyncio.timeout(BLIND_EVERY - LEAST):
                    await self._missed.wait()
            except TimeoutError:
                if bus.sighted and loop.time() - looked_at < SIGHTED_EVERY:
                    continue
            missed = self._missed.is_set() or not bus.sighted
            self._missed.clear()
            looked_at = loop.time()
            for read in self._readers:
                try:
                    await read(missed)
                except Exception as error:  # noqa: BLE001 - it is logged, and the others read on
                    failures.met(error)
                    if isinstance(error, Down | Refusal):
                        self._missed.set()
                else:
                    failures.passed()

    async def _read_heads(self, missed: bool) -> None:
        if self._tables:
            for table_id, head in (await self._services.store.heads(list(self._tables))).items():
                self._note_log(table_id, head.seq)
                self._note_seats(table_id, head.seating)
        if missed:
            self._feed.read_again()

    async def _read_conditional_moves(self, missed: bool) -> None:
        """They have no numbers, so only a hint tells of them."""
        if not missed or not (known := {id_: table.kept_conditional_moves for id_, table in self._tables.items()}):
            return
        stored = await self._services.store.read(partial(table_repository.conditional_moves, tables=list(known)))
        for table_id, moves in known.items():
            if moves != stored.get(table_id, {}):
                self._at(table_id, OpenTable.read_conditional_moves)
