"""The registry of tables: every table of one store, opened when somebody needs it.

It makes tables, finds them, loads them when somebody comes, and forgets those where nobody is. It speaks in the structs of
``protocol`` and knows neither HTTP nor sockets.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from rondel.errors import RondelError, quoted
from rondel.server import protocol
from rondel.server.accounts.names import clean
from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.accounts.requester import Requester
from rondel.server.catalog.games import known_bot
from rondel.server.live.health import Health, probe
from rondel.server.live.open_table import OpenTable
from rondel.server.live.services import Services
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.lobby.feed import Feed
from rondel.server.lobby.service import Lobby
from rondel.server.lobby.terms import checked, may_sit
from rondel.server.protocol.bounds import LONGEST_ID
from rondel.server.protocol.refused import Refusal, damaged, unavailable, unknown_table
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Down
from rondel.server.storage.table_repository import NoOpenSeat
from rondel.server.table.commands import Broken, Lost
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.seats import not_held
from rondel.server.telemetry.measures import Measures

_logger = logging.getLogger(__name__)

DRAIN_SECONDS: Final = 5.0
"""How long a server that is to stop waits for what is being carried out: as long as a busy database may take for it."""

KEPT_SECONDS: Final = 60.0
"""How long a table stays in memory when nobody is there."""


class TableRegistry:
    """All tables of the store it is given."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, OpenTable] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self.lobby = Lobby(services.store)
        self.feed = Feed(self.lobby)
        self.health = Health(lambda: services.store.write(probe))
        self.pulse = Heartbeat(services)
        self.pulse.on_due = self._due
        self._looking: set[asyncio.Task[None]] = set()
        self._finding: dict[str, asyncio.Task[TableEntry | None]] = {}
        """Reads of tables that are under way."""
        services.bus.subscribe(self._heard)

    @property
    def measures(self) -> Measures:
        """What is counted."""
        return self._services.measures

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    async def faulted(self) -> int:
        """How many tables are marked as faulted. Raises `Down`."""
        return await self._services.store.faulted()

    async def drain(self, patience: float = DRAIN_SECONDS) -> None:
        """Take nothing new, and wait until what is being carried out is stored and told; for so many seconds at most.

        What comes in meanwhile is not answered: who sent it will send it again once it has reached the next server.
        """
        self.health.draining = True
        settling = [asyncio.create_task(room.settle()) for room in self._rooms.values()]
        if settling:
            _, late = await asyncio.wait(settling, timeout=patience)
            for task in late:
                _logger.warning("something was still being carried out after %g s of draining", patience)
                task.cancel()

    async def close(self) -> None:
        """Stop the bots, store what is on its way, and close the database."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for task in (*self._looking, *self._finding.values()):
            task.cancel()
        for room in self._rooms.values():
            await room.close()
        await self.health.close()
        await self.pulse.stop()
        await self.feed.close()
        await self._services.bots.close()
        await self._services.store.close()

    async def games(self) -> list[protocol.GameInfo]:
        """Every game that can be played here."""
        return await self._services.referees.games()

    async def rules(self, game: str, lang: str) -> protocol.GameRules:
        """How a game is played, in that language where it is written in it; refused as ``unknown_game``, and as ``rules`` where
        the game breaks down when it is asked."""
        try:
            return await self._services.referees.rules(game, lang)
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
        """Make a table; the tokens of the seats the creator keeps are in the answer and nowhere else. ``bots`` says which there
        are: a bot's name may hold how long it thinks, or a file, and so not everybody gets any."""
        self._check_open()
        tokens: dict[str, str] = {}
        seats = [self._entry(seat, creator, wanted.name, tokens, bots) for seat in wanted.seats]
        invite = self._secret()
        entry = await self._in_seat_order(
            TableEntry(
                id=self._id(),
                game=wanted.game,
                options=wanted.options,
                seed=self._services.chance(32),
                invite_hash=hashed(invite),
                seats=tuple(seats),
                terms=checked(wanted.terms, wanted.seats, creator),
                host=next((seat.role for seat in wanted.seats if seat.kind == "me"), ""),
            )
        )
        try:
            await self._services.store.add(entry, self._services.clock())
        except Down as error:
            raise unavailable() from error
        self.feed.noticed(entry, listed=True)
        return protocol.Created(entry.id, tokens, invite)

    async def take_seat(self, table_id: str, wanted: protocol.TakeSeat, who: Principal = NOBODY) -> protocol.Taken:
        """Sit down on an open seat: at a public table whoever comes, at any other by invitation."""
        room = await self.room(table_id)
        if not (room.entry.terms.public or room.entry.opens(wanted.invite)):
            raise Refusal("wrong_invitation", "this invitation does not open this table; ask for a new link")
        roles = [seat.role for seat in room.entry.seats]
        if wanted.role and wanted.role not in roles:
            raise not_held(wanted.role, roles)
        token = self._secret()
        try:
            seat = await room.sit(
                _sitter(wanted.role, who, wanted.name, token), lambda entry: may_sit(entry.terms, who, entry.seats)
            )
        except NoOpenSeat as error:
            raise Refusal("no_open_seat", str(error)) from error
        return protocol.Taken(seat.role, token)

    async def leave_seat(self, table_id: str, who: Requester, role: str) -> None:
        """Have somebody give back a seat, or every one they have when none is named, before the game begins."""

        def opened(entry: TableEntry) -> list[SeatEntry]:
            held = who.roles(entry)
            if not held or (role and role not in held):
                which = f"the seat of {quoted(role)}" if role else "a seat"
                raise Refusal("not_seated", f"you do not have {which} at this table")
            return [SeatEntry(each, "open") for each in ((role,) if role else held)]

        await (await self.room(table_id)).change_seats(opened)

    async def change_seat(self, table_id: str, who: Requester, wanted: protocol.ChangeSeat) -> None:
        """Have the host open a seat, whoever sits there, or put a bot on it, before the game begins."""

        def changed(entry: TableEntry) -> list[SeatEntry]:
            if entry.host not in who.roles(entry):
                raise Refusal("not_host", "only the host of this table says who may sit where")
            if wanted.role == entry.host:
                raise Refusal("seats", "this seat is your own: leave it, and the next who sits there is host")
            roles = [seat.role for seat in entry.seats]
            if wanted.role not in roles:
                raise not_held(wanted.role, roles)
            if wanted.kind != "bot":
                return [SeatEntry(wanted.role, "open")]
            if entry.terms.rated:
                raise Refusal("terms", "this table is rated, and a rated game is between people: leave the seat open")
            return [SeatEntry(wanted.role, "bot", known_bot(wanted.bot))]

        await (await self.room(table_id)).change_seats(changed)

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """Have the tables in memory know that a principal's seats are another's now, or nobody's; see `OpenTable.hand_over`."""
        for room in list(self._rooms.values()):
            if any(seat.holder == holder for seat in room.entry.seats):
                await room.hand_over(holder, heir, pseudonym)

    def in_memory(self, table_id: str) -> OpenTable | None:
        """The room of a table, if it is in memory."""
        return self._rooms.get(table_id)

    async def describe(self, table_id: str) -> protocol.Table:
        """What everybody may know of a table."""
        return await (await self.room(table_id)).describe()

    async def room(self, table_id: str) -> OpenTable:
        """The room of that table; refused as ``unknown_table`` when there is none, and nothing is made."""
        self._check_open()
        if (room := self._rooms.get(table_id)) is not None:
            room.use()
            return room
        try:
            entry = await self._find(table_id) if _may_be_id(table_id) else None
        except Down as error:
            raise unavailable() from error
        except Damaged as error:
            row_decoder.report(error, "the table is marked as faulted, and nobody can play at it")
            with contextlib.suppress(Down):
                await self._services.store.fault(table_id, str(error))
            raise damaged() from error
        if entry is None:
            raise unknown_table()
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(KEPT_SECONDS / 2, self._sweep)
        # Somebody may have opened it while this one was being read: the first room stays the only one.
        return self._rooms.setdefault(table_id, OpenTable(entry, self._services, self.feed.noticed, self.pulse))

    async def _find(self, table_id: str) -> TableEntry | None:
        """The table as it is stored. Newcomers who come together share one read: a table's people all come back at once."""
        finding = self._finding.get(table_id)
        if finding is None:
            finding = self._finding[table_id] = asyncio.create_task(self._services.store.find(table_id))
            finding.add_done_callback(lambda _: self._finding.pop(table_id, None))
        return await asyncio.shield(finding)  # the others wait on when one of them goes away

    def _check_open(self) -> None:
        if self.health.draining:
            raise Refusal("draining", "this server is being restarted; try again in a few seconds")

    def _sweep(self) -> None:
        """Forget the rooms in which nobody has been for a while; whoever comes again finds all of it in the store."""
        loop = asyncio.get_running_loop()
        for table_id, room in list(self._rooms.items()):
            if room.idle and loop.time() - room.used >= KEPT_SECONDS:
                room.forget()
                del self._rooms[table_id]
        self._sweeping = loop.call_later(KEPT_SECONDS / 2, self._sweep) if self._rooms else None

    def start(self) -> None:
        """Look after the tables at which a clock runs, from now on: in the loop that runs."""
        self.pulse.start()

    def _due(self, table_id: str) -> None:
        """Look at a table whose time may be up."""
        task = asyncio.create_task(self._look_at(table_id), name=f"look at table {table_id}")
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look_at(self, table_id: str) -> None:
        try:
            room = await self.room(table_id)
        except Refusal as refusal:
            if refusal.code == "unknown_table":
                self.pulse.keep(table_id, None)
            return  # else the next beat finds it again
        room.look()

    def _heard(self, table_id: str, seq: int) -> None:
        if (room := self._rooms.get(table_id)) is not None:
            room.heard(seq)

    async def _in_seat_order(self, entry: TableEntry) -> TableEntry:
        """The entry with its seats in the rules' order; refused when the rules cannot start a game like that."""
        try:
            begun = await self._services.referees.beginning(entry)
        except Refusal:
            raise
        except RondelError as error:
            raise Refusal(error.code, str(error)) from error
        except Exception as error:
            _logger.exception("the rules of %s failed to start a game with options %r", entry.game, entry.options)
            raise Refusal("rules", "the rules of this game failed to start it, so no table was made") from error
        by_role = {seat.role: seat for seat in entry.seats}
        if len(by_role) != len(entry.seats) or set(by_role) != set(begun.roles):
            given = ", ".join(quoted(seat.role) for seat in entry.seats) or "none"
            raise Refusal("seats", f"the seats given are {given}; this game needs each of {', '.join(begun.roles)} once")
        seats = tuple([by_role[role] for role in begun.roles])
        return msgspec.structs.replace(entry, version=begun.version, seats=seats, active=begun.active)

    def _id(self) -> str:
        """The id of a table: it is typed behind commands, which would take one that begins with a hyphen for an option."""
        made = self._secret(16)
        return f"A{made[1:]}" if made.startswith("-") else made

    def _secret(self, size: int = 24) -> str:
        """A token, invitation or id: so many bytes nobody can guess, fit for a link."""
        return base64.urlsafe_b64encode(self._services.entropy(size)).rstrip(b"=").decode()

    def _entry(
        self, seat: protocol.NewSeat, creator: Principal, name: str, tokens: dict[str, str], bots: Callable[[str], str]
    ) -> SeatEntry:
        """The seat as it is stored; the creator, who goes by ``name``, gets the token in ``tokens``."""
        if seat.kind == "open":
            return SeatEntry(seat.role, "open")
        if seat.kind == "bot":
            return SeatEntry(seat.role, "bot", bots(seat.bot), clean(seat.name))
        tokens[seat.role] = token = self._secret()
        return _sitter(seat.role, creator, seat.name or name, token)


def _sitter(role: str, who: Principal, name: str, token: str) -> SeatEntry:
    """A seat with somebody on it, under the name they give, or that of their account."""
    shown = who.shown(clean(name))
    return SeatEntry(role, "person", "", shown, hashed(token), who.id, who.badge(shown))


def _may_be_id(table_id: str) -> bool:
    return len(table_id) <= LONGEST_ID and table_id.isascii() and table_id.isprintable()
