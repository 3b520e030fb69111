"""Planted bugs about who sits where before a game begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from rondel.server.accounts.requester import Requester
from rondel.server.live.audience import Viewer
from rondel.server.live.broadcaster import Broadcaster
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.simulation.disk import Disk
from tests.server.simulation.planted.bugs import Patch, gathered
from tests.server.simulation.store import SimulatedStore


@gathered
def seats_that_anybody_gives_back(patch: Patch) -> None:
    """It is looked whether the seat is somebody's, and not whose."""
    patch.setattr(Requester, "roles", lambda self, table: tuple(seat.role for seat in table.seats if seat.kind == "person"))


@gathered
def seats_that_are_taken_twice(patch: Patch) -> None:
    """The statement has lost its condition that the seat is open."""

    async def taken(self: SimulatedStore, table: str, sitter: SeatEntry) -> SeatEntry:
        await self._wait()
        entry = self._disk.tables[table]
        seat = structs.replace(sitter, role=sitter.role or entry.seats[-1].role)
        seats = tuple(seat if each.role == seat.role else each for each in entry.seats)
        self._disk.tables[table] = structs.replace(entry, seats=seats)
        return seat

    patch.setattr(SimulatedStore, "take_seat", taken)


@gathered
def seats_that_are_opened_while_they_play(patch: Patch) -> None:
    """Whether the game has begun is looked at when somebody asks, and not when it is stored."""

    async def change(self: SimulatedStore, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        await self._wait()
        entry, by_role = self._disk.tables[table], {seat.role: seat for seat in changed}
        self._disk.tables[table] = structs.replace(entry, seats=tuple(by_role.get(seat.role, seat) for seat in entry.seats))

    async def changing(self: SeatChanges, changed: Callable[[TableEntry], Sequence[SeatEntry]]) -> None:
        await self._services.store.change_seats(self._loader.entry.id, changed(self._loader.entry), 0)
        await self._all_anew()

    patch.setattr(SimulatedStore, "change_seats", change)
    patch.setattr(SeatChanges, "change", changing)


@gathered
def seats_that_have_changed_and_nobody_is_told(patch: Patch) -> None:
    """It is stored, and who is there sees the table as it was."""

    async def quietly(self: Broadcaster, table: HostedTable, viewers: Iterable[Viewer], before: frozenset[str]) -> None:
        return None

    async def quietly_sat(self: Broadcaster, table: HostedTable, seat: SeatEntry) -> None:
        await table.sit(seat, self.recipients, None)

    patch.setattr(Broadcaster, "send_anew", quietly)
    patch.setattr(Broadcaster, "send_seats", lambda self, table, but=None: None)
    patch.setattr(Broadcaster, "send_seat", quietly_sat)


@gathered
def seats_that_are_no_fence(patch: Patch) -> None:
    """A row is stored whatever has become of the seats that it was stepped with."""
    check = Disk.check
    patch.setattr(Disk, "check", lambda self, answer, seating=None: check(self, answer))
