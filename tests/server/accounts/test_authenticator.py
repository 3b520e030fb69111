"""The people: a newcomer is nobody until they are welcomed, and then found by the session alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rondel.server.accounts import sessions
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down

pytestmark = pytest.mark.anyio


async def test_a_newcomer_is_stored_when_they_are_welcomed_and_not_before(store: SqliteStore, tmp_path: Path) -> None:
    people = Authenticator(store)
    guest = people.newcomer()
    assert guest.principal.kind == "guest"
    assert await people.in_session(guest.session) is None
    await people.welcome(guest)
    found = await people.in_session(guest.session)
    assert found is not None
    assert (found.principal, found.credential, found.session) == (guest.principal, guest.credential, "")
    await people.welcome(found)
    connection = sqlite3.connect(tmp_path / "arena.sqlite3")
    assert connection.execute("SELECT COUNT(*) FROM principals").fetchone() == (1,), "who is known is not stored again"
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert guest.session not in dump, "only the hash of a session is stored"


async def test_sessions_cannot_be_guessed(store: SqliteStore) -> None:
    people = Authenticator(store)
    drawn = [people.newcomer() for _ in range(10)]
    assert len({each.session for each in drawn} | {each.principal.id for each in drawn}) == 20
    assert all(len(each.session) == 32 and len(each.principal.id) == 22 for each in drawn), "192 and 128 bits"


async def test_a_session_that_is_used_goes_on_and_one_that_is_not_ends(store: SqliteStore) -> None:
    now = [0]
    people = Authenticator(store, clock=lambda: now[0])
    used, left = people.newcomer(), people.newcomer()
    for each in (used, left):
        await people.welcome(each)
    for _ in range(3):
        now[0] += sessions.LASTS * 3 // 4
        assert await people.in_session(used.session) is not None
    assert await people.in_session(left.session) is None


class Away:
    """A database that cannot be reached."""

    async def read(self, _: object) -> None:
        raise Down("away")

    write = read


async def test_a_database_that_is_away_is_said_and_nobody_is_taken_for_nobody() -> None:
    people = Authenticator(Away())  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="unavailable"):
        await people.in_session("s")
    with pytest.raises(Refusal, match="unavailable"):
        await people.welcome(people.newcomer())
