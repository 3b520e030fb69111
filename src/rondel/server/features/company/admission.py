"""Admission: who may sit down at a table that somebody has opened."""

from __future__ import annotations

from functools import partial

from rondel.server.accounts.principal import Principal
from rondel.server.features import reliability
from rondel.server.features.company import relations
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table.entries import TableEntry


class Admission:
    """Keeps people from the tables of those who have blocked them, and from those that ask for more reliability."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, entry: TableEntry, who: Principal) -> None:
        """Refused as ``not_admitted`` where the host of the table has blocked the one who wants to sit down: the words do not
        tell why. Refused as ``reliability`` where the table's terms ask for more than they have finished."""
        host = next((seat.holder for seat in entry.seats if seat.role == entry.host), "")
        if host and who.kind != "guest" and host != who.id and await self._is_blocked(who, host):
            raise Refusal("not_admitted", "you cannot sit down at this table; choose another one, or open one")
        if (least := entry.terms.reliability) and (not host or host != who.id):
            await self._check_reliability(least, who)

    async def _is_blocked(self, who: Principal, by: str) -> bool:
        return await or_unavailable(self._database.read(partial(relations.is_blocked, who=who.id, by=by)))

    async def _check_reliability(self, least: int, who: Principal) -> None:
        if who.kind == "guest":
            raise Refusal(
                "reliability",
                f"this table is for people with accounts who finish {least} % of their games: register or log in first; "
                "newcomers are welcome",
            )
        done = await or_unavailable(self._database.read(partial(reliability.counted, who=who)))
        if done < least:
            raise Refusal(
                "reliability",
                f"this table is for people who finish {least} % of their games, and you finish {done} %: play some games to "
                "their end first, at other tables",
            )
