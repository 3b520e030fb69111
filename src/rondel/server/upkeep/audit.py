"""The audit: everything that was ever stored at a table, replayed under the rules there are now, to what was sealed then."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final

import msgspec

from rondel.server import catalogue
from rondel.server.catalogue import TableEntry
from rondel.server.store import Answer, Database
from rondel.server.table import Faulted, Table
from rondel.server.upkeep import holdings

PAGE: Final = 100
"""Tables looked up at once."""


class Verdict(msgspec.Struct, frozen=True):
    """What an audit of one table found."""

    table: str
    game: str
    answers: int
    """How many are stored."""
    sealed: int
    """How many positions were compared with the digest that was stored with them."""
    replays_to: int | None
    """The number of the last answer up to which all replays; None where the rules cannot even begin the game."""
    problem: str | None = None
    fault: str | None = None
    """What is marked as wrong with it."""

    @property
    def sound(self) -> bool:
        """Whether all of it replays to what was stored."""
        return self.problem is None


def audited(entry: TableEntry, answers: Sequence[Answer]) -> Verdict:
    """What comes of replaying the whole log of a table, every round of it."""
    sealed = 0
    reached: int | None = None
    try:
        table = Table(entry)
        for answer in answers:
            reached = table.seq
            if answer.seq != table.seq + 1:
                raise Faulted(f"answer {table.seq + 1} is not there: {answer.seq} follows {table.seq}")
            table.repeat(answer)
            sealed += answer.digest is not None
        reached = table.seq
        problem = None
    except Exception as error:  # noqa: BLE001 - whatever rules do: it is the finding
        problem = str(error) or type(error).__name__
    return Verdict(entry.id, entry.game, len(answers), sealed, reached, problem, entry.fault)


async def audit(database: Database, table: str) -> Verdict | None:
    """The verdict on one table; None when there is none of that id."""
    entry = await database.read(lambda connection: catalogue.find(connection, table))
    if entry is None:
        return None
    return audited(entry, await database.read(lambda connection: holdings.log(connection, table)))


async def audits(database: Database, tables: Iterable[str] = ()) -> AsyncIterator[Verdict]:
    """The verdicts on these tables, or on every table there is. Raises `NoHoldings` for one that is not there."""
    for table in tables:
        verdict = await audit(database, table)
        if verdict is None:
            raise holdings.NoHoldings(f"there is no table {table!r} here")
        yield verdict
    after = "" if not tables else None
    while after is not None:
        page = await database.read(
            lambda connection, after=after: holdings.listed(connection, faulted=False, game=None, after=after, most=PAGE)  # type: ignore[misc]
        )
        for each in page:
            verdict = await audit(database, each.id)
            if verdict is not None:  # else it was forgotten in between
                yield verdict
        after = page[-1].id if page else None
