"""The vacation worker, in either database: which clocks stand, and that each table is told once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import msgspec
import pytest

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.notifications import turns
from rondel.server.features.vacations.vacation_log import DAY, FIRST
from rondel.server.features.vacations.vacation_worker import VacationWorker
from rondel.server.features.vacations.vacations import Vacations
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Fischer, PerMove, Terms
from rondel.server.storage import table_repository
from rondel.server.storage.store import Store
from rondel.server.table.agreements import TableState
from rondel.server.table.entries import SeatEntry
from rondel.server.table.log.entries import Answer, RowData

pytestmark = pytest.mark.anyio

DAYS = Terms(PerMove(3 * 86_400))


class Resort:
    """An arena of which Ada goes on vacation, with a clock that the test turns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_000 * DAY
        self.arena = TableRegistry(Services(store, BotPool(), clock=lambda: self.now))
        self.vacations = Vacations(store, lambda: self.now, lambda: None)

    def node(self) -> VacationWorker:
        return VacationWorker(self.arena, self.store, lambda: self.now)

    async def table(self, terms: Terms) -> str:
        """A table of Ada and Bob that has begun, and waits for Ada."""
        people = [SeatEntry("", "person", name=each, holder=each) for each in ("ada", "bob")]
        entry = await self.arena.seated("tic_tac_toe", terms, people)
        await self.store.write(partial(table_repository.add, table=entry, at=self.now))
        state = TableState().begin(terms, ["x", "o"], ["x"])
        data = msgspec.json.encode(RowData(state)).decode()
        await self.store.append(Answer(entry.id, 1, 1, "start", "", at=self.now, data=data, active="x"))
        return entry.id

    async def rows(self, table: str) -> list[str]:
        """The rows of a table after its start."""
        return [f"{row.kind} {row.move}" for row in await self.store.since(table, 1)]

    async def flag(self, table: str) -> int:
        """When the time of Ada's turn is up there."""
        turn = await self.store.read(partial(turns.current, table=table, role="x"))
        assert turn is not None
        assert turn.left is not None
        return turn.at + turn.left


@pytest.fixture
async def resort(kept: Store) -> AsyncIterator[Resort]:
    made = Resort(kept)
    ada = Entry("ada", "account", "Ada", made.now, "ada")
    await kept.write(partial(principal_repository.add, entry=ada))
    yield made
    await made.arena.close()


async def test_at_tables_for_days_the_clock_stands_while_its_player_is_away(resort: Resort) -> None:
    table, live = await resort.table(DAYS), await resort.table(Terms(Fischer(300)))
    strict = await resort.table(msgspec.structs.replace(DAYS, pauses=False))
    begun = resort.now
    resort.now += DAY
    away = await resort.vacations.switch("ada", on=True)
    assert away.until == resort.now + away.left
    nodes = [resort.node() for _ in range(2)]
    for node in nodes:
        await node.look()
    assert await resort.rows(table) == [f"vacation x {away.until}"], "it is told once"
    assert await resort.rows(live) == await resort.rows(strict) == [], "neither a live clock nor that of a tournament stands"
    assert await resort.flag(table) == begun + 3 * DAY + away.until - resort.now
    resort.now += 5 * DAY
    assert (await resort.vacations.switch("ada", on=False)).until is None
    for node in nodes:
        await node.look()
    assert await resort.rows(table) == [f"vacation x {away.until}", "vacation x 0"]
    assert await resort.flag(table) == begun + 8 * DAY, "five days were not charged"


async def test_a_game_that_begins_meanwhile_waits_too_and_no_longer_than_there_are_days(resort: Resort) -> None:
    away = await resort.vacations.switch("ada", on=True)
    node = resort.node()
    await node.look()
    later = await resort.table(DAYS)
    await node.look()
    assert await resort.rows(later) == [], "games are looked for once a minute"
    resort.now += 60_000
    await node.look()
    assert await resort.rows(later) == [f"vacation x {away.until}"]
    assert away.until is not None
    assert away.left == FIRST
    assert await resort.flag(later) == away.until + 3 * DAY - 60_000
    resort.now = away.until + 60_000
    await node.look()
    assert await resort.rows(later) == [f"vacation x {away.until}"], "it ends by itself"
    assert (await resort.vacations.of("ada")).left < DAY
