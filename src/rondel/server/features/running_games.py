"""Running games: how many an account has with others, and how many it may have at a time.

Who finishes games may have many. A newcomer may have fewer, and who leaves games to others the fewest: so nobody begins more
than they can play. Games against bots and on one device count nothing, since nobody waits there.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection, distinct, exists, func, select, text

from rondel.server.accounts.principal import Principal
from rondel.server.features.reliability import reliability
from rondel.server.protocol import Reliability
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import schema
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database

RELIABLE: Final = 80
"""The share of games in percent from which on an account counts as one that finishes them."""

_seats, _tables = schema.seats.c, schema.tables.c
_RUNNING: Final = text("seats.holder <> '' AND NOT seats.over")
"""The text of the partial index."""


class MostGames(msgspec.Struct, frozen=True):
    """Games with others that an account may have at a time."""

    newcomer: int = 20
    reliable: int = 200
    unreliable: int = 10

    def of(self, found: Reliability) -> int:
        """Those of an account with that reliability.

        >>> [MostGames().of(Reliability(games, percent)) for games, percent in ((3, None), (9, 95), (9, 40))]
        [20, 200, 10]
        """
        if found.percent is None:
            return self.newcomer
        return self.reliable if found.percent >= RELIABLE else self.unreliable


class RunningGames:
    """Keeps accounts from more games at a time than they may have."""

    def __init__(self, database: Database, most: MostGames | None = None) -> None:
        self._database = database
        self._most = most or MostGames()

    async def check(self, who: Principal) -> None:
        """Refused as ``too_many`` where an account has as many games with others as it may have."""
        count = await or_unavailable(self._database.read(partial(running, who=who.id)))
        if count < min(self._most.newcomer, self._most.unreliable, self._most.reliable):
            return
        found = await or_unavailable(self._database.read(partial(reliability, who=who.id)))
        most = self._most.of(found)
        if count < most:
            return
        if found.percent is None:
            reason = f"a newcomer has at most {most} games with others at a time"
        elif found.percent < RELIABLE:
            done = found.percent
            reason = f"you finish {done} % of your games, and below {RELIABLE} % an account has at most {most} at a time"
        else:
            reason = f"an account has at most {most} games with others at a time"
        raise Refusal("too_many", f"{reason}: finish one first")


def running(connection: Connection, who: str) -> int:
    """How many games an account has with others, begun or still waiting for somebody."""
    others = schema.seats.alias("others").c
    somebody = exists().where(others.table_id == _seats.table_id, others.holder != who, others.kind != "bot")
    wanted = select(func.count(distinct(_seats.table_id))).join_from(schema.seats, schema.tables, _tables.id == _seats.table_id)
    return int(connection.scalar(wanted.where(_RUNNING, _seats.holder == who, _tables.fault.is_(None), somebody)) or 0)
