"""The rating worker: it polls, and rates parties together."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rondel.server.features.ratings import rating_worker
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.rating_worker import RatingWorker, parties
from tests.server.features.ratings.test_rating_log import board, ended, person
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio


async def test_what_ends_is_rated_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_worker, "EVERY", 0.02)
    store = empty_store(tmp_path)
    rater = RatingWorker(store)
    rater.start()
    await ended(store, "t1", await person(store, "ada"), await person(store, "bob"))
    async with asyncio.timeout(60):
        while not await board(store):
            await asyncio.sleep(0.02)
    assert await board(store) == [("ada", 1, 1), ("bob", 1, 0)]
    await rater.close()
    await store.close()


async def test_who_reads_ratings_waits_for_a_round_that_has_just_ended(tmp_path: Path) -> None:
    """The worker is woken, and does not wait for its next poll."""
    store = empty_store(tmp_path)
    rater = RatingWorker(store)
    rater.start()
    await rater.caught_up()
    await ended(store, "t1", await person(store, "ada"), await person(store, "bob"))
    rater.wake()
    assert len((await Board(store, rater).leaders("tic_tac_toe", "")).people) == 2
    await rater.close()
    await store.close()


async def test_that_nothing_can_be_rated_is_said_once_and_when_it_can_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rating_worker, "EVERY", 0.005)
    store = empty_store(tmp_path)
    kept = tmp_path / "kept"
    (tmp_path / "arena.sqlite3").rename(kept)
    rater = RatingWorker(store)
    looks = 0
    settle = rater.settle

    async def counted() -> int:
        nonlocal looks
        looks += 1
        return await settle()

    monkeypatch.setattr(rater, "settle", counted)
    rater.start()
    async with asyncio.timeout(60):
        while looks < 4:
            await asyncio.sleep(0.005)
        kept.rename(tmp_path / "arena.sqlite3")
        until = looks + 3
        while looks < until:
            await asyncio.sleep(0.005)
    await rater.close()
    await store.close()
    said = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert said == ["nothing can be rated now", "what is due is rated again"]


def test_everybody_plays_for_himself_where_there_are_no_teams() -> None:
    assert parties("hearts", ("east", "north")) == [("east",), ("north",)]
