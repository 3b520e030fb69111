"""The move log in SQLite: commits in groups, and what is said when the database refuses. What every store does: test_store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.server.storage import schema
from rondel.server.storage.sqlite_writer import SqliteWriter, insert_all
from rondel.server.storage.store import Closed, NotSaved, Waiting
from rondel.server.table.log.entries import Answer, Conflict, Snapshot
from tests.server.storage.bare import put_tables

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "log.sqlite3"
    schema.prepare(made)
    put_tables(made, "t", "u", *(f"t{number}" for number in range(200)))
    return made


@pytest.fixture
def log(path: Path) -> Iterator[SqliteWriter]:
    made = SqliteWriter(path)
    yield made
    made.close()


def play(seq: int, move: str = "play_disc(d3)", client_id: str | None = None, table: str = "t", role: str = "black") -> Answer:
    return Answer(table, seq, 1, "play", role, move, client_id)


def waiting(answer: Answer, taken: bool = False) -> Waiting:
    """The answer, with a snapshot if one was taken."""
    snapshot = Snapshot(answer.table, answer.seq, 1, 1, b"packed") if taken else None
    return Waiting(answer, snapshot, None, asyncio.get_running_loop().create_future())


def stored(log: SqliteWriter) -> list[int]:
    return [answer.seq for answer in log.read("t").answers]


async def test_an_appended_answer_is_committed_for_every_other_connection(log: SqliteWriter, path: Path) -> None:
    await log.append(play(1), Snapshot("t", 1, 1, 1, b"packed"))
    other = sqlite3.connect(path)
    assert other.execute("SELECT table_id, seq, move FROM answers").fetchall() == [("t", 1, "play_disc(d3)")]
    assert other.execute("SELECT seq, packed FROM snapshots").fetchall() == [(1, b"packed")]
    other.close()


async def test_answers_that_wait_together_are_committed_together(log: SqliteWriter, path: Path) -> None:
    """A writer kept waiting by another connection takes everything that has piled up in one transaction."""
    blocker = schema.connect(path)
    blocker.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(log.append(play(1, table=f"t{number}"))) for number in range(200)]
    await asyncio.sleep(0.1)
    assert not any(each.done() for each in waiting)
    blocker.execute("COMMIT")
    changes = blocker.execute("PRAGMA data_version").fetchone()
    await asyncio.gather(*waiting)
    assert blocker.execute("SELECT COUNT(*) FROM answers").fetchone() == (200,)
    assert blocker.execute("PRAGMA data_version").fetchone() != changes
    blocker.close()


async def test_answers_of_one_table_that_wait_together_are_stored_in_order(log: SqliteWriter, path: Path) -> None:
    blocker = schema.connect(path)
    blocker.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(log.append(play(seq, table=table))) for seq in (1, 2, 3) for table in ("t", "u")]
    await asyncio.sleep(0.05)
    blocker.execute("COMMIT")
    blocker.close()
    await asyncio.gather(*waiting)
    assert stored(log) == [1, 2, 3]


async def test_a_table_is_opened_without_looking_at_the_rounds_before(log: SqliteWriter, path: Path) -> None:
    """Shown by the number of steps SQLite's machine makes: a thousand rounds before cost nothing."""
    connection = schema.connect(path)
    rows = [("t", seq, seq, "again", "", "", 0) for seq in range(1, 20_001)]
    insert = "INSERT INTO answers (table_id, seq, round, kind, role, move, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
    connection.execute("BEGIN")
    connection.executemany(insert, rows)
    connection.execute("COMMIT")
    connection.close()
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    log._reader.set_progress_handler(count, 100)
    assert [answer.seq for answer in log.read("t").answers] == [20_000]
    assert steps < 10


async def test_a_conflict_leaves_the_rest_of_its_group_alone(log: SqliteWriter, path: Path) -> None:
    await log.append(play(1))
    blocker = schema.connect(path)
    blocker.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(log.append(each)) for each in (play(2), play(2, "play_disc(c4)"), play(3))]
    await asyncio.sleep(0.05)
    blocker.execute("COMMIT")
    blocker.close()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), Conflict, type(None)]
    assert stored(log) == [1, 2, 3]


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(play(1, "play_disc(c4)", "new"), id="its number is taken"),
        pytest.param(play(3, "play_disc(c4)", "new"), id="the number before it is not there"),
        pytest.param(play(2, "play_disc(c4)", "old"), id="its id is taken"),
        pytest.param(play(1, table="nowhere"), id="there is no such table"),
    ],
)
async def test_whatever_is_not_new_the_rest_of_its_group_is_stored(path: Path, bad: Answer) -> None:
    """Also with snapshots, of which that of what is not stored is not."""
    connection = schema.connect(path)
    assert insert_all(connection, [waiting(play(1, client_id="old"))]) == [None]
    good = [play(1, table=f"t{number}") for number in range(3)]
    for taken in (False, True):
        group = [waiting(each, taken) for each in (*good[:1], bad, *good[1:])]
        outcomes = insert_all(connection, group)
        assert [type(each) for each in outcomes] == [type(None), Conflict, type(None), type(None)]
        assert not connection.in_transaction
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (4,)
        if not taken:
            connection.execute("DELETE FROM answers WHERE table_id <> 't'")
    assert connection.execute("SELECT table_id FROM snapshots ORDER BY 1").fetchall() == [("t0",), ("t1",), ("t2",)]
    connection.close()


async def test_a_group_that_is_new_comes_back_from_the_database_once(path: Path) -> None:
    """A statement that gives rows back lets go of the interpreter's lock for each of them."""
    connection = schema.connect(path)
    said: list[str] = []
    connection.set_trace_callback(said.append)
    assert insert_all(connection, [waiting(play(1, table=f"t{number}")) for number in range(9)]) == [None] * 9
    [statement] = set(said)  # each trigger that might do something names it again
    assert "RETURNING" not in statement
    connection.close()


async def test_many_answers_at_once_with_one_number_give_one_winner(log: SqliteWriter) -> None:
    asked = [log.append(play(1, f"m{number}")) for number in range(50)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert outcomes.count(None) == 1
    assert all(isinstance(each, Conflict) for each in outcomes if each is not None)


async def test_a_refusing_database_is_said_and_the_log_goes_on_afterwards(log: SqliteWriter, path: Path) -> None:
    await log.append(play(1))
    breaking = schema.connect(path)
    breaking.execute("ALTER TABLE answers RENAME TO away")
    with pytest.raises(NotSaved, match="could not be stored"):
        await log.append(play(2))
    breaking.execute("ALTER TABLE away RENAME TO answers")
    breaking.close()
    await log.append(play(2))
    assert stored(log) == [1, 2]


async def test_text_a_database_cannot_hold_fails_alone(log: SqliteWriter) -> None:
    with pytest.raises(NotSaved):
        await log.append(play(1, "\ud800"))
    await log.append(play(1, "\x00 and ☃"))
    assert log.read("t").answers[0].move == "\x00 and ☃"


async def test_closing_stores_what_waits_and_takes_nothing_more(path: Path) -> None:
    log = SqliteWriter(path)
    waiting = [asyncio.create_task(log.append(play(seq))) for seq in range(1, 21)]
    await asyncio.sleep(0)  # each has reached the writer
    log.finish()
    await asyncio.to_thread(log.close)
    log.close()
    assert await asyncio.gather(*waiting) == [None] * 20
    with pytest.raises(Closed):
        await log.append(play(21))
    again = SqliteWriter(path)
    assert len(stored(again)) == 20
    again.close()
