"""The bot runner: answers for the bots of one table, one after another, until a person is to move.

The open table decides what a bot is asked and what becomes of its move; a bot thinks while the table's lock is free.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

import msgspec

from rondel.server.live.bots.answer_slot import Slot
from rondel.server.live.bots.bot_pool import Question
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import SeatEntry
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 1.0
"""How long it waits before it goes on where the database could not be read, or an answer not be stored."""

_PASSING: Final = frozenset({"unavailable", "not_saved"})
"""Codes of refusals that pass by themselves."""


class Asked(msgspec.Struct, frozen=True):
    """A seat that the table waits for and that no person answers for."""

    seat: SeatEntry
    seq: int
    """The number of the table's last answer."""
    question: Question | None
    """For the bot that thinks; None where the rules' absent player answers."""
    slot: Slot | None = None
    """When the answer leaves; None for at once."""
    sight: str = ""
    """The digest of what the bot saw when it was asked, in a state in which several may answer; else empty."""
    planned: str | None = None
    """What the holder of the seat has said before that they will answer, where they have."""


class Thinking(Protocol):
    """Those who answer."""

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        """The move, at the end of the slot; None when there is none."""


class Driven(Protocol):
    """A table with bots."""

    async def asks_bot(self) -> Asked | None:
        """Whom it waits for; None when that is a person, or nobody. What is refused for now is tried again."""

    async def take_bots(self, asked: Asked, move: str | None) -> None:
        """Have the move count, unless it has become needless meanwhile. Where that is refused for now, all is asked again."""


class BotRunner:
    """Who answers for the bots of one table.

    >>> class Counting:
    ...     '''A table that waits for a bot three times.'''
    ...     seq = 0
    ...     async def asks_bot(self):
    ...         return Asked(SeatEntry("x", "bot"), self.seq, None) if self.seq < 3 else None
    ...     async def take_bots(self, asked, move):
    ...         self.seq += 1
    ...     async def think(self, question, slot, bot):
    ...         return None
    >>> async def drive(table):
    ...     driver = BotRunner("t", table, table)
    ...     driver.wake()
    ...     while driver.busy:
    ...         await asyncio.sleep(0)
    ...     return table.seq
    >>> asyncio.run(drive(Counting()))
    3
    """

    def __init__(self, name: str, table: Driven, bots: Thinking) -> None:
        self._name = name
        self._table = table
        self._bots = bots
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether it is at it."""
        return self._task is not None

    def wake(self) -> None:
        """Begin, unless it has; never waits."""
        if self._task is None:
            self._task = asyncio.create_task(self._drive(), name=f"bots of table {self._name}")
            self._task.add_done_callback(self._driven)

    async def stop(self) -> None:
        """Stop, between two answers or while a bot thinks."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _drive(self) -> None:
        trouble = FailureLog(_logger, f"the bots of table {self._name} wait")
        while True:
            try:
                if (asked := await self._table.asks_bot()) is None:
                    return
                await self._table.take_bots(asked, await self._bots.think(asked.question, asked.slot, asked.seat.bot))
                trouble.passed()
            except Refusal as refusal:
                if refusal.code not in _PASSING:
                    raise
                trouble.met(refusal)
                await asyncio.sleep(RETRY_SECONDS)  # the table is free meanwhile

    def _driven(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            # The table stays as it is stored; the next message of a person wakes its bots again.
            _logger.error("the bots of table %s stopped", self._name, exc_info=error)
