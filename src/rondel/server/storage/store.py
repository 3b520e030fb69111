"""The interface of a store: what every database promises.

A store knows no rules. It keeps the order of a table's answers (`Answer.seq` without gaps, each number once) and the once-ness
of a client's message (each client id once per table and role), and a call of `Store.append` returns only after the commit.
Everything the server promises about moves rests on that. ``sqlite_store`` and ``postgres_store`` keep it, and so does the one
that the simulation breaks on purpose; one suite of tests holds for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from rondel.server.storage import upsert
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.telemetry.failure_log import Transient

T = TypeVar("T")


COUNTED: Final = 2_000
"""The longest log, in answers, that is counted for gaps when its table is opened, so that the cost of opening is bounded. A
gap in a longer one is found by an audit or a backup."""


class Last(msgspec.Struct, frozen=True):
    """Where a log ends."""

    seq: int
    round: int


def answer(row: Sequence[Any]) -> Answer:
    """An answer as it is stored, its columns in the order of the fields. Raises `Damaged`.

    >>> try:
    ...     answer(("t", 1, 1, "leap", "x", "mark(a1)"))
    ... except upsert.Damaged as error:
    ...     print(error)
    answer 1 of table t is stored as what it cannot be: Invalid enum value 'leap' - at `$.kind`
    """
    what = f"answer {row[1]!r} of table {row[0]}"
    found = upsert.decoded(Answer, row, what)
    if found.data is not None:
        try:
            found.besides()
        except msgspec.MsgspecError as error:
            raise upsert.Damaged(f"{what} is stored as what it cannot be: {error} in its data") from error
    return found


def snapshot(row: Sequence[Any]) -> Snapshot:
    """A snapshot as it is stored, likewise."""
    return upsert.decoded(Snapshot, row, f"the snapshot of table {row[0]} at {row[1]!r}")


class NotSaved(Exception):
    """The database did not take the answer (disk full, gone, locked for too long); as far as is known, nothing has changed."""


class Down(Transient):
    """The database cannot be read now, so nothing can be said; it may be back soon."""


class Unfit(Exception):
    """What was asked has something in it that this database can neither hold nor look for: NUL, or too large a number."""


class Closed(Exception):
    """The store is closed and takes nothing more."""


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """An answer on its way into a store, and who is to be told what became of it."""

    answer: Answer
    snapshot: Snapshot | None
    then: Callable[[BaseException | None], None]


class Database(Protocol):
    """What is neither a move nor a table, and rare: statements of SQLAlchemy Core, in one transaction each. Raises `Down`, and
    `Unfit`."""

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What the query finds."""

    async def write(self, change: Callable[[Connection], T]) -> T:
        """What the change comes to; nothing of it is stored when it raises."""


class Store(Database, Protocol):
    """A database, as the arena uses it. Each call is one transaction and may wait. All raise `Down` when it is out of reach."""

    async def add(self, table: TableEntry, at: int) -> None:
        """Store a new table and its seats; ``at`` is the time in milliseconds."""

    async def find(self, table: str) -> TableEntry | None:
        """The table of that id; looking for one never makes one."""

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        """Have ``sitter`` sit down on the open seat of its role, or on the first open one when that is empty. Of many who want
        one seat at once, one gets it. Raises `NoOpenSeat`."""

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        """Have seats be as these are, open or a bot's, before anything has happened at the table; see
        `table_repository.change_seats`. Raises `Begun`."""

    async def plan(self, table: str, seat: SeatEntry, text: str) -> None:
        """Keep what the holder of a seat will answer, as text; nothing is kept where somebody else sits there by now."""

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        """The answers after the one of that number, in order."""

    async def append(self, answer: Answer, snapshot: Snapshot | None = None) -> None:
        """Store one answer, and the snapshot with it; returns after the commit.

        Raises `Conflict` when the number or the client's id is taken or the answer before it, or the table, is not there, and
        `NotSaved` when the database refuses, or is lost so that it cannot be known.
        """

    async def log(self, table: str, before: int | None = None) -> Log:
        """What to open the table from: the last snapshot of its latest round that lies at least `UNDO_REACH` answers back, and
        before the answer of that number if one is given; or the start of the round."""

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """The answer that came in the client's message of that id, if it was stored."""

    async def fault(self, table: str, reason: str | None) -> None:
        """Mark a table as faulted, with the reason for the host; with None, as sound again."""

    async def faulted(self) -> int:
        """How many tables are marked as faulted."""

    async def close(self) -> None:
        """Store what is waiting, then stop. Calling it twice is harmless."""
