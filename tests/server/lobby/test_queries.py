"""Queries of the lobby: filters and pages in both databases, without reading whole tables."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from rondel.server.lobby import queries
from rondel.server.lobby.queries import TableFilter
from rondel.server.protocol import Fischer, PerMove, Terms
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer

pytestmark = pytest.mark.anyio

PUBLIC = Terms(public=True)
OPEN, ADA, BOB = (
    SeatEntry("a", "open"),
    SeatEntry("a", "person", name="Ada", holder="ada"),
    SeatEntry("b", "person", holder="bob"),
)


async def add(store: Store, name: str, at: int, *seats: SeatEntry, terms: Terms = PUBLIC, game: str = "reversi") -> None:
    await store.add(TableEntry(name, game, {}, b"s", b"i" + name.encode(), seats, active="a", terms=terms), at)


async def answer(store: Store, table: str, seq: int, active: str, number: int = 1, kind: Any = "play") -> None:
    result = None if active else '{"ranks": {"a": 1, "b": 2}}'
    await store.append(Answer(table, seq, number, kind, "a", at=1000 + seq, active=active, result=result))


async def ids(store: Store, wanted: TableFilter, after: tuple[int, str] | None = None, most: int = 99) -> list[str]:
    return [found.id for found in await store.read(partial(queries.public, wanted=wanted, after=after, most=most))]


async def test_public_tables_that_are_not_over_are_listed_the_newest_first(kept: Store) -> None:
    await add(kept, "old", 1, ADA, BOB)
    await add(kept, "secret", 2, ADA, BOB, terms=Terms())
    await add(kept, "over", 3, ADA, BOB)
    await add(kept, "new", 4, OPEN, BOB)
    await answer(kept, "old", 1, "b")
    await answer(kept, "over", 1, "")
    assert await ids(kept, TableFilter()) == ["new", "old"]
    new, old = await kept.read(partial(queries.public, wanted=TableFilter(), after=None, most=9))
    assert (new.seq, new.round, new.active, new.at, new.seats) == (0, 1, ("a",), 4, (OPEN, BOB))
    assert (old.seq, old.round, old.active, old.at, old.terms) == (1, 1, ("b",), 1001, PUBLIC)
    await answer(kept, "over", 2, "b", 2, "again")
    assert await ids(kept, TableFilter()) == ["new", "over", "old"]


async def test_a_table_that_has_not_begun_waits_for_nobody(kept: Store) -> None:
    await add(kept, "t1", 1, OPEN, BOB, terms=Terms(public=True, start="full"))
    await add(kept, "t2", 2, OPEN, BOB, terms=Terms(public=True, start="at_once"))
    found = await kept.read(partial(queries.public, wanted=TableFilter(), after=None, most=9))
    assert [each.active for each in found] == [("a",), ()]


async def test_tables_are_found_by_what_is_asked_for(kept: Store) -> None:
    await add(kept, "t1", 1, OPEN, BOB, terms=Terms(public=True, clock=Fischer(60)), game="chess")
    await add(kept, "t2", 2, ADA, BOB, terms=Terms(public=True, clock=PerMove(86_400), rated=True))
    await add(kept, "t3", 3, OPEN, BOB, terms=Terms(public=True, watchable=False))
    found = {
        wanted: await ids(kept, wanted)
        for wanted in (
            TableFilter(game="chess"),
            TableFilter(game="' OR 1=1 --"),
            TableFilter(open=True),
            TableFilter(open=False),
            TableFilter(pace="live"),
            TableFilter(pace="days"),
            TableFilter(pace="none"),
            TableFilter(watchable=False),
            TableFilter(rated=True),
            TableFilter(rated=False, open=True, game="reversi"),
        )
    }
    assert list(found.values()) == [["t1"], [], ["t3", "t1"], ["t2"], ["t1"], ["t2"], ["t3"], ["t3"], ["t2"], ["t3"]]
    await kept.take_seat("t3", SeatEntry("a", "person"))
    assert await ids(kept, TableFilter(open=True)) == ["t1"]


async def test_pages_have_every_table_once_also_where_many_are_of_one_time(kept: Store) -> None:
    names = [f"t{each}" for each in range(7)]
    for name in names:
        await add(kept, name, 5, ADA, BOB)
    seen: list[str] = []
    after = None
    while page := await ids(kept, TableFilter(), after, 2):
        seen += page
        after = (5, page[-1])
    assert sorted(seen) == names
    assert len(seen) == len(names)


async def test_ones_own_running_tables_are_found_and_none_of_others(kept: Store) -> None:
    both = (ADA, SeatEntry("b", "person", holder="ada"))
    for name, seats in (("t1", (ADA, BOB)), ("t2", both), ("t3", (OPEN, BOB)), ("t4", (ADA, BOB))):
        await add(kept, name, 1, *seats, terms=Terms())
    await answer(kept, "t4", 1, "")

    async def mine(holder: str, after: str = "", most: int = 9) -> list[str]:
        return [each.id for each in await kept.read(partial(queries.running, holder=holder, after=after, most=most))]

    assert (await mine("ada"), await mine("bob"), await mine("cid"), await mine("")) == (["t1", "t2"], ["t1", "t3"], [], [])
    assert (await mine("ada", most=1), await mine("ada", "t1", 1), await mine("ada", "t2")) == (["t1"], ["t2"], [])
    await answer(kept, "t4", 2, "b", 2, "again")
    assert await mine("ada") == ["t1", "t2", "t4"]


async def test_rounds_that_have_ended_are_ones_own_the_last_first(kept: Store) -> None:
    await add(kept, "t1", 1, ADA, BOB, terms=Terms(rated=True))
    await add(kept, "t2", 1, ADA, SeatEntry("b", "bot", "random"), terms=Terms())
    for seq, (active, number, kind) in enumerate([("", 1, "play"), ("a", 1, "undo"), ("", 1, "play"), ("a", 2, "again")], 1):
        await answer(kept, "t1", seq, active, number, kind)
    await answer(kept, "t1", 5, "", 2)
    await answer(kept, "t2", 1, "")

    async def ended(holder: str, after: Any = None, most: int = 9) -> list[tuple[Any, ...]]:
        found = await kept.read(partial(queries.ended, holder=holder, after=after, most=most))
        return [(each.table, each.round, each.seq, each.role, each.rated) for each in found]

    assert await ended("ada") == [("t1", 2, 5, "a", True), ("t1", 1, 3, "a", True), ("t2", 1, 1, "a", False)]
    assert await ended("bob") == [("t1", 2, 5, "b", True), ("t1", 1, 3, "b", True)]
    assert await ended("ada", (1005, "t1", 2), 1) == [("t1", 1, 3, "a", True)]
    assert await ended("") == []


async def test_rounds_that_are_everybodys_to_see_were_played_in_public_under_the_accounts_name(kept: Store) -> None:
    ada = SeatEntry("a", "person", name="Ada", holder="ada", badge="account")
    seen, hidden = Terms(public=True), Terms(public=True, watchable=False)
    for name, seat, terms in (("t1", ada, seen), ("t2", ada, hidden), ("t3", ada, Terms()), ("t4", ADA, seen)):
        await add(kept, name, 1, seat, BOB, terms=terms)
        await answer(kept, name, 1, "")
    ended = partial(queries.ended, holder="ada", after=None, most=9)
    assert [each.table for each in await kept.read(ended)] == ["t4", "t3", "t2", "t1"]
    assert [each.table for each in await kept.read(partial(ended, seen=True))] == ["t1"]


async def test_who_has_moved_on_by_a_seat_is_found_where_they_sat(kept: Store) -> None:
    names = {"ada": "Ada", "bob": "Bob"}
    seats = [
        SeatEntry(role, "person", name=names[who], holder=who, badge="account") for role, who in zip("ab", names, strict=True)
    ]
    await add(kept, "t1", 1, *seats, terms=Terms(public=True, rotate=True))
    await answer(kept, "t1", 1, "")
    await answer(kept, "t1", 2, "a", 2, "again")
    await answer(kept, "t1", 3, "", 2)
    for who, roles in (("ada", ["b", "a"]), ("bob", ["a", "b"])):
        for seen in (False, True):
            found = await kept.read(partial(queries.ended, holder=who, after=None, most=9, seen=seen))
            assert [(each.round, each.role) for each in found] == [(2, roles[0]), (1, roles[1])]
        sat = await kept.read(partial(queries.sat, played=found))
        assert [sat["t1", number][0].name for number in (1, 2)] == ["Ada", "Bob"]


async def test_what_was_played_under_another_name_is_nobody_elses_to_see(kept: Store) -> None:
    seats = (
        SeatEntry("a", "person", name="Ada", holder="ada", badge="account"),
        SeatEntry("b", "person", name="X", holder="ada"),
    )
    await add(kept, "t1", 1, *seats, terms=Terms(public=True))
    await answer(kept, "t1", 1, "")
    assert await kept.read(partial(queries.ended, holder="ada", after=None, most=9, seen=True)) == []


QUERIES: dict[str, Any] = {
    "public": partial(queries.public, wanted=TableFilter(game="chess", open=True), after=(5, "t"), most=50),
    "of_ids": partial(queries.of_ids, ids=["t1", "t2"]),
    "running": partial(queries.running, holder="ada", after="", most=50),
    "ended": partial(queries.ended, holder="ada", after=(5, "t", 1), most=50),
    "sat": partial(queries.sat, played=[queries.Round("t1", "chess", 2, 9, 9, "a", False, {})]),
    "seen": partial(queries.ended, holder="ada", after=(5, "t", 1), most=50, seen=True),
}


@pytest.mark.parametrize("name", QUERIES)
async def test_no_query_reads_a_whole_table(kept: Store, name: str) -> None:
    """It goes by keys and indexes; PostgreSQL, which reads small tables whole, is told that this costs a lot."""

    def plans(connection: Connection) -> str:
        postgres = connection.dialect.name == "postgresql"
        asked: list[tuple[str, Any]] = []

        def listen(_c: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
            asked.append((statement, parameters))

        if postgres:
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        event.listen(connection, "before_cursor_execute", listen)
        QUERIES[name](connection)
        event.remove(connection, "before_cursor_execute", listen)
        explain = "EXPLAIN " if postgres else "EXPLAIN QUERY PLAN "
        lines = [connection.exec_driver_sql(explain + statement, parameters).all() for statement, parameters in asked]
        return "\n".join(str(tuple(row)) for plan in lines for row in plan)

    plan = await kept.write(plans)  # in a transaction, else the setting has no effect
    whole = re.findall(r"(?:SCAN|Seq Scan on) (?:tables|seats|answers|results)(?! USING)", plan)
    assert whole == [], plan
    assert re.search("USING|Index", plan)
    if name == "public":
        assert re.search("COVERING INDEX tables_listed|Index Only Scan.* tables_listed", plan), plan
