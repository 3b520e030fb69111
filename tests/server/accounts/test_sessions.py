"""Sessions: found while they last, noted now and then, ended one by one or all at once."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

from rondel.server.accounts import principal_repository, sessions
from rondel.server.accounts.principal_repository import Entry

ADA = Entry("p1", "account", "Ada", 0, "ada", "hash")
BOB = Entry("p2", "guest", "", 0)


@pytest.fixture(autouse=True)
def begun(connection: Connection) -> None:
    for each in (ADA, BOB):
        principal_repository.add(connection, each)
    for name, who in (("a1", "p1"), ("a2", "p1"), ("b1", "p2")):
        sessions.add(connection, name.encode(), who, 1000)


def test_a_session_says_who_is_in_it_until_it_is_over(connection: Connection) -> None:
    assert sessions.find(connection, b"a1", 1000) == (ADA, False)
    assert sessions.find(connection, b"b1", 1000 + sessions.NOTED) == (BOB, True)
    sessions.note(connection, b"b1", 2000)
    assert sessions.find(connection, b"b1", 1000 + sessions.LASTS) == (BOB, True)
    assert sessions.find(connection, b"b1", 2000 + sessions.LASTS) is None
    assert sessions.find(connection, b"a1", 1000 + sessions.LASTS) is None
    for other in (b"", b"A1", b"a"):
        assert sessions.find(connection, other, 1000) is None


def test_one_session_is_ended_or_all_but_one(connection: Connection) -> None:
    sessions.end(connection, b"a2")
    assert sessions.find(connection, b"a2", 1000) is None
    for name in (b"a3", b"a4"):
        sessions.add(connection, name, "p1", 1000)
    assert sorted(sessions.end_all(connection, "p1", but=b"a3")) == [b"a1", b"a4"]
    assert [sessions.find(connection, each, 1000) is None for each in (b"a1", b"a3", b"a4", b"b1")] == [
        True,
        False,
        True,
        False,
    ]
    assert sessions.end_all(connection, "p1") == [b"a3"]
