"""The move log: every answer ever given, stored for good before anybody hears of it.

One writer thread takes whatever has piled up since its last commit and stores it in one transaction (group commit), with
the write-ahead log flushed to the disk (``synchronous=FULL``). `MoveLog.append` returns only after that commit. So an
answer that was acknowledged survives the death of the process; whether it survives a power cut is up to the disk keeping
its word.

The log knows no rules: it keeps the order (``seq`` without gaps, each number once) and the once-ness of a client's message
(each client id once per table and role), and nothing else. It is written by hand, without SQLAlchemy: that costs 7 to 50 times
less per move.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from rondel.server.schema import connect

Kind = Literal["play", "undo", "again"]

LARGEST_GROUP: Final = 256
"""Answers stored in one transaction at most, so that the first of them does not wait for long."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: what one role answered, numbered within its table."""

    table: str
    seq: int
    round: int
    kind: Kind
    role: str
    """Empty for ``again``, which is the table's, not a role's."""
    move: str = ""
    """The move's text; for ``undo``, "agreed" where the others' consent was given."""
    client_id: str | None = None
    """The sender's own id of the message; none for a bot's answer."""
    seed: bytes | None = None
    """For ``again``: the new round's."""

    def came_from(self, sent: Answer) -> bool:
        """Whether this stored answer is what the message ``sent`` once did, so that ``sent`` is that message come again.

        >>> stored = Answer("t", 8, 1, "undo", "black", "agreed", "m7")
        >>> stored.came_from(Answer("t", 8, 1, "undo", "black", "", "m7"))
        True
        """
        if (self.kind, self.role) != (sent.kind, sent.role):
            return False
        if self.kind == "again":
            return True  # it names no position
        return self.seq == sent.seq and (self.kind == "undo" or self.move == sent.move)


class NotSaved(Exception):
    """The database did not take the answer (disk full, file gone, locked for too long); nothing has changed."""


class Conflict(Exception):
    """The log already has an answer with this number, or a message with this id."""


class Closed(Exception):
    """The log is closed and takes nothing more."""


_COLUMNS: Final = "table_id, seq, round, kind, role, move, client_id, seed"
_INSERT: Final = f"INSERT INTO answers ({_COLUMNS}, at) VALUES "  # noqa: S608 - constants
_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"

_logger = logging.getLogger(__name__)

Outcome = BaseException | None
Waiting = tuple[Answer, Callable[[Outcome], None]]


