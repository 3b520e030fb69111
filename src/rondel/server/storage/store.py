"""What is stored and what a store promises: the contract of every kind of database the arena can be kept in.

A store knows no rules. It keeps the order of a table's answers (`Answer.seq` without gaps, each number once) and the once-ness
of a client's message (each client id once per table and role), and a call of `Store.append` returns only after the commit.
Everything the server promises about moves rests on that. ``sqlite_store`` and ``postgres_store`` keep it, and so does the one
that the simulation breaks on purpose; one suite of tests holds for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from rondel.server.storage import upsert as rows
from rondel.server.storage.table_repository import SeatEntry, TableEntry
from rondel.server.table.agreements import Pact
from rondel.server.telemetry.failure_log import Transient

T = TypeVar("T")

Kind = Literal["play", "undo", "again", "start", "resign", "flag", "claim", "offer", "agree", "decline", "withdraw"]

UNDO_REACH: Final = 16
"""Answers that a table is opened with at least, behind the snapshot it is opened from, so that they can be taken back."""

COUNTED: Final = 2_000
"""The longest log, in answers, that is counted for gaps when its table is opened, so that the cost of opening is bounded. A
gap in a longer one is found by an audit or a backup."""


class Besides(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row says besides the answer."""

    pact: Pact = Pact()
    """As it is after the row."""
    to: int | None = None
    """The number the answer was given to, where that is not the one before it."""
    undone: str = ""
    """Whose last answer is taken back by it, as all have agreed."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One row of the log: what one role answered, numbered within its table."""

    table: str
    seq: int
    round: int
    kind: Kind
    role: str
    """Empty for ``again``, which is the table's, not a role's."""
    move: str = ""
    """The move's text; for ``undo``, "agreed" where the others' consent was given; for ``offer`` what is offered, and for what
    settles one its number."""
    client_id: str | None = None
    """The sender's own id of the message; none for a bot's answer."""
    seed: bytes | None = None
    """For ``again``: the new round's."""
    at: int = 0
    """When it was given, in milliseconds since 1970 by the server's clock; never before the answer it follows."""
    digest: bytes | None = None
    """Of the position after it, where a round ends or a snapshot is taken."""
    data: str | None = None
    """A `Besides` as JSON, where it says anything."""
    active: str | None = None
    """Whom the table waits for after it, see `waiting_for`; empty where the round is over. None in rows older than this."""
    result: str | None = None
    """Where a round ends, how: JSON with places, scores and statistics, as everybody may know them."""

    def named(self) -> str:
        """What messages call it.

        >>> Answer("t", 8, 1, "again", "").named()
        'answer 8 of table t'
        """
        return f"answer {self.seq} of table {self.table}"

    def conflict(self) -> Conflict:
        """What is raised where it was not stored because of what is."""
        return Conflict(f"{self.named()} is not new, or does not follow the one before it")

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
        if self.kind in ("undo", "resign", "claim"):
            return self.given_to() == sent.given_to()
        if self.kind in ("agree", "decline", "withdraw", "start"):
            return self.move == sent.move  # an offer has one number, and a table begins once
        return self.given_to() == sent.given_to() and self.move == sent.move

    def besides(self) -> Besides:
        """What its data say."""
        return Besides() if self.data is None else msgspec.json.decode(self.data, type=Besides)

    def given_to(self) -> int:
        """The number the table was at for whoever gave it: the one before, unless rows came between that moved nothing.

        >>> Answer("t", 8, 1, "play", "black", data='{"to": 5}').given_to()
        5
        """
        to = self.besides().to if self.data is not None else None
        return self.seq - 1 if to is None else to


def waiting_for(roles: Iterable[str]) -> str:
    """The roles a table waits for, as they are stored: so that whose turn it is can be said without opening the table.

    >>> waiting_for(("black", "white")), waiting_for(())
    ('black,white', '')
    """
    return ",".join(roles)


class Snapshot(msgspec.Struct, frozen=True):
    """A table's game after the answer ``seq``, so that nobody replays what came before. A cache: the answers are the truth."""

    table: str
    seq: int
    round: int
    version: int
    """The rules' version."""
    packed: bytes
    """What the table wrote, which alone can read it: see ``snapshots``."""


class Last(msgspec.Struct, frozen=True):
    """Where a log ends."""

    seq: int
    round: int


def answer(row: Sequence[Any]) -> Answer:
    """An answer as it is stored, its columns in the order of the fields. Raises `Damaged`.

    >>> answer(("t", 1, 1, "dance", "x", "mark(a1)"))
    Traceback (most recent call last):
    rondel.server.rows.Damaged: answer 1 of table t is stored as what it cannot be: Invalid enum value 'dance' - at `$.kind`
    """
    what = f"answer {row[1]!r} of table {row[0]}"
    found = rows.decoded(Answer, row, what)
    if found.data is not None:
        try:
            found.besides()
        except msgspec.MsgspecError as error:
            raise rows.Damaged(f"{what} is stored as what it cannot be: {error} in its data") from error
    return found


def snapshot(row: Sequence[Any]) -> Snapshot:
    """A snapshot as it is stored, likewise."""
    return rows.decoded(Snapshot, row, f"the snapshot of table {row[0]} at {row[1]!r}")


class Log(msgspec.Struct, frozen=True):
    """What a table is opened from: the latest round, from a snapshot of it on or from its start."""

    snapshots: tuple[Snapshot, ...] = ()
    """The round's snapshots up to the one to begin from, the last. Each holds what was told since the one before."""
    answers: tuple[Answer, ...] = ()
    """Those after it, in order; without a snapshot all of the round, from the second round on ``again`` first."""
    missing: int = 0
    """How many of the table's answers up to the last are not stored, in any round, where the log is at most `COUNTED` long."""


def farther_back(opened_at: int, seq: int) -> int:
    """Before the answer of which number a table is to be opened that is at ``seq`` and was opened too late: twice as far back,
    so that who has to go to the start of a long round replays it twice at the most, and not once for each snapshot.

    >>> farther_back(448, 512), farther_back(64, 512)
    (384, -384)
    """
    return 2 * opened_at - seq


class NotSaved(Exception):
    """The database did not take the answer (disk full, gone, locked for too long); as far as is known, nothing has changed."""


class Conflict(Exception):
    """The log already has an answer with this number or a message with this id, or lacks the one before it."""


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
        `catalogue.change_seats`. Raises `Begun`."""

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
