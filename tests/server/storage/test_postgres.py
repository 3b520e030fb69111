"""The store in PostgreSQL, against a real server: its schema, its durability, what happens when it goes away, and two nodes.

What every store does: test_store.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import NoneType

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from typer.testing import CliRunner

from rondel.cli.app import app
from rondel.server.ops.database import NoArena, open_arena
from rondel.server.ops.port import bound
from rondel.server.serving import CannotServe, serve
from rondel.server.storage import schema, table_repository
from rondel.server.storage.postgres import connections
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.store import Begun, Down, NotSaved
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Answer, Conflict
from tests.server.harness import PATIENCE, Running, joined, me
from tests.server.storage.bare import bare, with_tables
from tests.server.storage.postgres import Cluster, programs

pytestmark = pytest.mark.anyio


@pytest.fixture
def address(cluster: Cluster, prepared: str) -> str:
    return cluster.database(like=prepared)


@pytest.fixture
def empty(cluster: Cluster) -> str:
    """The address of a database without tables."""
    return cluster.database()


@pytest.fixture(scope="module")
def own_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL server that a test may stop or freeze, and that runs again at its end."""
    with Cluster(tmp_path_factory.mktemp("own"), programs()) as running:
        yield running


def play(seq: int, client_id: str | None = None, table: str = "t") -> Answer:
    return Answer(table, seq, 1, "play", "black", "play_disc(d3)", client_id)


async def test_the_migrations_make_what_the_metadata_says(empty: str) -> None:
    await (await PostgresStore.open(empty)).close()
    engine = create_async_engine("postgresql+asyncpg://" + empty.partition("://")[2])
    async with engine.connect() as connection:
        different = await connection.run_sync(lambda each: compare_metadata(MigrationContext.configure(each), schema.metadata))
    await engine.dispose()
    found = {(change, thing.name) for change, thing in different}
    also = {("remove_table", "throttles"), ("remove_table", "searches")}
    assert found == also, "which SQLite does not have, and no query of SQLAlchemy names"


async def test_nodes_that_start_at_once_make_the_schema_once(empty: str) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(empty) for _ in range(5)))
    await with_tables(stores[0], "t")
    await stores[0].append(play(1))
    assert [answer.seq for answer in (await stores[4].log("t")).answers] == [1]
    for each in stores:
        await each.close()


