"""The broadcaster: sends each viewer of a table what their roles may see, and knows what they have seen.

Nothing is shown here before it is stored. A table that was opened anew, because another node was quicker or the store's word
was lost, may know more than everybody was shown: then they are shown the rest as soon as it is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from rondel.server import protocol
from rondel.server.live.audience import Audience, Credentials, Viewer
from rondel.server.live.loader import Loader
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.protocol.refused import unwatchable
from rondel.server.rule_host.local import HostedTable
from rondel.server.table import views
from rondel.server.table.commands import Batch, Moment, Roles
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.seats import roles_held


class Noticed(Protocol):
    """Is told that something has happened at a table."""

    def __call__(self, entry: TableEntry, *, listed: bool) -> None:
        """``listed`` says that the lobby may show it otherwise now."""


class Broadcaster:
    """What is shown of one table. The caller of a coroutine holds the table's lock."""

    def __init__(self, loader: Loader, time: FlagTimer, noticed: Noticed, look_again: Callable[[], None]) -> None:
        """``look_again`` has the table opened soon, though nobody asks for it."""
        self.company = Audience()
        """Those who are there."""
        self.told: dict[str, int] = {}
        """How many events of each role everybody who follows that role has been told."""
        self.round = 0
        """The round they were last shown."""
        self.noticed = noticed
        """Is told of whatever happens at the table, once it is stored: others look at it from outside."""
        self._shown = 0
        """The number they were last shown."""
        self._loader = loader
        self._time = time
        self._look_again = look_again
        loader.listener = self

    async def opened(self, table: HostedTable) -> None:
        """The table was opened anew: show those who are here what they have not seen. See `Listener`."""
        if self.company and table.seq > self._shown:
            await self.show_news(table)

    def look_again(self) -> None:
        """Open the table again soon, if somebody is here: they may be waiting to be shown what has happened."""
        if self.company:
            self._look_again()

    # -- coming and going ----------------------------------------------------------------------------------------------

    def roles_of(self, table: HostedTable, came: Credentials) -> Roles:
        """The roles that somebody plays who comes with these. Refused as ``not_seated`` where there are none, and the terms let
        nobody look on; as ``unknown_seat`` where a token is of none of them."""
        roles = table.roles_of(came.hashes, came.holder)
        if not roles and not self._loader.entry.terms.watchable:
            raise unwatchable()
        return roles

    def expect(self, roles: Roles) -> None:
        """Whoever plays these roles is not away: they are at the door."""
        self._note_absences(self.company.present.union(roles))

    async def enter(self, viewer: Viewer, came: Credentials, since: protocol.Since | None) -> None:
        """Send the viewer a `Welcome`, or what it has missed, and all that happens from then on; the others learn that the
        holder of its seats is there. Refused as `roles_of` says, by who sits where now."""
        table = await self._loader.current()
        roles = self.roles_of(table, came)
        present = self.company.present.union(roles)
        with self._loader.minding():
            batch = await table.joined(roles, present, since, self._moment(table))
        before = self.company.present
        self.company.admit(viewer, roles, came)
        self.told.update(batch.told)
        self.round, self._shown = table.round, table.seq
        viewer.put(batch.frames[roles])
        if self.company.present != before:
            self.send_seats(table, but=viewer)
        if self.company.present != present:  # somebody has gone while it was made
            viewer.put(self._seats(table))

    async def welcome(self, came: Credentials) -> bytes:
        """The `Welcome` for somebody who has not come yet; refused as `roles_of` says."""
        table = await self._loader.current()
        roles = self.roles_of(table, came)
        with self._loader.minding():
            batch = await table.welcomes([roles], self.company.present.union(roles), self._moment(table))
        return batch.frames[roles]

    def leave(self, viewer: Viewer) -> None:
        """The viewer gets nothing more; the others learn that the seat's holder is away."""
        before = self.company.present
        self.company.dismiss(viewer)
        self._note_absences(self.company.present)
        if self._loader.referee is not None and self.company.present != before:
            self.send_seats(self._loader.referee)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, batch: Batch, number: int, seq: int, sender: Viewer | None = None, word: bytes = b"") -> None:
        """Send a batch, of the round of that number and after that answer, to everybody; see `Audience.show`."""
        if number != self.round:
            self.told.clear()
            self.round = number
        self._shown = seq
        self.told.update(batch.told)
        self.company.show(batch.frames, sender, word)

    async def show_news(self, table: HostedTable) -> None:
        """Show everybody what has happened while it was not seen here."""
        if table.round == self.round:
            with self._loader.minding():
                batch = await table.news(self.company.audience, self.told, self._moment(table))
            self.show(batch, table.round, table.seq)
        elif self._loader.entry.terms.rotate:
            await self.show_anew(self.company, table)
        else:
            await self.show_all(table)

    async def show_all(self, table: HostedTable) -> None:
        """Show everybody all of the table, whatever they have seen."""
        with self._loader.minding():
            batch = await table.welcomes(self.company.audience, self.company.present, self._moment(table))
        self.told.clear()
        self.show(batch, table.round, table.seq)

    async def show_anew(self, viewers: Iterable[Viewer], table: HostedTable | None = None) -> None:
        """Have these viewers play what they may play now, and see all of it. Who has no seat looks on, if the terms let them,
        and is sent away else."""
        before = self.company.present
        staying = []
        for viewer in viewers:
            came = self.company.came(viewer)
            roles = roles_held(self._loader.entry.seats, came.hashes, came.holder)
            if roles or self._loader.entry.terms.watchable:
                self.company.admit(viewer, roles, came)
                staying.append(viewer)
            else:
                self.company.dismiss(viewer)
                viewer.roles = ()
                viewer.sent_away(unwatchable())
        self._note_absences(self.company.present)
        table = table or await self._loader.current()
        # Who goes while this waits may be somebody else at another table by now: nothing here is for them.
        kinds = {viewer.roles for viewer in staying if viewer in self.company}
        with self._loader.minding():
            batch = await table.welcomes(kinds, self.company.present, self._moment(table))
        if table.round != self.round:
            self.told.clear()
        self.told.update(batch.told)
        self.round, self._shown = table.round, table.seq
        for viewer in staying:
            if viewer in self.company:
                viewer.put(batch.frames[viewer.roles])
        if self.company.present != before:
            self.send_seats(table)

    async def show_seat(self, table: HostedTable, seat: SeatEntry) -> None:
        """Put somebody on a seat and tell everybody; who may take back less now gets an `Update` of the same position."""
        with self._loader.minding():
            batch = await table.sit(seat, self.company.audience, self.told, self._moment(table))
        self.send_seats(table)
        self.show(batch, table.round, table.seq)

    def send_seats(self, table: HostedTable, but: Viewer | None = None) -> None:
        """Tell everybody who sits where and is there, but for one of them."""
        self.company.send(self._seats(table), but)

    def _seats(self, table: HostedTable) -> bytes:
        return views.encode(protocol.Seats(table.seats_shown(self.company.present)))

    def _moment(self, table: HostedTable) -> Moment | None:
        return self._time.moment(table.outlook)

    def _note_absences(self, present: frozenset[str]) -> None:
        self._time.note([seat.role for seat in self._loader.entry.seats if seat.kind == "person"], present)
