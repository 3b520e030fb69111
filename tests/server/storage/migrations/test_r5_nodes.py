"""From r4 to r5: outages stay those of everybody, and the time until which a PostgreSQL arena was up is that of a node."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection

from rondel.server.storage import schema
from rondel.server.storage.migrations import run
from rondel.server.storage.postgres.connections import Connections
from tests.server.storage.postgres import Cluster


def to_r4(connection: Connection) -> None:
    """Make a database of r4, with one outage and one deadline."""
    config = run.config()
    config.attributes["connection"] = connection
    command.upgrade(config, "r4")
    connection.exec_driver_sql("INSERT INTO outages VALUES (10, 20)")
    connection.exec_driver_sql("INSERT INTO deadlines VALUES ('t', 99)")
    connection.exec_driver_sql("INSERT INTO marks VALUES ('up', 77)")


def test_a_file_keeps_its_outages_and_deadlines(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite3"
    engine = schema.engine(path)
    with engine.begin() as connection:
        to_r4(connection)
    engine.dispose()
    schema.prepare(path)
    with closing(schema.connect(path)) as stored:
        assert stored.execute("SELECT since, until, node FROM outages").fetchall() == [(10, 20, "")]
        assert stored.execute("SELECT table_id, at, seq, claimed_until FROM deadlines").fetchall() == [("t", 99, 0, 0)]
        assert stored.execute("SELECT id FROM nodes").fetchall() == []
        assert stored.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.anyio
async def test_nodes_of_the_older_version_can_go_on_beside_the_newer(cluster: Cluster) -> None:
    connections = Connections(await asyncio.to_thread(cluster.database), None)
    try:
        async with connections.engine.begin() as connection:
            await connection.run_sync(to_r4)
        async with connections.engine.begin() as connection:
            await connection.run_sync(schema.upgrade)
            for statement in (  # of r4
                "INSERT INTO outages (since, until) VALUES (30, 40)",
                "DELETE FROM deadlines WHERE table_id = 't'",
                "INSERT INTO deadlines (table_id, at) VALUES ('t', 100)",
            ):
                await connection.exec_driver_sql(statement)
            found = await connection.exec_driver_sql("SELECT node, since, until FROM outages ORDER BY since")
            assert [tuple(row) for row in found] == [("", 10, 20), ("", 30, 40)]
            found = await connection.exec_driver_sql("SELECT seen_at FROM nodes")
            assert [tuple(row) for row in found] == [(77,)]
    finally:
        await connections.close()
