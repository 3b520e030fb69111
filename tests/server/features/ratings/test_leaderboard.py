"""The leaderboard: accounts by name, in any spelling, and nobody without an account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from rondel.server.accounts import names
from rondel.server.accounts.principal_repository import Entry, add
from rondel.server.features.ratings import leaderboard
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.protocol import Reliability, Terms, UnratedRecord
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
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


async def test_a_profile_counts_unrated_games_with_others_by_themselves(store: SqliteStore) -> None:
    for number, (ranks, rated) in enumerate(
        [({"x": 1, "o": 2}, False), ({"x": 1, "o": 1}, False), ({"x": 2, "o": 1}, False), ({"x": 1, "o": 2}, True)]
    ):
        await public(store, f"u{number}", ranks, 9 + number, rated=rated)
    await public(store, "alone", {"x": 1}, 8, rated=False)
    profile = await Board(store, RatingWorker(store)).profile("Ada")
    assert profile.unrated == (UnratedRecord("tic_tac_toe", "Tic-tac-toe", 1, 1, 1),)
    assert [(each.outcome, each.rated) for each in profile.form if each.table != "alone"] == [
        ("won", True),
        ("lost", False),
        ("drawn", False),
        ("won", False),
    ]


async def public(store: SqliteStore, table: str, ranks: dict[str, int], at: int, *, rated: bool) -> None:
    """A public game that Ada has ended as x; o, where there is one, is Bob's."""
    people = {"x": "ada", "o": "bob"}
    seats = [SeatEntry(role, "person", holder=people[role], badge="account") for role in ranks]
    entry = TableEntry(table, "tic_tac_toe", {}, b"s" * 32, table.encode(), tuple(seats), terms=Terms(public=True, rated=rated))
    await store.add(entry, 0)
    result = msgspec.json.encode({"ranks": ranks}).decode()
    await store.append(Answer(table, 1, 1, "play", "x", "m", table, at=at, active="", result=result))


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
