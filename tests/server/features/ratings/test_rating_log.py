"""Ratings: each rated round between different accounts counts once; other rounds do not count."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Kind
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.ratings import rating_log
from rondel.server.features.ratings.rating_log import Standing
from rondel.server.features.ratings.rating_worker import RatingWorker, parties
from rondel.server.protocol import Terms
from rondel.server.storage import schema
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer

pytestmark = pytest.mark.anyio

RATED = Terms(rated=True)


async def person(store: Store, name: str, kind: Kind = "account") -> str:
    await store.write(partial(principal_repository.add, entry=Entry(name, kind, name.title(), 1, name)))
    return name


async def ended(
    store: Store, name: str, x: str, o: str, *, ranks: Any = (1, 2), terms: Terms = RATED, kind: Any = "person"
) -> None:
    """A table of tic-tac-toe at which a round has ended."""
    seats = (SeatEntry("x", "person", holder=x), SeatEntry("o", kind, "random" if kind == "bot" else "", holder=o))
    await store.add(TableEntry(name, "tic_tac_toe", {}, b"", b"", seats, active="x", terms=terms), 1)
    await end(store, name, 1, ranks)


async def end(store: Store, name: str, seq: int, ranks: Any, number: int = 1) -> None:
    """Two answers that end a round."""
    result = json.dumps({"ranks": dict(zip(("x", "o"), ranks, strict=True)) if ranks else {}})
    await store.append(Answer(name, seq, number, "play", "o", "", f"m{seq}", at=100 + seq, active="x"))
    await store.append(Answer(name, seq + 1, number, "play", "x", "", f"m{seq}", at=101 + seq, active="", result=result))


async def board(store: Store) -> list[tuple[str, int, int]]:
    """The accounts of the board with the rounds they have played and won."""
    found: list[Standing] = await store.read(partial(rating_log.board, game="tic_tac_toe", after=None, most=9))
    keys = [(each.settled, each.shown) for each in found]
    assert keys == sorted(keys, reverse=True)
    return [(each.principal, each.rounds, each.won) for each in found]


async def test_a_round_changes_the_ratings_once_however_often_it_is_settled(kept: Store) -> None:
    await ended(kept, "t1", await person(kept, "ada"), await person(kept, "bob"))
    await ended(kept, "t2", "bob", "ada", ranks=(2, 1))
    await kept.append(Answer("t2", 3, 2, "again", "", active="x", at=103))
    await end(kept, "t2", 4, (1, 1), 2)
    rater = RatingWorker(kept)
    assert await rater.settle() == 3
    assert await rater.settle() == 0
    for table, number in (("t1", 1), ("t2", 1), ("t2", 2)):
        assert not await kept.write(partial(rating_log.settle, table=table, number=number, parties=parties))
    assert await board(kept) == [("ada", 3, 2), ("bob", 3, 0)]
    tallies = {
        each.principal: (each.won, each.drawn)
        for each in await kept.read(partial(rating_log.board, game="tic_tac_toe", after=None, most=9))
    }
    assert tallies == {"ada": (2, 1), "bob": (0, 1)}, "a draw is no win"
    course = await kept.read(partial(rating_log.history, principal="ada", game="tic_tac_toe", after=None, most=9))
    assert [(each.table, each.round, each.rank) for each in course] == [("t2", 2, 1), ("t2", 1, 1), ("t1", 1, 1)]
    assert course[0].mean < course[1].mean > course[2].mean > 25, "a draw costs the stronger"
    (standing,) = await kept.read(partial(rating_log.standings, principal="ada"))
    assert (standing.name, standing.mean) == ("Ada", course[0].mean)
    rest = await kept.read(partial(rating_log.history, principal="ada", game="tic_tac_toe", after=(105, "t2", 2), most=1))
    assert rest == course[1:2]


async def test_of_many_who_settle_a_round_at_once_one_does(kept: Store) -> None:
    await ended(kept, "t1", await person(kept, "ada"), await person(kept, "bob"))
    settle = partial(rating_log.settle, table="t1", number=1, parties=parties)
    outcomes = await asyncio.gather(*(kept.write(settle) for _ in range(8)))
    assert sorted(outcomes) == [False] * 7 + [True]
    rows = select(func.count()).select_from(schema.ratings)
    assert await kept.read(lambda connection: connection.scalar(rows)) == 2


async def test_a_round_that_ends_again_after_an_undo_is_rated_once(kept: Store) -> None:
    await ended(kept, "t1", await person(kept, "ada"), await person(kept, "bob"))
    await kept.append(Answer("t1", 3, 1, "undo", "x", active="x", at=103))
    assert await RatingWorker(kept).settle() == 0, "it goes on"
    await end(kept, "t1", 4, (2, 1))
    assert await RatingWorker(kept).settle() == 1
    assert await board(kept) == [("bob", 1, 1), ("ada", 1, 0)]
    await kept.append(Answer("t1", 6, 1, "undo", "x", active="x", at=106))
    await end(kept, "t1", 7, (1, 2))
    assert await RatingWorker(kept).settle() == 0
    assert await board(kept) == [("bob", 1, 1), ("ada", 1, 0)], "what has been rated stays"


async def test_what_is_no_round_between_different_people_with_accounts_is_not_rated(kept: Store) -> None:
    ada, bob = await person(kept, "ada"), await person(kept, "bob")
    guest, robot = await person(kept, "gil", "guest"), await person(kept, "bit", "bot")
    await ended(kept, "self", ada, ada)
    await ended(kept, "guest", ada, guest)
    await ended(kept, "bot account", ada, robot)
    await ended(kept, "bot", ada, "", kind="bot")
    await ended(kept, "nobody", ada, "")
    await ended(kept, "for fun", ada, bob, terms=Terms())
    await ended(kept, "no result", ada, bob, ranks=())
    assert await RatingWorker(kept).settle() == 6
    assert await RatingWorker(kept).settle() == 0
    assert await board(kept) == []


async def test_who_was_not_there_when_a_round_was_begun_anew_has_lost_nothing(kept: Store) -> None:
    await ended(kept, "t1", await person(kept, "ada"), await person(kept, "bob"))
    await RatingWorker(kept).settle()
    before = await board(kept)
    won = json.dumps({"ranks": {"x": 1, "o": 2}})
    rows = (
        Answer("t1", 3, 2, "again", "", "", "g1", active="x", at=103),
        Answer("t1", 4, 2, "play", "x", "", "g2", active="o", at=104),
        Answer("t1", 5, 2, "play", "o", active="o", at=105),  # given for somebody who is away
        Answer("t1", 6, 2, "flag", "o", active="", at=106, result=won),
    )
    for row in rows:
        await kept.append(row)
    assert await RatingWorker(kept).settle() == 1
    assert await board(kept) == before == [("ada", 1, 1), ("bob", 1, 0)]
    await kept.append(Answer("t1", 7, 3, "again", "", "", "g3", active="x", at=107))
    await kept.append(Answer("t1", 8, 3, "resign", "o", "", "g4", active="", at=108, result=won))
    assert await RatingWorker(kept).settle() == 1
    assert await board(kept) == [("ada", 2, 2), ("bob", 2, 0)], "who resigns is there, and the other need not have answered yet"


async def test_who_is_forgotten_is_on_no_board_and_the_others_keep_what_they_have(kept: Store) -> None:
    for name in ("ada", "bob", "cid"):
        await person(kept, name)
    await ended(kept, "t1", "ada", "bob")
    await ended(kept, "t2", "cid", "bob")
    await RatingWorker(kept).settle()
    for name in ("ada", "cid"):
        await kept.write(partial(principal_repository.forget, principal=name, pseudonym="Somebody"))
    assert await board(kept) == [("bob", 2, 0)]


async def test_a_board_is_paged_by_key(kept: Store) -> None:
    for number in range(6):
        await person(kept, f"p{number}")
    for number in range(3):
        await ended(kept, f"t{number}", f"p{number}", f"p{number + 3}")
    await RatingWorker(kept).settle()

    def pages(connection: Connection) -> list[str]:
        seen: list[str] = []
        after = None
        while page := rating_log.board(connection, "tic_tac_toe", after, 2):
            seen += [each.principal for each in page]
            after = (page[-1].settled, page[-1].shown, page[-1].principal)
        return seen

    assert await kept.read(pages) == ["p2", "p1", "p0", "p5", "p4", "p3"]


async def test_settled_ratings_come_before_provisional_ones_however_high(kept: Store) -> None:
    for name in ("ada", "bob", "cid", "new"):
        await person(kept, name)
    for number in range(14):
        await ended(kept, f"t{number}", "ada", "bob", ranks=(1, 1))
    await ended(kept, "lucky", "new", "cid")
    await RatingWorker(kept).settle()
    found = await kept.read(partial(rating_log.board, game="tic_tac_toe", after=None, most=9))
    assert [each.principal for each in found][2:] == ["new", "cid"]
    assert [each.settled for each in found] == [1, 1, 0, 0]
    assert found[2].shown > found[0].shown
