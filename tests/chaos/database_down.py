"""R11: the database is down.

A real PostgreSQL is stopped at once while tables are played at, and started again 30 seconds later. Whoever moves is told at
once that it could not be stored; when the database is back the server goes on, without being started anew. Nothing acknowledged
is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Table

from rondel.server.storage import schema
from tests.chaos import checker
from tests.chaos.outage import Outage
from tests.chaos.players import Crew, Json
from tests.chaos.report import Figure
from tests.server.harness import Program, me
from tests.server.storage.postgres import Cluster, programs

NAME, DEMANDED = "R11 database down", "0 lost; told within 2 s; goes on within 5 s without a restart"


def run(folder: Path, short: bool = False) -> Figure:
    """Down for 30 seconds; in short, for 2."""
    with Cluster(folder, programs()) as cluster:
        address = cluster.database()
        with Program(folder, database=address) as program:
            made = [program.create("tic_tac_toe", me("x"), me("o")) for _ in range(12 if short else 20)]
            tables = [{"table": each["table"], "tokens": each["tokens"]} for each in made]
            crew = Crew(folder, program.address, tables, seed=1)
            while len([note for note in crew.notes() if note["event"] == "acked"]) < 20:
                time.sleep(0.1)
            began = time.time()  # whose move is under way at this moment is refused; the others' connections may be closed
            cluster.stop()
            time.sleep(2 if short else 30)
            cluster.start()
            outage = Outage(began, time.time())
            time.sleep(3 if short else 10)
            crew.end()
            alive = program.process.poll() is None
        copy, notes = folder / "copy.sqlite3", crew.notes()
        asyncio.run(copied(address, copy, notes))
    counted, wrong = checker.check(copy, notes)
    measured, failures = outage.judge(notes)
    if not alive:
        failures.append("the server has ended")
    measured |= {"moves acknowledged": counted["acknowledged"], "lost, doubled or not replaying": len(wrong)}
    return Figure(NAME, DEMANDED, measured, (*failures, *wrong))


async def copied(address: str, path: Path, notes: Sequence[Json]) -> None:
    """What the checker reads of the tables in the notes, in a file that it can read."""
    wanted = list({note["table"] for note in notes})
    schema.prepare(path)
    there = await asyncpg.connect(address)
    here = schema.connect(path)
    try:
        here.execute("BEGIN")  # else each row would be synced to the disk
        for table, name in ((schema.tables, "id"), (schema.seats, "table_id"), (schema.answers, "table_id")):
            await _copy(there, here, table, name, wanted)
        here.execute("COMMIT")
    finally:
        here.close()
        await there.close()


async def _copy(there: Any, here: Any, table: Table, of: str, wanted: list[str]) -> None:
    names = [column.name for column in table.columns]
    rows = await there.fetch(f"SELECT {', '.join(names)} FROM {table.name} WHERE {of} = ANY($1)", wanted)  # noqa: S608 - constants
    marks = ", ".join("?" * len(names))
    many = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608 - constants
    here.executemany(many, [tuple(row) for row in rows])
