"""The standings of seasons: the running one is always there, past ones stay, and a profile says what somebody came to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rondel.server.features.ratings import season_board
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.features.ratings.season_board import SeasonBoard
from rondel.server.features.ratings.season_dates import SeasonLength, season_named
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from tests.server.features.ratings.test_season_log import SPRING, SUMMER, people, rated
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio


def start_of(season: str) -> int:
    dates = season_named(season)
    assert dates is not None
    return dates.starts


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = empty_store(tmp_path)
    await people(made, "ada", "bob")
    await rated(made, "t1", "ada", "bob", SPRING)
    await rated(made, "t2", "bob", "ada", SUMMER)
    await RatingWorker(made).count()
    yield made
    await made.close()


def seasons_at(store: SqliteStore, season: str, length: SeasonLength = "quarter") -> SeasonBoard:
    return SeasonBoard(store, RatingWorker(store, length), lambda: start_of(season))


async def test_the_running_season_comes_first_also_before_its_first_game(store: SqliteStore) -> None:
    found = await seasons_at(store, "2026-Q4").seasons("tic_tac_toe")
    assert [(each.name, each.over) for each in found] == [("2026-Q4", False), (SUMMER, True), (SPRING, True)]
    found = await seasons_at(store, SUMMER).seasons("tic_tac_toe")
    assert [(each.name, each.over) for each in found] == [(SUMMER, False), (SPRING, True)]
    found = await seasons_at(store, "2026-10", "month").seasons("tic_tac_toe")
    assert [each.name for each in found] == ["2026-10", SUMMER, SPRING]
    assert [each.name for each in await seasons_at(store, SUMMER).seasons("chess")] == [SUMMER]
    assert [each.name for each in await seasons_at(store, "2027-Q1", "off").seasons("tic_tac_toe")] == [SUMMER, SPRING]
    assert await seasons_at(store, SUMMER, "off").seasons("chess") == []


async def test_standings_are_paged(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_board, "MOST", 1)
    board = seasons_at(store, SUMMER)
    first = await board.standings("tic_tac_toe", SPRING, "")
    second = await board.standings("tic_tac_toe", SPRING, first.next or "")
    assert [(each.name, each.won, each.lost) for each in (*first.people, *second.people)] == [("Ada", 1, 0), ("Bob", 0, 1)]
    assert (first.season.over, first.season.ends == start_of(SUMMER), second.next) == (True, True, None)
    assert (await board.standings("tic_tac_toe", "2026-Q4", "")).people == ()
    for name in ("", "summer", "2026-Q5"):
        with pytest.raises(Refusal, match=r"^unknown_season: "):
            await board.standings("tic_tac_toe", name, "")
    with pytest.raises(Refusal, match=r"^malformed: "):
        await board.standings("tic_tac_toe", SPRING, "x")


async def test_a_profile_has_the_results_of_seasons_the_newest_first(store: SqliteStore) -> None:
    profile = await Board(store, RatingWorker(store), lambda: start_of(SUMMER)).profile("Ada")
    assert [(each.season.name, each.season.over, each.place, each.people, each.rated.won) for each in profile.seasons] == [
        (SUMMER, False, 2, 2, 0),
        (SPRING, True, 1, 2, 1),
    ]
