"""The bots of a browser: each question goes as one line to a worker of its own, which answers with one line.

The line is that of `rondel.players.worker`: it holds what the bot's role knows, and never the game.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from rondel.server.live.bots.answer_slot import Slot, Slots
from rondel.server.live.bots.question import Question
from rondel.server.table.bot_turn import Knowledge

_logger = logging.getLogger(__name__)

SECONDS: Final = 1.0
"""The budget of a search."""

PACE: Final = 0.2
"""The shortest time of a bot's answer, so that a person sees the position between two of them; 0 in tests."""

Ask = Callable[[str], Awaitable[str]]
"""Hands one text to the worker, and returns its reply."""


class _Reply(msgspec.Struct):
    move: str | None = None
    error: dict[str, str] | None = None


class BrowserBots:
    """The `Bots` of a browser."""

    def __init__(self, ask: Ask, luck: Callable[[int], bytes], pace: float = PACE) -> None:
        """``luck`` returns so many random bytes."""
        self._ask = ask
        self._luck = luck
        self._slots = Slots(luck(32), seconds=SECONDS, pace=0.0, workers=1)
        self._pace = pace
        self._last_id = 0

    def slot(self, table: str, position: int, bot: str, left: float | None = None) -> Slot:
        """See `Bots`. The answer leaves when it is found, and not before a pause: nobody but this browser could time it."""
        slot = self._slots.give(table, position, bot, left=left)
        return msgspec.structs.replace(slot, ends=slot.ends + self._pace)

    def question(self, role: str, bot: str, known: Knowledge | None, slot: Slot | None = None) -> Question | None:
        """See `Bots`."""
        if known is None:
            return None
        self._last_id += 1
        seconds = SECONDS if slot is None else slot.seconds
        seed = int.from_bytes(self._luck(7), "big")
        return Question(self._last_id, role, bot, seconds, seed, known.knows, known.game)

    async def think(self, question: Question | None, slot: Slot | None = None, bot: str = "") -> str | None:
        """See `Bots`."""
        move = None
        if question is not None:
            reply = msgspec.json.decode(await self._ask(msgspec.json.encode(question).decode()), type=_Reply)
            if reply.error is not None:
                _logger.warning("a %s bot failed: %s", question.bot, reply.error)
            move = reply.move
        if slot is not None:
            await asyncio.sleep(max(0.0, slot.ends - time.monotonic()))
        return move

    async def close(self) -> None:
        """See `Bots`."""
