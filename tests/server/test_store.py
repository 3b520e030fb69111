"""The move log on a real file: order, once-ness, durability, and what is said when the database refuses."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.server import schema
from rondel.server.store import Answer, Closed, Conflict, MoveLog, NotSaved

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "log.sqlite3"
    schema.prepare(made)
    return made


@pytest.fixture
def log(path: Path) -> Iterator[MoveLog]:
    made = MoveLog(path)
    yield made
    made.close()


def play(seq: int, move: str = "play_disc(d3)", client_id: str | None = None, table: str = "t", role: str = "black") -> Answer:
    return Answer(table, seq, 1, "play", role, move, client_id)


async def test_what_was_appended_is_read_back_whole_and_in_order(log: MoveLog) -> None:
    for seq in range(1, 4):
        await log.append(play(seq, f"play_disc(a{seq})", f"m{seq}"))
    assert log.round("t") == [play(seq, f"play_disc(a{seq})", f"m{seq}") for seq in range(1, 4)]
    assert log.round("another") == []


async def test_an_appended_answer_is_committed_for_every_other_connection(log: MoveLog, path: Path) -> None:
    await log.append(play(1))
    other = sqlite3.connect(path)
    assert other.execute("SELECT table_id, seq, move FROM answers").fetchall() == [("t", 1, "play_disc(d3)")]
    other.close()


async def test_a_number_is_given_once(log: MoveLog) -> None:
    await log.append(play(1))
    with pytest.raises(Conflict, match="answer 1 of table t is not new"):
        await log.append(play(1, "play_disc(c4)"))
    assert [answer.move for answer in log.round("t")] == ["play_disc(d3)"]


async def test_a_clients_message_is_stored_once_for_each_table_and_role(log: MoveLog) -> None:
    await log.append(play(1, client_id="m1"))
    with pytest.raises(Conflict):
        await log.append(play(2, client_id="m1"))
    await log.append(play(2, client_id="m1", role="white"))
    await log.append(play(1, client_id="m1", table="u"))


async def test_bots_answers_have_no_id_and_never_collide(log: MoveLog) -> None:
    await log.append(play(1))
    await log.append(play(2))
    assert len(log.round("t")) == 2


async def test_a_message_is_found_by_its_id(log: MoveLog) -> None:
    await log.append(play(1, client_id="m1"))
    assert log.find("t", "black", "m1") == play(1, client_id="m1")
    assert log.find("t", "white", "m1") is None
    assert log.find("t", "black", "m2") is None


async def test_the_round_begins_with_the_answer_that_started_it(log: MoveLog) -> None:
    await log.append(play(1))
    again = Answer("t", 2, 2, "again", "", "", "g1", b"\x00\xffseed")
    await log.append(again)
    await log.append(Answer("t", 3, 2, "play", "black", "play_disc(c4)"))
    assert log.round("t") == [again, Answer("t", 3, 2, "play", "black", "play_disc(c4)")]


async def test_answers_that_wait_together_are_committed_together(log: MoveLog, path: Path) -> None:
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


async def test_a_conflict_leaves_the_rest_of_its_group_alone(log: MoveLog, path: Path) -> None:
    await log.append(play(1))
    blocker = schema.connect(path)
    blocker.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(log.append(each)) for each in (play(2), play(2, "play_disc(c4)"), play(3))]
    await asyncio.sleep(0.05)
    blocker.execute("COMMIT")
    blocker.close()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(each) for each in outcomes] == [type(None), Conflict, type(None)]
    assert [answer.seq for answer in log.round("t")] == [1, 2, 3]


async def test_many_threads_and_one_number_give_one_winner(log: MoveLog) -> None:
    outcomes: list[BaseException | None] = []
    done = threading.Semaphore(0)

    def settle(outcome: BaseException | None) -> None:
        outcomes.append(outcome)
        done.release()

    threads = [threading.Thread(target=log.submit, args=(play(1, f"m{number}"), settle)) for number in range(50)]
    for each in threads:
        each.start()
    for _ in threads:
        assert await asyncio.to_thread(done.acquire, timeout=10)
    assert outcomes.count(None) == 1
    assert all(isinstance(each, Conflict) for each in outcomes if each is not None)


async def test_a_refusing_database_is_said_and_the_log_goes_on_afterwards(log: MoveLog, path: Path) -> None:
    await log.append(play(1))
    breaking = schema.connect(path)
    breaking.execute("ALTER TABLE answers RENAME TO away")
    with pytest.raises(NotSaved, match="could not be stored"):
        await log.append(play(2))
    breaking.execute("ALTER TABLE away RENAME TO answers")
    breaking.close()
    await log.append(play(2))
    assert [answer.seq for answer in log.round("t")] == [1, 2]


async def test_text_a_database_cannot_hold_fails_alone(log: MoveLog) -> None:
    with pytest.raises(NotSaved):
        await log.append(play(1, "\ud800"))
    await log.append(play(1, "\x00 and ☃"))
    assert log.round("t")[0].move == "\x00 and ☃"


async def test_closing_stores_what_waits_and_takes_nothing_more(path: Path) -> None:
    log = MoveLog(path)
    outcomes: list[BaseException | None] = []
    for seq in range(1, 21):
        log.submit(play(seq), outcomes.append)
    log.close()
    log.close()
    assert outcomes == [None] * 20
    with pytest.raises(Closed):
        await log.append(play(21))
    again = MoveLog(path)
    assert len(again.round("t")) == 20
    again.close()


def test_every_commit_is_flushed(path: Path) -> None:
    connection = schema.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_the_same_message_come_again_is_known_by_what_it_did() -> None:
    stored = play(4, client_id="m")
    assert stored.came_from(play(4, client_id="m"))
    assert not stored.came_from(play(5, client_id="m"))
    assert not stored.came_from(play(4, "play_disc(c4)", "m"))
    assert not stored.came_from(Answer("t", 4, 1, "undo", "black", "", "m"))
