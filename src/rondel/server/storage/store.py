"""The interface of a store: the guarantees of every database.

A store knows no rules. It guarantees that the numbers of a table's answers (`Answer.seq`) have no gaps and no duplicates, that
the id of a client's message (the idempotency key) is stored once per table and role, and that `Store.append` returns only after
the commit. All promises of the server about moves rest on that. ``sqlite`` and ``postgres`` implement it, and so does the one
that the simulation breaks on purpose; one suite of tests covers all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec

from rondel.server.storage import row_decoder
from rondel.server.storage.row_decoder import Damaged
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.telemetry.failure_log import Transient

if TYPE_CHECKING:  # tables in a browser have no SQL
    from sqlalchemy import Connection

T = TypeVar("T")


COUNTED: Final = 2_000
"""The longest log, in answers, that is checked for gaps when its table is opened, which bounds the cost. `rondel admin verify`
and backups find gaps in longer logs."""


class Head(msgspec.Struct, frozen=True):
    """How far a table has got in the store."""

    seq: int
    """The number of its last answer."""
    seating: int
    """See `TableEntry.seating`."""


class Last(msgspec.Struct, frozen=True):
    """The end of a log."""

    seq: int
    round: int


def answer(row: Sequence[Any]) -> Answer:
    """A stored answer, from its columns in the order of the fields. Raises `Damaged`.

    >>> try:
    ...     answer(("t", 1, 1, "leap", "x", "mark(a1)"))
    ... except row_decoder.Damaged as error:
    ...     print(error)
    answer 1 of table t is stored as what it cannot be: Invalid enum value 'leap' - at `$.kind`
    """
    what = f"answer {row[1]!r} of table {row[0]}"
    found = row_decoder.decoded(Answer, row, what)
    if found.data is not None:
        try:
            found.row_data()
        except msgspec.MsgspecError as error:
            raise row_decoder.Damaged(f"{what} is stored as what it cannot be: {error} in its data") from error
    return found


def snapshot(row: Sequence[Any]) -> Snapshot:
    """A stored snapshot, from its columns. Raises `Damaged`."""
    return row_decoder.decoded(Snapshot, row, f"the snapshot of table {row[0]} at {row[1]!r}")


class NotSaved(Exception):
    """The database did not take the answer (disk full, unreachable, locked for too long); as far as is known, nothing has
    changed."""


class Down(Transient):
    """The database cannot be reached now; it may be back soon."""


class Unfit(Exception):
    """A value of the statement does not exist in this database: NUL, or a number that is too large."""


class Closed(Exception):
    """The store is closed."""


class NoOpenSeat(Exception):
    """The seat, or every seat, is taken."""


class Begun(Exception):
    """The game has begun, so seats cannot change."""


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """An answer on its way into a store, and the future of the coroutine that waits for it."""

    answer: Answer
    snapshot: Snapshot | None
    seating: int | None
    done: asyncio.Future[None]

    def settle(self, outcome: BaseException | None) -> None:
        """Give the coroutine the result, in its event loop; nothing is done where it was cancelled."""
        if not self.done.done():
            if outcome is None:
                self.done.set_result(None)
            else:
                self.done.set_exception(outcome)


class Database(Protocol):
    """Statements of SQLAlchemy Core for everything rare, in one transaction each. Raises `Down`, and `Unfit`."""

    async def read(self, query: Callable[[Connection], T]) -> T:
        """The result of the query."""

    async def write(self, change: Callable[[Connection], T]) -> T:
        """The result of the change; nothing of it is stored when it raises."""


class Store(Database, Protocol):
    """The database of tables and moves. Each call is one transaction and may wait. All raise `Down` when the database cannot be
    reached."""

    async def add(self, table: TableEntry, at: int) -> None:
        """Store a new table and its seats; ``at`` is the time in milliseconds."""

    async def find(self, table: str) -> TableEntry | None:
        """The table of that id; never creates one."""

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        """Give the open seat of the role of ``sitter``, or the first open one when that is empty, to ``sitter``. One of many
        concurrent requests gets it. Raises `NoOpenSeat`."""

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        """Store these seats, open or a bot's, before the first answer at the table; see `table_repository.change_seats`. Raises
        `Begun`."""

    async def store_conditional_moves(self, table: str, seat: SeatEntry, text: str) -> None:
        """Store the conditional moves of a seat, as text; does nothing where the seat has another holder by now."""

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        """The answers after the one of that number, in order."""

    async def since_each(self, known: Mapping[str, int]) -> dict[str, tuple[Answer, ...] | Damaged]:
        """For each of these tables its answers after that number, in order; the error where one of them is damaged. All in one
        query."""

    async def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """How far each of these tables has got; those that do not exist are left out."""

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        """Store one answer, and the snapshot with it; returns after the commit. ``seating`` is that of the table it was stepped
        with; None for any.

        Raises `Conflict` when the number or the client's id is taken, the seats have changed since that ``seating``, or the
        answer before it, or the table, does not exist; and `NotSaved` when the database refuses, or is lost so that the result
        cannot be known.
        """

    async def log(self, table: str, before: int | None = None) -> Log:
        """What a table is opened from: the last snapshot of its latest round that lies at least `UNDO_REACH` answers back, and
        before the answer of that number if one is given; or the start of the round."""

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """The answer of the client's message of that id, if it was stored."""

    async def fault(self, table: str, reason: str | None) -> None:
        """Mark a table as faulted, with the reason for the host; None removes the mark."""

    async def faulted(self) -> int:
        """The number of tables that are marked as faulted."""

    async def close(self) -> None:
        """Store waiting answers, then stop. Calling it twice is harmless."""
