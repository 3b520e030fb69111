"""The vacation worker of a node: has the clocks of those who are away stand, and run again when they are back.

A vacation is stored with the account. The worker brings it to the tables: at once where it is switched on or off, and once a
minute for games that have begun since. All of it may be done by several nodes at once: a table that knows is left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from rondel.server.features.vacations import vacation_log
from rondel.server.features.vacations.vacation_log import Place
from rondel.server.live.table_registry import TableRegistry
from rondel.server.live.timers.polling import Polling
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

EVERY: Final = 5.0
"""Seconds from one look for changes to the next, at most: another node may have died that had to tell the tables."""

ALL_EVERY: Final = 60_000
"""Milliseconds from one look through the games of all who are away to the next."""

_SETTLED: Final = frozenset({"no_vacation", "unknown_table", "frozen"})
"""Codes of refusals after which a table need not be told any more."""


class VacationWorker:
    """Brings the vacations of a database to its tables, from `start` to `close`."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._arena = arena
        self._database = database
        self._clock = clock
        failures = FailureLog(_logger, "no clock can be told of a vacation now", over="clocks are told of vacations again")
        self._polling = Polling(self.look, EVERY, "vacations", failures)
        self._all_at: int | None = None
        """When the games of all who are away were looked through last."""

    def start(self) -> None:
        """Begin to look, in the running loop."""
        self._polling.start()

    async def close(self) -> None:
        """Stop. Tables that have not been told are told at the next start, or by another node."""
        await self._polling.close()

    def wake(self) -> None:
        """Look soon."""
        self._polling.wake()

    async def look(self) -> None:
        """Tell the tables of those whose vacation has begun or ended. Raises `Down`."""
        now = self._clock()
        everybody = self._all_at is None or now - self._all_at >= ALL_EVERY
        for principal, until in await self._database.read(partial(vacation_log.changed, now=now, everybody=everybody)):
            wanted = partial(vacation_log.places, principal=principal, until=until, now=now)
            told = [await self._is_told(each) for each in await self._database.read(wanted)]
            if all(told):
                noted = partial(vacation_log.settled, principal=principal, until=until, now=now)
                await self._database.write(noted)
        if everybody:
            self._all_at = now

    async def _is_told(self, place: Place) -> bool:
        """Tell a table; returns whether it need not be told again."""
        try:
            return await (await self._arena.table(place.table)).wait_for(place.role, place.until)
        except Refusal as refusal:
            return refusal.code in _SETTLED
        except Damaged as error:
            row_decoder.report(error, f"table {place.table} is damaged")
            return True
