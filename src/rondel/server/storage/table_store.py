"""The calls of a store about tables and seats: the same statements over every database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from rondel.server.storage import round_index, table_repository
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database, Head
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer


class TableStore(Database, Protocol):
    """Implements these calls of `Store` with `read` and `write` of the database."""

    async def add(self, table: TableEntry, at: int) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.add(connection, table, at))

    async def find(self, table: str) -> TableEntry | None:
        """See `Store`."""
        return await self.read(lambda connection: table_repository.find(connection, table))

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        """See `Store`."""
        return await self.write(lambda connection: table_repository.take_seat(connection, table, sitter))

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.change_seats(connection, table, changed, at))

    async def store_conditional_moves(self, table: str, seat: SeatEntry, text: str) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.store_conditional_moves(connection, table, seat, text))

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        """See `Store`."""
        return await self.read(lambda connection: round_index.since(connection, table, seq))

    async def since_each(self, known: Mapping[str, int]) -> dict[str, tuple[Answer, ...] | Damaged]:
        """See `Store`."""
        return await self.read(lambda connection: round_index.since_each(connection, known))

    async def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """See `Store`."""
        return await self.read(lambda connection: round_index.heads(connection, tables))

    async def fault(self, table: str, reason: str | None) -> None:
        """See `Store`."""
        await self.write(lambda connection: table_repository.fault(connection, table, reason))

    async def faulted(self) -> int:
        """See `Store`."""
        return await self.read(table_repository.faulted)
