"""R8 in short: the queries, and how the database finds what they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.server.storage import schema
from tests.chaos import million, population


@pytest.mark.long
def test_the_lobby_reads_no_more_than_it_shows(tmp_path: Path) -> None:
    figure = million.run(tmp_path, short=True)
    assert figure.met, str(figure)


def test_a_query_that_reads_a_whole_table_is_found(tmp_path: Path) -> None:
    database = tmp_path / "arena.sqlite3"
    population.fill(database, 20, 30, 5)
    assert million.whole_reads(database, 7) == []
    connection = schema.connect(database)
    connection.execute("DROP INDEX tables_listed")
    connection.close()
    assert any("SCAN tables" in each for each in million.whole_reads(database, 7))
