"""The broadcaster: sends each viewer of a table what their roles may see, and tracks what they have been sent.

Nothing is sent before it is stored. A table may be opened anew, because another node was first or a commit went unconfirmed. It
may then be ahead of what the viewers have been sent; they are sent the rest as soon as it is open.

The broadcaster does not load the table: its caller hands it in.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from rondel.server import protocol
from rondel.server.live.audience import Audience, Credentials, Viewer
from rondel.server.live.loader import Loader
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.protocol.refused import unwatchable
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table import views
from rondel.server.table.commands import Batch, Moment, Recipients, Roles
from rondel.server.table.entries import SeatEntry, TableEntry, moved_on
from rondel.server.table.seats import roles_held

COUNTED_EVERY: Final = 2.0
"""Seconds from one message about the number of spectators to the next."""


class OnChange(Protocol):
    """Called after every change at a table, once it is stored."""

    def __call__(self, entry: TableEntry, *, listed: bool) -> None:
        """``listed`` says that the lobby's row of the table may have changed."""


class Broadcaster:
    """The broadcasts of one table. The caller of a coroutine holds the table's lock."""

    def __init__(self, loader: Loader, time: FlagTimer, on_change: OnChange, reopen_soon: Callable[[], None]) -> None:
        """``reopen_soon`` has the table opened soon, without a request."""
        self.audience = Audience()
        self.told: dict[str, int] = {}
        """How many events of each role all viewers of that role have been sent."""
        self.round = 0
        """The round that the viewers were sent last."""
        self.seating = loader.entry.seating
        """The `TableEntry.seating` by which the viewers got their roles; 0 where they have to get them anew."""
        self.on_change = on_change
        self._turns = 0
        """How often everybody had moved on by a seat when the viewers got their roles."""
        self._elsewhere: frozenset[str] = frozenset()
        """The roles, in the first round, of those who are connected to other nodes."""
        self._seq = 0
        """The number of the answer that the viewers were sent last."""
        self._loader = loader
        self._time = time
        self._reopen_soon = reopen_soon
        self._counting: asyncio.TimerHandle | None = None
        """Set while the number of spectators is to be sent."""
        loader.listener = self

    async def opened(self, table: HostedTable) -> None:
        """The table was opened anew or has gone on: send the viewers what they have not been sent, or all of it where another
        node has changed the seats. See `Listener`."""
        before = self.audience.present
        self._turn(table.round)
        if self.seating != self._loader.entry.seating:
            await self.send_anew(table, self.regroup(self.audience), before)
        elif self.audience and table.seq > self._seq:
            await self.send_news(table)

    def reopen_soon(self) -> None:
        """Have the table opened soon, if it has viewers: they may wait for news."""
        if self.audience:
            self._reopen_soon()

    @property
    def recipients(self) -> Recipients:
        """The viewers, as the rules need them to make frames."""
        return Recipients(self.audience.groups, self.audience.present, self.told)

    # -- coming and going ----------------------------------------------------------------------------------------------

    def roles_of(self, table: HostedTable, credentials: Credentials) -> Roles:
        """The roles of a viewer with these credentials. Refused as ``not_seated`` where there are none and the terms allow no
        spectators, and as ``unknown_seat`` where a token fits no seat."""
        roles = table.roles_of(credentials.hashes, credentials.holder)
        if not roles and not self._loader.entry.terms.watchable:
            raise unwatchable()
        return roles

    @contextmanager
    def expecting(self, roles: Roles) -> Iterator[None]:
        """Context in which a viewer with these roles is added: their holders count as present from its beginning. If the viewer
        is not added after all, they count as absent again."""
        self._note_absences(self.audience.present.union(roles))
        try:
            yield
        except BaseException:
            self._note_absences(self.audience.present)
            raise

    async def enter(self, table: HostedTable, viewer: Viewer, credentials: Credentials, since: protocol.Since | None) -> None:
        """Add a viewer and send it a `Welcome`, or what it has missed; the others are sent the seats. Refused as `roles_of`."""
        roles = self.roles_of(table, credentials)
        present = self.audience.present.union(roles)
        with self._loader.handling_failures():
            batch = await table.joined(roles, present, since, self._moment(table))
        before = self.audience.present
        self.audience.add(viewer, roles, credentials)
        self._sent(table, batch)
        viewer.put(batch.frames[roles])
        if self.audience.present != before:
            self.send_seats(table, but=viewer)
        if self.audience.present != present or (roles and self.audience.watching):  # or one has left while the frame was made
            viewer.put(self._seats(table))
        if not roles:
            self._count_soon()

    async def welcome(self, table: HostedTable, credentials: Credentials) -> bytes:
        """The `Welcome` for a viewer that has not come yet. Refused as `roles_of`."""
        roles = self.roles_of(table, credentials)
        present = self.audience.present.union(roles)
        with self._loader.handling_failures():
            batch = await table.welcomes(Recipients(frozenset([roles]), present), self._moment(table))
        return batch.frames[roles]

    async def position(self, table: HostedTable, credentials: Credentials) -> tuple[Roles, bytes]:
        """The roles of a viewer that has not come, and an `Update` for them without events. Refused as `roles_of`."""
        roles = self.roles_of(table, credentials)
        with self._loader.handling_failures():
            told = dict.fromkeys(views.seen_by(roles), sys.maxsize)  # more than there are
            batch = await table.news(Recipients(frozenset([roles]), told=told), self._moment(table))
        return roles, batch.frames[roles]

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer; the others are sent the seats."""
        before = self.audience.present
        self.audience.remove(viewer)
        self._note_absences(self.audience.present)
        if self._loader.table is not None and self.audience.present != before:
            self.send_seats(self._loader.table)
        elif not viewer.roles:
            self._count_soon()

    @property
    def here(self) -> frozenset[str]:
        """The roles, in the first round, of those who are connected to this node."""
        return moved_on(self.audience.here, self._loader.entry.seats, -self._turns)

    def show_elsewhere(self, roles: frozenset[str], watching: int) -> None:
        """Note the roles, in the first round, of those who are connected to other nodes, and how many look on there; the
        viewers are sent the seats where that changes them."""
        before, watched = self.audience.present, self.audience.watching
        self._elsewhere = roles
        self.audience.note_elsewhere(moved_on(roles, self._loader.entry.seats, self._turns), watching)
        if self.audience.present != before:
            self._note_absences(self.audience.present)
            if self._loader.table is not None:
                self.send_seats(self._loader.table)
        elif self.audience.watching != watched:
            self._count_soon()

    # -- sending -------------------------------------------------------------------------------------------------------

    def send(self, batch: Batch, number: int, seq: int, sender: Viewer | None = None, reply: bytes = b"") -> None:
        """Send a batch, of the round of that number and after that answer, to all viewers; see `Audience.broadcast`."""
        if number != self.round:
            self.told.clear()
            self.round = number
        self._seq = seq
        self.told.update(batch.told)
        self.audience.broadcast(batch.frames, sender, reply)

    async def send_news(self, table: HostedTable) -> None:
        """Send all viewers what they have not been sent yet."""
        if table.round == self.round:
            with self._loader.handling_failures():
                batch = await table.news(self.recipients, self._moment(table))
            self.send(batch, table.round, table.seq)
        elif self._loader.entry.terms.rotate:
            before = self.audience.present
            await self.send_anew(table, self.regroup(self.audience), before)
        else:
            await self.send_all(table)

    async def send_all(self, table: HostedTable) -> None:
        """Send all viewers the whole table."""
        with self._loader.handling_failures():
            batch = await table.welcomes(self.recipients, self._moment(table))
        self.told.clear()
        self.send(batch, table.round, table.seq)

    def regroup(self, viewers: Iterable[Viewer]) -> list[Viewer]:
        """Give these viewers the roles of the seats they hold now; returns those that stay. A viewer without a seat becomes a
        spectator, or is dismissed where the terms allow none."""
        staying = []
        self.seating = self._loader.entry.seating
        for viewer in viewers:
            credentials = self.audience.credentials(viewer)
            roles = roles_held(self._loader.entry.seats, credentials.hashes, credentials.holder)
            if roles or self._loader.entry.terms.watchable:
                self.audience.add(viewer, roles, credentials)
                staying.append(viewer)
            else:
                self.audience.remove(viewer)
                viewer.roles = ()
                viewer.dismissed(unwatchable())
        self._note_absences(self.audience.present)
        return staying

    async def send_anew(self, table: HostedTable, viewers: Iterable[Viewer], before: frozenset[str]) -> None:
        """Send the whole table to viewers whose roles have changed; the others are sent the seats, if other roles than
        ``before`` are present now."""
        # A viewer that leaves while this waits may come back at another table: this table's frames are not for it.
        groups = frozenset([viewer.roles for viewer in viewers if viewer in self.audience])
        with self._loader.handling_failures():
            batch = await table.welcomes(Recipients(groups, self.audience.present), self._moment(table))
        if table.round != self.round:
            self.told.clear()
        self._sent(table, batch)
        for viewer in viewers:
            if viewer in self.audience:
                viewer.put(batch.frames[viewer.roles])
        if self.audience.present != before:
            self.send_seats(table)

    async def send_seat(self, table: HostedTable, seat: SeatEntry) -> None:
        """Replace a seat and send everybody the seats; viewers who may take back less now get an `Update` as well."""
        self.seating = self._loader.entry.seating  # who comes to sit there says hello anew
        with self._loader.handling_failures():
            batch = await table.sit(seat, self.recipients, self._moment(table))
        self.send_seats(table)
        self.send(batch, table.round, table.seq)

    def send_seats(self, table: HostedTable, but: Viewer | None = None) -> None:
        """Send all viewers but one the seats, with whose holders are present."""
        self.audience.send(self._seats(table), but)

    def _turn(self, number: int) -> None:
        """Note the round by whose seats the viewers get their roles; whoever is connected elsewhere has moved on as well."""
        turns = number - 1 if self._loader.entry.terms.rotate else 0
        if turns != self._turns:
            self._turns = turns
            self.audience.move_elsewhere(moved_on(self._elsewhere, self._loader.entry.seats, turns))

    def _sent(self, table: HostedTable, batch: Batch) -> None:
        self.told.update(batch.told)
        self.round, self._seq = table.round, table.seq

    def _seats(self, table: HostedTable) -> bytes:
        return views.encode(protocol.Seats(table.seats_shown(self.audience.present), self.audience.watching))

    def _count_soon(self) -> None:
        """Send all viewers how many look on, once for all who come and go within `COUNTED_EVERY` seconds."""
        if self._counting is None and self.audience:
            self._counting = asyncio.get_running_loop().call_later(COUNTED_EVERY, self._count)

    def _count(self) -> None:
        self._counting = None
        if self._loader.table is not None:
            self.send_seats(self._loader.table)

    def _moment(self, table: HostedTable) -> Moment | None:
        return self._time.moment(table.outlook)

    def _note_absences(self, present: frozenset[str]) -> None:
        self._time.note([seat.role for seat in self._loader.entry.seats if seat.kind == "person"], present)
