"""Rates rounds soon after they have ended.

It looks for them in the store from time to time, so that a round that ends just before a crash is rated all the same, and the
tables know nothing of it. Several nodes may do it at once: each round is settled by one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy.exc import DBAPIError

import rondel
from rondel.door import brought
from rondel.server.features.ratings import rating_log as ratings
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database, Unfit
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds from one look to the next."""

MOST: Final = 100
"""Rounds of one look."""


class RatingWorker:
    """Settles the rounds of a database; `start` it, and `close` it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._task: asyncio.Task[None] | None = None
        self._unratable: set[tuple[str, int]] = set()
        """Rounds with a damaged row, which are not looked at again and again; the others are rated all the same."""

    def start(self) -> None:
        """Look from now on, from time to time."""
        self._task = asyncio.create_task(self._go_on(), name="ratings")

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def settle(self) -> int:
        """Settle what is due; returns how many rounds that were. Raises `Down`."""
        found = await self._database.read(partial(ratings.due, most=MOST + len(self._unratable)))
        due = [each for each in found if each not in self._unratable]
        for table, number in due:
            try:
                await self._database.write(partial(ratings.settle, table=table, number=number, parties=parties))
            except DBAPIError:
                # Another node has rated the same people at the same moment; the next look finds the round again.
                _logger.info("round %d of table %s is settled later", number, table, exc_info=True)
            except (Damaged, Unfit, ArithmeticError) as error:  # a number beyond what is stored, or can be computed with
                self._unratable.add((table, number))
                row_decoder.report(Damaged(str(error)), f"round {number} of table {table} is not rated until the next start")
        return len(due)

    async def _go_on(self) -> None:
        trouble = FailureLog(_logger, "nothing can be rated now", over="what is due is rated again")
        while True:
            try:
                while await self.settle() == MOST:
                    pass
            except Exception as error:  # noqa: BLE001 - it is logged
                trouble.met(error)
            else:
                trouble.passed()
            await asyncio.sleep(EVERY)


def parties(game: str, roles: Sequence[str]) -> Sequence[Sequence[str]]:
    """Who wins and loses together, of those roles; nobody at a game that all play together, or that is not shipped: such rules
    are not looked at in this process.

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
