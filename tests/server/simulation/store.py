"""The store of one simulated process: what it has not synced dies with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal, TypeVar

from msgspec import structs
from sqlalchemy import Connection

from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.sqlite_writer import apart
from rondel.server.storage.store import Begun, Closed, Down, Head, NoOpenSeat, NotSaved, Waiting
from rondel.server.table.entries import SeatEntry, TableEntry, host_after
from rondel.server.table.log.entries import Answer, Conflict, Log, Snapshot
from tests.server.simulation.disk import Disk, SharedDisk, reseated

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds after which a statement is given up."""


class SimulatedStore:
    """`Store` as one process sees it: what it has not synced dies with it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._waiting: list[Waiting] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self.dead = False
        self.cut_until = 0.0
        """Until then nothing comes through to the database; in seconds of the loop's clock."""

    async def add(self, table: TableEntry, at: int) -> None:
        await self._wait()
        if len({seat.role for seat in table.seats}) < len(table.seats):
            raise ValueError("the roles of a table's seats are unique")
        self._disk.tables[table.id] = table

    async def find(self, table: str) -> TableEntry | None:
        await self._read()
        return self._disk.tables.get(table)

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        await self._wait()
        await self._disk.unlocked(table)
        entry = self._disk.tables[table]
        free = [seat for seat in entry.seats if seat.kind == "open" and sitter.role in ("", seat.role)]
        if not free:
            raise NoOpenSeat("every seat of this table is taken")
        taken = structs.replace(sitter, role=free[0].role)
        seats = tuple(taken if seat.role == taken.role else seat for seat in entry.seats)
        host = entry.host
        if not (host or self._disk.answers.get(table) or any(seat.kind == "person" for seat in entry.seats)):
            host = taken.role
        self._disk.tables[table] = reseated(entry, seats, host)
        return taken

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        await self._wait()
        await self._disk.unlocked(table)
        if self._disk.answers.get(table):
            raise Begun
        entry = self._disk.tables[table]
        by_role = {seat.role: seat for seat in changed}
        seats = tuple(by_role.get(seat.role, seat) for seat in entry.seats)
        host = host_after(entry.host, [seat.role for seat in seats if seat.kind == "person"])
        self._disk.tables[table] = reseated(entry, seats, host)

    async def store_conditional_moves(self, table: str, seat: SeatEntry, text: str) -> None:
        await self._wait()
        entry = self._disk.tables[table]
        same = [(each.role, each.token_hash) == (seat.role, seat.token_hash) for each in entry.seats]
        seats = tuple(
            structs.replace(each, conditional_moves=text) if its else each for each, its in zip(entry.seats, same, strict=True)
        )
        self._disk.tables[table] = structs.replace(entry, seats=seats)

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        await self._read()
        return tuple(self._disk.answers.get(table, [])[seq:])

    async def since_each(self, known: Mapping[str, int]) -> dict[str, tuple[Answer, ...] | Damaged]:
        await self._read()
        return {table: tuple(self._disk.answers.get(table, [])[seq:]) for table, seq in known.items()}

    async def heads(self, tables: Collection[str]) -> dict[str, Head]:
        await self._read()
        here = self._disk.tables
        return {each: Head(len(self._disk.answers.get(each, [])), here[each].seating) for each in tables if each in here}

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        if self._closed:
            raise Closed("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(answer, snapshot, seating, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        await done

    async def log(self, table: str, before: int | None = None) -> Log:
        await self._read()
        answers = self._disk.answers.get(table, [])
        if not answers:
            return Log()
        number = answers[-1].round
        reach = len(answers) - self._disk.reach
        reach = reach if before is None else min(reach, before - 1)
        snapshots = [each for each in self._disk.snapshots.get(table, []) if each.round == number and each.seq <= reach]
        since = snapshots[-1].seq if snapshots else 0
        return Log(tuple(snapshots), tuple(each for each in answers if each.round == number and each.seq > since))

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        await self._read()
        stored = self._disk.answers.get(table, [])
        return next((each for each in stored if (each.role, each.client_id) == (role, client_id)), None)

    async def fault(self, table: str, reason: str | None) -> None:
        await self._wait()
        self._disk.tables[table] = structs.replace(self._disk.tables[table], fault=reason)

    async def read(self, query: Callable[[Connection], T]) -> T:
        await self._read()
        with self._disk.engine.connect() as connection:
            return query(connection)

    async def write(self, change: Callable[[Connection], T]) -> T:
        await self._wait()
        if not await self._disk.takes(PATIENCE):
            raise Down("the standby is away")
        with self._disk.engine.begin() as connection:
            return change(connection)

    async def faulted(self) -> int:
        await self._wait()
        return sum(each.fault is not None for each in self._disk.tables.values())

    async def close(self) -> None:
        self._closed = True
        if self._writer is not None:
            await self._writer

    async def _wait(self) -> None:
        """For the disk; a dead process waits for ever, and one that is cut off until it gives up. Raises `Down`."""
        await asyncio.sleep(self._disk.random.choice((0, 0.001, 0.02)))
        if self.dead:
            await asyncio.Event().wait()
        loop = asyncio.get_running_loop()
        if loop.time() < self.cut_until:
            await asyncio.sleep(min(PATIENCE, self.cut_until - loop.time()))
            if loop.time() < self.cut_until:
                self._disk.refused_at = loop.time()
                raise Down("the database does not answer")
        if isinstance(self._disk, SharedDisk) and loop.time() < self._disk.away_until:
            self._disk.refused_at = loop.time()
            raise Down("the database is away")

    async def _read(self) -> None:
        await self._wait()
        if self._disk.random.random() < self._disk.failing:
            self._disk.refused_at = asyncio.get_running_loop().time()
            raise Down("the database is away")

    async def _write(self) -> None:
        """Take what is waiting, store it, say so; as long as there is something."""
        store = self._transact if isinstance(self._disk, SharedDisk) else self._sync
        while self._waiting:
            group: list[Waiting] = []
            try:
                await self._wait()
                group, self._waiting = self._waiting, []
                outcomes = await store(group)
                await self._wait()  # stored, and nobody knows it yet
            except (Down, NotSaved) as error:
                if not group:
                    group, self._waiting = self._waiting, []
                self._disk.refused_at = asyncio.get_running_loop().time()
                outcomes = [NotSaved(str(error)) for _ in group]
            for each, outcome in zip(group, outcomes, strict=True):
                each.settle(outcome)
        self._writer = None

    async def _sync(self, group: list[Waiting]) -> list[Exception | None]:
        """One transaction of a file: if the process dies before its end, all of the group is lost."""
        await self._wait()
        return [self._store(each) for each in group]

    async def _transact(self, group: list[Waiting]) -> list[Exception | None]:
        """Transactions of a database, in which no table is twice."""
        assert isinstance(self._disk, SharedDisk)
        outcomes: dict[int, Exception | None] = {}
        for part in apart(self.in_order(group)):
            luck = self._refuses()
            if luck == "before":
                outcomes.update({id(each): NotSaved("the disk is full") for each in part})
                continue
            done = self._disk.transact(part)
            await asyncio.wait({done}, timeout=PATIENCE)
            if not done.done():
                self.give_up(done)
                raise NotSaved("the database does not answer")
            said = done.result()
            lost = NotSaved("the connection to the database was lost at the commit") if luck == "after" else None
            outcomes.update({id(each): outcome or lost for each, outcome in zip(part, said, strict=True)})
        return [outcomes[id(each)] for each in group]

    def in_order(self, group: list[Waiting]) -> list[Waiting]:
        """By table, so that nodes that meet at several tables wait for one another."""
        return sorted(group, key=lambda waiting: waiting.answer.table)

    def give_up(self, done: asyncio.Future[list[Exception | None]]) -> None:
        """Close a connection that has not answered. The database does not notice that as long as it waits for its standby."""

    def _refuses(self) -> Literal["", "before", "after"]:
        """Whether what is stored now is refused, or stored and its word lost."""
        luck = self._disk.random.random()
        if luck >= self._disk.failing:
            return ""
        self._disk.refused_at = asyncio.get_running_loop().time()
        return "before" if luck < self._disk.failing / 2 else "after"

    def _store(self, each: Waiting) -> Exception | None:
        luck = self._refuses()
        if luck == "before":
            return NotSaved("the disk is full")
        if any("\ud800" <= mark <= "\udfff" for mark in each.answer.move):
            return NotSaved("half a surrogate pair")
        try:
            self._disk.check(each.answer, each.seating)
        except Conflict as conflict:
            return conflict
        self._disk.commit(each.answer, each.snapshot)
        return NotSaved("the connection to the database was lost at the commit") if luck == "after" else None
