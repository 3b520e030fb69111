"""Bare tables, for tests of stores: they are there, so that answers can be given at them, and nobody sits at them."""

from __future__ import annotations

from pathlib import Path

from rondel.server.storage import schema, table_repository
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry


def bare(name: str) -> TableEntry:
    """A table with one seat."""
    return TableEntry(name, "reversi", {}, b"s" * 32, b"", (SeatEntry("black", "open"),))


async def with_tables(store: Store, *names: str) -> Store:
    """The store, with these tables in it."""
    for name in names:
        await store.add(bare(name), 0)
    return store


def put_tables(path: Path, *names: str) -> None:
    """Have these tables be in a SQLite file."""
    engine = schema.engine(path)
    with engine.begin() as connection:
        for name in names:
            table_repository.add(connection, bare(name), 0)
    engine.dispose()
