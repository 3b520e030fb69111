"""Seasons: each rated round counts once in the season in which it ended, and each season is a leaderboard of its own."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import insert, select, update

from rondel.rating import Rating, rate
from rondel.server.accounts import principal_repository
from rondel.server.features.ratings import season_log
from rondel.server.features.ratings.rating_log import Standing
from rondel.server.features.ratings.rating_worker import RatingWorker, parties
from rondel.server.features.ratings.season_dates import season_at, season_named
from rondel.server.storage import schema
from rondel.server.storage.store import Store
from tests.server.features.ratings.test_rating_log import board, ended, person

pytestmark = pytest.mark.anyio

SPRING, SUMMER = "2026-Q2", "2026-Q3"


async def rated(store: Store, table: str, x: str, o: str, season: str, ranks: tuple[int, int] = (1, 2)) -> None:
    """A rated round of tic-tac-toe that has ended in that season, and is settled but not counted."""
    dates = season_named(season)
    assert dates is not None
    await ended(store, table, x, o, ranks=ranks)
    when = update(schema.results).where(schema.results.c.table_id == table).values(at=dates.ends - 1)
    await store.write(lambda connection: connection.execute(when))
    assert await RatingWorker(store).settle() == 1


async def standings(store: Store, season: str) -> list[Standing]:
    found = await store.read(partial(season_log.board, game="tic_tac_toe", season=season, after=None, most=99))
    keys = [(each.settled, each.shown) for each in found]
    assert keys == sorted(keys, reverse=True)
    return found


async def people(store: Store, *names: str) -> None:
    for name in names:
        await person(store, name)


async def test_in_each_season_everybody_begins_anew_and_the_ratings_of_all_time_go_on(kept: Store) -> None:
    await people(kept, "ada", "bob")
    await rated(kept, "t1", "ada", "bob", SPRING)
    await rated(kept, "t2", "ada", "bob", SPRING, (1, 1))
    await rated(kept, "t3", "ada", "bob", SUMMER, (2, 1))
    assert await RatingWorker(kept).count() == 3
    assert await RatingWorker(kept).count() == 0
    new = {"x": Rating(), "o": Rating()}
    sides = [("x",), ("o",)]
    spring = rate(sides, [1, 1], rate(sides, [1, 2], new))
    summer = rate(sides, [2, 1], new)
    for season, expected in ((SPRING, spring), (SUMMER, summer)):
        found = {each.principal: (each.mean, each.deviation) for each in await standings(kept, season)}
        assert found == {who: (expected[role].mean, expected[role].deviation) for who, role in (("ada", "x"), ("bob", "o"))}
    assert [(each.name, each.rounds, each.won, each.drawn) for each in await standings(kept, SPRING)] == [
        ("Ada", 2, 1, 1),
        ("Bob", 2, 0, 1),
    ]
    assert sorted(await board(kept)) == [("ada", 3, 1), ("bob", 3, 1)]
    assert await kept.read(partial(season_log.names, game="tic_tac_toe")) == [SUMMER, SPRING]
    assert await kept.read(partial(season_log.names, game="chess")) == []


async def test_of_many_who_count_a_round_at_once_one_does(kept: Store) -> None:
    await people(kept, "ada", "bob")
    await rated(kept, "t1", "ada", "bob", SPRING)
    count = partial(season_log.count, table="t1", number=1, parties=parties, season_of=partial(season_at, "quarter"))
    assert sorted(await asyncio.gather(*(kept.write(count) for _ in range(8)))) == [False] * 7 + [True]
    assert [each.rounds for each in await standings(kept, SPRING)] == [1, 1]


async def test_nodes_that_count_different_rounds_at_once_lose_none(kept: Store) -> None:
    """Ada plays in all of them. What two nodes count at the same moment, one of them finds again."""
    others = [f"p{number}" for number in range(6)]
    await people(kept, "ada", *others)
    for number, other in enumerate(others):
        await rated(kept, f"t{number}", "ada", other, SPRING)
    for _ in range(9):
        if not sum(await asyncio.gather(*(RatingWorker(kept).count() for _ in range(3)))):
            break
    found = {each.principal: (each.rounds, each.won) for each in await standings(kept, SPRING)}
    assert found == {"ada": (6, 6), **dict.fromkeys(others, (1, 0))}


async def test_rounds_that_were_rated_before_there_were_seasons_are_counted_in_order(kept: Store) -> None:
    """As after an upgrade: the earlier round counts first, whatever order the rows have."""
    await people(kept, "ada", "bob")
    await rated(kept, "b", "ada", "bob", SUMMER)
    await rated(kept, "a", "ada", "bob", SPRING)
    assert await kept.read(partial(season_log.uncounted, most=9)) == [("a", 1), ("b", 1)]
    assert await RatingWorker(kept).count() == 2
    assert [[each.rounds for each in await standings(kept, season)] for season in (SPRING, SUMMER)] == [[1, 1], [1, 1]]


async def test_the_length_of_a_season_changes_for_what_is_counted_from_then_on(kept: Store) -> None:
    await people(kept, "ada", "bob")
    await rated(kept, "t1", "ada", "bob", SPRING)
    assert await RatingWorker(kept).count() == 1
    await rated(kept, "t2", "ada", "bob", SPRING)
    assert await RatingWorker(kept, "month").count() == 1
    await rated(kept, "t3", "ada", "bob", SPRING)
    assert await RatingWorker(kept, "off").count() == 1
    assert await RatingWorker(kept).count() == 0, "without seasons nothing is left to count either"
    assert await kept.read(partial(season_log.names, game="tic_tac_toe")) == [SPRING, "2026-06"]
    assert [each.rounds for each in await standings(kept, SPRING)] == [1, 1]


async def test_of_who_is_deleted_nothing_is_left_in_a_season(kept: Store) -> None:
    await people(kept, "ada", "bob", "cid")
    await rated(kept, "t1", "ada", "bob", SPRING)
    await RatingWorker(kept).count()
    await rated(kept, "t2", "cid", "bob", SPRING)
    for name in ("ada", "cid"):
        await kept.write(partial(principal_repository.forget, principal=name, pseudonym="Somebody"))
    assert await RatingWorker(kept).count() == 1, "whoever the other was, it has ended"
    assert [(each.principal, each.rounds) for each in await standings(kept, SPRING)] == [("bob", 2)]
    rows = await kept.read(lambda connection: connection.execute(select(schema.season_ratings.c.principal)).all())
    assert [tuple(row) for row in rows] == [("bob",)]


async def test_results_say_the_place_among_all_of_the_season(kept: Store) -> None:
    await people(kept, "ada", "bob", "cid")
    await rated(kept, "t1", "ada", "bob", SPRING)
    await rated(kept, "t2", "ada", "cid", SPRING)
    await rated(kept, "t3", "bob", "ada", SUMMER)
    await RatingWorker(kept).count()
    found = await kept.read(partial(season_log.results, principal="ada", most=9))
    assert [(each.season, each.place, each.people, each.standing.won) for each in found] == [
        (SUMMER, 2, 2, 0),
        (SPRING, 1, 3, 2),
    ]
    (latest,) = await kept.read(partial(season_log.results, principal="ada", most=1))
    assert latest == found[0]
    places = {each.principal: number for number, each in enumerate(await standings(kept, SPRING), 1)}
    for name in ("bob", "cid"):
        assert (await kept.read(partial(season_log.results, principal=name, most=9)))[-1].place == places[name]


async def test_a_board_is_paged_by_key_and_settled_ratings_come_first(kept: Store) -> None:
    await people(kept, "ada", "bob", "new", "cid")
    rows = [
        {
            "principal": who,
            "mean": 25.0,
            "deviation": 1.0,
            "shown": shown,
            "settled": settled,
            "rounds": 1,
            "won": 0,
            "drawn": 0,
        }
        for who, settled, shown in (("ada", 1, 1400.0), ("bob", 1, 1500.0), ("new", 0, 1900.0), ("cid", 0, 1900.0))
    ]
    filled = [{"season": SPRING, "game": "tic_tac_toe", **row} for row in rows]
    await kept.write(lambda connection: connection.execute(insert(schema.season_ratings), filled))
    seen: list[str] = []
    after = None
    query = partial(season_log.board, game="tic_tac_toe", season=SPRING, most=1)
    while page := await kept.read(partial(query, after=after)):
        seen += [each.principal for each in page]
        after = (page[-1].settled, page[-1].shown, page[-1].principal)
    assert seen == ["bob", "ada", "new", "cid"] == [each.principal for each in await standings(kept, SPRING)]
