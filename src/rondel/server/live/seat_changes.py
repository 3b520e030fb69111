"""Seat changes: seats and unseats people, in the store first, and broadcasts it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from rondel.server import protocol
from rondel.server.catalog.games import known_bot
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.bus import SeatsHint
from rondel.server.live.loader import Loader
from rondel.server.live.services import Services
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Begun, Down
from rondel.server.table.entries import SeatEntry, TableEntry, rotated
from rondel.server.table.seats import not_held


class SeatChanges:
    """The seat changes of one table. The caller holds the table's lock, so that a check holds until the change is stored."""

    def __init__(self, loader: Loader, broadcaster: Broadcaster, services: Services) -> None:
        self._loader = loader
        self._broadcaster = broadcaster
        self._services = services

    async def sit(self, sitter: SeatEntry, check: Callable[[TableEntry], None] = lambda entry: None) -> SeatEntry:
        """Put ``sitter`` on the seat of its role, or on the first open one when that is empty; store it, and tell all viewers.
        ``check`` is called with the current entry, and may refuse. Raises `NoOpenSeat`."""
        await or_unavailable(self._look_up())
        check(self._loader.entry)
        seat = await or_unavailable(self._services.store.take_seat(self._loader.entry.id, sitter))
        await self._put(seat, self._loader.entry.seating + 1)
        self._publish()
        if not self._loader.entry.host:
            await self._find_host()
        return seat

    async def change(self, changed: Callable[[TableEntry], Sequence[SeatEntry]]) -> None:
        """Store the seats that ``changed`` returns, open ones or a bot's, and send all viewers the table. ``changed`` is called
        with the current entry, and may refuse. Refused as ``begun`` when the table has any row."""
        begun = Refusal("begun", "the game has begun: who sits where stays as it is; resign to leave it")
        if (await self._loader.current()).seq:
            raise begun
        await or_unavailable(self._look_up())
        now = changed(self._loader.entry)
        try:
            await or_unavailable(self._services.store.change_seats(self._loader.entry.id, now, self._services.clock()))
        except Begun:
            raise begun from None
        by_role = {seat.role: seat for seat in now}
        entry = self._loader.entry
        self._loader.reseat([by_role.get(seat.role, seat) for seat in entry.seats], entry.seating + 1)
        self._publish()
        await self._all_anew()

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """Give the seats of a principal to another one, as the store has done already. Without an heir they belong to nobody:
        they get a pseudonym, their tokens are void, and at a table without rows they are open."""
        mine = [seat for seat in self._loader.entry.seats if seat.holder == holder]
        if mine and not heir:
            with contextlib.suppress(Refusal):  # the seats are given away even where the table cannot be opened
                if not (await self._loader.current()).seq:
                    await self._all_anew()
                    mine = [seat for seat in self._loader.entry.seats if seat.holder == holder]
        seating = self._loader.entry.seating + 1
        for seat in mine:
            now = msgspec.structs.replace(seat, holder=heir)
            if not heir:
                now = msgspec.structs.replace(now, name=pseudonym, badge="", token_hash=None, conditional_moves="")
            await self._put(now, seating)
        if mine and not heir:
            lost = {seat.role for seat in mine}
            await self._regroup([viewer for viewer in self._broadcaster.audience if not lost.isdisjoint(viewer.roles)])

    async def rotate(self) -> None:
        """Move everybody on by a seat, as the store has done with the row that began the next game."""
        self._loader.reseat(rotated(self._loader.entry.seats), self._loader.entry.seating + 1)
        self._publish()
        await self._all_anew()

    async def look_again(self) -> None:
        """Read the seats again, and send all viewers what another node has changed. Refused as ``unavailable``."""
        await or_unavailable(self._look_up())

    def _publish(self) -> None:
        """Tell the other nodes that the seats have changed."""
        self._services.bus.publish(SeatsHint(self._loader.entry.id, self._loader.entry.seating))

    async def _look_up(self) -> None:
        """As `Loader.look_up`; all viewers are sent the table where another node has changed the seats."""
        known = self._loader.entry.seats
        await self._loader.look_up()
        if self._loader.entry.seats != known:
            await self._all_anew()

    async def _put(self, seat: SeatEntry, seating: int) -> None:
        """Set one seat, as it is stored with that count of changes."""
        self._loader.reseat([seat if each.role == seat.role else each for each in self._loader.entry.seats], seating)
        self._broadcaster.on_change(self._loader.entry, listed=True)
        if self._loader.table is not None:
            with contextlib.suppress(Refusal):  # the seat is stored, also where the rules break down in a view
                await self._broadcaster.send_seat(self._loader.table, seat)

    async def _find_host(self) -> None:
        """Where everybody had left, the store makes the first who sits down the host: read it, and send it to all viewers."""
        with contextlib.suppress(Down, Refusal):
            await self._loader.look_up()
            if self._loader.entry.host:
                await self._all_anew()

    async def _all_anew(self) -> None:
        """Read the seats again, and send all viewers the table with them. The seats are stored already: what cannot be sent now
        is sent later."""
        with contextlib.suppress(Down, Refusal):
            await self._loader.look_up()
        self._loader.discard()
        self._broadcaster.on_change(self._loader.entry, listed=True)
        self._broadcaster.seating = 0
        with contextlib.suppress(Refusal):
            await self._loader.current()  # which gives all viewers their roles, and sends them the table
        if not self._broadcaster.seating:
            await self._regroup(self._broadcaster.audience)

    async def _regroup(self, viewers: Iterable[Viewer]) -> None:
        """Give these viewers the roles of their seats, and send them the table; where it cannot be opened now, later."""
        before = self._broadcaster.audience.present
        staying = self._broadcaster.regroup(viewers)
        with contextlib.suppress(Refusal):
            await self._broadcaster.send_anew(await self._loader.current(), staying, before)


def changed_by_host(entry: TableEntry, held: Collection[str], wanted: protocol.ChangeSeat) -> list[SeatEntry]:
    """The seat that a client who holds these roles makes open, or gives to a bot. Refused but for the host."""
    if entry.host not in held:
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
