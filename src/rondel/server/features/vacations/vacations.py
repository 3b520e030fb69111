"""The vacations of accounts, as their owners switch them on and off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.features.vacations import vacation_log
from rondel.server.features.vacations.vacation_log import MOST, Balance
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database


class Vacations:
    """Reads and changes the vacations in a database."""

    def __init__(self, database: Database, clock: Callable[[], int], on_change: Callable[[], None]) -> None:
        """``on_change`` is called when the tables of an account are to be told."""
        self._database = database
        self._clock = clock
        self._on_change = on_change

    async def of(self, principal: str) -> protocol.Vacation:
        """The vacation of an account."""
        now = self._clock()
        found = await or_unavailable(self._database.read(partial(_balance, principal=principal)))
        return _shown(found, now)

    async def switch(self, principal: str, *, on: bool) -> protocol.Vacation:
        """Begin or end a vacation; does nothing where it is so already. Refused as ``no_vacation``."""
        now = self._clock()

        def stored(connection: Connection) -> Balance:
            before = _balance(connection, principal, lock=True)
            after = before.begun(now) if on else before.ended(now)
            if (after.until > now) != (before.until > now):
                vacation_log.store(connection, principal, after)
            return after

        after = await or_unavailable(self._database.write(stored))
        self._on_change()
        return _shown(after, now)


def _balance(connection: Connection, principal: str, *, lock: bool = False) -> Balance:
    entry = principal_repository.find(connection, principal)
    return vacation_log.balance(connection, principal, 0 if entry is None else entry.created_at, lock=lock)


def _shown(found: Balance, now: int) -> protocol.Vacation:
    return protocol.Vacation(found.left(now), MOST, found.until if found.until > now else None)
