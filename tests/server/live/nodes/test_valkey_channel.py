"""The bus over a real Valkey or Redis: heard by all, noticed when it is away, and refused where the address is wrong."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import asyncpg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.protocol import State

from rondel.server import CannotServe
from rondel.server.live.bus import Hint, LogHint
from rondel.server.live.health import Health
from rondel.server.live.nodes import channel_bus, store_watch, valkey_channel
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.store_watch import EVERY, SILENT, StoreWatch
from rondel.server.live.nodes.valkey_channel import NotValkey, ValkeyChannel
from rondel.server.ops.port import bound
from rondel.server.serving import bus_of
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down
from tests.chaos.nodes.link import Network, with_port
from tests.server.harness import Running, joined, me, until
from tests.server.live.nodes.valkey import Valkey
from tests.server.storage.postgres import Cluster

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    with Valkey(tmp_path_factory.mktemp("valkey")) as running:
        yield running


class Node:
    """A bus, and what it has heard."""

    def __init__(self, address: str) -> None:
        self.heard: list[Hint] = []
        self.missed = 0
        self.bus = ChannelBus(ValkeyChannel(address), "node")
        self.bus.subscribe(self._hear, self._miss)

    def _hear(self, node: str, hints: Sequence[Hint]) -> None:
        self.heard += hints

    def _miss(self) -> None:
        self.missed += 1


async def test_nodes_hear_each_other_are_blind_while_it_is_away_and_hear_again(valkey: Valkey) -> None:
    one, other, apart = Node(valkey.address), Node(valkey.address), Node(f"{valkey.address}?topic=club")
    await until(lambda: all(each.bus.sighted for each in (one, other, apart)))
    assert not apart.bus.hears_others()
    one.bus.publish(LogHint("t", 1))
    await until(lambda: other.heard == [LogHint("t", 1)])
    assert other.bus.hears_others()
    assert one.heard == apart.heard == []
    missed = other.missed
    valkey.stop()
    await until(lambda: not one.bus.sighted)
    await until(lambda: not other.bus.sighted)
    valkey.start()
    await until(lambda: one.bus.sighted and other.bus.sighted)
    one.bus.publish(LogHint("t", 3))
    await until(lambda: LogHint("t", 3) in other.heard)
    assert other.missed > missed, "whoever was blind reads what there is"
    for each in (one, other, apart):
        await each.bus.close()


async def test_a_move_at_one_server_is_seen_at_the_other(
    valkey: Valkey, cluster: Cluster, prepared: str, tmp_path: Path
) -> None:
    address = await asyncio.to_thread(cluster.database, like=prepared)
    with (
        Running(tmp_path, address=address, bus=valkey.address) as one,
        Running(tmp_path, address=address, bus=valkey.address) as other,
    ):
        made = one.create("tic_tac_toe", me("x"), me("o"))
        tokens = list(made["tokens"].values())
        async with joined(one, made["table"], tokens) as here, joined(other, made["table"], tokens) as there:
            await here.play("x", "mark(a1)")
            assert (await there.until(1))["seq"] == 1
            await there.play("o", "mark(b2)")
            assert (await here.until(2))["seq"] == 2


async def test_a_node_that_alone_has_lost_the_database_sends_its_clients_to_the_others(
    valkey: Valkey, cluster: Cluster, prepared: str, tmp_path: Path
) -> None:
    """And takes them again when the database is back. Where all nodes have lost it, their clients stay."""
    address = await asyncio.to_thread(cluster.database, like=prepared)
    name = address.rpartition("/")[2]
    connection = await asyncpg.connect(cluster.address)
    roles = [f"{name}_{each}" for each in ("one", "other")]
    for role in roles:
        await connection.execute(f"CREATE ROLE {role} SUPERUSER LOGIN")

    async def lock_out(*shut: str) -> None:
        """End the sessions of these roles, and let them have no other ones."""
        for role in roles:
            await connection.execute(f"ALTER ROLE {role} {'NOLOGIN' if role in shut else 'LOGIN'}")
            if role in shut:
                await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", role)

    try:
        one, other = [
            Running(tmp_path, address=address.replace("postgres@", f"{role}@"), bus=f"{valkey.address}?topic=cut")
            for role in roles
        ]
        with one, other:
            made = one.create("tic_tac_toe", me("x"), me("o"))
            table, tokens = made["table"], list(made["tokens"].values())
            async with joined(one, table, tokens) as here, joined(other, table, tokens) as there:
                await lock_out(*roles)
                await asyncio.sleep(2 * SILENT * EVERY)
                assert (here.socket.state, there.socket.state) == (State.OPEN, State.OPEN)
                await lock_out(roles[0])
                async with asyncio.timeout(60):
                    await here.socket.wait_closed()
                assert here.socket.close_code == 1012
                refused = one.get("/health")
                assert (refused.status_code, refused.json()["status"]) == (503, "store")
                with pytest.raises(InvalidStatus) as said:
                    await connect(one.ws)
                assert said.value.response.status_code == 503
                await there.play("x", "mark(a1)")
                await lock_out()
                await until(lambda: one.get("/health").status_code == 200)
                async with joined(one, table, tokens) as again:
                    assert again.welcome["seq"] == 1
    finally:
        await connection.close()


@pytest.fixture
async def gone(tmp_path: Path) -> SqliteStore:
    """A database that answers nobody."""
    store = SqliteStore(tmp_path / "gone.sqlite3")
    await store.close()
    return store


@asynccontextmanager
async def watched(
    bus: ChannelBus, gone: SqliteStore, on_close: Callable[[], None], *, apart: bool = True
) -> AsyncIterator[tuple[StoreWatch, Health]]:
    """A node whose database is gone."""

    async def close(answers: Callable[[], bool]) -> None:
        assert not answers()
        on_close()

    health = Health(partial(gone.read, lambda connection: None))
    watch = StoreWatch(gone, bus, health, close, bus_is_apart=apart)
    yield watch, health
    await watch.close()


async def test_a_node_that_is_cut_off_closes_its_sockets_once_though_the_others_are_slow(
    valkey: Valkey, gone: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_watch, "EVERY", 0.01)
    monkeypatch.setattr(store_watch, "UNHEARD", 1_000_000)
    closed: list[str] = []
    one, other = [Node(f"{valkey.address}?topic=slow") for _ in range(2)]
    await until(one.bus.hears_others)
    async with watched(one.bus, gone, lambda: closed.append("once")) as (watch, health):
        await until(lambda: health.cut_off and closed)
        other.bus.tell_store(False)
        await until(lambda: watch._unheard > 1)
        assert health.cut_off
        other.bus.tell_store(True)
        await until(lambda: not watch._unheard)
        assert (health.cut_off, closed) == (True, ["once"])
        monkeypatch.setattr(store_watch, "UNHEARD", 3)
        other.bus.tell_store(False)
        await until(lambda: not health.cut_off)
    for each in (one, other):
        await each.bus.close()


async def test_a_node_that_has_lost_the_database_and_the_bus_closes_its_sockets_once(
    valkey: Valkey, gone: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot know whether others have the database, so it refuses nobody. A bus of the database is lost with it, and shows
    nothing."""
    monkeypatch.setattr(store_watch, "EVERY", 0.01)
    monkeypatch.setattr(store_watch, "LATELY", 60.0)
    closed: list[str] = []

    def watching(name: str, *, apart: bool) -> AbstractAsyncContextManager[tuple[StoreWatch, Health]]:
        return watched(one.bus, gone, lambda: closed.append(name), apart=apart)

    one, other = Node(f"{valkey.address}?topic=both"), Node(f"{valkey.address}?topic=both")
    await until(lambda: one.bus.hears_others() and other.bus.hears_others())
    valkey.stop()
    await until(lambda: not one.bus.hears_others())
    async with watching("within", apart=False), watching("apart", apart=True) as (_, health):
        await until(lambda: closed)
        async with watching("later", apart=True):  # the others have asked twice as often then
            await until(lambda: "later" in closed)
        assert closed == ["apart", "later"]
        assert not health.cut_off
        assert not health.has_store
    valkey.start()
    await until(one.bus.hears_others)
    other.bus.tell_store(False)
    await until(lambda: not one.bus.hears_others(60.0))
    for each in (one, other):
        await each.bus.close()


