"""Verification: replays all answers of a table under the present rules, and compares digests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby

import msgspec

from rondel.server.catalog.opening import open_table
from rondel.server.ops import database as arena_db
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.sandbox.pool import SandboxPool
from rondel.server.storage import table_repository
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.store import Database
from rondel.server.table.commands import Broken, Faulted
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer, Log


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying one table."""

    table: str
    game: str
    answers: int
    """The number of stored answers."""
    sealed: int
    """The number of positions that were compared with their stored digest."""
    replays_to: int | None
    """The number of the last answer that replays; None where the rules cannot begin the game."""
    problem: str | None = None
    fault: str | None = None
    """The fault it is marked with."""
    damaged: bool = False
    """Whether the row of the table or of a seat does not decode; its answers were not verified then."""

    @property
    def sound(self) -> bool:
        """Whether the whole log replays to the stored positions."""
        return self.problem is None


def verify_log(entry: TableEntry, answers: Sequence[Answer]) -> Verdict:
    """The result of replaying the whole log of a table, every round of it."""
    sealed = 0
    reached: int | None = None
    try:
        table = open_table(entry)
        for answer in answers:
            reached = table.seq
            if answer.seq != table.seq + 1:
                raise Faulted(f"answer {table.seq + 1} is not there: {answer.seq} follows {table.seq}")
            table.repeat(answer)
            sealed += answer.digest is not None
        reached = table.seq
        problem = None
    except Exception as error:  # noqa: BLE001 - any error of the rules is a finding
        problem = str(error) or type(error).__name__
    return Verdict(entry.id, entry.game, len(answers), sealed, reached, problem, entry.fault)


async def verify_hosted_log(hosts: SandboxPool, entry: TableEntry, answers: Sequence[Answer]) -> Verdict:
    """The same for a game that is not shipped: its rules run in their own process, round by round. The first answer that does
    not replay is found by bisection."""
    sealed, reached, problem = 0, None, None
    unmarked = msgspec.structs.replace(entry, fault=None)

    async def opens(log: Sequence[Answer]) -> str | None:
        try:
            await hosts.open(unmarked, Log((), tuple(log)))
        except (Faulted, Broken, Refusal) as error:
            return str(error)
        return None

    if (problem := await opens(())) is None:
        reached = 0
        for _, each in groupby(answers, lambda answer: answer.round):
            log = list(each)
            if log[0].seq != reached + 1 or [answer.seq for answer in log] != list(range(log[0].seq, log[-1].seq + 1)):
                problem = f"an answer after number {reached} is not there"
                break
            if (problem := await opens(log)) is not None:
                good, bad = 0, len(log)
                while bad - good > 1:
                    middle = (good + bad) // 2
                    found = await opens(log[:middle])
                    good, bad, problem = (middle, bad, problem) if found is None else (good, middle, found)
                reached += good
                sealed += sum(answer.digest is not None for answer in log[:good])
                break
            reached = log[-1].seq
            sealed += sum(answer.digest is not None for answer in log)
    return Verdict(entry.id, entry.game, len(answers), sealed, reached, problem, entry.fault)


async def verify_table(database: Database, table: str, hosts: SandboxPool | None = None) -> Verdict | None:
    """The verdict on one table; None when there is none of that id. ``hosts`` run the rules of games that are not shipped."""
    try:
        entry = await database.read(lambda connection: table_repository.find(connection, table))
    except Damaged as error:
        return Verdict(table, "", 0, 0, None, str(error), damaged=True)
    if entry is None:
        return None
    stored = await database.read(lambda connection: arena_db.stored_log(connection, table))
    if hosts is not None and hosts.offered(entry.game) is not None:
        verdict = await verify_hosted_log(hosts, entry, stored.answers)
    else:
        verdict = verify_log(entry, stored.answers)
    if stored.problem is None:
        return verdict
    problem = stored.problem if verdict.problem is None else f"{verdict.problem}; {stored.problem}"
    return msgspec.structs.replace(verdict, answers=stored.count, problem=problem)


async def verify_tables(
    database: Database, tables: Iterable[str] = (), hosts: SandboxPool | None = None
) -> AsyncIterator[Verdict]:
    """The verdicts on these tables, or on every table. Raises `NoArena` for an unknown one."""
    for table in tables:
        verdict = await verify_table(database, table, hosts)
        if verdict is None:
            raise arena_db.NoArena(f"there is no table {table!r} here")
        yield verdict
    if tables:
        return
    # All at once: a damaged id cannot be the start of another page.
    for each in await database.read(arena_db.table_ids):
        if isinstance(each, bytes):  # its other rows cannot be found by it
            yield Verdict(arena_db.shown(each), "", 0, 0, None, "the id of this table is no text in UTF-8", damaged=True)
            continue
        verdict = await verify_table(database, each, hosts)
        if verdict is not None:  # else it was deleted in between
            yield verdict
