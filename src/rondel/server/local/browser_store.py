"""The store of a browser: tables in memory, each kept outside as one text.

The text of a table holds its entry and all its answers. Before `BrowserStore.append` returns, the text is handed to ``keep``,
which writes it where it outlasts the page. So what was accepted is stored, as in an arena with a database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from rondel.server.protocol import Round
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Begun, Down, Head, NoOpenSeat, NotSaved
from rondel.server.table.entries import SeatEntry, TableEntry, host_after, rotated
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.log.round_log import RoundLog

if TYPE_CHECKING:  # a browser has no SQL
    from sqlalchemy import Connection

T = TypeVar("T")

Keep = Callable[[str, str | None], Awaitable[None]]
"""Stores the text of a table under its id, or removes it for None; raises where it cannot."""


class StoredTable(msgspec.Struct):
    """A table with its answers: what is kept of it."""

    entry: TableEntry
    answers: list[Answer] = []

    def text(self) -> str:
        """It as JSON."""
        return msgspec.json.encode(self).decode()


_decoder: Final = msgspec.json.Decoder(StoredTable)


class BrowserStore:
    """The `Store` of a browser. It keeps no snapshots: a table is opened from the start of its round."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._tables: dict[str, StoredTable] = {}
        self.damaged: dict[str, str] = {}
        """What is wrong with tables whose texts cannot be read, by their ids. They stay stored as they are."""

    def bring(self, table: str, text: str) -> None:
        """Take in the text under which a table was kept before, or note that it is `damaged`."""
        try:
            stored = _decoder.decode(text)
        except msgspec.MsgspecError as error:
            self.damaged[table] = str(error)
            return
        if stored.entry.id != table:
            self.damaged[table] = "it is the text of another table"
        elif [answer.seq for answer in stored.answers] != list(range(1, len(stored.answers) + 1)):
            self.damaged[table] = "answers are missing"
        else:
            self._tables[table] = stored

    async def rewrite(self, entry: TableEntry, answers: Sequence[Answer]) -> None:
        """Put a table with answers of its latest round in the place of what is stored of that round."""
        stored = self._tables[entry.id].answers
        earlier = [each for each in stored if each.round < stored[-1].round]
        await self._put(StoredTable(entry, [*earlier, *answers]))

    async def remove(self, table: str) -> None:
        """Remove a table for good. Raises `Down`."""
        await self._kept(table, None)
        self._tables.pop(table, None)
        self.damaged.pop(table, None)

    # -- rounds --------------------------------------------------------------------------------------------------------

    def round_log(self, table: str, number: int) -> RoundLog:
        """The answers of a round, up to the one that ended it; empty where there is none."""
        answers = [each for each in self._tables[table].answers if each.round == number]
        last = len(answers)
        while last > 1 and answers[last - 1].active == "" and answers[last - 2].active == "":
            last -= 1  # offers of a rematch
        return RoundLog(tuple(answers[:last]))

    def seats_in(self, table: str, number: int) -> tuple[SeatEntry, ...]:
        """The seats as they were in that round."""
        stored = self._tables[table]
        seats, latest = stored.entry.seats, stored.answers[-1].round if stored.answers else 1
        return rotated(seats, number - latest) if stored.entry.terms.rotate else seats

    def ended(self, table: str) -> tuple[Round, ...]:
        """The rounds of a table that have ended, the last first."""
        answers = self._tables[table].answers
        logs = [self.round_log(table, number) for number in range(answers[-1].round if answers else 0, 0, -1)]
        ends = [log.answers[-1] for log in logs if log.answers and log.answers[-1].active == ""]
        return tuple([Round(end.round, end.seq, end.at, msgspec.json.decode(end.result or "{}")) for end in ends])

    # -- as in any store -----------------------------------------------------------------------------------------------

    async def add(self, table: TableEntry, at: int, answers: Sequence[Answer] = ()) -> None:
        """See `Store`. The table may have answers already."""
        await self._put(StoredTable(table, list(answers)))

    async def find(self, table: str) -> TableEntry | None:
        """See `Store`."""
        stored = self._tables.get(table)
        return None if stored is None else stored.entry

    async def take_seat(self, table: str, sitter: SeatEntry) -> SeatEntry:
        """See `Store`."""
        stored = self._tables[table]
        free = next((seat for seat in stored.entry.seats if seat.kind == "open" and sitter.role in ("", seat.role)), None)
        if free is None:
            raise NoOpenSeat("every seat of this table is taken")
        taken = msgspec.structs.replace(sitter, role=free.role)
        await self._reseat(stored, [taken])
        return taken

    async def change_seats(self, table: str, changed: Sequence[SeatEntry], at: int) -> None:
        """See `Store`."""
        stored = self._tables[table]
        if stored.answers:
            raise Begun
        await self._reseat(stored, changed)

    async def store_conditional_moves(self, table: str, seat: SeatEntry, text: str) -> None:
        """See `Store`."""
        stored = self._tables[table]
        seats = [
            msgspec.structs.replace(each, conditional_moves=text) if each.role == seat.role else each
            for each in stored.entry.seats
        ]
        await self._put(StoredTable(msgspec.structs.replace(stored.entry, seats=tuple(seats)), stored.answers))

    async def since(self, table: str, seq: int) -> tuple[Answer, ...]:
        """See `Store`."""
        return tuple(self._tables[table].answers[seq:])

    async def since_each(self, known: Mapping[str, int]) -> dict[str, tuple[Answer, ...] | Damaged]:
        """See `Store`."""
        return {table: tuple(self._tables[table].answers[seq:]) for table, seq in known.items()}

    async def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """See `Store`."""
        here = {table: self._tables[table] for table in tables if table in self._tables}
        return {table: Head(len(stored.answers), stored.entry.seating) for table, stored in here.items()}

    async def append(self, answer: Answer, snapshot: Snapshot | None = None, seating: int | None = None) -> None:
        """See `Store`."""
        stored = self._tables.get(answer.table)
        if stored is None or answer.seq != len(stored.answers) + 1 or seating not in (None, stored.entry.seating):
            raise answer.conflict()
        if answer.client_id is not None and await self.answered(answer.table, answer.role, answer.client_id) is not None:
            raise answer.conflict()
        entry = stored.entry
        if answer.kind == "again" and entry.terms.rotate:
            roles = [seat.role for seat in entry.seats]
            host = roles[(roles.index(entry.host) + 1) % len(roles)] if entry.host else ""
            entry = _reseated(entry, rotated(entry.seats), host)
        try:
            await self._put(StoredTable(entry, [*stored.answers, answer]))
        except Down as error:
            raise NotSaved(str(error)) from error

    async def log(self, table: str, before: int | None = None) -> Log:
        """See `Store`."""
        answers = self._tables[table].answers
        return Log((), tuple([each for each in answers if each.round == answers[-1].round]))

    async def answered(self, table: str, role: str, client_id: str) -> Answer | None:
        """See `Store`."""
        answers = reversed(self._tables[table].answers)
        return next((each for each in answers if (each.role, each.client_id) == (role, client_id)), None)

    async def fault(self, table: str, reason: str | None) -> None:
        """See `Store`."""
        stored = self._tables[table]
        await self._put(StoredTable(msgspec.structs.replace(stored.entry, fault=reason), stored.answers))

    async def faulted(self) -> int:
        """See `Store`."""
        return sum([stored.entry.fault is not None for stored in self._tables.values()])

    async def close(self) -> None:
        """See `Store`."""

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Raises `Down`: there is no SQL here."""
        raise Down("a browser has no database")

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Raises `Down`: there is no SQL here."""
        raise Down("a browser has no database")

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _reseat(self, stored: StoredTable, changed: Sequence[SeatEntry]) -> None:
        by_role = {seat.role: seat for seat in changed}
        seats = tuple([by_role.get(seat.role, seat) for seat in stored.entry.seats])
        host = host_after(stored.entry.host, [seat.role for seat in seats if seat.kind == "person"])
        await self._put(StoredTable(_reseated(stored.entry, seats, host), stored.answers))

    async def _put(self, stored: StoredTable) -> None:
        """Keep a table, and only then change it in memory. Raises `Down`."""
        await self._kept(stored.entry.id, stored.text())
        self._tables[stored.entry.id] = stored

    async def _kept(self, table: str, text: str | None) -> None:
        try:
            await self._keep(table, text)
        except Exception as error:
            raise Down(str(error).removeprefix("Error: ")) from error


def _reseated(entry: TableEntry, seats: tuple[SeatEntry, ...], host: str) -> TableEntry:
    return msgspec.structs.replace(entry, seats=seats, host=host, seating=entry.seating + 1)
