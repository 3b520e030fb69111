"""An open table: its lock, the viewers connected to it, and the order in which things happen there.

One lock per table: a message is stepped through the table, stored, and told to everybody before the next one is looked at.
The command handler, the seat changes and the broadcaster work under that lock, on one loader of the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from rondel.server import protocol
from rondel.server.live.audience import Credentials, Viewer
from rondel.server.live.bots.bot_runner import Asked, BotRunner
from rondel.server.live.broadcaster import Broadcaster, Noticed
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.loader import Loader
from rondel.server.live.seat_changes import SeatChanges
from rondel.server.live.services import Services
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.heartbeat import Heartbeat
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import HostedTable
from rondel.server.table.commands import BotMove, Planned
from rondel.server.table.conditional_moves import Plan
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""How long an open table waits before it looks again, where the table could not be opened or what is due not be done."""

LONGEST_RETRY: Final = 60.0
"""How long it waits at the most, where the rules break down each time: twice as long as the time before."""

MOST_RETHOUGHT: Final = 2
"""How often in a row a bot is asked anew because others change their answers where several answer at once."""


class OpenTable:
    """One table with everybody who is there."""

    def __init__(self, entry: TableEntry, services: Services, noticed: Noticed, pulse: Heartbeat) -> None:
        """``noticed`` is told of whatever happens at the table, once it is stored; ``pulse`` knows the time."""
        self._bots = services.bots
        self._lock = asyncio.Lock()
        self._time = FlagTimer(entry, pulse, services.clock)
        self._timer = Timer(entry.id, self._look)
        self._bot_runner = BotRunner(entry.id, self, services.bots)
        self._loader = Loader(entry, services, self._time.ready)
        self._broadcaster = Broadcaster(self._loader, self._time, noticed, self._timer.look)
        self._seat_changes = SeatChanges(self._loader, self._broadcaster, services)
        self._commands = CommandHandler(self._loader, self._broadcaster, self._seat_changes, self._time, services)
        self._queue = ConditionalMoveQueue(self._loader, services.store)
        self._retry = RETRY_SECONDS
        self._failures = FailureLog(_logger, f"table {entry.id} cannot be looked at now")
        self._rethought = 0
        """How often in a row a bot's answer was void because others had answered."""
        self.used = 0.0
        """When somebody last asked for the table, or left it, by the loop's clock."""
        self.use()

    @property
    def entry(self) -> TableEntry:
        """The table as it is stored, without its answers."""
        return self._loader.entry

    @property
    def seq(self) -> int | None:
        """The number of the table's last answer, when it is loaded."""
        return None if self._loader.referee is None else self._loader.referee.seq

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on, so that the open table may be forgotten until it is asked for again."""
        return not (self._broadcaster.company or self._lock.locked() or self._bot_runner.busy or self._timer.busy)

    def use(self) -> None:
        """Note that somebody asks for the table."""
        self.used = asyncio.get_running_loop().time()

    # -- coming and going ----------------------------------------------------------------------------------------------

    async def join(
        self, viewer: Viewer, token_hashes: Sequence[bytes], since: protocol.Since | None = None, holder: str = ""
    ) -> None:
        """Send the viewer a `Welcome` for the seats whose tokens it has and those of the principal ``holder``, or what it has
        missed, and everything that happens from then on. Refused as ``not_seated`` where it has no seat, and the terms let
        nobody look on."""
        came = Credentials(tuple(token_hashes), holder)
        async with self._lock:
            table = await self._loader.current()
            if since is not None and since.seq > table.seq:
                await self._loader.look_for_more()  # it may come from another node, which was further, or say what it likes
                table = await self._loader.current()
            try:
                roles = self._broadcaster.roles_of(table, came)
            except Refusal:
                await self._seat_changes.look_again()  # the seat may have been taken at another node
                table = await self._loader.current()
                roles = self._broadcaster.roles_of(table, came)
            self._broadcaster.expect(roles)
            await self._do_what_is_due()
            await self._broadcaster.enter(viewer, came, since)
        self._go_on()

    async def welcome(self, token_hashes: Sequence[bytes], holder: str) -> bytes:
        """The `Welcome` that `join` would send whoever comes with these now, and has not come yet; refused as that is."""
        async with self._lock:
            return await self._broadcaster.welcome(Credentials(tuple(token_hashes), holder))

    def leave(self, viewer: Viewer) -> None:
        """The viewer gets nothing more; the others learn that the seat's holder is away."""
        self._broadcaster.leave(viewer)
        self.use()
        self._set_alarm()

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

    def tell(self, frame: bytes, may_hear: Callable[[bool], bool]) -> None:
        """Send a frame to everybody here who may hear it, which is asked for those who play and those who look on."""
        self._broadcaster.company.tell(frame, may_hear)

    # -- what is asked -------------------------------------------------------------------------------------------------

    async def describe(self) -> protocol.Table:
        """What everybody may know of the table."""
        async with self._lock:
            table = await self._loader.current()
            with self._loader.minding():
                return await table.describe(self._broadcaster.company.present)

    async def record(self) -> protocol.Json:
        """The record of the game as it stands, chance's answers included: for the developer's view, and for nobody else."""
        async with self._lock:
            table = await self._loader.current()
            with self._loader.minding():
                return await table.record()

    async def plan(self, role: str) -> Plan | None:
        """What is left of what the holder of a seat has said they will answer; None for nothing."""
        async with self._lock:
            return (await self._queue.left()).get(role)

    # -- what is said --------------------------------------------------------------------------------------------------

    async def carry_out(self, viewer: Viewer, message: protocol.Said) -> None:
        """Carry out one message; the viewer gets `Accepted` and everybody what came of it, or a `Refusal` is raised."""
        at = self._time.now()  # it is not charged for the wait until it is its turn
        try:
            async with self._lock:
                await self._commands.carry_out(viewer, message, at)
        finally:
            self._go_on()  # after a refusal too: answers of another node may have been read on the way

    async def keep_plan(self, seat: SeatEntry, seq: int, plan: Plan | None) -> None:
        """Have the holder of a seat answer by a plan that was made at the answer of that number, or by none any more. Refused
        as ``stale`` when the table is not there any more."""
        async with self._lock:
            if plan is not None and (await self._loader.current()).seq != seq:
                raise Refusal("stale", "the game has gone on meanwhile; look at it and plan anew")
            await self._queue.keep(seat, plan)
        self._go_on()

    def heard(self, seq: int) -> None:
        """Another node says that the table is at that number."""
        if self._loader.hear(seq):
            self._broadcaster.look_again()

    async def reopen(self, change: Callable[[], Awaitable[None]]) -> None:
        """Have something done while nothing happens here, then open the table anew and show all of it to everybody: for who
        changes its log or its rules. What ``change`` raises is raised, and then all is as it was."""
        async with self._lock:
            await change()
            self._loader.renew()
            await self._broadcaster.show_all(await self._loader.open())
        self._go_on()

    # -- the end of it -------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Wait until what is being carried out is done, and stop the bots of this table between two answers."""
        async with self._lock:
            await self.close()

    async def close(self) -> None:
        """Stop the bots of this table, and its alarm."""
        self.forget()
        await self._bot_runner.stop()
        await self._timer.stop()
        await self._loader.marked()

    def forget(self) -> None:
        """The room leaves memory: its alarm goes off no more, and what is due is found by the pulse."""
        self._timer.clear()
        self._time.forget()

    # -- what happens of itself ----------------------------------------------------------------------------------------

    def look(self) -> None:
        """See what is due here; never waits."""
        self._timer.look()

    def _go_on(self) -> None:
        """Have what happens of itself go on, after anything has happened."""
        self._set_alarm()
        self._wake_bots()

    def _set_alarm(self) -> None:
        """Have the table looked at when the next flag falls, or somebody has been away for long enough."""
        if not self._time.is_plain and self._loader.referee is not None:
            self._timer.set(self._time.next(self._loader.referee.outlook()))

    async def _do_what_is_due(self) -> None:
        try:
            await self._commands.do_what_is_due()
        except Refusal:
            self._timer.look()  # tried again: nobody at the table need say anything for it to begin or to end

    async def _look(self) -> float | None:
        """Do what is due, and show what everybody here has not seen, and who is away; returns after how many seconds to look
        again, if that cannot be done now."""
        try:
            async with self._lock:
                await self._commands.do_what_is_due()
                table = await self._loader.current()
                if self._time.away() and self._broadcaster.company:
                    await self._broadcaster.show_news(table)
                if table.seq < self._loader.newest:  # another node has said so while the table was opened
                    return RETRY_SECONDS
        except Refusal as refusal:
            self._failures.met(refusal)
            if refusal.code in ("frozen", "unknown_table"):
                self._time.give_up()
            elif self._broadcaster.company or not self._time.is_plain:
                if refusal.code != "rules":
                    return RETRY_SECONDS
                wait, self._retry = self._retry, min(2 * self._retry, LONGEST_RETRY)
                return wait
        else:
            self._retry = RETRY_SECONDS
            self._failures.passed()
        self._go_on()
        return None

    # -- bots ----------------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        table = self._loader.referee
        if table is None or self._bot_runner.busy:
            return
        if table.bot_to_move(self._time.covered()) is not None or self._queue:
            self._bot_runner.wake()

    async def asks_bot(self) -> Asked | None:
        """See `Driven`."""
        async with self._lock:
            table = await self._loader.current()
            if (planned := await self._planned(table)) is not None:
                return planned
            seat = table.bot_to_move(self._time.covered())
            if seat is None:
                return None
            # The slot begins before anything is asked of the rules, which take longer where more is to be told.
            slot = self._bots.slot(self.entry.id, table.seq, seat.bot, self._time.left(table.outlook()))
            question, sight = None, ""
            with self._loader.minding():
                sight = await table.sight(seat.role)
                if seat.bot:  # else the rules' absent player answers
                    question = self._bots.question(seat.role, seat.bot, await table.known(seat.role, seat.bot), slot)
            return Asked(seat, table.seq, question, slot, sight)

    async def take_bots(self, asked: Asked, move: str | None) -> None:
        """See `Driven`."""
        role = asked.seat.role
        async with self._lock:
            table = await self._loader.current()
            if asked.planned is not None:
                # Whoever has said what they will answer may have thought better of it meanwhile.
                now = await self._planned(table)
                if now is not None and (now.seat, now.seq, now.planned) == (asked.seat, asked.seq, asked.planned):
                    await self._answer_as_planned(asked.seat, Planned(role, asked.planned, asked.seq))
            # Else somebody undid or came back meanwhile, and it is seen anew who is to answer.
            elif asked.seat == table.bot_to_move(self._time.covered()) and await self._still_asked(table, asked):
                self._rethought = 0
                given = await self._commands.answer(BotMove(role, table.seq, move))
                if None not in (move, given) and move != given:
                    _logger.warning("the bot of %s at table %s gave %r, which is not legal", role, self.entry.id, move)
            self._set_alarm()

    async def _still_asked(self, table: HostedTable, asked: Asked) -> bool:
        """Whether a bot's answer still fits the table. Where several may answer, others may have answered or changed their
        answers meanwhile: that makes its answer void only where the bot sees another position, and not again and again."""
        if table.seq == asked.seq:
            return True
        if not asked.sight:
            return False
        with self._loader.minding():
            sight = await table.sight(asked.seat.role)
        if sight == asked.sight:
            return True
        self._rethought += 1
        return bool(sight) and self._rethought > MOST_RETHOUGHT

    async def _planned(self, table: HostedTable) -> Asked | None:
        """Whose turn it is to answer as they have said before, and what; None for nobody's."""
        due = await self._queue.due(table.outlook().active) if self._queue else None
        if due is None:
            return None
        slot = self._bots.slot(self.entry.id, table.seq, "", self._time.left(table.outlook()))
        return Asked(due[0], table.seq, None, slot, planned=due[1])

    async def _answer_as_planned(self, seat: SeatEntry, message: Planned) -> None:
        """Give an answer that was planned; a plan that cannot be followed is dropped."""
        try:
            await self._commands.answer(message)
        except Refusal as refusal:
            if refusal.code in ("not_saved", "unavailable"):
                raise  # it is tried again
            _logger.info("the plan of %s at table %s: %s", message.role, self.entry.id, refusal.message)
            await self._queue.keep(seat, None)