@pytest.mark.parametrize(
    "address",
    ["valkey://", "mysql://host", "valkey://host:port", "valkey://host/3", "valkey://host?channel=x", "valkey://host?topic"],
)
def test_a_wrong_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(NotValkey, match="the address of a bus is like valkey://host:6379") as refused:
        ValkeyChannel(address)
    assert address == "valkey://" or address not in str(refused.value)


async def test_a_password_that_is_changed_is_said_once_and_the_node_goes_on_when_it_fits_again(
    valkey: Valkey, caplog: pytest.LogCaptureFixture
) -> None:
    from redis.asyncio import Redis

    async def change(old: str, new: str) -> None:
        async with Redis(port=valkey.port, password=old, protocol=2) as host:
            await host.config_set("requirepass", new)
            await host.client_kill_filter(_type="pubsub")

    node = Node(valkey.address)
    await until(lambda: node.bus.sighted)
    await change(valkey.PASSWORD, "another")
    try:
        await until(lambda: "invalid username-password pair or user is disabled" in caplog.text)
        assert not node.bus.sighted
    finally:
        await change("another", valkey.PASSWORD)
    await until(lambda: node.bus.sighted and "the bus between the nodes can be used again" in caplog.text)
    (said,) = [each for each in caplog.messages if "invalid username-password" in each]
    assert said.endswith("look at the user and the password in --bus"), said
    await node.bus.close()


