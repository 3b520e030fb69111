"""An open table: its lock, the viewers connected to it, and the order in which things happen there.

One lock per table: a message is stepped through the table, stored and broadcast before the next one is handled. The command
handler, the seat changes, the broadcaster and the bot runner work under that lock, on one loader of the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from rondel.server import protocol
from rondel.server.live.audience import Credentials, Viewer
from rondel.server.live.bots.bot_runner import BotRunner
from rondel.server.live.broadcaster import Broadcaster, OnChange
from rondel.server.live.bus import ConditionalMovesHint, PresenceHint
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.loader import DEFERRED, Loader
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.services import Services
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.table_time import TableTime
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table.commands import Roles, Vacation
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""The wait before the table is looked at again, where it could not be opened or what is due could not be done."""

LONGEST_RETRY: Final = 60.0
"""The longest wait where the rules break down each time; each wait is twice as long as the one before."""


class OpenTable:
    """One table with everybody who is connected to it."""

    def __init__(self, entry: TableEntry, services: Services, on_change: OnChange, heartbeat: TableTime) -> None:
        """``on_change`` is called after every change at the table, once it is stored; ``heartbeat`` knows the time."""
        self._lock = asyncio.Lock()
        self._bus = services.bus
        self._time = FlagTimer(entry, heartbeat, services.clock, lambda: services.bus.sighted)
        self._timer = Timer(entry.id, self._look)
        self._loader = Loader(entry, services, self._time.ready)
        self._broadcaster = Broadcaster(self._loader, self._time, on_change, self._timer.look)
        self._seat_changes = SeatChanges(self._loader, self._broadcaster, services)
        self._commands = CommandHandler(self._loader, self._broadcaster, self._seat_changes, self._time, services)
        self._conditional_moves = ConditionalMoveQueue(self._loader, services.store)
        self._bot_runner = BotRunner(
            self._lock, self._loader, self._commands, self._conditional_moves, self._time, self._timer, services.bots
        )
        self._retry = RETRY_SECONDS
        self._failures = FailureLog(_logger, f"table {entry.id} cannot be looked at now")
        self._known_at = services.bus.missed
        """The `Bus.missed` at which the table was read last, or opened."""
        self.used = 0.0
        """When the table was last requested or left, by the loop's clock."""
        self.use()

    @property
    def entry(self) -> TableEntry:
        """The stored table, without its answers."""
        return self._loader.entry

    @property
    def seq(self) -> int | None:
        """The number of the table's last answer; None while it is not loaded."""
        return None if self._loader.table is None else self._loader.table.seq

    @property
    def is_watched(self) -> bool:
        """Whether the table has viewers."""
        return bool(self._broadcaster.audience)

    @property
    def present(self) -> frozenset[str]:
        """The principals that hold seats here and are connected, to this node or another."""
        roles = self._broadcaster.audience.present
        return frozenset([seat.holder for seat in self.entry.seats if seat.holder and seat.role in roles])

    @property
    def idle(self) -> bool:
        """Whether the table has no viewer and no work in progress, so that it may leave memory."""
        return not (self._broadcaster.audience or self._lock.locked() or self._bot_runner.busy or self._timer.busy)

    def use(self) -> None:
        """Note that the table is requested."""
        self.used = asyncio.get_running_loop().time()

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def join(
        self, viewer: Viewer, token_hashes: Sequence[bytes], since: protocol.Since | None = None, holder: str = ""
    ) -> None:
        """Send the viewer a `Welcome` for the seats of its tokens and of the principal ``holder``, or what it has missed, and
        every broadcast from then on. Refused as ``not_seated`` where it has no seat and the terms allow no spectators."""
        credentials = Credentials(tuple(token_hashes), holder)
        async with self._lock:
            table = await self._current()
            if since is not None and since.seq > table.seq:
                await self._loader.look_for_more()  # the viewer may come from a node that was ahead
                table = await self._loader.current()
            try:
                roles = self._broadcaster.roles_of(table, credentials)
            except Refusal:
                await self._seat_changes.look_again()  # the seat may have been taken at another node
                table = await self._loader.current()
                roles = self._broadcaster.roles_of(table, credentials)
            with self._broadcaster.expecting(roles):
                await self._do_what_is_due()
                await self._broadcaster.enter(await self._loader.current(), viewer, credentials, since)
        self._go_on()

    async def welcome(self, token_hashes: Sequence[bytes], holder: str) -> bytes:
        """The `Welcome` that `join` would send to a viewer with these credentials. Refused as `join`."""
        async with self._lock:
            return await self._broadcaster.welcome(await self._current(), Credentials(tuple(token_hashes), holder))

    async def position(self, holder: str) -> tuple[Roles, bytes]:
        """The roles of a principal, and an `Update` for it without events; the observer's where it has no seat. Refused as
        `join`."""
        async with self._lock:
            return await self._broadcaster.position(await self._current(), Credentials((), holder))

    def leave(self, viewer: Viewer) -> None:
        """Stop sending to the viewer; the others are sent the seats."""
        self._broadcaster.leave(viewer)
        self.use()
        if self._broadcaster.audience.is_untold:
            self.publish_presence()
        self._set_timer()

    async def sit(self, sitter: SeatEntry, check: Callable[[TableEntry], None] = lambda entry: None) -> SeatEntry:
        """See `SeatChanges.sit`."""
        async with self._lock:
            seat = await self._seat_changes.sit(sitter, check)
            await self._do_what_is_due()
        self._go_on()
        return seat

    async def change_seats(self, changed: Callable[[TableEntry], Sequence[SeatEntry]]) -> None:
        """See `SeatChanges.change`."""
        async with self._lock:
            await self._seat_changes.change(changed)
            await self._do_what_is_due()
        self._go_on()

    async def hand_over(self, holder: str, heir: str, pseudonym: str) -> None:
        """See `SeatChanges.hand_over`."""
        async with self._lock:
            await self._seat_changes.hand_over(holder, heir, pseudonym)
        if self._broadcaster.audience.is_untold:
            self.publish_presence()

    def tell(self, frame: bytes, may_hear: Callable[[bool], bool], deaf: Collection[str] = ()) -> None:
        """See `Audience.tell`."""
        self._broadcaster.audience.tell(frame, may_hear, deaf)

    @property
    def kept_conditional_moves(self) -> dict[str, str]:
        """The conditional moves of each role that has any, as they are stored, when they were read last."""
        return {seat.role: seat.conditional_moves for seat in self.entry.seats if seat.conditional_moves}

    # -- queries -------------------------------------------------------------------------------------------------------

    async def describe(self) -> protocol.Table:
        """The public data of the table."""
        async with self._lock:
            table = await self._current()
            with self._loader.handling_failures():
                return await table.describe(self._broadcaster.audience.present)

    async def record(self) -> protocol.Json:
        """The record of the game so far, with chance's answers: for the developer's view only."""
        async with self._lock:
            table = await self._loader.current()
            with self._loader.handling_failures():
                return await table.record()

    async def conditional_moves(self, role: str) -> ConditionalMoves | None:
        """What is left of the conditional moves of a role, if anything."""
        async with self._lock:
            return (await self._conditional_moves.left()).get(role)

    # -- messages ------------------------------------------------------------------------------------------------------

    async def carry_out(self, viewer: Viewer, message: protocol.Said) -> None:
        """See `CommandHandler.carry_out`."""
        at = self._time.now()  # the wait for the lock is not charged
        try:
            async with self._lock:
                await self._commands.carry_out(viewer, message, at)
        finally:
            self._go_on()  # after a refusal too: answers of another node may have been read

    async def wait_for(self, role: str, until: int) -> bool:
        """Have the clock of a role stand until its holder's vacation ends, or run again where that is 0; returns False where
        another node was first with something. Refused as ``no_vacation`` where clocks do not wait."""
        try:
            async with self._lock:
                return await self._commands.answer(Vacation(role, until)) is not None
        finally:
            self._go_on()

    async def store_conditional_moves(self, seat: SeatEntry, seq: int, moves: ConditionalMoves | None) -> None:
        """Replace the conditional moves of a seat's holder by ``moves``, made at the answer ``seq``, or delete them. Refused as
        ``stale`` when the table has gone on."""
        async with self._lock:
            if moves is not None and (await self._loader.current()).seq != seq:
                raise Refusal("stale", "the game has gone on meanwhile; look at the new position first")
            await self._conditional_moves.keep(seat, moves)
        self._bus.publish(ConditionalMovesHint(self.entry.id))
        self._go_on()

    async def read_conditional_moves(self) -> None:
        """See `ConditionalMoveQueue.read_again`."""
        async with self._lock:
            await self._conditional_moves.read_again()
        self._go_on()

    def published(self, seq: int) -> None:
        """Another node has published that the table is at that number: it is read when it is needed, or soon."""
        if self._loader.note_newest(seq):
            self._broadcaster.reopen_soon()

    async def catch_up(self, rows: Sequence[Answer]) -> None:
        """Replay rows that another node has stored, and send the viewers the news. Refused as `Loader.current`."""
        async with self._lock:
            await self._loader.catch_up(rows)
            await self._loader.current()
        self._go_on()

    def show_elsewhere(self, roles: frozenset[str], watching: int) -> None:
        """See `Broadcaster.show_elsewhere`."""
        seated = roles.intersection([seat.role for seat in self.entry.seats])
        self._loader.is_elsewhere = bool(seated)
        self._broadcaster.show_elsewhere(seated, watching)
        self._set_timer()

    async def look_at_seats(self) -> None:
        """Read the seats again, and send all viewers what another node has changed. Refused as ``unavailable``."""
        async with self._lock:
            await self._seat_changes.look_again()
        self._go_on()

    async def reopen(self, change: Callable[[], Awaitable[None]]) -> None:
        """Call ``change``, which changes the table's log or rules, while nothing else happens here. Then open the table anew
        and send all of it to all viewers. What ``change`` raises is raised, and nothing else happens."""
        async with self._lock:
            await change()
            self._loader.renew()
            await self._broadcaster.send_all(await self._loader.open())
        self._go_on()

    # -- closing -------------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Wait until the current message is carried out, and close the table."""
        async with self._lock:
            await self.close()

    async def close(self) -> None:
        """Stop the bots of this table and its timer."""
        self.forget()
        await self._bot_runner.stop()
        await self._timer.stop()
        await self._loader.marked()

    def forget(self) -> None:
        """Clear the timer: the table leaves memory, and the heartbeat finds what is due."""
        self._timer.clear()
        self._time.forget()

    # -- timers and bots -----------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Do soon what is due here; never waits."""
        self._timer.look()

    @property
    def _is_known(self) -> bool:
        """Whether all is known that other nodes have stored. It is not while the node is blind, nor after it was, or has missed
        hints, until the table is read again."""
        return self._bus.sighted and self._known_at == self._bus.missed

    async def _current(self) -> HostedTable:
        """The table as it is now, read again where it is not known what others have stored. Refused as `Loader.current`."""
        if not self._is_known:
            missed = self._bus.missed
            await self._seat_changes.look_again()  # another may sit there by now, who alone may see its hand
            await self._loader.look_for_more()
            self._known_at = missed
        return await self._loader.current()

    def _go_on(self) -> None:
        """Set the timer and wake the bots, after anything has happened."""
        if self._broadcaster.audience.is_untold:
            self.publish_presence()
        if not self._time.is_plain:
            self._set_timer()
        self._bot_runner.wake()

    def publish_presence(self) -> None:
        """Tell the other nodes who is connected here."""
        audience = self._broadcaster.audience
        audience.is_untold = False
        self._time.attend(audience.here)
        self._bus.publish(PresenceHint(self.entry.id, tuple(sorted(self._broadcaster.here)), audience.watching_here))

    def _set_timer(self) -> None:
        if self._loader.table is not None:
            self._time.set(self._timer, self._loader.table, 0.0 if self._loader.carries_on else DEFERRED)

    async def _do_what_is_due(self) -> None:
        try:
            await self._commands.do_what_is_due()
        except Refusal:
            self._timer.look()  # tried again: a game begins or ends without a message

    async def _look(self) -> float | None:
        """Do what is due, and send the viewers news and absences; returns the seconds until the next try where that cannot be
        done now."""
        try:
            async with self._lock:
                await self._commands.do_what_is_due()
                table = await self._loader.current()
                if self._time.away() and self._broadcaster.audience:
                    await self._broadcaster.send_news(table)
                if table.seq < self._loader.newest:  # another node has published that meanwhile
                    return RETRY_SECONDS
        except Refusal as refusal:
            self._failures.met(refusal)
            if refusal.code in ("frozen", "unknown_table"):
                self._time.give_up()
            elif self._broadcaster.audience or not self._time.is_plain:
                if refusal.code != "rules":
                    return RETRY_SECONDS
                wait, self._retry = self._retry, min(2 * self._retry, LONGEST_RETRY)
                return wait
        else:
            self._retry = RETRY_SECONDS
            self._failures.passed()
        self._go_on()
        return None
