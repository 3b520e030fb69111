"""The append-only log in SQLite: one writer thread, group commit, every row durable before it is acknowledged.

One writer thread stores all answers that have come since its last commit in one transaction (group commit), with the
write-ahead log flushed to the disk (``synchronous=FULL``). So an acknowledged answer survives the death of the process; whether
it survives a power cut depends on the disk.

It uses sqlite3 directly: SQLAlchemy costs 7 to 50 times more per move.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from rondel.server.storage import row_decoder
from rondel.server.storage.file_guard import DatabaseFile
from rondel.server.storage.schema import connect
from rondel.server.storage.store import COUNTED, Closed, Last, NotSaved, Waiting, answer, snapshot
from rondel.server.table.log.entries import UNDO_REACH, Answer, Log, Snapshot
from rondel.server.telemetry.outage import Outage

LARGEST_GROUP: Final = 256
"""Answers in one transaction at most, which bounds the wait of the first one."""

_COLUMNS: Final = "table_id, seq, round, kind, role, move, client_id, seed, at, digest, data, active, result"
_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
"""An answer, and the seating it was stepped with."""
_INSERT: Final = f"INSERT INTO answers ({_COLUMNS}) SELECT"
# The table is there, so that the numbers of a deleted one do not begin anew, and its seats are those that the answer was
# stepped with; the numbers have no gaps. The unique keys do the rest.
_IS_NEW: Final = (
    "EXISTS (SELECT 1 FROM tables WHERE tables.id = new.column1 AND tables.seating = coalesce(new.column14, tables.seating))"
    " AND (new.column2 = 1 OR EXISTS"
    " (SELECT 1 FROM answers AS before WHERE before.table_id = new.column1 AND before.seq = new.column2 - 1))"
)
_OTHERS: Final = ", ".join([f"column{number}" for number in range(2, _ROW.count("?"))])
# Stores all, or none and raises: an answer without a table is an error.
_ALL_NEW: Final = f"{_INSERT} CASE WHEN {_IS_NEW} THEN column1 END, {_OTHERS} FROM (VALUES {{rows}}) AS new"
# Stores the new ones, and returns them.
_WHAT_IS_NEW: Final = (
    f"{_INSERT} column1, {_OTHERS} FROM (VALUES {{rows}}) AS new WHERE {_IS_NEW} ON CONFLICT DO NOTHING RETURNING table_id, seq"
)
_SNAPSHOT: Final = "INSERT OR REPLACE INTO snapshots (table_id, seq, round, version, packed) VALUES (?, ?, ?, ?, ?)"

_logger = logging.getLogger(__name__)

Outcome = BaseException | None


class SqliteWriter:
    """The log of all tables in one SQLite file.

    >>> import tempfile
    >>> from rondel.server.storage.schema import prepare
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name) / "doc.sqlite3"
    >>> prepare(path)
    >>> from rondel.server.table.entries import SeatEntry, TableEntry
    >>> from rondel.server.storage.table_repository import add
    >>> from rondel.server.storage.schema import engine
    >>> database = engine(path)
    >>> with database.begin() as connection:
    ...     add(connection, TableEntry("t", "reversi", {}, b"", b"", (SeatEntry("black", "open"),)), 0)
    >>> database.dispose()
    >>> log = SqliteWriter(path)
    >>> asyncio.run(log.append(Answer("t", 1, 1, "play", "black", "play_disc(d3)", "m1")))
    >>> [answer.move for answer in log.read("t").answers]
    ['play_disc(d3)']
    >>> log.close(); folder.cleanup()
    """

    def __init__(self, path: Path, grouped: Callable[[float], object] = lambda size: None) -> None:
        """``grouped`` gets the number of answers of each transaction, in the writer's thread."""
        self._grouped = grouped
        self._outage = Outage(_logger)
        self._waiting: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, list[Waiting]] | None] = queue.SimpleQueue()
        self._gathered: list[Waiting] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = connect(path)
        self._file = DatabaseFile(path)
        self._reading = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, args=(connect(path),), name="move-log", daemon=True)
        self._thread.start()

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        """See `Store.append`."""
        if self._closed:
            raise Closed("the move log is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        # All answers of one turn of the loop go to the writer together: waking a thread costs more than a row.
        if not self._gathered:
            self._loop = loop
            loop.call_soon(self._hand_over, loop)
        self._gathered.append(Waiting(answer, snapshot, seating, done))
        await done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        group, self._gathered = self._gathered, []
        if group:  # else the writer was finished in between, and has taken them
            self._waiting.put((loop, group))

    def read(self, table: str, before: int | None = None) -> Log:
        """See `Store.log`; blocks."""
        with self._reading:
            last = self._reader.execute(
                "SELECT seq, round FROM answers WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)
            ).fetchone()
            if last is None:
                return Log()
            latest = row_decoder.decoded(Last, last, f"the last answer of table {table}")
            seq, number = latest.seq, latest.round
            reach = seq - UNDO_REACH if before is None else min(seq - UNDO_REACH, before - 1)
            found = self._reader.execute(
                "SELECT table_id, seq, round, version, packed FROM snapshots"
                " WHERE table_id = ? AND round = ? AND seq <= ? ORDER BY seq",
                (table, number, reach),
            )
            snapshots = tuple(row_decoder.sound(found, snapshot))
            if snapshots:
                since = snapshots[-1].seq
            else:  # the last answer of the round before, found by walking back through this one, whatever the number of rounds
                ended = self._reader.execute(
                    "SELECT seq FROM answers WHERE table_id = ? AND round < ? ORDER BY seq DESC LIMIT 1", (table, number)
                ).fetchone()
                since = 0 if ended is None else ended[0]
            answers = self._select("WHERE table_id = ? AND seq > ? AND seq <= ? ORDER BY seq", (table, since, seq))
            count = seq
            if seq <= COUNTED:
                counting = "SELECT count(*) FROM answers WHERE table_id = ? AND seq <= ?"
                (count,) = self._reader.execute(counting, (table, seq)).fetchone()
        return Log(snapshots, tuple(answers), seq - count)

    def find(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store.answered`; blocks."""
        with self._reading:
            found = self._select("WHERE table_id = ? AND role = ? AND client_id = ?", (table, role, client_id))
        return found[0] if found else None

    def finish(self) -> None:
        """Accept no more answers; accepted ones will be stored. To be called in the event loop, which never waits for it;
        `close` waits."""
        if not self._closed:
            self._closed = True
            if self._loop is not None:
                self._hand_over(self._loop)
            self._waiting.put(None)

    def close(self) -> None:
        """Store waiting answers, then stop. Calling it twice is harmless."""
        if not self._closed:
            self.finish()
        self._thread.join()
        with self._reading:
            self._reader.close()

    def _select(self, where: str, values: tuple[str | int, ...]) -> list[Answer]:
        found = self._reader.execute(f"SELECT {_COLUMNS} FROM answers {where}", values).fetchall()  # noqa: S608 - constants
        return [answer(row) for row in found]

    # -- the writer's thread -------------------------------------------------------------------------------------------

    def _write(self, connection: sqlite3.Connection) -> None:
        try:
            while (first := self._waiting.get()) is not None:
                taken = [first]
                last = False
                while sum(len(group) for _, group in taken) < LARGEST_GROUP and not last:
                    try:
                        more = self._waiting.get_nowait()
                    except queue.Empty:
                        break
                    if more is None:
                        last = True
                    else:
                        taken.append(more)
                outcomes: dict[int, Outcome] = {}
                for group in apart([each for _, gathered in taken for each in gathered]):
                    for each, outcome in zip(group, self._store(connection, group), strict=True):
                        outcomes[id(each)] = outcome
                for loop, gathered in taken:
                    _tell(loop, [(each, outcomes[id(each)]) for each in gathered])
                if last:
                    return
        finally:
            connection.close()

    def _store(self, connection: sqlite3.Connection, group: list[Waiting]) -> list[Outcome]:
        try:
            outcomes = insert_all(connection, group)
            self._file.check()
        except Exception as error:  # noqa: BLE001 - it is told and logged
            # Nothing of the group is stored, and each sender gets the error. The thread survives every error.
            self._outage.refused(len(group), error)
            _roll_back(connection)
            return [NotSaved(f"the answer could not be stored: {error}") for _ in group]
        self._outage.stored()
        self._grouped(len(group))
        return outcomes


def apart(group: list[Waiting]) -> list[list[Waiting]]:
    """The group divided into groups with no table twice in them: a statement does not see the rows it inserts."""
    groups: list[list[Waiting]] = []
    seen: dict[str, int] = {}
    for each in group:
        number = seen[each.answer.table] = seen.get(each.answer.table, -1) + 1
        if number == len(groups):
            groups.append([])
        groups[number].append(each)
    return groups


def insert_all(connection: sqlite3.Connection, group: list[Waiting]) -> list[Outcome]:
    """Store the answers in one transaction; returns for each whether it was new. Raises when none could be stored."""
    has_snapshots = any(each.snapshot is not None for each in group)
    values = [value for each in group for value in (*msgspec.structs.astuple(each.answer), each.seating)]
    every = ", ".join([_ROW] * len(group))
    # One statement is a transaction of its own, and releases the interpreter's lock only once: a thread that returns from
    # SQLite waits for the event loop each time. One that returns rows does so for each of them.
    if has_snapshots:
        connection.execute("BEGIN IMMEDIATE")
    try:
        try:
            connection.execute(_ALL_NEW.format(rows=every), values)
            outcomes: list[Outcome] = [None] * len(group)
        except sqlite3.IntegrityError:  # which is rare, and does not say which answer is new
            stored = set(connection.execute(_WHAT_IS_NEW.format(rows=every), values).fetchall())
            named = [(each.answer.table, each.answer.seq) for each in group]
            outcomes = [None if name in stored else each.answer.conflict() for name, each in zip(named, group, strict=True)]
    except (UnicodeError, OverflowError) as error:
        if has_snapshots:
            connection.execute("ROLLBACK")
        if len(group) == 1:
            return [NotSaved(f"{group[0].answer.named()} holds what a database cannot: {error}")]
        return [outcome for each in group for outcome in insert_all(connection, [each])]
    if has_snapshots:
        for each, outcome in zip(group, outcomes, strict=True):
            if each.snapshot is not None and outcome is None:
                connection.execute(_SNAPSHOT, msgspec.structs.astuple(each.snapshot))
        connection.execute("COMMIT")
    return outcomes


def _roll_back(connection: sqlite3.Connection) -> None:
    try:
        connection.rollback()
    except sqlite3.Error:
        return  # the transaction has ended already: a full disk or an I/O error ends it


def _tell(loop: asyncio.AbstractEventLoop, settled: list[tuple[Waiting, Outcome]]) -> None:
    """Settle each with the result of its answer, in the event loop that waits."""

    def tell() -> None:
        for each, outcome in settled:
            each.settle(outcome)

    try:
        loop.call_soon_threadsafe(tell)
    except RuntimeError:
        if not loop.is_closed():
            raise
        # the loop is closed, and nothing waits any more; the answers are stored all the same
