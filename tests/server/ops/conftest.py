"""Arenas in which something was played, in both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.ops.database import DATABASE, open_arena
from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Database, Store
from rondel.server.table.commands import Setting
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Answer
from tests.server.storage.postgres import Cluster


@dataclass
class Host:
    """Where an arena is kept."""

    data: Path
    address: str | None

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """As the server has it."""
        made: Store = await PostgresStore.open(self.address) if self.address else SqliteStore(self.data / DATABASE)
        try:
            yield made
        finally:
            await made.close()

    @asynccontextmanager
    async def reached(self) -> AsyncIterator[Database]:
        """As its host has it."""
        async with open_arena(self.data, self.address) as found:
            yield found


@pytest.fixture(params=["sqlite", "postgres"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Host:
    if request.param == "sqlite":
        return Host(tmp_path, None)
    cluster: Cluster = request.getfixturevalue("cluster")
    return Host(tmp_path, cluster.database(like=request.getfixturevalue("prepared")))


def entry(table: str, game: str = "tic_tac_toe", roles: Sequence[str] = ("x", "o")) -> TableEntry:
    seats = tuple([SeatEntry(role, "person", "", role.upper(), hashed(table + role)) for role in roles])
    return TableEntry(table, game, {}, b"s" * 32, hashed(table), seats)


DRAWN = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")


async def played(store: Store, table: str, rounds: int = 1, moves: int = len(DRAWN)) -> list[Answer]:
    """Play rounds of tic-tac-toe at a new table, of the last one so many moves; the answers as they were stored."""
    made = open_table(entry(table))
    stored: list[Answer] = []

    async def say(message: protocol.Play | protocol.Again, held: Sequence[str]) -> None:
        step = made.step(message, held, Setting(1_800_000_000_000 + made.seq, bytes([made.seq]) * 32))
        await store.append(step.answer, step.snapshot)
        stored.append(step.answer)

    await store.add(entry(table), 1_800_000_000_000)
    for number in range(rounds):
        if number:
            await say(protocol.Again(f"again{number}"), ("x", "o"))
        for at, cell in enumerate(DRAWN[: moves if number == rounds - 1 else None]):
            role = "xo"[at % 2]
            await say(protocol.Play(f"{number}-{at}", role, f"mark({cell})", made.seq), (role,))
    return stored
