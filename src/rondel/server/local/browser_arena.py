"""The arena of one browser: the tables of an arena, for the one client that is its page.

It is what a server is, without a network: `OpenTable` and `Connection` are those of the server. Frames of the socket go through
`BrowserArena.connect`, and requests of the HTTP API through `rondel.server.local.requests`.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rondel.engine import OBSERVER
from rondel.server import protocol
from rondel.server.accounts.principal import NOBODY
from rondel.server.live.open_table import OpenTable
from rondel.server.live.services import Services
from rondel.server.live.table_maker import TableMaker
from rondel.server.local import carried_record
from rondel.server.local.browser_bots import PACE, Ask, BrowserBots
from rondel.server.local.browser_store import BrowserStore, Keep
from rondel.server.local.thinker import Asked
from rondel.server.protocol.refused import Refusal, unknown_table
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.table.entries import TableEntry
from rondel.server.telemetry.measures import Measures
from rondel.server.transport.ws_session import Connection

if TYPE_CHECKING:
    from rondel.server.live.audience import Put


_logger = logging.getLogger(__name__)


class _NoFeed:
    """A browser has no lobby, and so no notices."""

    def subscribe(self, follower: Connection) -> None:
        """Do nothing."""

    def unsubscribe(self, follower: Connection) -> None:
        """Do nothing."""


class _NoClock:
    """The `TableTime` of tables without a clock: `BrowserArena.create` refuses the others."""

    def now(self) -> int:
        """See `TableTime`."""
        raise RuntimeError("no table of a browser has a clock")

    async def ready(self, table: str) -> None:
        """See `TableTime`."""

    def down(self, since: int, until: int, table: str, awaited: Collection[str]) -> int:
        """See `TableTime`."""
        return 0

    def keep(self, table: str, deadline: int | None, seq: int | None) -> None:
        """See `TableTime`."""

    def forget(self, table: str) -> None:
        """See `TableTime`."""

    def attend(self, table: str, roles: frozenset[str]) -> None:
        """See `TableTime`."""

    async def elsewhere(self, table: str) -> frozenset[str]:
        """See `TableTime`."""
        return frozenset()

    async def is_settled(self, table: str, awaited: Collection[str], at: int) -> bool:
        """See `TableTime`."""
        return True


class _Welcome(msgspec.Struct):
    """Those parts of a `Welcome` that a board shows."""

    seq: int
    roles: tuple[str, ...]
    scene: msgspec.Raw
    views: dict[str, dict[str, Any]]


_welcome: Final = msgspec.json.Decoder(_Welcome)


class BrowserArena:
    """The tables of one browser."""

    is_draining = False

    def __init__(self, keep: Keep, ask: Ask, entropy: Callable[[int], bytes] = secrets.token_bytes, pace: float = PACE) -> None:
        """``keep`` stores a table's text, ``ask`` asks the second worker (`Thinker`), and ``pace`` is the shortest time of an
        answer of a bot."""
        self.store = BrowserStore(keep)
        self.feed = _NoFeed()
        self.rules = ""
        """The text of the rules that an author writes; empty for shipped games."""
        self.rules_file = ""
        """The name of their file."""
        self._ask = ask
        bots = BrowserBots(lambda line: self.think(Asked(bot=line)), entropy, pace)
        self._services = Services(self.store, bots, entropy=entropy, on_broken_rules=self._report)
        self.on_broken_rules: Callable[[Exception], None] | None = None
        """Called with the error where the rules of a table broke down."""
        self._maker = TableMaker(self._services.rule_host, entropy, entropy)
        self._open: dict[str, OpenTable] = {}

    async def think(self, asked: Asked) -> str:
        """The answer of the second worker."""
        asked = msgspec.structs.replace(asked, rules=self.rules, file=self.rules_file)
        return await self._ask(msgspec.json.encode(asked).decode())

    @property
    def measures(self) -> Measures:
        """The counters."""
        return self._services.measures

    def connect(self, put: Put) -> Connection:
        """A new connection of the page; ``put`` is called with each frame for it."""
        return Connection(self, put)

    async def create(self, wanted: protocol.NewTable) -> protocol.Created:
        """Make a table. Refused as ``terms`` with a clock: it would stand still while the page is closed."""
        if wanted.terms.clock is not None or wanted.terms.rated:
            raise Refusal("terms", "a table in the browser has no clock and is not rated; leave both out")
        entry, created = await self._maker.made(wanted, NOBODY)
        await or_unavailable(self.store.add(entry, self._services.clock()))
        return created

    async def open_record(self, record: str) -> protocol.Created:
        """Make a table at which the game of a record goes on, see `carried_record`."""
        at = self._services.clock()
        entry, answers, created = await carried_record.opened(record, self._maker, at)
        await or_unavailable(self.store.add(entry, at, answers))
        return created

    async def remove(self, table_id: str) -> None:
        """Remove a table for good. Refused as ``unknown_table``, and as ``unavailable`` where it stays stored."""
        if await self.store.find(table_id) is None and table_id not in self.store.damaged:
            raise unknown_table()
        await or_unavailable(self.store.remove(table_id))
        table = self._open.pop(table_id, None)
        if table is not None:
            await table.close()

    async def board(self, table_id: str, token_hashes: Sequence[bytes]) -> protocol.Board:
        """The position at a table, as the first of the roles with these tokens sees it. Refused as `OpenTable.welcome`."""
        now = _welcome.decode(await (await self.table(table_id)).welcome(token_hashes, ""))
        viewer = next((role for role in now.roles if role in now.views), OBSERVER)
        view = now.views[viewer]
        scene: Any = now.scene
        return protocol.Board(table_id, now.seq, viewer, scene, view["containers"], tuple(view["active"]), {})

    async def entry(self, table_id: str) -> TableEntry:
        """A stored table. Refused as `table`."""
        return (await self.table(table_id)).entry

    async def table(self, table_id: str) -> OpenTable:
        """A table, opened if need be. Refused as ``unknown_table``, and as ``frozen`` where it is damaged."""
        table = self._open.get(table_id)
        if table is None:
            entry = await self.store.find(table_id)
            if (wrong := self.store.damaged.get(table_id)) is not None:
                _logger.warning("what is stored of table %s is damaged: %s", table_id, wrong)
                raise Refusal("frozen", "this game cannot be read any more; what is stored stays as it is until it is removed")
            if entry is None:
                raise unknown_table()
            table = self._open[table_id] = OpenTable(entry, self._services, _unlisted, _NoClock())
        return table

    def _report(self, error: Exception) -> None:
        if self.on_broken_rules is not None:
            self.on_broken_rules(error)

    async def close(self) -> None:
        """Stop the bots."""
        for table in self._open.values():
            await table.close()


def _unlisted(entry: TableEntry, *, listed: bool) -> None:
    """No lobby lists the tables of a browser."""
