"""Seat changes: seats and unseats people, as it is stored, and broadcasts it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

import msgspec

from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.loader import Loader
from rondel.server.live.services import Services
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.storage.store import Down
from rondel.server.storage.table_repository import Begun
from rondel.server.table.entries import SeatEntry, TableEntry, rotated


class SeatChanges:
    """Who sits where at one table. The caller holds the table's lock, so that what is looked at is so until it is done."""

    def __init__(self, loader: Loader, broadcaster: Broadcaster, services: Services) -> None:
        self._loader = loader
        self._broadcaster = broadcaster
        self._services = services

    async def sit(self, sitter: SeatEntry, check: Callable[[TableEntry], None] = lambda entry: None) -> SeatEntry:
        """Put ``sitter`` on the seat of its role, or on the first open one when that is empty; store it, and tell everybody.
        ``check`` is asked with the table as it is then, and may refuse. Raises `NoOpenSeat`."""
        try:
            await self._look_up()
            check(self._loader.entry)
            seat = await self._services.store.take_seat(self._loader.entry.id, sitter)
        except Down as error:
            raise unavailable() from error
        await self._put(seat)
        if not self._loader.entry.host:
            await self._find_host()
        return seat

    async def change(self, changed: Callable[[TableEntry], Sequence[SeatEntry]]) -> None:
        """Have seats be as ``changed`` says, open or a bot's; store it, and show everybody the table as they may see it now. It
        is asked with the table as it is then, and may refuse. Refused as ``begun`` when anything has happened at the table."""
        begun = Refusal("begun", "the game has begun: who sits where stays as it is; resign to leave it")
        if (await self._loader.current()).seq:
            raise begun
        try:
            await self._look_up()
            now = changed(self._loader.entry)
            await self._services.store.change_seats(self._loader.entry.id, now, self._services.clock())
        except Begun:
            raise begun from None
        except Down as error:
            raise unavailable() from error
        by_role = {seat.role: seat for seat in now}
        self._loader.reseat([by_role.get(seat.role, seat) for seat in self._loader.entry.seats])
        await self._all_anew()

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """Have the seats of a principal be another's, as it is stored already; without an heir they are nobody's, under a
        pseudonym, and their tokens are void, and where nothing has happened yet they are open."""
        mine = [seat for seat in self._loader.entry.seats if seat.holder == holder]
        if mine and not heir:
            with contextlib.suppress(Refusal):  # what cannot be looked at is nobody's all the same
                if not (await self._loader.current()).seq:
                    await self._all_anew()
                    mine = [seat for seat in self._loader.entry.seats if seat.holder == holder]
        for seat in mine:
            now = msgspec.structs.replace(seat, holder=heir)
            if not heir:
                now = msgspec.structs.replace(now, name=pseudonym, badge="", token_hash=None, plan="")
            await self._put(now)
        if mine and not heir:
            lost = {seat.role for seat in mine}
            with contextlib.suppress(Refusal):  # what cannot be shown now is shown later
                await self._broadcaster.show_anew(
                    [viewer for viewer in self._broadcaster.company if not lost.isdisjoint(viewer.roles)]
                )

    async def rotate(self) -> None:
        """Have everybody move on by a seat, as it is stored already with the answer that began the next game."""
        self._loader.reseat(rotated(self._loader.entry.seats))
        await self._all_anew()

    async def look_again(self) -> None:
        """Read again who sits where, and show everybody what another node has changed. Refused as ``unavailable``."""
        try:
            await self._look_up()
        except Down as error:
            raise unavailable() from error

    async def _look_up(self) -> None:
        """Read again who sits where. What another node has changed of that is seen by all, also where nothing comes of what is
        asked now. Raises as `Loader.look_up` does."""
        known = self._loader.entry.seats
        await self._loader.look_up()
        if self._loader.entry.seats != known:
            await self._all_anew()

    async def _put(self, seat: SeatEntry) -> None:
        """Have a seat be as it is stored now."""
        self._loader.reseat([seat if each.role == seat.role else each for each in self._loader.entry.seats])
        self._broadcaster.noticed(self._loader.entry, listed=True)
        if self._loader.referee is not None:
            # Rules that break down here must not cost anybody the seat: it is stored.
            with contextlib.suppress(Refusal):
                await self._broadcaster.show_seat(self._loader.referee, seat)

    async def _find_host(self) -> None:
        """Who takes over a table that all have left is its host, and everybody is shown that."""
        with contextlib.suppress(Down, Refusal):
            await self._loader.look_up()
            if self._loader.entry.host:
                await self._all_anew()

    async def _all_anew(self) -> None:
        """Read the seats again, and show everybody the table with them. They are as they are stored: what cannot be shown now
        is shown later."""
        with contextlib.suppress(Down, Refusal):
            await self._loader.look_up()
        self._loader.discard()
        self._broadcaster.noticed(self._loader.entry, listed=True)
        number = self._broadcaster.round
        with contextlib.suppress(Refusal):
            await self._loader.current()  # where seats rotate and the next game has begun, that shows it to everybody
        if self._broadcaster.round == number:
            with contextlib.suppress(Refusal):
                await self._broadcaster.show_anew(self._broadcaster.company)