@pytest.mark.parametrize("version", ["0016", "9999"])
async def test_a_database_of_another_version_is_refused_with_the_fix(version: str, address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("UPDATE alembic_version SET version_num = $1", version)
    await connection.close()
    with pytest.raises(
        schema.OtherVersion, match=rf"version '{version}'.*install the rondel that wrote them, or choose another data"
    ):
        await PostgresStore.open(address)


@pytest.mark.parametrize(
    "words", [("tables",), ("verify",), ("reports",), ("forget", "t", "--yes"), ("password", "Ada")], ids=lambda words: words[0]
)
def test_a_command_for_hosts_refuses_an_empty_database_and_leaves_it_empty(words: tuple[str, ...], empty: str) -> None:
    found = CliRunner().invoke(app, ["admin", *words, "--database", empty], input="correct horse 9\n")
    assert (found.exit_code, found.stdout) == (1, "")
    assert found.stderr == "rondel: this database holds no arena; start `rondel serve --database …` first\n"
    assert asyncio.run(objects(empty)) == []


async def objects(address: str) -> list[str]:
    """The names of everything that was created in a database."""
    connection = await asyncpg.connect(address)
    try:
        return [row["relname"] for row in await connection.fetch("SELECT relname FROM pg_class WHERE oid >= 16384")]
    finally:
        await connection.close()


async def test_a_command_for_hosts_does_not_bring_a_database_up_to_date(address: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("UPDATE alembic_version SET version_num = 'r6'")
    with pytest.raises(NoArena, match=r"of version 'r6' and this program reads version '.*start `rondel serve --database …`"):
        async with open_arena(Path("unused"), address):
            pass
    assert await connection.fetchval("SELECT version_num FROM alembic_version") == "r6"
    await connection.close()


@pytest.mark.parametrize("table", ["notes", "alembic_version"])
async def test_a_database_of_another_program_is_refused_and_left_untouched(table: str, empty: str) -> None:
    connection = await asyncpg.connect(empty)
    await connection.execute(f"CREATE TABLE {table} (version_num TEXT)")
    stored = "SELECT oid, relname FROM pg_class WHERE oid >= 16384 ORDER BY oid"
    before = await connection.fetch(stored)
    words = "it has tables of another program, and nothing in it was changed: create an empty database"
    with pytest.raises(schema.ForeignDatabase, match=words):
        await PostgresStore.open(empty)
    with pytest.raises(CannotServe, match=f"the arena cannot be kept in that database: {words}"):
        await asyncio.to_thread(serve, port=0, database=empty)
    with pytest.raises(NoArena, match=words):
        async with open_arena(Path("unused"), empty):
            pass
    assert await connection.fetch(stored) == before
    await connection.close()


async def test_the_tables_of_an_extension_do_not_make_a_database_foreign(empty: str) -> None:
    connection = await asyncpg.connect(empty)
    await connection.execute("CREATE TABLE spatial_ref_sys (id INT)")
    await connection.execute("ALTER EXTENSION plpgsql ADD TABLE spatial_ref_sys")
    await connection.close()
    store = await PostgresStore.open(empty)
    await with_tables(store, "t")
    await store.close()


async def test_every_commit_is_flushed_and_one_is_enough_for_what_waits_together(address: str) -> None:
    store = await PostgresStore.open(address)
    assert await store._connections.use(lambda each: each.fetchval("SHOW synchronous_commit")) == "on"
    await with_tables(store, *(f"t{number}" for number in range(100)))
    await asyncio.gather(*(store.append(play(1, table=f"t{number}")) for number in range(100)))
    counting = "SELECT COUNT(DISTINCT xmin::text) FROM answers"
    transactions = await store._connections.use(lambda each: each.fetchval(counting))
    assert transactions <= 2, "one for the first, one for all that came meanwhile"
    await store.close()


async def test_a_table_is_found_and_opened_with_five_round_trips(address: str, cluster: Cluster) -> None:
    logging = f"ALTER DATABASE {address.rpartition('/')[2]} SET log_statement = 'all'"
    await asyncio.to_thread(cluster.ask, logging)
    store = await PostgresStore.open(address)
    await with_tables(store, "t")
    for seq in range(1, 4):
        await store.append(play(seq))
    begun = cluster.log.stat().st_size
    found, log = await store.find("t"), await store.log("t")
    assert found is not None
    assert [answer.seq for answer in log.answers] == [1, 2, 3]
    asked = re.findall("LOG: .*", cluster.log.read_bytes()[begun:].decode())
    assert len(asked) == 5, asked
    assert {each.partition("SELECT")[1] for each in asked} == {"SELECT"}, "no transaction, and nothing that resets a session"
    await store.close()


async def test_of_two_nodes_that_answer_at_one_table_one_wins(address: str) -> None:
    one, two = await PostgresStore.open(address), await PostgresStore.open(address)
    await with_tables(one, "t")
    for seq in range(1, 30):
        mine, others = f"a{seq}", f"b{seq}"
        outcomes = await asyncio.gather(one.append(play(seq, mine)), two.append(play(seq, others)), return_exceptions=True)
        assert outcomes.count(None) == 1, outcomes
        for client_id, outcome in zip((mine, others), outcomes, strict=True):
            assert (await one.answered("t", "black", client_id) is not None) == (outcome is None)
    assert [answer.seq for answer in (await two.log("t")).answers] == list(range(1, 30))
    await one.close()
    await two.close()


async def test_a_game_does_not_begin_while_another_node_changes_its_seats(address: str) -> None:
    """Neither transaction sees the other: the first answer waits for the change, and is then one of other seats."""
    one, two = await PostgresStore.open(address), await PostgresStore.open(address)
    await with_tables(one, "t")
    entry = await one.find("t")
    assert entry is not None
    changing = partial(table_repository.change_seats, table_id="t", changed=[SeatEntry("black", "bot", "random")], at=0)
    async with one._connections.engine.begin() as change:
        await change.run_sync(changing)
        first = asyncio.create_task(two.append(play(1), None, entry.seating))
        blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        while not await one.read(lambda connection: connection.scalar(text(blocked))):
            assert not first.done(), "it did not wait for the change"
    with pytest.raises(Conflict):
        await first
    await two.append(play(1), None, entry.seating + 1)
    with pytest.raises(Begun):
        await one.write(changing)
    await one.close()
    await two.close()


async def test_a_database_that_goes_away_keeps_what_it_had_and_is_used_again_when_it_is_back(own_cluster: Cluster) -> None:
    """It is stopped as by a crash; each answer meanwhile is refused within seconds, and nothing need be started anew."""
    store = await PostgresStore.open(address := await asyncio.to_thread(own_cluster.database))
    try:
        await with_tables(store, "t")
        for seq in range(1, 20):
            await store.append(play(seq))
        await asyncio.to_thread(own_cluster.stop)
        began = time.monotonic()
        with pytest.raises(NotSaved):
            await store.append(play(20))
        for away in (store.log("t"), store.find("t"), store.answered("t", "black", "m"), PostgresStore.open(address)):
            with pytest.raises(Down):
                await away
        assert time.monotonic() - began < 15
        await asyncio.to_thread(own_cluster.start)
        assert [answer.seq for answer in (await store.log("t")).answers] == list(range(1, 20))
        await store.append(play(20))
        assert await store.find("t") == bare("t")
    finally:
        await store.close()


async def test_a_database_that_is_starting_or_ending_is_away_and_no_error(own_cluster: Cluster) -> None:
    """It takes no new connections then, and says so; those that stand go on."""
    store = await PostgresStore.open(await asyncio.to_thread(own_cluster.database))
    try:
        await store.find("t")
        own_cluster.leave()
        while not await refuses(own_cluster.address):
            await asyncio.sleep(0.01)
        sleep = text("SELECT pg_sleep(0.5)")
        outcomes = await asyncio.gather(
            *(store.read(lambda connection: connection.execute(sleep).scalar()) for _ in range(3)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [NoneType, Down, Down], outcomes
    finally:
        await store.close()
        await asyncio.to_thread(own_cluster.stop)
        await asyncio.to_thread(own_cluster.start)


@pytest.mark.parametrize("state", ["53100", "53300", "58030", "25006"])
async def test_a_database_that_is_full_fails_or_takes_no_changes_is_away_and_no_error(address: str, state: str) -> None:
    """Its disk is full; too many are connected; its disk fails; and it is another's copy, which can only be read."""
    store = await PostgresStore.open(address)
    refuse = text(f"DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{state}'; END $$")
    with pytest.raises(Down, match="no room"):
        await store.write(lambda connection: connection.execute(refuse))
    await store.close()


async def test_a_database_that_does_not_answer_is_away_after_a_while(address: str) -> None:
    """Somebody keeps all tables locked, as a backup gone wrong would; nobody waits for them for ever."""
    store = await PostgresStore.open(address, patience=0.5)
    await with_tables(store, "t")
    lock = await asyncpg.connect(address)
    async with asyncio.timeout(60):
        async with lock.transaction():
            await lock.execute("LOCK TABLE tables, answers IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(NotSaved, match="statement timeout"):
                await store.append(play(1))
            for away in (store.find("t"), store.log("t"), store.fault("t", "why")):
                with pytest.raises(Down, match="statement timeout"):
                    await away
        await store.append(play(1))
        assert await store.find("t") == bare("t")
    await lock.close()
    await store.close()


async def test_for_a_database_that_is_frozen_nobody_waits(own_cluster: Cluster) -> None:
    """It takes what is sent and says nothing, as one whose machine is paused; nor does it hear that it need not."""
    store = await PostgresStore.open(await asyncio.to_thread(own_cluster.database), patience=0.4)
    try:
        await with_tables(store, "t")
        await store.append(play(1, "m1"))
        own_cluster.freeze()
        try:
            async with asyncio.timeout(60):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.1):  # as whoever asks for its health
                        await store.find("t")
                with pytest.raises(NotSaved):
                    await store.append(play(2, "m2"))
                for away in (store.log("t"), store.find("t"), store.answered("t", "black", "m")):
                    with pytest.raises(Down):
                        await away
        finally:
            own_cluster.thaw()
        async with asyncio.timeout(60):
            while True:
                try:
                    await store.append(play(2, "m2"))
                except (NotSaved, Down):
                    continue
                except Conflict:
                    break  # it was stored all the same
                break
            while len((await store.log("t")).answers) < 2:
                await asyncio.sleep(0.01)
    finally:
        await store.close()


async def test_a_server_ends_though_its_database_is_frozen(own_cluster: Cluster) -> None:
    store = await PostgresStore.open(await asyncio.to_thread(own_cluster.database), patience=0.4)
    await with_tables(store, "t")
    own_cluster.freeze()
    try:
        with pytest.raises(Down):
            await store.find("t")
        async with asyncio.timeout(8):  # SQLAlchemy alone would take ten for each connection
            await store.close()
    finally:
        own_cluster.thaw()


async def refuses(address: str) -> bool:
    try:
        await (await asyncpg.connect(address)).close()
    except asyncpg.CannotConnectNowError:
        return True
    return False


async def test_a_table_is_played_over_two_nodes_on_one_database(address: str, tmp_path: Path) -> None:
    with Running(tmp_path, address=address) as one, Running(tmp_path, address=address) as two:
        created = one.create("tic_tac_toe", me("x"), me("o"))
        table, tokens = created["table"], created["tokens"].values()
        async with joined(one, table, tokens) as here, joined(two, table, tokens) as there:
            await here.play("x", "mark(a1)")
            answer = await there.ask(there.message("play", role="x", move="mark(c3)"))
            assert (answer["code"], answer["seq"]) == ("stale", 1)
            await there.until(1)
            await there.play("o", "mark(c3)")
    connection = await asyncpg.connect(address)
    rows = await connection.fetch("SELECT seq, move FROM answers ORDER BY seq")
    await connection.close()
    assert [tuple(row) for row in rows] == [(1, "mark(a1)"), (2, "mark(c3)")]


async def test_an_address_may_say_all_that_the_programs_of_postgres_read_in_it(address: str) -> None:
    """Whether the way is ciphered, and several servers of which one answers."""
    place = address.partition("127.0.0.1")[2]
    for each in (
        f"{address}?sslmode=prefer",
        f"postgresql://postgres@127.0.0.1:1,127.0.0.1{place}",
        f"{address}?sslmode=disable",
    ):
        store = await PostgresStore.open(each)
        assert await store.faulted() == 0
        await store.close()
    with pytest.raises(Down, match="SSL"):
        await PostgresStore.open(f"{address}?sslmode=require")


@pytest.mark.parametrize(
    ("user", "database", "said"),
    [
        ("postgres", "gone", 'database "gone" does not exist: make it first, with createdb, or look at its name in --database'),
        ("nobody", "postgres", 'role "nobody" does not exist: look at the user and the password in --database'),
        ("postgres", "postgres?sslmode=require", r"rejected SSL upgrade: look at what follows the \? in --database"),
        ("postgres", "postgres?colour=red", r'parameter "colour": look at what follows the \? in --database'),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line_with_the_fix(
    user: str, database: str, said: str, cluster: Cluster
) -> None:
    address = f"postgresql://{user}@{cluster.address.partition('@')[2].rpartition('/')[0]}/{database}"
    with pytest.raises(CannotServe, match=f"^the arena cannot be kept in that database: .*{said}$"):
        serve(port=0, database=address)


async def refusal(store: PostgresStore) -> str:
    """What a store says that cannot be read; empty for one that can."""
    try:
        await store.faulted()
    except Down as error:
        return str(error)
    return ""


async def test_a_password_is_said_to_be_wrong_at_the_start_and_once_it_is_changed(cluster: Cluster, prepared: str) -> None:
    address = await asyncio.to_thread(cluster.database, like=prepared)
    await asyncio.to_thread(cluster.ask, "CREATE ROLE ada SUPERUSER LOGIN PASSWORD 'right'")
    await asyncio.to_thread(cluster.demand_password, "ada")
    said = 'password authentication failed for user "ada": look at the user and the password in --database$'
    for wrong in ("ada:geheim@", "ada@"):
        with pytest.raises(CannotServe, match=f"^the arena cannot be kept in that database: .*: {said}") as refused:
            await asyncio.to_thread(serve, port=0, database=address.replace("postgres@", wrong))
        assert "geheim" not in str(refused.value)
    store = await PostgresStore.open(address.replace("postgres@", "ada:right@"))
    assert await store.faulted() == 0
    await asyncio.to_thread(cluster.ask, "ALTER ROLE ada PASSWORD 'other'")
    await asyncio.to_thread(cluster.ask, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'ada'")
    async with asyncio.timeout(PATIENCE):
        while not re.search(said, await refusal(store)):  # its sessions end a moment later
            await asyncio.sleep(0.02)
    await asyncio.to_thread(cluster.ask, "ALTER ROLE ada PASSWORD 'right'")
    assert await store.faulted() == 0, "it goes on"
    await store.close()


async def test_a_user_without_rights_is_told_how_to_get_them(cluster: Cluster, empty: str) -> None:
    await asyncio.to_thread(cluster.ask, "CREATE ROLE guest LOGIN")
    address = empty.replace("postgres@", "guest@")
    owned = "make the database with createdb --owner, or give the user of --database the rights to it$"
    connection = await asyncpg.connect(empty)
    for change, said in (
        ("REVOKE CREATE ON SCHEMA public FROM PUBLIC", f"permission denied for schema public: {owned}"),
        ("REVOKE ALL ON SCHEMA public FROM PUBLIC", f"no schema has been selected to create in: {owned}"),
        ("ALTER ROLE guest CONNECTION LIMIT 0", 'for role "guest": raise the CONNECTION LIMIT of that role or database'),
    ):
        await connection.execute(change)
        with pytest.raises(CannotServe, match=said):
            await asyncio.to_thread(serve, port=0, database=address)
    await connection.close()


async def test_a_database_that_goes_away_is_said_with_the_fix_and_no_traceback(
    own_cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    store = await PostgresStore.open(await asyncio.to_thread(own_cluster.database))
    own_cluster.stop()
    try:
        async with asyncio.timeout(60):
            while not (await refusal(store)).endswith(
                ": look at the host and the port in --database, and whether PostgreSQL runs there"
            ):
                await asyncio.sleep(0.05)  # at first its sessions are found closed
    finally:
        await asyncio.to_thread(own_cluster.start)
        await store.close()
    assert not [record for record in caplog.records if record.exc_info]


def test_a_server_that_says_nothing_is_not_waited_for_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.1)
    with bound("127.0.0.1", 0) as silent, pytest.raises(CannotServe, match="it does not answer: look at the host and the port"):
        serve(port=0, database=f"postgresql://postgres@127.0.0.1:{silent.getsockname()[1]}/arena")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("arena.sqlite3", "is like postgresql://user@host:5432/name"),
        ("postgresql://postgres:geheim@127.0.0.1:port/none", "is like postgresql://user@host:5432/name"),
        (
            "postgresql://postgres:geheim@127.0.0.1:1/none",
            "the arena cannot be kept in that database: .* whether PostgreSQL runs",
        ),
    ],
)
def test_an_address_that_cannot_be_used_is_said_without_its_password(given: str, said: str) -> None:
    with pytest.raises(CannotServe, match=said) as caught:
        serve(port=0, database=given)
    assert "geheim" not in str(caught.value)
