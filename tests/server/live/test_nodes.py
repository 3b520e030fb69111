"""The bus over PostgreSQL's notifications: what is missed is noticed, and what is said is never obeyed."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from rondel.server.accounts.authenticator import Authenticator
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone, CredentialHint, Hint, LobbyHint, LogHint, PresenceHint, SeatsHint
from rondel.server.live.nodes import channel_bus, presence, session_follower
from rondel.server.live.nodes.channel_bus import LARGEST, ChannelBus
from rondel.server.live.nodes.presence import Presence
from rondel.server.live.nodes.session_follower import SessionFollower
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Again, NewSeat, NewTable, Play, Terms
from rondel.server.storage.postgres.channel import PostgresChannel
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import hashed
from tests.server.harness import until
from tests.server.simulation.disk import Disk
from tests.server.simulation.store import SimulatedStore
from tests.server.storage.postgres import Cluster
from tests.server.table_parts import Page

pytestmark = pytest.mark.anyio


class Listener:
    """What one node hears."""

    def __init__(self, bus: ChannelBus) -> None:
        self.bus = bus
        self.hints: list[Hint] = []
        self.missed = 0
        bus.subscribe(self._heard, self._missed)

    def _heard(self, node: str, hints: Sequence[Hint]) -> None:
        self.hints += hints

    def _missed(self) -> None:
        self.missed += 1


@asynccontextmanager
async def listening(address: str) -> AsyncIterator[Listener]:
    """A node that hears itself, and so all others."""
    heard = Listener(ChannelBus(PostgresChannel(address), "node"))
    await until(lambda: heard.bus.sighted)
    yield heard
    await heard.bus.close()


@pytest.fixture(scope="module")
def address(cluster: Cluster, prepared: str) -> str:
    return cluster.database(like=prepared)


def message(number: int, *hints: object, boot: str = "stranger", version: int = 1) -> str:
    return json.dumps({"v": version, "n": "another", "b": boot, "i": number, "h": hints})


async def test_hints_reach_the_other_nodes_and_the_last_about_a_thing_is_enough(address: str) -> None:
    async with listening(address) as one, listening(address) as other:
        one.bus.publish(LogHint("t", 1), SeatsHint("t", 2))
        one.bus.publish(LogHint("t", 2), LogHint("u", 1))
        await until(lambda: len(other.hints) == 3)
        assert set(other.hints) == {LogHint("t", 2), SeatsHint("t", 2), LogHint("u", 1)}
        assert one.hints == [], "nobody is told what it has said itself"
        assert [peer.name for peer in other.bus.peers.values()] == ["node"]


async def test_many_hints_go_in_messages_that_the_database_takes(address: str) -> None:
    many = [LobbyHint(f"table {number:04} ø") for number in range(2_000)]
    sizes: list[int] = []
    async with listening(address) as one, listening(address) as other:
        watch = PostgresChannel(address)
        await watch.open(lambda payload: sizes.append(len(payload.encode())))
        await until(lambda: other.bus.peers)
        before = other.missed
        one.bus.publish(*many)
        await until(lambda: len(other.hints) == len(many))
        assert (other.hints, other.missed) == (many, before)
        await until(lambda: max(sizes) > LARGEST - 100)
        assert max(sizes) <= LARGEST
        await watch.close()


async def test_what_is_said_when_a_node_stops_is_still_heard(address: str) -> None:
    async with listening(address) as other:
        async with listening(address) as one:
            one.bus.publish(LogHint("t", 9))
        await until(lambda: other.hints == [LogHint("t", 9)])


@pytest.mark.parametrize(
    ("payloads", "missed"),
    [
        ([message(1), message(2), message(3)], 0),
        ([message(1), message(1), message(2), message(1)], 0),
        ([message(1), message(3)], 1),
        ([message(7)], 1),
        ([message(1, version=2)], 1),
        ([message(1, ["x", "a hint of a later version"])], 1),
        (["no JSON", "[]", '{"v":1}', '{"v":1,"n":"","b":"","i":"one","h":[]}'], 4),
    ],
    ids=["in order", "doubled", "a gap", "heard late", "a later version", "an unknown hint", "nonsense"],
)
async def test_a_gap_and_what_cannot_be_read_count_as_missed(address: str, payloads: list[str], missed: int) -> None:
    async with listening(address) as here:
        said = PostgresChannel(address)
        await said.open(lambda payload: None)
        before = here.missed
        for payload in payloads:
            await said.send(payload)
        await said.send(message(1, ["t", "last", 1], boot="another"))
        await until(lambda: LogHint("last", 1) in here.hints)
        assert here.missed - before == missed
        await said.close()


async def test_a_node_of_another_version_is_named_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    async with listening(address) as here:
        said = PostgresChannel(address)
        await said.open(lambda payload: None)
        for number in (1, 2):
            await said.send(message(number, version=2))
        await said.send(message(1, ["t", "last", 1], boot="another"))
        await until(lambda: LogHint("last", 1) in here.hints)
        await said.close()
    (line,) = [each for each in caplog.messages if "version" in each]
    assert line.startswith("node another speaks version 2 of the bus and this one version 1"), line
    assert line.endswith("bring all nodes to one version of Rondel"), line


async def test_too_many_hints_are_left_out_with_a_gap(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_bus, "MOST", 3)
    async with listening(address) as one, listening(address) as other:
        await until(lambda: other.bus.peers)
        before = other.missed
        one.bus.publish(*[LobbyHint(str(number)) for number in range(5)])
        await until(lambda: other.missed > before)
        assert other.hints == []


async def test_a_node_that_is_cut_off_is_blind_until_it_hears_itself_again(
    cluster: Cluster, address: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_bus, "BLIND_AFTER", 0.7)  # a beat comes in time
    caplog.set_level(logging.WARNING, "rondel")
    database = address.rpartition("/")[2]
    async with listening(address) as here:
        before = here.missed
        await asyncio.to_thread(cluster.ask, f"ALTER DATABASE {database} WITH ALLOW_CONNECTIONS false")
        cut = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{database}'"  # noqa: S608 - ours
        await asyncio.to_thread(cluster.ask, cut)
        await until(lambda: not here.bus.sighted)
        await asyncio.to_thread(cluster.ask, f"ALTER DATABASE {database} WITH ALLOW_CONNECTIONS true")
        await until(lambda: here.bus.sighted)
        assert here.missed > before
        await until(lambda: "can be used again" in caplog.text)
    said = [record.message for record in caplog.records if "bus" in record.message]
    assert len(said) == 2, said
    assert said[0].startswith(
        "the bus between the nodes cannot be used, and this node reads the database three times a second instead: "
    )


async def test_a_node_whose_connection_fails_is_blind_at_once(
    cluster: Cluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And reads then, although it has heard itself just now."""
    monkeypatch.setattr(channel_bus, "BLIND_AFTER", 60.0)
    monkeypatch.setattr(channel_bus, "RETRY", 60.0)
    database = address.rpartition("/")[2]
    async with listening(address) as here:
        before = here.missed
        cut = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{database}'"  # noqa: S608 - ours
        await asyncio.to_thread(cluster.ask, cut)
        await until(lambda: not here.bus.sighted)
        assert here.missed == before + 1