class MoveLog:
    """The log of all tables in one SQLite file.

    >>> import tempfile
    >>> from rondel.server.schema import prepare
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name) / "doc.sqlite3"
    >>> prepare(path)
    >>> log = MoveLog(path)
    >>> asyncio.run(log.append(Answer("t", 1, 1, "play", "black", "play_disc(d3)", "m1")))
    >>> [answer.move for answer in log.round("t")]
    ['play_disc(d3)']
    >>> log.close(); folder.cleanup()
    """

    def __init__(self, path: Path) -> None:
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._reader = connect(path)
        self._reading = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, args=(connect(path),), name="move-log", daemon=True)
        self._thread.start()

    async def append(self, answer: Answer) -> None:
        """Store one answer; returns after the commit.

        Raises `Conflict` when the number or the client's id is taken, `NotSaved` when the database refuses.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def settle(outcome: Outcome) -> None:
            if not done.done():
                if outcome is None:
                    done.set_result(None)
                else:
                    done.set_exception(outcome)

        self.submit(answer, lambda outcome: _call(loop, settle, outcome))
        await done

    def submit(self, answer: Answer, then: Callable[[Outcome], None]) -> None:
        """Store one answer and call ``then`` from the writer's thread with None, or with what went wrong."""
        if self._closed:
            raise Closed("the move log is closed")
        self._waiting.put((answer, then))

    def round(self, table: str) -> list[Answer]:
        """The answers of the table's latest round, in order; from the second round on the first of them is ``again``."""
        return self._select(
            "WHERE table_id = ? AND seq >= COALESCE((SELECT MAX(seq) FROM answers WHERE table_id = ? AND kind = 'again'), 0)"
            " ORDER BY seq",
            (table, table),
        )

    def find(self, table: str, role: str, client_id: str) -> Answer | None:
        """The answer that came in the client's message of that id, if it was stored."""
        found = self._select("WHERE table_id = ? AND role = ? AND client_id = ?", (table, role, client_id))
        return found[0] if found else None

    def close(self) -> None:
        """Store what is waiting, then stop. Calling it twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self._waiting.put(None)
        self._thread.join()
        with self._reading:
            self._reader.close()

    def _select(self, where: str, values: tuple[str, ...]) -> list[Answer]:
        with self._reading:
            rows = self._reader.execute(f"SELECT {_COLUMNS} FROM answers {where}", values).fetchall()  # noqa: S608 - constants
        return [Answer(*row) for row in rows]

    # -- the writer's thread -------------------------------------------------------------------------------------------

    def _write(self, connection: sqlite3.Connection) -> None:
        try:
            while (first := self._waiting.get()) is not None:
                group = [first]
                last = False
                while len(group) < LARGEST_GROUP and not last:
                    try:
                        more = self._waiting.get_nowait()
                    except queue.Empty:
                        break
                    if more is None:
                        last = True
                    else:
                        group.append(more)
                self._store(connection, group)
                if last:
                    return
        finally:
            connection.close()

    def _store(self, connection: sqlite3.Connection, group: list[Waiting]) -> None:
        now = int(time.time() * 1000)
        outcomes: list[Outcome]
        try:
            outcomes = _insert_all(connection, [answer for answer, _ in group], now)
        except Exception as error:
            # Nothing of the group is stored, and each of its senders is told so. Whatever it was, the thread lives on.
            _logger.exception("a group of %d answers was not stored", len(group))
            outcomes = [NotSaved(f"the answer could not be stored: {error}") for _ in group]
            _roll_back(connection)
        for (_, then), outcome in zip(group, outcomes, strict=True):
            then(outcome)


def _insert_all(connection: sqlite3.Connection, answers: list[Answer], now: int) -> list[Outcome]:
    """Store the answers in one transaction; says for each whether it was new. Raises when none could be stored."""
    values = [value for answer in answers for value in (*msgspec.structs.astuple(answer), now)]
    try:
        # One statement is a transaction of its own, and lets go of the interpreter's lock only once: every time a thread comes
        # back from SQLite it waits until the event loop lets it in.
        connection.execute(_INSERT + ", ".join([_ROW] * len(answers)), values)
    except (sqlite3.IntegrityError, UnicodeError, OverflowError):
        outcomes: list[Outcome] = []
        connection.execute("BEGIN IMMEDIATE")
        for answer in answers:
            outcomes.append(_insert(connection, answer, now))
        connection.execute("COMMIT")
        return outcomes
    return [None] * len(answers)


def _insert(connection: sqlite3.Connection, answer: Answer, now: int) -> Outcome:
    try:
        connection.execute(_INSERT + _ROW, (*msgspec.structs.astuple(answer), now))
    except sqlite3.IntegrityError as error:
        # SQLite takes back this statement alone; the rest of the group goes on.
        return Conflict(f"answer {answer.seq} of table {answer.table} is not new: {error}")
    except (UnicodeError, OverflowError) as error:
        return NotSaved(f"answer {answer.seq} of table {answer.table} holds what a database cannot: {error}")
    return None


def _roll_back(connection: sqlite3.Connection) -> None:
    try:
        connection.rollback()
    except sqlite3.Error:
        return  # the transaction is gone already: a full disk or an I/O error ends it from the inside


def _call(loop: asyncio.AbstractEventLoop, settle: Callable[[Outcome], None], outcome: Outcome) -> None:
    try:
        loop.call_soon_threadsafe(settle, outcome)
    except RuntimeError:
        if not loop.is_closed():
            raise
        # whoever waited is gone with the loop; the answer is stored all the same
