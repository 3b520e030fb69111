"""The bot runner: plays at one table for seats that no person answers for, until a person is to move.

It is a client of the table as any other: it reads the seat the table waits for, has a bot search while the table's lock is
free, and gives the move to the command handler with the number of the position it was asked at. It also plays the conditional
moves of persons.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.question import Question
from rondel.server.live.command_handler import CommandHandler
from rondel.server.live.conditional_move_queue import ConditionalMoveQueue
from rondel.server.live.loader import DEFERRED, Loader
from rondel.server.live.services import Bots
from rondel.server.live.timers.flag_timer import FlagTimer
from rondel.server.live.timers.timer import Timer
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.ports import HostedTable
from rondel.server.table.commands import BotMove, ConditionalMove
from rondel.server.table.entries import SeatEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""The wait after a failed read or write of the store."""

THINKING: Final = 2.0
"""Seconds that a bot of another node may take until its answer is stored."""

MOST_RETHOUGHT: Final = 2
"""How often in a row a bot is asked again because others change their answers, where several answer at the same time."""

_PASSING: Final = frozenset({"unavailable", "not_saved"})
"""Codes of refusals that are retried."""


class Turn(msgspec.Struct, frozen=True):
    """A seat that the table waits for and that no person answers for."""

    seat: SeatEntry
    seq: int
    """The number of the table's last answer."""
    question: Question | None
    """For the bot that searches; None where the rules' zombie move is played."""
    slot: Slot | None = None
    """When the answer leaves; None for at once."""
    view_digest: str = ""
    """The digest of the bot's view, in a state in which several roles may answer; else empty."""
    conditional: str | None = None
    """The conditional move of the seat's holder that is due, if there is one."""


