"""The lobby with very many tables: the time of its pages, and the size of the database.

The script fills a database with tables, 99 of 100 of them over, with their seats, answers and results, by SQL statements that
both databases support. One person has many of them. Then it requests each page of the lobby again and again, as the server
does, and reports the times; a test checks the query plans.

    python benchmarks/server_lobby.py [--tables 1000000] [--requests 200] [--database postgresql://...]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from sqlalchemy import Connection, text

from rondel.server.accounts.principal import Principal
from rondel.server.lobby.queries import TableFilter
from rondel.server.lobby.service import Lobby
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Store

OPEN_EVERY = 100
"""One table in this number is not over."""
OWN_EVERY = 20
"""One table in this number has the requesting person at its first seat."""
PEOPLE = 50_000

_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :tables)"
_ID = "'table-' || n.i"
_OVER = f"(n.i % {OPEN_EVERY} <> 0)"
_AT = "1800000000000 + 1000 * CAST(n.i AS BIGINT)"
_HOLDER = (
    f"CASE WHEN s.place = 0 AND n.i % {OWN_EVERY} = 0 THEN 'ada' ELSE 'person-' || ((n.i * 7 + s.place * 3) % {PEOPLE}) END"
)
_TERMS = """'{"public": true, "clock": null}'"""
_SEATS = "(SELECT 0 AS place, 'x' AS role UNION ALL SELECT 1, 'o') AS s"

# The answers first: without their table, the trigger does nothing.
FILL = (
    f"""INSERT INTO answers (table_id, seq, round, kind, role, move, at, active, result)
    {_NUMBERS} SELECT {_ID}, a.seq, 1, 'play', 'x', 'mark(a1)', {_AT} + a.seq,
        CASE WHEN a.seq = 2 AND {_OVER} THEN '' WHEN a.seq = 2 THEN 'x' ELSE 'o' END,
        CASE WHEN a.seq = 2 AND {_OVER} THEN '{{"ranks": {{"x": 1, "o": 2}}}}' END
    FROM n, (SELECT 1 AS seq UNION ALL SELECT 2) AS a""",  # noqa: S608 - constants
    f"""INSERT INTO tables (id, game, options, seed, invite_hash, created_at, active, ended_at, terms, public, pace, free)
    {_NUMBERS} SELECT {_ID}, CASE n.i % 3 WHEN 0 THEN 'chess' ELSE 'tic_tac_toe' END, '{{}}', :seed, :seed, {_AT}, 'x',
        CASE WHEN {_OVER} THEN {_AT} + 2 END, {_TERMS}, n.i % 2 = 0, 'none', CASE WHEN n.i % 400 = 0 THEN 1 ELSE 0 END
    FROM n""",  # noqa: S608 - constants
    f"""INSERT INTO seats (table_id, place, role, kind, bot, name, holder, over)
    {_NUMBERS} SELECT {_ID}, s.place, s.role, CASE WHEN n.i % 400 = 0 AND s.place = 1 THEN 'open' ELSE 'person' END, '', 'Name',
        {_HOLDER}, {_OVER} FROM n, {_SEATS}""",  # noqa: S608 - constants
    f"""INSERT INTO results (table_id, round, role, holder, seq, at, rated)
    {_NUMBERS} SELECT {_ID}, 1, s.role, {_HOLDER}, 2, {_AT} + 2, false FROM n, {_SEATS} WHERE {_OVER}""",  # noqa: S608 - constants
)


def fill(connection: Connection, tables: int) -> None:
    """Store a number of tables with their rows."""
    for statement in FILL:
        connection.execute(text(statement), {"tables": tables, **({"seed": b"s" * 32} if ":seed" in statement else {})})
    if connection.dialect.name == "postgresql":
        connection.execute(text("ANALYZE"))  # as it does by itself in time


async def measured(name: str, ask: Callable[[], Awaitable[object]], requests: int) -> None:
    """Request again and again, and print the times."""
    taken = []
    for _ in range(requests):
        began = time.perf_counter()
        await ask()
        taken.append(1000 * (time.perf_counter() - began))
    taken.sort()
    print(f"  {name:<44} p50 {taken[len(taken) // 2]:7.2f} ms   p95 {taken[len(taken) * 95 // 100]:7.2f} ms")


async def run(store: Store, tables: int, requests: int) -> None:
    """Fill the store, ask it, and close it."""
    lobby, random = Lobby(store), Random(1)
    ada = Principal("ada", "account")
    middle = f"{1_800_000_000_000 + 1000 * (tables // 2)}:table-{tables // 2}"
    began = time.perf_counter()
    await store.write(lambda connection: fill(connection, tables))
    print(f"  filled in {time.perf_counter() - began:.0f} s")

    def somebody() -> Principal:
        return Principal(f"person-{random.randrange(PEOPLE)}", "account")

    async def opened() -> None:
        name = f"table-{random.randrange(tables)}"
        entry = await store.find(name)
        assert entry is not None
        await store.log(name)

    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "lobby, newest": lambda: lobby.public(TableFilter(), ""),
        "lobby, from the middle": lambda: lobby.public(TableFilter(), middle),
        "lobby, a free seat at a game": lambda: lobby.public(TableFilter(game="chess", open=True), ""),
        "lobby, what is nowhere to be found": lambda: lobby.public(TableFilter(game="reversi", rated=True), ""),
        "my tables, one person of many": lambda: lobby.mine(somebody(), ""),
        f"my tables, {tables // OPEN_EVERY} running of {tables // OWN_EVERY}": lambda: lobby.mine(ada, ""),
        "my finished rounds, one person of many": lambda: lobby.finished(somebody(), ""),
        f"my finished rounds, one with {tables // OWN_EVERY}": lambda: lobby.finished(ada, ""),
        "a table and its log": opened,
    }
    for name, ask in asked.items():
        await measured(name, ask, requests)
    await store.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--database", help="the address of an empty PostgreSQL database, instead of SQLite")
    given = parser.parse_args()
    print(
        f"{given.tables} tables in {'PostgreSQL' if given.database else 'SQLite'}, "
        f"{given.tables // OPEN_EVERY} of them not over"
    )
    if given.database:
        await run(await PostgresStore.open(given.database), given.tables, given.requests)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arena.sqlite3"
        began = time.perf_counter()
        await run(SqliteStore(path), given.tables, given.requests)
        print(f"  {path.stat().st_size / 2**20:.0f} MiB on the disk")
        began = time.perf_counter()
        again = SqliteStore(path)
        await again.find("table-1")
        print(f"  opened again in {time.perf_counter() - began:.3f} s")
        await again.close()


if __name__ == "__main__":
    asyncio.run(main())
