"""From r1 to r2: draws that were counted as won are counted apart, and ratings get the scale that people know."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from alembic import command

from rondel.rating import Rating
from rondel.server.storage import schema
from rondel.server.storage.migrations import run

ROUNDS = (("t1", (1, 2)), ("t2", (1, 1)), ("t3", (2, 1)))


def test_draws_are_taken_from_the_wins_and_ratings_are_in_points(tmp_path: Path) -> None:
    path = tmp_path / "arena.sqlite3"
    engine = schema.engine(path)
    with engine.begin() as connection:
        config = run.config()
        config.attributes["connection"] = connection
        command.upgrade(config, "r1")
        won = {"ada": 0, "bob": 0}
        for number, (table, ranks) in enumerate(ROUNDS, 1):
            for who, role, rank in zip(("ada", "bob"), "xo", ranks, strict=True):
                won[who] += rank == 1
                latest = number == len(ROUNDS)
                row = (table, 1, role, who, "chess", number, rank, 30.0, 5.0, 15.0, number, won[who], latest, "a")
                connection.exec_driver_sql("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    engine.dispose()
    schema.prepare(path)
    with closing(schema.connect(path)) as connection:
        rows = connection.execute(
            "SELECT principal, rounds, won, drawn, settled, shown FROM ratings ORDER BY principal, rounds"
        )
        found = rows.fetchall()
    assert [row[:4] for row in found] == [
        *(("ada", 1, 1, 0), ("ada", 2, 1, 1), ("ada", 3, 1, 1)),
        *(("bob", 1, 0, 0), ("bob", 2, 0, 1), ("bob", 3, 1, 1)),
    ]
    rating = Rating(30.0, 5.0)
    assert {row[4] for row in found} == {int(not rating.is_provisional)}
    assert found[0][5] == pytest.approx(rating.points)