async def test_a_node_that_was_frozen_does_not_take_what_it_hears_late_for_news(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own messages from before wait in the connection. It is blind until one that it sends now comes back."""
    monkeypatch.setattr(channel_bus, "BLIND_AFTER", 0.7)
    async with listening(address) as here:
        channel = here.bus._channel
        came: list[bool] = []
        heard = here.bus._came_back

        def note(number: int) -> None:
            heard(number)
            came.append(here.bus.sighted)

        monkeypatch.setattr(here.bus, "_came_back", note)
        sent = asyncio.create_task(channel.send(here.bus._next()))
        await asyncio.sleep(0)  # it is on its way
        time.sleep(0.9)
        assert not here.bus.sighted
        await sent
        await until(lambda: here.bus.sighted)
        assert came[0] is False, "that was said before"


async def test_a_node_that_is_silent_may_have_stored_something(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_bus, "SILENT_EVERY", 0.0)
    async with listening(address) as heard:
        heard.bus._heard(message(1))
        before = heard.missed
        heard.bus.peers["stranger"].heard_at -= 2 * channel_bus.BLIND_AFTER
        await until(lambda: heard.missed > before + 1)  # again and again
        heard.bus._heard(message(2))
        said = heard.missed
        await asyncio.sleep(2 * channel_bus.BEAT)
        assert heard.missed == said


async def test_a_session_that_ended_elsewhere_is_checked_until_the_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_follower, "RETRY_SECONDS", 0.0)
    disk, left = Disk(Random(1)), asyncio.Event()
    people = Authenticator(SimulatedStore(disk))
    follower = SessionFollower(people, Alone())
    disk.failing = 1.0
    with people.attendance.present(b"ended", left.set):
        follower._heard("another", [CredentialHint(b"ended")])
        await until(lambda: disk.refused_at)
        assert not left.is_set()
        disk.failing = 0.0
        await asyncio.wait_for(left.wait(), 60)
    disk.close()


async def test_who_is_at_another_node_is_there_until_that_node_says_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "EVERY", 0.01)
    store = SqliteStore(tmp_path / "arena.sqlite3")
    services = Services(store, BotPool())
    tables = TableRegistry(services)
    made = await tables.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me"))))
    table, page = await tables.table(made.table), Page()
    known = Presence(services, tables.opened)
    known.heard("another", PresenceHint(made.table, ("o",)))
    await table.join(page, [hashed(made.tokens["x"])])
    assert shown(page) == [True, False], "nobody was here who would have heard of it"
    known.heard("another", PresenceHint(made.table, ("o",)))
    known.heard("a third", PresenceHint(made.table, ("x",)))
    assert shown(page) == [True, True]
    known.heard("another", PresenceHint(made.table, ()))
    assert shown(page) == [True, False]
    known.heard("another", PresenceHint(made.table, ("o",)))
    beating = asyncio.create_task(known.beat())
    await asyncio.sleep(0.05)
    assert shown(page) == [True, True]
    monkeypatch.setattr(presence, "FORGOTTEN_AFTER", 0.0)
    await until(lambda: shown(page) == [True, False])
    beating.cancel()
    await tables.close()


class Recorded(Alone):
    """A bus that keeps what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[Hint] = []

    def publish(self, *hints: Hint) -> None:
        self.said += hints


async def test_who_is_at_another_node_is_there_when_everybody_moves_on_by_a_seat(tmp_path: Path) -> None:
    bus = Recorded()
    services = Services(SqliteStore(tmp_path / "arena.sqlite3"), BotPool(), bus)
    tables = TableRegistry(services)
    made = await tables.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me")), terms=Terms(rotate=True)))
    table, page, elsewhere = await tables.table(made.table), Page(), Page()
    elsewhere.roles = ("o",)
    await table.join(page, [hashed(made.tokens["x"])])
    known = Presence(services, tables.opened)
    known.heard("another", PresenceHint(made.table, ("o",)))
    heard = len(page.heard)
    for number, cell in enumerate(["a1", "a2", "b1", "b2", "c1"]):
        mover = (page, elsewhere)[number % 2]
        await table.carry_out(mover, Play(id=f"m{number}", role=mover.roles[0], move=f"mark({cell})", seq=number))
    for name, player in (("one", page), ("other", elsewhere)):
        await table.carry_out(player, Again(id=name))
    assert (page.roles, table.entry.seats[0].token_hash) == (("o",), hashed(made.tokens["o"]))
    told = [
        each["seats"] if each["type"] == "seats" else each["table"]["seats"]
        for each in page.heard[heard:]
        if {"seats", "table"} & each.keys()
    ]
    assert told
    assert all(seat["present"] for seats in told for seat in seats), "nobody has left"
    known.heard("another", PresenceHint(made.table, ("o",)))
    assert shown(page) == [True, True], "that node says the same before and after it has read the seats"
    assert [hint.roles for hint in bus.said if isinstance(hint, PresenceHint)][-1] == ("x",)
    await tables.close()


class Blind(Alone):
    """A bus on which nobody can be heard."""

    def __init__(self) -> None:
        self.sighted = False


async def test_a_node_that_hears_nobody_or_was_frozen_does_not_take_others_for_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "EVERY", 0.01)
    monkeypatch.setattr(presence, "FORGOTTEN_AFTER", 0.02)
    bus = Blind()
    services = Services(SqliteStore(tmp_path / "arena.sqlite3"), BotPool(), bus)
    tables = TableRegistry(services)
    made = await tables.create(NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "me"))))
    table, page = await tables.table(made.table), Page()
    await table.join(page, [hashed(made.tokens["x"])])
    known = Presence(services, tables.opened)
    known.heard("another", PresenceHint(made.table, ("o",), 2))
    assert (shown(page), page.heard[-1]["watching"]) == ([True, True], 2)
    beating = asyncio.create_task(known.beat())
    await asyncio.sleep(0.1)
    assert shown(page) == [True, True]
    bus.sighted = True
    await until(lambda: shown(page) == [True, False])
    beating.cancel()
    await tables.close()


def shown(page: Page) -> list[bool]:
    """Whose holders are shown as connected."""
    last = page.heard[-1]
    return [seat["present"] for seat in (last if last["type"] == "seats" else last["table"])["seats"]]
