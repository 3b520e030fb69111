"""The scan: it names what does not fit its column, and knows every kind of column there is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server.ops import scan
from rondel.server.storage import schema


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "arena.sqlite3"
    schema.prepare(made)
    return made


@pytest.mark.parametrize("garbage", ["'soon'", "x'00'", str(2**62), "-1", "CAST(x'ff' AS TEXT)", "1.5"])
def test_what_is_no_moment_is_named_by_its_key(path: Path, garbage: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"INSERT INTO marks VALUES ('up', {garbage}), ('stored', 7)")  # noqa: S608
    assert list(scan.damaged(path)) == ["the row of marks with name 'up' is damaged in at"]


def test_the_hash_of_a_session_is_not_shown(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO sessions VALUES ('secret', CAST(x'ff' AS TEXT), 1, 'x')")
    assert list(scan.damaged(path)) == ["the row of sessions with principal b'\\xff' is damaged in hash, principal, used_at"]


def test_a_number_that_is_none_is_damaged(path: Path) -> None:
    row = "INSERT INTO ratings VALUES ('t', 1, 'x', 'ada', 'chess', 1, 1, 9e999, 1, 1, 1, 1, 2, 'a', 0, 0, NULL)"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(row)
    (said,) = scan.damaged(path)
    assert said == "the row of ratings with table_id 't', round 1, role 'x' is damaged in mean, latest"
