"""The searches of all nodes of a PostgreSQL database, in its table ``searches``.

Any node may seat any of those who search. It makes the table and marks their searches in one transaction, which holds the rows
of the searches: of two nodes that want the same person, one finds that it came too late. Times are by the database's clock.
PostgreSQL keeps the table out of its log: after a crash of the database nobody searches.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from rondel.server.features.quick_match.searches import KEPT, LAPSES_AFTER, Pool, Search
from rondel.server.storage import table_repository
from rondel.server.storage.store import Database
from rondel.server.table.entries import TableEntry

_NOW: Final = "extract(epoch FROM clock_timestamp())"

_BEGIN: Final = f"""
    INSERT INTO searches (who, name, badge, pool, rating, origin, least, reliable, table_id, since, seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', {_NOW}, {_NOW})
    ON CONFLICT (who) DO UPDATE SET name = excluded.name, badge = excluded.badge, pool = excluded.pool,
        rating = excluded.rating, origin = excluded.origin, least = excluded.least,
        reliable = excluded.reliable, table_id = '', since = excluded.since, seen_at = excluded.seen_at
"""  # noqa: S608 - constants

_READ: Final = f"SELECT who, name, badge, pool, rating, origin, {_NOW} - since, table_id, least, reliable FROM searches"  # noqa: S608 - constants

_FIND: Final = f"""
    SELECT who, name, badge, pool, rating, origin, {_NOW} - since, table_id, least, reliable,
        (SELECT count(*) FROM searches AS each WHERE each.pool = found.pool AND each.table_id = '' AND each.who <> found.who)
    FROM searches AS found WHERE who = $1
"""  # noqa: S608 - constants

# In the order of the keys: nodes that want the same rows wait for one another, and do not deadlock.
_SEEN: Final = f"""
    UPDATE searches SET seen_at = {_NOW}
    WHERE who IN (SELECT who FROM searches WHERE who = ANY($1::text[]) ORDER BY who FOR UPDATE)
"""  # noqa: S608 - constants

# A row that another node changes is left for the next time.
_LAPSED: Final = f"""
    DELETE FROM searches WHERE who IN (
        SELECT who FROM searches WHERE seen_at < {_NOW} - CASE table_id WHEN '' THEN {LAPSES_AFTER} ELSE {KEPT} END
        FOR UPDATE SKIP LOCKED)
"""  # noqa: S608 - constants

_FREE: Final = """
    SELECT who FROM searches WHERE who = ANY($1::text[]) AND pool = $2 AND table_id = '' ORDER BY who FOR UPDATE
"""


class _Late(Exception):
    """Somebody of the group searches no more; raised to roll the transaction back."""


class SharedSearches:
    """The searches in a PostgreSQL database; see `Searches`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, search: Search, most: int) -> bool:
        """See `Searches`."""

        def change(connection: Connection) -> bool:
            others = connection.exec_driver_sql("SELECT count(*) FROM searches WHERE who <> $1", (search.who,)).scalar_one()
            if others >= most:
                return False
            who = (search.who, search.name, search.badge)
            searched = (_text(search.pool), search.rating, search.origin, search.least, search.reliable)
            connection.exec_driver_sql(_BEGIN, (*who, *searched))
            return True

        return await self._database.write(change)

    async def end(self, who: str) -> None:
        """See `Searches`."""
        ended = "DELETE FROM searches WHERE who = $1 AND table_id = ''"
        await self._database.write(lambda connection: connection.exec_driver_sql(ended, (who,)).close())

    async def find(self, who: str) -> Search | None:
        """See `Searches`."""
        row = await self._database.read(lambda connection: connection.exec_driver_sql(_FIND, (who,)).one_or_none())
        return None if row is None else _search(*row)

    async def look(self, asked: Collection[str]) -> list[Search]:
        """See `Searches`."""

        def change(connection: Connection) -> list[Search]:
            connection.exec_driver_sql(_SEEN, (list(asked),))
            connection.exec_driver_sql(_LAPSED)
            return [_search(*row) for row in connection.exec_driver_sql(_READ)]

        return await self._database.write(change)

    async def seat(self, group: Sequence[Search], table: TableEntry, at: int) -> bool:
        """See `Searches`."""
        people = [each.who for each in group]

        def change(connection: Connection) -> None:
            free = connection.exec_driver_sql(_FREE, (people, _text(group[0].pool))).all()
            if len(free) < len(group):
                raise _Late
            table_repository.add(connection, table, at)
            connection.exec_driver_sql("UPDATE searches SET table_id = $1 WHERE who = ANY($2::text[])", (table.id, people))

        try:
            await self._database.write(change)
        except _Late:
            return False
        return True

    async def close(self) -> None:
        """See `Searches`: they go on at other nodes, or lapse."""


def _search(
    who: str,
    name: str,
    badge: str,
    pool: str,
    rating: float,
    origin: str,
    waited: Any,
    table: str,
    least: int,
    reliable: int,
    others: int = 0,
) -> Search:
    found = msgspec.json.decode(pool, type=Pool)
    return Search(who, name, badge, found, rating, origin, float(waited), table, least, reliable, others)


def _text(pool: Pool) -> str:
    return msgspec.json.encode(pool).decode()