class BotRunner:
    """Plays for the bots of one table."""

    def __init__(
        self,
        lock: asyncio.Lock,
        loader: Loader,
        commands: CommandHandler,
        conditional_moves: ConditionalMoveQueue,
        time: FlagTimer,
        timer: Timer,
        bots: Bots,
    ) -> None:
        """``lock`` is the table's."""
        self._lock = lock
        self._loader = loader
        self._commands = commands
        self._conditional_moves = conditional_moves
        self._time = time
        self._timer = timer
        self._bots = bots
        self._rethought = 0
        """How often in a row a bot's answer was void because others had answered."""
        self._woken = asyncio.Event()
        """Set whenever something has happened at the table."""
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether it is playing."""
        return self._task is not None

    def wake(self) -> None:
        """Start playing, if the table waits for a seat that no person answers for, or has conditional moves; never waits."""
        if self._task is not None and not self._task.done():
            return self._woken.set()
        table = self._loader.table
        if table is not None and (table.bot_to_move(self._time.covered()) is not None or self._conditional_moves):
            self._task = asyncio.create_task(self._play(), name=f"bots of table {self._loader.entry.id}")
            self._task.add_done_callback(self._played)

    async def stop(self) -> None:
        """Stop, between two answers or while a bot searches."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _play(self) -> None:
        failures = FailureLog(_logger, f"the bots of table {self._loader.entry.id} wait")
        while True:
            try:
                await self._defer()
                if (turn := await self._next()) is None:
                    return
                await self._answer(turn, await self._bots.think(turn.question, turn.slot, turn.seat.bot))
                failures.passed()
            except Refusal as refusal:
                if refusal.code not in _PASSING:
                    raise
                failures.met(refusal)
                await asyncio.sleep(RETRY_SECONDS)  # without the lock

    async def _defer(self) -> None:
        """Where another node has stored the last row, wait until it had the time to play, or this node stores one itself."""
        while (table := self._loader.table) is not None and not self._loader.carries_on:
            seq = table.seq
            try:
                async with asyncio.timeout(DEFERRED + THINKING):
                    while self._loader.table is table and table.seq == seq and not self._loader.carries_on:
                        self._woken.clear()
                        await self._woken.wait()
            except TimeoutError:
                return

    def _played(self, task: asyncio.Task[None]) -> None:
        if self._task is task:  # else it was woken again since it ended
            self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            # The table stays as it is stored; the next message of a person wakes its bots again.
            _logger.error("the bots of table %s stopped", self._loader.entry.id, exc_info=error)

    async def _next(self) -> Turn | None:
        """The turn the table waits for; None when it waits for a person, or is over."""
        async with self._lock:
            table = await self._loader.current()
            if (conditional := await self._due_conditional_move(table)) is not None:
                return conditional
            seat = table.bot_to_move(self._time.covered())
            if seat is None:
                return None
            # The slot begins before the rules are asked: they take longer the more the seat knows.
            slot = self._slot(table, seat.bot)
            question, digest = None, ""
            with self._loader.handling_failures():
                digest = await table.view_digest(seat.role)
                if seat.bot:  # else the zombie move is played
                    known = await table.bot_knowledge(seat.role, seat.bot)
                    question = self._bots.question(seat.role, seat.bot, known, slot)
            return Turn(seat, table.seq, question, slot, digest)

    async def _answer(self, turn: Turn, move: str | None) -> None:
        """Play the move, unless the table has gone on to another turn meanwhile."""
        role = turn.seat.role
        async with self._lock:
            await self._time.confirm_absences()
            table = await self._loader.current()
            if turn.conditional is not None:
                # The player may have changed the conditional moves meanwhile.
                due = await self._due_conditional_move(table)
                if due is not None and (due.seat, due.seq, due.conditional) == (turn.seat, turn.seq, turn.conditional):
                    await self._play_conditional_move(turn.seat, ConditionalMove(role, turn.conditional, turn.seq))
            # Otherwise an answer was taken back or a player came back meanwhile: the next turn is read anew.
            elif turn.seat == table.bot_to_move(self._time.covered()) and await self._is_still_due(table, turn):
                self._rethought = 0
                played = await self._commands.answer(BotMove(role, table.seq, move))
                if None not in (move, played) and move != played:
                    _logger.warning("the bot of %s at table %s gave %r, which is not legal", role, self._loader.entry.id, move)
            if self._loader.table is not None:
                self._time.set(self._timer, self._loader.table)

    async def _is_still_due(self, table: HostedTable, turn: Turn) -> bool:
        """Whether a bot's answer still fits the table. Where several roles may answer, others may have answered meanwhile: the
        answer is void only where the bot's view has changed, and only `MOST_RETHOUGHT` times in a row."""
        if table.seq == turn.seq:
            return True
        if not turn.view_digest:
            return False
        with self._loader.handling_failures():
            digest = await table.view_digest(turn.seat.role)
        if digest == turn.view_digest:
            return True
        self._rethought += 1
        return bool(digest) and self._rethought > MOST_RETHOUGHT

    async def _due_conditional_move(self, table: HostedTable) -> Turn | None:
        """The turn of a seat with a conditional move that is due, if there is one."""
        due = await self._conditional_moves.due(table.outlook().active) if self._conditional_moves else None
        if due is None:
            return None
        seat, move = due
        return Turn(seat, table.seq, None, self._slot(table, ""), conditional=move)

    async def _play_conditional_move(self, seat: SeatEntry, message: ConditionalMove) -> None:
        """Play a conditional move; where it is refused, the conditional moves are dropped."""
        try:
            await self._commands.answer(message)
        except Refusal as refusal:
            if refusal.code in _PASSING:
                raise
            _logger.info(
                "the conditional moves of %s at table %s are dropped: %s", message.role, self._loader.entry.id, refusal.message
            )
            await self._conditional_moves.keep(seat, None)

    def _slot(self, table: HostedTable, bot: str) -> Slot:
        return self._bots.slot(self._loader.entry.id, table.seq, bot, self._time.left(table.outlook()))
