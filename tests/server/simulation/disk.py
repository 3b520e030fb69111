"""A disk whose writes take time, and which forgets what was not synced when the process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TypeVar

from msgspec import structs
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import StaticPool

from rondel.server.storage import schema
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Begun, Closed, Down, Head, NoOpenSeat, NotSaved
from rondel.server.table.entries import SeatEntry, TableEntry, host_after, rotated
from rondel.server.table.log.entries import Answer, Conflict, Log, Snapshot

T = TypeVar("T")


class Disk:
    """What is durable, and how it comes to be. ``reach`` is the store's `UNDO_REACH`."""

    def __init__(self, random: Random, reach: int = 16) -> None:
        self.random = random
        self.reach = reach
        self.failing = 0.0
        """How likely an answer is refused or stored with its word lost, and how likely nothing can be read."""
        self.refused_at = 0.0
        """When it last was so."""
        self.tables: dict[str, TableEntry] = {}
        self.answers: dict[str, list[Answer]] = {}
        self.snapshots: dict[str, list[Snapshot]] = {}
        self.on_commit: Callable[[Answer], None] = lambda answer: None

    @cached_property
    def engine(self) -> Engine:
        """A database in memory, for what is rare."""
        made = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        schema.metadata.create_all(made)
        return made

    def check(self, answer: Answer, seating: int | None = None) -> None:
        """Raise `Conflict` where the keys or the condition of a database would refuse the answer."""
        stored = self.answers.get(answer.table, [])
        entry = self.tables.get(answer.table)
        if seating is not None and entry is not None and entry.seating != seating:
            raise Conflict(f"the seats of table {answer.table} have changed")
        if answer.seq != len(stored) + 1 or (not stored and answer.table not in self.tables):
            raise Conflict(f"answer {answer.seq} of table {answer.table} is not new, or does not follow the one before it")
        sent = answer.client_id
        if sent is not None and any((each.role, each.client_id) == (answer.role, sent) for each in stored):
            raise Conflict(f"message {sent} of {answer.role} at {answer.table} is not new")

    def commit(self, answer: Answer, snapshot: Snapshot | None) -> None:
        """Make an answer durable."""
        self.answers.setdefault(answer.table, []).append(answer)
        entry = self.tables.get(answer.table)
        if answer.kind == "again" and entry is not None and entry.terms.rotate:
            roles = [seat.role for seat in entry.seats]
            host = roles[(roles.index(entry.host) + 1) % len(roles)] if entry.host else ""
            self.tables[answer.table] = _reseated(entry, rotated(entry.seats), host)
        if snapshot is not None:
            self.snapshots.setdefault(answer.table, []).append(snapshot)
        self.on_commit(answer)


class SimulatedStore:
    """`Store` as one process sees it: what it has not synced dies with it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._waiting: list[tuple[Answer, Snapshot | None, int | None, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        self.dead = False

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
        entry = self._disk.tables[table]
        free = [seat for seat in entry.seats if seat.kind == "open" and sitter.role in ("", seat.role)]
        if not free:
            raise NoOpenSeat("every seat of this table is taken")
        taken = structs.replace(sitter, role=free[0].role)
        seats = tuple(taken if seat.role == taken.role else seat for seat in entry.seats)
        host = entry.host
        if not (host or self._disk.answers.get(table) or any(seat.kind == "person" for seat in entry.seats)):
            host = taken.role
        self._disk.tables[table] = _reseated(entry, seats, host)
        return taken

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        await self._wait()
        if self._disk.answers.get(table):
            raise Begun
        entry = self._disk.tables[table]
        by_role = {seat.role: seat for seat in changed}
        seats = tuple(by_role.get(seat.role, seat) for seat in entry.seats)
        host = host_after(entry.host, [seat.role for seat in seats if seat.kind == "person"])
        self._disk.tables[table] = _reseated(entry, seats, host)

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
        self._waiting.append((answer, snapshot, seating, done))
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
        """For the disk; a dead process waits for ever."""
        await asyncio.sleep(self._disk.random.choice((0, 0.001, 0.02)))
        if self.dead:
            await asyncio.Event().wait()

    async def _read(self) -> None:
        await self._wait()
        if self._disk.random.random() < self._disk.failing:
            self._disk.refused_at = asyncio.get_running_loop().time()
            raise Down("the database is away")

    async def _write(self) -> None:
        """Take what is waiting, sync it as one transaction, say so; as long as there is something."""
        while self._waiting:
            await self._wait()
            group, self._waiting = self._waiting, []
            await self._wait()  # synced at its end: if the process dies before, all of the group is lost
            settled: list[tuple[asyncio.Future[None], Exception | None]] = []
            for answer, snapshot, seating, done in group:
                settled.append((done, self._store(answer, snapshot, seating)))
            await self._wait()  # stored, and nobody knows it yet
            for done, outcome in settled:
                if not done.done():
                    if outcome is None:
                        done.set_result(None)
                    else:
                        done.set_exception(outcome)
        self._writer = None

    def _store(self, answer: Answer, snapshot: Snapshot | None, seating: int | None) -> Exception | None:
        luck = self._disk.random.random()
        if luck < self._disk.failing:
            self._disk.refused_at = asyncio.get_running_loop().time()
        if luck < self._disk.failing / 2:
            return NotSaved("the disk is full")
        if any("\ud800" <= each <= "\udfff" for each in answer.move):
            return NotSaved("half a surrogate pair")
        try:
            self._disk.check(answer, seating)
        except Conflict as conflict:
            return conflict
        self._disk.commit(answer, snapshot)
        return NotSaved("the connection to the database was lost at the commit") if luck < self._disk.failing else None


def _reseated(entry: TableEntry, seats: Sequence[SeatEntry], host: str) -> TableEntry:
    """The table with other seats, whose change is counted."""
    return structs.replace(entry, seats=tuple(seats), host=host, seating=entry.seating + 1)
