"""What is durable in a simulated world: a file that one process writes, or a database that several nodes share.

A `Disk` forgets what was not synced when the process dies. A `SharedDisk` is a primary with a standby: a transaction locks its
tables from its first statement until the standby has it, and nobody sees its rows before. Where the primary is lost, the
standby takes its place, and has some of what waited for it.
"""

from __future__ import annotations

import asyncio
import contextvars
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from random import Random
from typing import Final

from msgspec import structs
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import StaticPool

from rondel.server.storage import schema
from rondel.server.storage.store import NotSaved, Waiting
from rondel.server.table.entries import SeatEntry, TableEntry, rotated
from rondel.server.table.log.entries import Answer, Conflict, Snapshot

LOCKED_FOR: Final = 1.5
"""Seconds for which a statement waits for a lock."""


@cache
def _empty() -> bytes:
    """The file of a database without rows; to make one takes as long as half a world."""
    made = create_engine("sqlite://", poolclass=StaticPool)
    schema.metadata.create_all(made)
    with made.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        content = driver.serialize()
    made.dispose()
    return content


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

        def opened() -> sqlite3.Connection:
            connection = sqlite3.connect(":memory:", check_same_thread=False)
            connection.deserialize(_empty())
            return connection

        return create_engine("sqlite://", poolclass=StaticPool, creator=opened)

    def close(self) -> None:
        """Give the memory of the database back."""
        if "engine" in vars(self):
            self.engine.dispose()

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
            self.tables[answer.table] = reseated(entry, rotated(entry.seats), host)
        if snapshot is not None:
            self.snapshots.setdefault(answer.table, []).append(snapshot)
        self.on_commit(answer)

    async def unlocked(self, table: str) -> None:
        """Return once no transaction has the table."""

    async def takes(self, patience: float) -> bool:
        """Whether something can be stored within so many seconds; returns once that is known."""
        return True


def reseated(entry: TableEntry, seats: Sequence[SeatEntry], host: str) -> TableEntry:
    """The table with other seats, whose change is counted."""
    return structs.replace(entry, seats=tuple(seats), host=host, seating=entry.seating + 1)


class Deadlock(NotSaved):
    """Two transactions wait for one another."""


class Transaction:
    """The rows that one node stores at once."""

    def __init__(self, group: Sequence[Waiting]) -> None:
        self.group = group
        self.done: asyncio.Future[list[Exception | None]] = asyncio.get_running_loop().create_future()
        self.outcomes: list[Exception | None] = []
        self.waits_for: Transaction | None = None
        self.has_committed = False
        """Whether it only waits for the standby."""
        self.is_over = asyncio.Event()


class SharedDisk(Disk):
    """A primary and a standby."""

    def __init__(self, random: Random, reach: int = 16) -> None:
        super().__init__(random, reach)
        self.deadlocks = 0
        self.standby_away_until = 0.0
        """Until then the standby takes nothing; in seconds of the loop's clock."""
        self.away_until = 0.0
        """Until then there is no primary."""
        self._locks: dict[str, Transaction] = {}
        self._running: dict[Transaction, asyncio.Task[None]] = {}
        self._unconfirmed: list[Answer] = []
        """Rows that everybody sees though the standby does not have them, the last ones last."""

    def transact(self, group: Sequence[Waiting]) -> asyncio.Future[list[Exception | None]]:
        """Begin to store these rows, in this order, whatever becomes of the node. Returns the outcome of each."""
        transaction = Transaction(group)
        running = contextvars.Context().run(asyncio.ensure_future, self._run(transaction))
        self._running[transaction] = running
        return transaction.done

    def show(self, done: asyncio.Future[list[Exception | None]]) -> None:
        """Cancel the wait of a transaction for the standby: its rows are seen from now on, though only the primary has them."""
        for transaction in [each for each in self._running if each.done is done and each.has_committed]:
            self._end(transaction)
            stored = [one.answer for one, outcome in zip(transaction.group, transaction.outcomes, strict=True) if not outcome]
            self._unconfirmed += stored

    def fail_over(self, away: float) -> None:
        """Lose the primary; the standby takes its place after so many seconds."""
        self.away_until = asyncio.get_running_loop().time() + away
        self.standby_away_until = 0.0
        for lost in self._unconfirmed:
            self.answers[lost.table] = [each for each in self.answers[lost.table] if each.seq < lost.seq]
        self._unconfirmed.clear()
        for transaction in list(self._running):
            if transaction.has_committed and self.random.random() < 0.5:
                self._end(transaction)  # the standby has it, and nobody was told
            else:
                self._end(transaction, NotSaved("the connection to the database was lost"))

    async def unlocked(self, table: str) -> None:
        while (holder := self._locks.get(table)) is not None:
            await holder.is_over.wait()

    async def takes(self, patience: float) -> bool:
        left = self.standby_away_until - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(min(left, patience))
        return left <= patience

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _run(self, transaction: Transaction) -> None:
        try:
            for each in transaction.group:
                await self._lock(transaction, each.answer.table)
                await self._pause(0.001, 0.01)
                transaction.outcomes.append(self._outcome(each))
            await self._pause(0.0, 0.001, 0.02)
        except NotSaved as error:
            return self._end(transaction, error)
        transaction.has_committed = True
        await self._pause(0.0, 0.001, 0.05)
        loop = asyncio.get_running_loop()
        while (left := self.standby_away_until - loop.time()) > 0:
            await asyncio.sleep(left)
        self._end(transaction)

    async def _pause(self, *seconds: float) -> None:
        await asyncio.sleep(self.random.choice(seconds))

    def _outcome(self, each: Waiting) -> Exception | None:
        try:
            self.check(each.answer, each.seating)
        except Conflict as conflict:
            return conflict
        return None

    async def _lock(self, transaction: Transaction, table: str) -> None:
        """Wait for a table, and have it. Raises `NotSaved`."""
        until = asyncio.get_running_loop().time() + LOCKED_FOR
        while (holder := self._locks.get(table, transaction)) is not transaction:
            other: Transaction | None = holder
            while other is not None:
                if other is transaction:
                    self.deadlocks += 1
                    raise Deadlock("deadlock detected")
                other = other.waits_for
            transaction.waits_for = holder
            try:
                async with asyncio.timeout_at(until):
                    await holder.is_over.wait()
            except TimeoutError:
                raise NotSaved("a table is locked") from None
            finally:
                transaction.waits_for = None
        self._locks[table] = transaction

    def _end(self, transaction: Transaction, error: NotSaved | None = None) -> None:
        """Make the rows of a transaction seen, or none of them; give its tables back, and say so."""
        running = self._running.pop(transaction, None)
        if running is None:
            return
        if running is not asyncio.current_task():
            running.cancel()
        self._locks = {table: holder for table, holder in self._locks.items() if holder is not transaction}
        transaction.is_over.set()
        try:
            for one, outcome in zip(transaction.group, transaction.outcomes, strict=False):
                if error is None and outcome is None:
                    self.commit(one.answer, one.snapshot)
        finally:
            if not transaction.done.done():
                if error is None:
                    transaction.done.set_result(transaction.outcomes)
                else:
                    transaction.done.set_exception(error)
                    transaction.done.exception()  # nobody may wait for it any more
