"""What every store does, one suite for all: order, once-ness, snapshots, and seats that are taken once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import structs
from sqlalchemy import Connection, select, update

from rondel.server.protocol import Terms
from rondel.server.storage import schema
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.store import Begun, Closed, NoOpenSeat, NotSaved, Store
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Answer, Conflict, Log, Snapshot
from tests.server.harness import empty_store
from tests.server.simulation.disk import Disk
from tests.server.simulation.store import SimulatedStore
from tests.server.storage.bare import with_tables
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgres", "simulated"])
def address(request: pytest.FixtureRequest) -> str:
    """Which store; for PostgreSQL the address of a new database."""
    if request.param != "postgres":
        return str(request.param)
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database(like=request.getfixturevalue("prepared"))


@pytest.fixture
async def store(address: str, tmp_path: Path) -> AsyncIterator[Store]:
    made: Store
    if address == "sqlite":
        made = empty_store(tmp_path)
    elif address == "simulated":
        made = SimulatedStore(Disk(Random(1)))
    else:
        made = await PostgresStore.open(address)
    yield made
    await made.close()


def play(seq: int, move: str = "play_disc(d3)", client_id: str | None = None, table: str = "t", role: str = "black") -> Answer:
    return Answer(table, seq, 1, "play", role, move, client_id, at=1_800_000_000_000)


def table(*seats: SeatEntry, host: str = "") -> TableEntry:
    return TableEntry("t", "reversi", {"size": 6, "text": "\x00☃"}, b"\x00\xff" * 16, hashed("invite"), seats, 2, host=host)


async def test_faulted_tables_are_counted(store: Store) -> None:
    await store.add(table(SeatEntry("black", "open")), 5)
    assert await store.faulted() == 0
    await store.fault("t", "it does not replay")
    assert await store.faulted() == 1
    await store.fault("t", None)
    assert await store.faulted() == 0


@pytest.fixture
async def moves(store: Store) -> Store:
    """A store with tables at which answers can be given."""
    return await with_tables(store, "t", "u", "v", *(f"t{each}" for each in range(40)))


async def test_no_answer_is_stored_for_a_table_that_there_is_not(store: Store) -> None:
    """A host may delete a table at which nobody has answered while somebody does: nothing of it is left behind."""
    with pytest.raises(Conflict):
        await store.append(play(1), Snapshot("t", 1, 1, 1, b"of nothing"))
    assert await store.log("t") == Log()


async def test_what_was_appended_is_read_back_whole_and_in_order(moves: Store) -> None:
    given = [
        play(1, "play_disc(a1)", "m1"),
        Answer(
            "t", 2, 1, "undo", "black", "agreed", "☃ m2", None, 1_800_000_000_001, b"\x00\xff" * 4, '{"left": 3}', "a,b", "{}"
        ),
        play(3),
    ]
    for each in given:
        await moves.append(each)
    assert await moves.log("t") == Log((), tuple(given))
    assert await moves.log("another") == Log()


async def test_a_number_is_given_once(moves: Store) -> None:
    await moves.append(play(1))
    with pytest.raises(Conflict, match="answer 1 of table t is not new"):
        await moves.append(play(1, "play_disc(c4)"))
    assert [answer.move for answer in (await moves.log("t")).answers] == ["play_disc(d3)"]


@pytest.mark.parametrize("seq", [0, 3, 100, -1])
async def test_a_number_without_the_one_before_it_is_refused(moves: Store, seq: int) -> None:
    await moves.append(play(1))
    with pytest.raises(Conflict):
        await moves.append(play(seq))
    with pytest.raises(Conflict):
        await moves.append(play(2, table="another"))
    assert [answer.seq for answer in (await moves.log("t")).answers] == [1]
    assert await moves.log("another") == Log()


async def test_a_clients_message_is_stored_once_for_each_table_and_role(moves: Store) -> None:
    await moves.append(play(1, client_id="m1"))
    with pytest.raises(Conflict):
        await moves.append(play(2, client_id="m1"))
    await moves.append(play(2, client_id="m1", role="white"))
    await moves.append(play(1, client_id="m1", table="u"))
    assert await moves.answered("t", "black", "m1") == play(1, client_id="m1")
    assert await moves.answered("t", "red", "m1") is None
    assert await moves.answered("t", "black", "m2") is None


async def test_bots_answers_have_no_id_and_never_collide(moves: Store) -> None:
    await moves.append(play(1))
    await moves.append(play(2))
    assert len((await moves.log("t")).answers) == 2


async def test_of_many_answers_with_one_number_one_is_stored(moves: Store) -> None:
    outcomes = await asyncio.gather(*(moves.append(play(1, f"m{each}")) for each in range(50)), return_exceptions=True)
    assert outcomes.count(None) == 1
    assert all(isinstance(each, Conflict) for each in outcomes if each is not None)


async def test_many_tables_at_once_are_stored_each_in_its_order(moves: Store) -> None:
    async def fill(name: str) -> None:
        for seq in range(1, 8):
            await moves.append(play(seq, table=name, client_id=f"m{seq}"))

    names = [f"t{each}" for each in range(40)]
    await asyncio.gather(*(fill(name) for name in names))
    for name in names:
        assert [answer.seq for answer in (await moves.log(name)).answers] == list(range(1, 8))


async def test_answers_of_one_table_that_wait_together_are_stored_in_order(moves: Store) -> None:
    await asyncio.gather(*(moves.append(play(seq)) for seq in range(1, 30)))
    assert [answer.seq for answer in (await moves.log("t")).answers] == list(range(1, 30))


async def test_the_latest_round_is_read_from_the_answer_that_began_it(moves: Store) -> None:
    again = Answer("t", 2, 2, "again", "", "", "g1", b"\x00\xffseed")
    second = Answer("t", 3, 2, "play", "black", "play_disc(c4)")
    for each in (play(1), again, second):
        await moves.append(each)
    assert await moves.log("t") == Log((), (again, second))


async def test_a_table_is_opened_from_a_snapshot_that_leaves_room_for_an_undo(moves: Store) -> None:
    taken = {seq: Snapshot("t", seq, 1, 3, bytes([seq]) * 100) for seq in (10, 20, 30)}
    for seq in range(1, 41):
        await moves.append(play(seq), taken.get(seq))
    log = await moves.log("t")
    assert log.snapshots == (taken[10], taken[20])
    assert [answer.seq for answer in log.answers] == list(range(21, 41))
    for before, start in ((41, 20), (21, 20), (20, 10), (10, 0), (0, 0)):
        log = await moves.log("t", before)
        assert [snapshot.seq for snapshot in log.snapshots] == list(range(10, start + 1, 10))
        assert [answer.seq for answer in log.answers] == list(range(start + 1, 41))
    await moves.append(Answer("t", 41, 2, "again", ""))
    assert [answer.seq for answer in (await moves.log("t")).answers] == [41], "a snapshot is of its round"


async def test_the_snapshot_of_an_answer_that_was_not_stored_is_not_stored(moves: Store) -> None:
    for seq in range(1, 31):
        await moves.append(play(seq))
    with pytest.raises(Conflict):
        await moves.append(play(7), Snapshot("t", 7, 1, 1, b"of another game"))
    assert (await moves.log("t")).snapshots == ()


async def test_text_a_database_cannot_hold_fails_alone(moves: Store) -> None:
    outcomes = await asyncio.gather(
        moves.append(play(1, table="u")),
        moves.append(play(1, "\ud800")),
        moves.append(play(1, table="v")),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [type(None), NotSaved, type(None)]
    await moves.append(play(1, "☃"))
    assert (await moves.log("t")).answers == (play(1, "☃"),)


async def test_a_table_is_found_as_it_was_added(store: Store) -> None:
    added = table(SeatEntry("b", "person", "", "Ada", hashed("x"), "p1"), SeatEntry("a", "bot", "mcts"), SeatEntry("c", "open"))
    await store.add(added, 1_800_000_000_000)
    assert await store.find("t") == added
    for other in ("T", "", "' OR 1 = 1 --", "t%"):
        assert await store.find(other) is None


async def test_a_table_that_cannot_be_added_whole_is_not_added(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.add(table(SeatEntry("a", "open"), SeatEntry("a", "open")), 0)
    assert await store.find("t") is None


async def test_of_many_who_want_a_seat_each_gets_one_or_is_turned_away(store: Store) -> None:
    await store.add(table(SeatEntry("a", "open"), SeatEntry("b", "bot", "mcts"), SeatEntry("c", "open")), 0)
    outcomes = await asyncio.gather(
        *(store.take_seat("t", SeatEntry("", "person", "", f"{each}", hashed(f"token {each}"))) for each in range(20)),
        return_exceptions=True,
    )
    taken = [each for each in outcomes if isinstance(each, SeatEntry)]
    assert sorted(seat.role for seat in taken) == ["a", "c"]
    assert sum(isinstance(each, NoOpenSeat) for each in outcomes) == 18
    found = await store.find("t")
    assert found is not None
    assert {seat for seat in found.seats if seat.kind == "person"} == set(taken)


async def test_seats_change_until_something_has_happened(store: Store) -> None:
    ada, bob = SeatEntry("a", "person", "", "Ada", hashed("1"), "p1"), SeatEntry("c", "person", "", "Bob", hashed("2"), "p2")
    await store.add(table(ada, SeatEntry("b", "open"), bob, host="a"), 0)

    async def seats() -> tuple[str, list[str]]:
        found = await store.find("t")
        assert found is not None
        return found.host, [seat.name or seat.bot or seat.kind for seat in found.seats]

    await store.change_seats("t", [SeatEntry("b", "bot", "mcts")], 1)
    assert await seats() == ("a", ["Ada", "mcts", "Bob"])
    await store.change_seats("t", [SeatEntry("a", "open")], 2)
    assert await seats() == ("c", ["open", "mcts", "Bob"])
    await store.change_seats("t", [SeatEntry("c", "open")], 3)
    assert await seats() == ("", ["open", "mcts", "open"])
    await store.take_seat("t", bob)
    assert await seats() == ("c", ["open", "mcts", "Bob"])
    await store.append(Answer("t", 1, 1, "play", "c", "do(a)"))
    with pytest.raises(Begun):
        await store.change_seats("t", [SeatEntry("c", "open")], 4)
    assert await seats() == ("c", ["open", "mcts", "Bob"])


async def test_conditional_moves_are_kept_for_who_sits_there_and_what_has_been_answered_since_is_known(store: Store) -> None:
    ada, bob = [SeatEntry(role, "person", token_hash=hashed(role)) for role in "ab"]
    await store.add(table(ada, bob), 0)
    await store.store_conditional_moves("t", ada, "if so, then that")
    await store.store_conditional_moves("t", structs.replace(bob, token_hash=hashed("who sat there before")), "gone")
    found = await store.find("t")
    assert found is not None
    assert [seat.conditional_moves for seat in found.seats] == ["if so, then that", ""]
    for seq in (1, 2, 3):
        await store.append(play(seq))
    assert [answer.seq for answer in await store.since("t", 1)] == [2, 3]
    assert await store.since("t", 3) == await store.since("u", 0) == ()


async def test_what_is_new_at_many_tables_is_read_at_once(moves: Store) -> None:
    for seq in (1, 2, 3):
        await moves.append(play(seq))
    await moves.append(play(1, table="u"))
    found = await moves.since_each({"t": 1, "u": 0, "v": 0, "none": 4})
    assert {each: [row.seq for row in rows] for each, rows in found.items() if isinstance(rows, tuple)} == {
        "t": [2, 3],
        "u": [1],
        "v": [],
        "none": [],
    }
    assert found["t"] == await moves.since("t", 1)
    await moves.take_seat("v", SeatEntry("", "person", token_hash=hashed("bob")))
    heads = await moves.heads(["t", "u", "v", "none"])
    assert {each: (head.seq, head.seating) for each, head in heads.items()} == {"t": (3, 1), "u": (1, 1), "v": (0, 2)}


async def test_where_the_terms_say_so_everybody_moves_on_by_a_seat_with_the_answer_that_begins_the_next_round(
    store: Store,
) -> None:
    seats = tuple(
        SeatEntry(role, "person", "", role.upper(), hashed(role), f"p{role}", conditional_moves=f"{role}'s") for role in "abc"
    )
    for name, rotate in (("t", True), ("u", False)):
        mine = tuple(structs.replace(seat, token_hash=hashed(f"{name}{seat.role}")) for seat in seats)
        await store.add(structs.replace(table(*mine, host="b"), id=name, terms=Terms(rotate=rotate)), 0)
        await store.append(play(1, table=name))
        await store.append(Answer(name, 2, 2, "again", ""))
        with pytest.raises(Conflict):
            await store.append(Answer(name, 2, 2, "again", ""))
        await store.append(play(3, table=name))
    moved, still = await store.find("t"), await store.find("u")
    assert moved is not None
    assert still is not None
    assert [(seat.role, seat.name, seat.token_hash, seat.holder, seat.conditional_moves) for seat in moved.seats] == [
        ("a", "C", hashed("tc"), "pc", "c's"),
        ("b", "A", hashed("ta"), "pa", "a's"),
        ("c", "B", hashed("tb"), "pb", "b's"),
    ]
    assert moved.host == "c", "the host is who it was"
    assert ([seat.name for seat in still.seats], still.host) == (["A", "B", "C"], "b")


async def test_what_is_wrong_with_a_table_is_kept(store: Store) -> None:
    await store.add(table(SeatEntry("a", "open")), 0)
    for reason in ("its rules are gone", None):
        await store.fault("t", reason)
        found = await store.find("t")
        assert found is not None
        assert found.fault == reason


async def test_when_a_table_is_over_is_written_with_the_answer_that_ends_it_and_with_one_that_goes_on(kept: Store) -> None:
    tables, seats = schema.tables.c, schema.seats.c

    async def ended() -> tuple[int | None, list[bool]]:
        at = await kept.read(lambda connection: connection.scalar(select(tables.ended_at).where(tables.id == "t")))
        over = select(seats.over).where(seats.table_id == "t")
        return at, await kept.read(lambda connection: list(connection.scalars(over)))

    await kept.add(structs.replace(table(SeatEntry("a", "open"), SeatEntry("b", "open")), active="a"), 0)
    await kept.add(structs.replace(table(SeatEntry("a", "open")), id="u", active="a"), 0)
    seen = []
    rows = [
        ("play", "b"),
        ("play", ""),
        ("undo", "a"),
        ("play", ""),
        ("play", ""),
        ("again", "a,b"),
        ("play", None),
        ("play", ""),
    ]
    for seq, (kind, active) in enumerate(rows, 1):
        await kept.append(Answer("t", seq, 1, kind, "a", at=1000 + seq, active=active))  # type: ignore[arg-type]
        seen.append(await ended())
    no, yes = [False, False], [True, True]
    assert seen == [(None, no), (1002, yes), (None, no), (1004, yes), (1004, yes), (None, no), (None, no), (1008, yes)]
    other = select(tables.active, tables.ended_at).where(tables.id == "u")
    assert await kept.read(lambda connection: tuple(connection.execute(other).one())) == ("a", None)


async def test_a_change_that_fails_changes_nothing(kept: Store) -> None:
    def change(connection: Connection) -> None:
        connection.execute(update(schema.tables).values(game="chess"))
        raise KeyError

    await kept.add(table(SeatEntry("a", "open")), 0)
    with pytest.raises(KeyError):
        await kept.write(change)
    found = await kept.find("t")
    assert found is not None
    assert found.game == "reversi"


async def test_a_closed_store_takes_nothing_more(moves: Store) -> None:
    waiting = [asyncio.ensure_future(moves.append(play(seq))) for seq in range(1, 6)]
    await asyncio.sleep(0)
    await moves.close()
    await moves.close()
    assert await asyncio.gather(*waiting, return_exceptions=True) == [None] * 5, "what was waiting is stored"
    with pytest.raises(Closed):
        await moves.append(play(6))


async def test_an_answer_is_stored_only_while_the_seats_are_those_it_was_stepped_with(store: Store) -> None:
    """Every change counts: sitting down, being sent away, and moving on by a seat with the next round."""
    seats = (SeatEntry("black", "open"), SeatEntry("white", "person", "", "Ada", b"a"))
    await store.add(msgspec.structs.replace(table(*seats, host="white"), terms=Terms(rotate=True)), 0)

    async def seating() -> int:
        found = await store.find("t")
        assert found is not None
        return found.seating

    counts = [await seating()]
    await store.take_seat("t", SeatEntry("black", "person", "", "Bob", b"b"))
    counts.append(await seating())
    await store.change_seats("t", [SeatEntry("black", "bot", "random")], 0)
    counts.append(await seating())
    for old in counts[:-1]:
        with pytest.raises(Conflict):
            await store.append(play(1), None, old)
    await store.append(play(1), None, counts[-1])
    await store.append(Answer("t", 2, 2, "again", "", seed=b"s"), None, counts[-1])
    counts.append(await seating())
    with pytest.raises(Conflict):
        await store.append(Answer("t", 3, 2, "play", "black"), None, counts[-2])
    await store.append(Answer("t", 3, 2, "play", "black"), None, counts[-1])
    assert counts == [1, 2, 3, 4]
    assert [answer.seq for answer in await store.since("t", 0)] == [1, 2, 3]
