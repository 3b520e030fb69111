"""Replays from the store: by whose seat they are seen, and rounds that do not replay."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import structs
from sqlalchemy import Connection as Database

from rondel.server import protocol
from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.accounts.requester import Requester
from rondel.server.features.replays import LARGEST, Replays
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Answer
from rondel.server.transport.ws_session import Connection
from tests.server.harness import empty_store
from tests.server.history.test_replay import entry

pytestmark = pytest.mark.anyio

T = TypeVar("T")


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    made = Services(empty_store(tmp_path), BotPool())
    yield made
    await made.store.close()


def test_a_seat_is_somebodys_as_who_they_are_and_nobodys_seats_are_nobodys() -> None:
    seats = (SeatEntry("x", "person", holder="p1"), SeatEntry("o", "person"))
    table = structs.replace(entry("tic_tac_toe"), seats=seats)
    asked = [Requester(who).roles(table) for who in (Principal("p1", "guest"), Principal("p2", "account"), NOBODY)]
    assert asked == [("x",), (), ()]


@pytest.mark.parametrize(("move", "data"), [("mark(z9)", None), ("mark(a1)", "{no JSON")])
async def test_a_round_that_does_not_replay_is_refused_by_a_code_of_its_own(
    services: Services, move: str, data: str | None
) -> None:
    await services.store.add(entry("tic_tac_toe"), 0)
    await services.store.append(Answer("table-1", 1, 1, "play", "x", move, data=data, active="o"))
    archive = Replays(TableRegistry(services), services)
    with pytest.raises(Refusal, match=r"^unreplayable: ") as refused:
        await archive.replay("table-1", 1, Requester(), ReplayQuery())
    assert refused.value.status == 409
    with pytest.raises(Refusal, match=r"^unreplayable: "):
        await archive.export("table-1", 1, Requester(), ExportQuery("log"))


async def test_where_nobody_may_look_on_only_those_who_play_look_back(services: Services) -> None:
    seats = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "person"))
    await services.store.add(structs.replace(entry("tic_tac_toe"), seats=seats, terms=protocol.Terms(watchable=False)), 0)
    await services.store.append(Answer("table-1", 1, 1, "play", "x", "mark(a1)", active="o"))
    archive = Replays(TableRegistry(services), services)
    assert (await archive.replay("table-1", 1, Requester(Principal("ada", "guest")), ReplayQuery())).viewer == "x"
    assert (await archive.rounds("table-1", Requester(Principal("ada", "guest")), None)).rounds == ()
    for asked in (
        archive.replay("table-1", 1, Requester(), ReplayQuery()),
        archive.export("table-1", 1, Requester(), ExportQuery("log")),
        archive.rounds("table-1", Requester(), None),
    ):
        with pytest.raises(Refusal, match=r"^not_seated: "):
            await asked


async def test_numbers_that_no_database_holds_are_not_there(services: Services) -> None:
    await services.store.add(entry("tic_tac_toe"), 0)
    archive = Replays(TableRegistry(services), services)
    for number in (LARGEST + 1, 10**30, 0, -1):
        with pytest.raises(Refusal, match=r"^unknown_round: "):
            await archive.replay("table-1", number, Requester(), ReplayQuery())
        assert await archive.rounds("table-1", Requester(), number) == protocol.Rounds((), None)


class Interrupted(SqliteStore):
    """A store that is asked something, and then something happens before it is asked more."""

    meanwhile: Callable[[], Awaitable[None]] | None = None
    looks = 0

    async def read(self, query: Callable[[Database], T]) -> T:
        if self.meanwhile is not None:
            self.looks += 1
            if self.looks == 2:
                await self.meanwhile()
        return await super().read(query)


async def test_who_looks_back_while_seats_rotate_looks_as_whom_they_were_then(tmp_path: Path) -> None:
    """For as the other they might see what was hidden from them."""
    store = Interrupted(tmp_path / "arena.sqlite3")
    services = Services(store, BotPool())
    seats = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "person", holder="bob"))
    await store.add(structs.replace(entry("tic_tac_toe"), seats=seats, terms=protocol.Terms(rotate=True)), 0)
    arena, ada = TableRegistry(services), Principal("ada", "guest")
    connection = Connection(arena, lambda *frames: None, ada)
    other = Connection(arena, lambda *frames: None, Principal("bob", "guest"))
    hello = {"type": "hello", "version": protocol.VERSION, "table": "table-1", "tokens": []}
    for each, said in (
        *((connection, hello), (connection, {"type": "resign", "id": "1", "role": "x", "seq": 0})),
        *((other, hello), (other, {"type": "again", "id": "1"})),
    ):
        await each.receive(json.dumps(said))

    async def again() -> None:
        await connection.receive(json.dumps({"type": "again", "id": "2"}))

    store.meanwhile = again
    seen = await Replays(arena, services).replay("table-1", 1, Requester(ada), ReplayQuery())
    assert connection.roles == ("o",), "it has rotated meanwhile"
    assert seen.viewer == "x"
    connection.gone()
    other.gone()
    await arena.close()
