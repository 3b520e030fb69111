"""The rating worker: rates rounds as soon as they have ended, and counts them in their season.

It is woken when a round ends at this node. It polls the store too, so that a round that ends just before a crash or at another
node is rated. Several nodes may run it at the same time: each round is settled by one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from sqlalchemy.exc import DBAPIError

import rondel
from rondel.door import brought
from rondel.server.features.ratings import rating_log, season_log
from rondel.server.features.ratings.season_dates import SeasonLength, season_at
from rondel.server.live.timers.polling import Polling
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database, Unfit
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds from one poll to the next."""

PATIENCE: Final = 2.0
"""Seconds that a reader of ratings waits for rounds that have just ended, at most."""

MOST: Final = 100
"""Rounds of one poll."""


class RatingWorker:
    """Settles the rounds of a database, from `start` to `close`."""

    def __init__(self, database: Database, season_length: SeasonLength = "quarter") -> None:
        self._database = database
        self.season_length: Final = season_length
        """How long the seasons are in which rounds are counted from now on."""
        self._unratable: set[tuple[str, int]] = set()
        """Rounds with a damaged row, which are not tried again."""
        self._uncountable: set[tuple[str, int]] = set()
        """Those with a damaged row in ``ratings``."""
        failures = FailureLog(_logger, "nothing can be rated now", over="what is due is rated again")
        self._polling = Polling(self._settle_all, EVERY, "ratings", failures)
        self._idle = asyncio.Event()
        """Set while no round is known to be due."""
        self._idle.set()

    def start(self) -> None:
        """Begin to poll, at once."""
        self._polling.start()
        self._polling.wake()

    async def close(self) -> None:
        """Stop polling."""
        await self._polling.close()

    def wake(self) -> None:
        """A rated round has ended and is stored: settle it now."""
        self._polling.wake()
        self._idle.clear()

    async def caught_up(self) -> None:
        """Wait until the rounds that have ended at this node are settled, `PATIENCE` seconds at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._idle.wait()

    async def settle(self) -> int:
        """Settle the rounds that are due; returns how many there were. Raises `Down`."""
        found = await self._database.read(partial(rating_log.due, most=MOST + len(self._unratable)))
        due = [each for each in found if each not in self._unratable]
        for table, number in due:
            await self._try(self._unratable, "rated", table, number, partial(rating_log.settle, parties=parties))
        return len(due)

    async def count(self) -> int:
        """Count the rated rounds in their seasons that are not yet counted; returns how many there were. Raises `Down`."""
        found = await self._database.read(partial(season_log.uncounted, most=MOST + len(self._uncountable)))
        due = [each for each in found if each not in self._uncountable]
        counted = partial(season_log.count, parties=parties, season_of=partial(season_at, self.season_length))
        for table, number in due:
            await self._try(self._uncountable, "counted in its season", table, number, counted)
        return len(due)

    async def _try(self, failed: set[tuple[str, int]], done: str, table: str, number: int, work: Callable[..., bool]) -> None:
        """Do the work after which a round is ``done``. Where a row of it is damaged, the round is added to the failed ones."""
        try:
            await self._database.write(partial(work, table=table, number=number))
        except DBAPIError:
            # Another node has rated the same accounts at the same time; the next poll finds the round again.
            _logger.info("round %d of table %s is %s later", number, table, done, exc_info=True)
        except (Damaged, Unfit, ArithmeticError) as error:  # a number too large to be stored or computed with
            failed.add((table, number))
            row_decoder.report(Damaged(str(error)), f"round {number} of table {table} is not {done} until the next start")

    async def _settle_all(self) -> None:
        try:
            while await self.settle() == MOST:
                pass
            while await self.count() == MOST:
                pass
        finally:
            if not self._polling.is_woken:
                self._idle.set()


def parties(game: str, roles: Sequence[str]) -> Sequence[Sequence[str]]:
    """The parties that win and lose together, of those roles. None for a cooperative game, or for one that is not shipped,
    whose rules are not imported in this process.

    >>> parties("tic_tac_toe", ("o", "x")), parties("no such game", ("o", "x"))
    ([('o',), ('x',)], [])
    """
    if game in brought() or game not in rondel.games():
        return []
    rules = rondel.find(game)
    if rules.cooperative:
        return []
    teams = [tuple([role for role in team if role in roles]) for team in rules.teams]
    return [team for team in teams if team] or [(role,) for role in roles]
