"""The leaderboard: accounts by name, in any spelling, and nobody without an account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rondel.server.accounts import names
from rondel.server.accounts.principal_repository import Entry, add
from rondel.server.features.ratings import leaderboard
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.protocol import Reliability
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from tests.server.features.ratings.test_rating_log import ended
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = empty_store(tmp_path)
    for name in ("Ada", "Bob"):
        entry = Entry(name.lower(), "account", name, 7, names.skeleton(name))
        await made.write(lambda connection, entry=entry: add(connection, entry))  # type: ignore[misc]
    for number in range(3):
        await ended(made, f"t{number}", "ada", "bob")
    await RatingWorker(made).settle()
    yield made
    await made.close()


async def test_a_profile_says_what_somebody_has_come_to(store: SqliteStore) -> None:
    profile = await Board(store, RatingWorker(store)).profile("ADA")
    assert (profile.name, profile.since) == ("Ada", 7)
    assert [each.outcome for each in profile.form] == []
    assert profile.reliability == Reliability(3, None)
    (rated,) = profile.ratings
    assert (rated.title, rated.rounds, rated.won, rated.drawn, rated.lost) == ("Tic-tac-toe", 3, 3, 0, 0)
    assert (rated.rating > 1600, rated.provisional) == (True, True)
    for name in ("Nobody", "", "\0", "a" * 5000):
        with pytest.raises(Refusal, match=r"^unknown_person: "):
            await Board(store, RatingWorker(store)).profile(name)


async def test_boards_and_courses_are_paged(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "MOST", 1)
    monkeypatch.setattr(leaderboard, "MOST_ROUNDS", 2)
    first = await Board(store, RatingWorker(store)).leaders("tic_tac_toe", "")
    second = await Board(store, RatingWorker(store)).leaders("tic_tac_toe", first.next or "")
    assert ([each.name for each in (*first.people, *second.people)], second.next) == (["Ada", "Bob"], None)
    newest = await Board(store, RatingWorker(store)).history("Ada", "tic_tac_toe", "")
    oldest = await Board(store, RatingWorker(store)).history("Ada", "tic_tac_toe", newest.next or "")
    assert [len(newest.rounds), len(oldest.rounds), oldest.next] == [2, 1, None]
    assert newest.rounds[0].rating > newest.rounds[1].rating > oldest.rounds[0].rating > 1500
