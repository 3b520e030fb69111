"""Admission: who may sit down at a table that somebody has opened."""

from __future__ import annotations

from functools import partial

from rondel.server.accounts.principal import Principal
from rondel.server.features.company import relations
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table.entries import TableEntry


class Admission:
    """Keeps people from the tables of those who have blocked them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, entry: TableEntry, who: Principal) -> None:
        """Refused as ``not_admitted`` where the host of the table has blocked the one who wants to sit down. The words do not
        tell why."""
        host = next((seat.holder for seat in entry.seats if seat.role == entry.host), "")
        if not host or who.kind == "guest" or host == who.id:
            return
        if await or_unavailable(self._database.read(partial(relations.is_blocked, who=who.id, by=host))):
            raise Refusal("not_admitted", "you cannot sit down at this table; choose another one, or open one")