async def test_what_is_no_text_is_no_end_of_the_channel(valkey: Valkey) -> None:
    from redis.asyncio import Redis

    heard: list[str] = []
    channel = ValkeyChannel(valkey.address)
    with pytest.raises(Down, match="not open"):
        await channel.send("too early")
    await channel.open(heard.append)
    stranger = Redis(port=valkey.port, password=valkey.PASSWORD, protocol=2)
    await stranger.publish("rondel", b"\xff\xfe")
    await channel.send("text")
    await until(lambda: len(heard) == 2)
    assert heard[1] == "text"
    await stranger.aclose()
    await channel.close()


def test_a_bus_that_cannot_be_used_is_said_at_the_start_in_one_line_with_the_fix(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = "postgresql://localhost/arena"
    for address, fix in (
        (f"valkey://:wrong@127.0.0.1:{valkey.port}", "user and the password in --bus"),
        (f"valkey://127.0.0.1:{valkey.port}", "user and the password in --bus"),
        ("valkey://127.0.0.1:1", "host and the port in --bus, and whether Valkey runs there"),
    ):
        told = rf"^Valkey cannot be used: .*: look at the {fix}; without --bus, PostgreSQL is the bus$"
        with pytest.raises(CannotServe, match=told) as said:
            bus_of(address, database)
        assert "\n" not in str(said.value)
        assert ":wrong@" not in str(said.value)
        assert bus_of(address, database, check=False) == address, "a node that starts again waits for it"
    monkeypatch.setattr(valkey_channel, "PATIENCE", 0.1)
    with bound("127.0.0.1", 0) as silent, pytest.raises(CannotServe, match=r"^Valkey cannot be used: Timeout .* look at the"):
        bus_of(f"valkey://127.0.0.1:{silent.getsockname()[1]}", database)
    monkeypatch.undo()
    assert bus_of(valkey.address, database) == valkey.address
    with pytest.raises(CannotServe, match="the bus is postgres, none, or an address like valkey://host:6379, and not 'kafka'"):
        bus_of("kafka", database)
    with pytest.raises(CannotServe, match="the bus is postgres, none, or an address like valkey://host:6379, and not 'foo'"):
        bus_of("foo", None)
    with pytest.raises(CannotServe, match="name it with --database, or leave --bus out"):
        bus_of(valkey.address, None)
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "redis" else found(name, *more))
    with pytest.raises(CannotServe, match=r"pip install 'rondel\[valkey\]'"):
        bus_of("valkey://host", database)


async def test_a_node_whose_bus_is_silent_misses_what_is_said_though_a_message_hangs(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_bus, "PATIENCE", 3_600.0)
    with Network() as network:
        link = network.link(valkey.port)
        node = Node(f"{with_port(valkey.address, link.port)}?topic=hole")
        await until(lambda: node.bus.sighted and node.bus._was_sighted)
        missed = node.missed
        link.set("hole")
        await until(lambda: node.missed > missed)
        link.set("pass")
        monkeypatch.setattr(channel_bus, "PATIENCE", 2.0)
        await node.bus.close()
