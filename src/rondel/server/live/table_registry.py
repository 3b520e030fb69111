"""The registry of tables: every table of one store, opened on demand.

It makes tables, finds them, opens them for the first request, and drops from memory those without viewers. Its values are the
structs of ``protocol``; it knows neither HTTP nor sockets.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import msgspec

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.accounts.requester import Requester
from rondel.server.catalog.games import known_bot
from rondel.server.live.boards import Boards
from rondel.server.live.bus import Bus, HolderHint, LobbyHint, NewsHint
from rondel.server.live.health import Health, probe
from rondel.server.live.nodes.follower import Follower
from rondel.server.live.open_table import OpenTable
from rondel.server.live.seat_changes import changed_by_host
from rondel.server.live.services import Services
from rondel.server.live.table_maker import TableMaker, sitter
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.live.timers.shared_heartbeat import SharedHeartbeat
from rondel.server.live.timers.table_time import ArenaTime
from rondel.server.lobby.feed import Feed
from rondel.server.lobby.service import Lobby
from rondel.server.lobby.terms import may_sit
from rondel.server.protocol.bounds import LONGEST_ID
from rondel.server.protocol.refused import Refusal, damaged, unavailable, unknown_table
from rondel.server.storage import row_decoder
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down, NoOpenSeat
from rondel.server.table.commands import Broken, Lost
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.seats import not_held
from rondel.server.telemetry.measures import Measures

_logger = logging.getLogger(__name__)

DRAIN_SECONDS: Final = 5.0
"""How long a stopping server waits for messages that are being carried out: as long as a busy database may take."""

KEPT_SECONDS: Final = 60.0
"""How long a table without viewers stays in memory."""

Add = Callable[[TableEntry, int], Awaitable[bool]]
"""Stores a new table at a time in milliseconds; returns whether it did. May raise `Down`."""


Admit = Callable[[TableEntry, Principal], Awaitable[None]]
"""Refuses a principal who may not sit down at a table."""


async def _admit_all(entry: TableEntry, who: Principal) -> None:
    """Nobody is refused."""


class TableRegistry:
    """All tables of one store."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._maker = TableMaker(services.rule_host, services.entropy, services.chance)
        self._open: dict[str, OpenTable] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self.lobby = Lobby(services.store)
        self.feed = Feed(self.lobby)
        self.boards = Boards(self.lobby, self.table, services.clock)
        self.health = Health(lambda: services.store.write(probe))
        clock = services.database_time
        self.heartbeat: ArenaTime = Heartbeat(services) if clock is None else SharedHeartbeat(services, clock)
        self.heartbeat.on_due = self._due
        self._looking: set[asyncio.Task[None]] = set()
        self._finding: dict[str, asyncio.Task[TableEntry | None]] = {}
        """Reads of tables that are under way."""
        self.follower = Follower(services, self._open, self.feed)
        self.on_change: Callable[[str], None] | None = None
        """Called with each table at which something has changed here, once it is stored."""
        self.admit: Admit = _admit_all
        """Called before somebody sits down."""

    @property
    def measures(self) -> Measures:
        """The server's counters."""
        return self._services.measures

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._open)

    @property
    def is_draining(self) -> bool:
        """Whether the server is about to stop."""
        return self.health.draining

    @property
    def bus(self) -> Bus:
        """The bus to the other nodes."""
        return self._services.bus

    async def faulted(self) -> int:
        """How many tables are marked as faulted. Raises `Down`."""
        return await self._services.store.faulted()

    async def drain(self, patience: float = DRAIN_SECONDS) -> None:
        """Refuse new requests, and wait until the current messages are stored and broadcast; for so many seconds at most.

        Messages that come in meanwhile get no answer: their clients send them again to the next server.
        """
        self.health.draining = True
        settling = [asyncio.create_task(each.settle()) for each in self._open.values()]
        if settling:
            _, late = await asyncio.wait(settling, timeout=patience)
            for task in late:
                _logger.warning("something was still being carried out after %g s of draining", patience)
                task.cancel()

    async def close(self) -> None:
        """Stop the bots, store what is under way, and close the database."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for task in (*self._looking, *self._finding.values()):
            task.cancel()
        for each in self._open.values():
            await each.close()
        await self.health.close()
        await self.follower.close()
        await self.heartbeat.stop()
        await self.feed.close()
        await self._services.bots.close()
        await self._services.bus.close()
        await self._services.store.close()

    async def games(self) -> list[protocol.GameInfo]:
        """Every game that can be played here."""
        return await self._services.rule_host.games()

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """How a game is played, in that language where a translation exists. Refused as ``unknown_game``, and as ``rules``
        where the rules break down."""
        try:
            return await self._services.rule_host.rules(game, lang)
        except Lost as error:
            raise unavailable() from error
        except Broken as error:
            _logger.warning("%s cannot say how it is played: %s", game, error)
            raise Refusal(
                "rules", "the rules of this game broke down when asked how it is played; its host can see why"
            ) from error

    async def create(
        self, wanted: protocol.NewTable, creator: Principal = NOBODY, *, bots: Callable[[str], str] = known_bot
    ) -> protocol.Created:
        """Make a table; the tokens of the creator's seats are in the result and nowhere else. ``bots`` checks the name of a
        bot: a name may hold a search time or a file, which only some callers may choose."""
        self._check_open()
        entry, created = await self._maker.made(wanted, creator, bots)
        await or_unavailable(self._services.store.add(entry, self._services.clock()))
        self._changed(entry, listed=True)
        return created

    async def check_offered(self, game: str, seats: int) -> None:
        """Check that the rules begin this game for that number of players; the refusals are those of `create`."""
        self._check_open()
        await self._maker.beginning(self._maker.entry_for(game, [SeatEntry("", "open")] * seats, protocol.Terms()))

    async def seat_together(self, game: str, terms: protocol.Terms, people: Sequence[SeatEntry], add: Add) -> str:
        """Make a table without a host for these people, on seats that are drawn by lot; returns its id, or nothing where
        ``add`` has not stored it."""
        entry = await self.seated(game, terms, sorted(people, key=lambda _: self._services.entropy(8)))
        if not await add(entry, self._services.clock()):
            return ""
        self.announce(entry)
        return entry.id

    async def seated(self, game: str, terms: protocol.Terms, people: Sequence[SeatEntry]) -> TableEntry:
        """A table without a host for these people, in the order of the seats; the caller stores and announces it."""
        self._check_open()
        entry = self._maker.entry_for(game, [SeatEntry("", "open")] * len(people), terms)
        begun = await self._maker.beginning(entry)
        seats = [
            msgspec.structs.replace(each, role=role, token_hash=hashed(self._maker.secret()))
            for role, each in zip(begun.roles, people, strict=True)
        ]
        return msgspec.structs.replace(entry, version=begun.version, seats=tuple(seats), active=begun.active)

    def announce(self, entry: TableEntry) -> None:
        """Tell the lobby, and other nodes, of a table that was stored."""
        self._changed(entry, listed=True)

    async def take_seat(self, table_id: str, wanted: protocol.TakeSeat, who: Principal = NOBODY) -> protocol.Taken:
        """Take an open seat; at a table that is not public only by invitation."""
        table = await self._opened_by(table_id, wanted.invite)
        roles = [seat.role for seat in table.entry.seats]
        if wanted.role and wanted.role not in roles:
            raise not_held(wanted.role, roles)
        await self.admit(table.entry, who)
        return await self._sit(table, wanted.role, who, wanted.name)

    async def take_seat_invited(self, table_id: str, role: str, who: Principal) -> protocol.Taken:
        """Take the open seat of a role, to which somebody at the table has invited the principal."""
        return await self._sit(await self.table(table_id), role, who, "")

    async def _sit(self, table: OpenTable, role: str, who: Principal, name: str) -> protocol.Taken:
        token = self._maker.secret()
        try:
            seat = await table.sit(sitter(role, who, name, token), lambda entry: may_sit(entry.terms, who, entry.seats))
        except NoOpenSeat as error:
            raise Refusal("no_open_seat", str(error)) from error
        return protocol.Taken(seat.role, token)

    def tell(self, *holders: str) -> None:
        """Have the clients of these principals, at all nodes, look again at what is theirs."""
        self.feed.note_holders(holders)
        self._services.bus.publish(*[NewsHint(each) for each in holders])

    async def check_invitation(self, table_id: str, invite: str) -> None:
        """Refused as ``wrong_invitation`` where it does not open the table, and as ``no_open_seat`` where no seat is open."""
        table = await self._opened_by(table_id, invite)
        if not any(seat.kind == "open" for seat in table.entry.seats):
            raise Refusal("no_open_seat", "every seat at this table is taken")

    async def _opened_by(self, table_id: str, invite: str) -> OpenTable:
        """The table, if the invitation opens it or it is public."""
        table = await self.table(table_id)
        if not (table.entry.terms.public or table.entry.opens(invite)):
            raise Refusal("wrong_invitation", "this invitation does not open this table; ask for a new link")
        return table

    async def leave_seat(self, table_id: str, who: Requester, role: str) -> None:
        """Give back a seat of a requester, or all of them when none is named, before the game begins."""

        def opened(entry: TableEntry) -> list[SeatEntry]:
            held = who.roles(entry)
            if not held or (role and role not in held):
                which = f"the seat of {quoted(role)}" if role else "a seat"
                raise Refusal("not_seated", f"you do not have {which} at this table")
            return [SeatEntry(each, "open") for each in ((role,) if role else held)]

        await (await self.table(table_id)).change_seats(opened)

    async def change_seat(self, table_id: str, who: Requester, wanted: protocol.ChangeSeat) -> None:
        """Have the host open any seat, or put a bot on it, before the game begins."""
        await (await self.table(table_id)).change_seats(lambda entry: changed_by_host(entry, who.roles(entry), wanted))

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """Give a principal's seats at the tables in memory to another one, or to nobody; see `SeatChanges.hand_over`. Other
        nodes are told that they have changed."""
        self._services.bus.publish(HolderHint(holder))
        for each in list(self._open.values()):
            if any(seat.holder == holder for seat in each.entry.seats):
                await each.hand_over(holder, heir, pseudonym)

    @property
    def opened(self) -> Mapping[str, OpenTable]:
        """The tables in memory, by their ids."""
        return self._open

    def in_memory(self, table_id: str) -> OpenTable | None:
        """A table, if it is in memory."""
        return self._open.get(table_id)

    def present(self, table_id: str) -> frozenset[str]:
        """The principals that are connected to a table, as far as this node knows."""
        table = self._open.get(table_id)
        return frozenset() if table is None else table.present

    async def describe(self, table_id: str) -> protocol.Table:
        """The public data of a table."""
        return await (await self.table(table_id)).describe()

    async def table(self, table_id: str) -> OpenTable:
        """A table, opened if need be. Refused as ``unknown_table``, and then nothing is made."""
        self._check_open()
        if (table := self._open.get(table_id)) is not None:
            table.use()
            return table
        try:
            entry = await or_unavailable(self._find(table_id)) if _may_be_id(table_id) else None
        except Damaged as error:
            row_decoder.report(error, "the table is marked as faulted, and nobody can play at it")
            with contextlib.suppress(Down):
                await self._services.store.fault(table_id, str(error))
            raise damaged() from error
        if entry is None:
            raise unknown_table()
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(KEPT_SECONDS / 2, self._sweep)
        # Another request may have opened it during the read: the first one stays the only one.
        return self._open.setdefault(table_id, OpenTable(entry, self._services, self._changed, self.heartbeat))

    async def _find(self, table_id: str) -> TableEntry | None:
        """The stored table. Requests at the same time share one read: after a restart all players of a table come at once."""
        finding = self._finding.get(table_id)
        if finding is None:
            finding = self._finding[table_id] = asyncio.create_task(self._services.store.find(table_id))
            finding.add_done_callback(lambda _: self._finding.pop(table_id, None))
        return await asyncio.shield(finding)  # the read goes on for the others when one is cancelled

    def _check_open(self) -> None:
        if self.health.draining:
            raise Refusal("draining", "this server is being restarted; try again in a few seconds")

    def _sweep(self) -> None:
        """Drop the tables that have been idle for a while; the store has all of them."""
        loop = asyncio.get_running_loop()
        for table_id, each in list(self._open.items()):
            if each.idle and loop.time() - each.used >= KEPT_SECONDS:
                each.forget()
                del self._open[table_id]
        self._sweeping = loop.call_later(KEPT_SECONDS / 2, self._sweep) if self._open else None

    def start(self) -> None:
        """Begin to watch the deadlines of tables at which a clock runs, and to follow other nodes, in the running loop."""
        self.heartbeat.start()
        self.follower.start()

    def _due(self, table_id: str) -> None:
        """Have a table do what its deadline makes due."""
        task = asyncio.create_task(self._look_at(table_id), name=f"look at table {table_id}")
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look_at(self, table_id: str) -> None:
        try:
            table = await self.table(table_id)
        except Refusal as refusal:
            if refusal.code == "unknown_table":
                self.heartbeat.keep(table_id, None, None)
            return  # else the next beat finds it again
        table.look()

    def _changed(self, entry: TableEntry, *, listed: bool) -> None:
        """See `OnChange`."""
        self.feed.note(entry, listed=listed)
        if self.on_change is not None:
            self.on_change(entry.id)
        if listed and entry.terms.public:
            self._services.bus.publish(LobbyHint(entry.id))


def _may_be_id(table_id: str) -> bool:
    return len(table_id) <= LONGEST_ID and table_id.isascii() and table_id.isprintable()
