"""The parts of an open table over a real database, without the `OpenTable`, so that each of them can be tested alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from rondel.server.live.audience import Credentials
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bots.bot_runner import BotRunner
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.loader import Loader
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.services import Bots, Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol import NewSeat, NewTable, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.commands import Roles
from rondel.server.table.entries import TableEntry, hashed
from tests.server.harness import Json

BOTH = (NewSeat("x", "me"), NewSeat("o", "me"))


class Page:
    """Somebody's page, which keeps what it is sent."""

    def __init__(self) -> None:
        self.roles: Roles = ()
        self.heard: list[Json] = []
        self.gone: Refusal | None = None
        """Why it may not see the table any more."""

    def put(self, *frames: bytes) -> None:
        self.heard += [json.loads(frame) for frame in frames]

    def dismissed(self, refusal: Refusal) -> None:
        self.gone = refusal

    @property
    def kinds(self) -> list[str]:
        """The types of the messages it was sent."""
        return [message["type"] for message in self.heard]


class TableParts:
    """The parts of one open table, at one node."""

    def __init__(self, entry: TableEntry, services: Services) -> None:
        self.noticed: list[TableEntry] = []
        self.looks = 0
        """How often the table was to be opened again soon."""
        self.time = time = FlagTimer(entry, Heartbeat(services), services.clock)
        self.loader = Loader(entry, services, time.ready)
        self.broadcaster = Broadcaster(self.loader, time, self._changed, self._reopen)
        self.seat_changes = SeatChanges(self.loader, self.broadcaster, services)
        self.commands = CommandHandler(self.loader, self.broadcaster, self.seat_changes, time, services)
        self.lock = asyncio.Lock()
        queue, timer = ConditionalMoveQueue(self.loader, services.store), Timer(entry.id, self._ring)
        self.bot_runner = BotRunner(self.lock, self.loader, self.commands, queue, time, timer, services.bots)

    def _changed(self, entry: TableEntry, *, listed: bool) -> None:
        self.noticed.append(entry)

    async def _ring(self) -> None:
        """Nothing is due here."""

    def _reopen(self) -> None:
        self.looks += 1

    async def page(self, *tokens: str, holder: str = "") -> Page:
        """A page that has come with these tokens."""
        page, credentials = Page(), Credentials(tuple([hashed(token) for token in tokens]), holder)
        await self.broadcaster.enter(await self.loader.current(), page, credentials, None)
        return page


class SharedTable:
    """A database with one table, and any number of nodes over it."""

    def __init__(self, store: SqliteStore, table: str, tokens: dict[str, str]) -> None:
        self.store = store
        self.table = table
        self.tokens = tokens

    async def node(self, store: SqliteStore | None = None, bots: Bots | None = None) -> TableParts:
        """The parts at another node, which has read the table as it is stored now."""
        entry = await self.store.find(self.table)
        assert entry is not None
        return TableParts(entry, Services(store or self.store, bots or BotPool()))


@asynccontextmanager
async def shared_table(
    folder: Path,
    seats: Sequence[NewSeat] = BOTH,
    terms: Terms | None = None,
    kind: type[SqliteStore] = SqliteStore,
    game: str = "tic_tac_toe",
) -> AsyncIterator[SharedTable]:
    """A database with one table of that game."""
    folder.mkdir(exist_ok=True)
    store = kind(folder / "arena.sqlite3")
    made = await TableRegistry(Services(store, BotPool())).create(NewTable(game, tuple(seats), terms=terms or Terms()))
    try:
        yield SharedTable(store, made.table, made.tokens)
    finally:
        await store.close()
