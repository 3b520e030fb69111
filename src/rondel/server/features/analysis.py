"""Analysis: the strongest bot's evaluation of the positions of ended rounds.

Searches run in a worker of their own, one at a time, so they never delay bots at tables. Evaluations are cached, and few
requests may wait.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.replays import Replays
from rondel.server.history.analysis import AnalysisPosition
from rondel.server.live.bots.bot_pool import BotFailed, BotPool
from rondel.server.protocol.refused import Refusal

_logger = logging.getLogger(__name__)

SECONDS: Final = 0.4
"""The search of one position."""

MOST_WAITING: Final = 8
"""Requests that wait for the worker or are being answered; the next one is refused."""

CACHED: Final = 20_000
"""Evaluations in the cache."""


class Analysis:
    """Evaluates positions of the rounds of a server."""

    def __init__(self, replays: Replays, bots: BotPool) -> None:
        self._replays = replays
        self._bots = bots
        self._waiting = 0
        self._one = asyncio.Semaphore(1)
        self._evaluated: dict[tuple[str, int, int], protocol.PositionEvaluation] = {}

    async def evaluation(self, table: str, number: int, who: Requester, seq: int) -> protocol.PositionEvaluation:
        """The evaluation of a position. Refused as `history.analysis.position`, and as ``too_fast`` where too many wait."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("too_fast", "many games are being analysed; try again in 2 seconds", retry_after=2)
        self._waiting += 1
        try:
            position = await self._replays.position(table, number, who, seq)  # refuses who may not see it
            found = self._evaluated.get((table, number, seq))
            if found is None:
                async with self._one:
                    # Somebody else may have waited for the same position.
                    found = self._evaluated.get((table, number, seq)) or await self._evaluate(seq, position)
                    self._keep((table, number, seq), found)
        finally:
            self._waiting -= 1
        return found

    async def close(self) -> None:
        """End the worker."""
        await self._bots.close()

    def _keep(self, key: tuple[str, int, int], found: protocol.PositionEvaluation) -> None:
        self._evaluated[key] = found
        if len(self._evaluated) > CACHED:
            del self._evaluated[next(iter(self._evaluated))]

    async def _evaluate(self, seq: int, position: AnalysisPosition) -> protocol.PositionEvaluation:
        if position.game is None:
            return protocol.PositionEvaluation(seq, "", "", None, False, position.values, True)
        try:
            found = await self._bots.evaluate(position.role, position.game)
        except BotFailed as error:
            _logger.warning("a position cannot be evaluated: %s", error)
            raise Refusal("unavailable", "the bot has no opinion of this position") from error
        played = found.move == position.next
        describe = position.moves.get(found.move)
        return protocol.PositionEvaluation(seq, position.role, found.move, describe, played, found.values, found.exact)
