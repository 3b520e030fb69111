"""Stores conditional moves that can be played, and shows them to their author alone."""

from __future__ import annotations

from collections.abc import Callable

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.replays import Replays
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import round_index
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table.conditional_moves import Plan, check


class ConditionalMoves:
    """The conditional moves at all tables of a server."""

    def __init__(self, tables: TableRegistry, replays: Replays, database: Database) -> None:
        self._tables = tables
        self._replays = replays
        self._database = database

    async def plans(self, table: str, who: Requester) -> protocol.Plans:
        """What is left of the requester's plans at a table."""
        open_table = await self._tables.table(table)
        left = {role: await open_table.plan(role) for role in who.roles(open_table.entry)}
        return protocol.Plans(tuple([protocol.Plan(role, plan.seq, plan.lines) for role, plan in left.items() if plan]))

    async def keep(self, table: str, who: Requester, wanted: protocol.Plan, count: Callable[[], None] = lambda: None) -> None:
        """Replace the plan of the requester's seat. Every new line is tried out first; ``count`` is called before each, and may
        refuse it.

        Refused as an answer is that the rules do not allow; as ``uncertain`` where a line meets chance, hidden information or
        several active roles; and as `Replays.branch`.
        """
        open_table = await self._tables.table(table)
        seat = next((each for each in who.seats(open_table.entry) if each.role == wanted.role), None)
        if seat is None:
            raise Refusal("not_seated", f"you do not have the seat of {quoted(wanted.role)} at this table")
        check(wanted.lines, wanted.role)
        if wanted.lines:
            before = await open_table.plan(wanted.role)
            known = before.lines if before is not None and before.seq == wanted.seq else ()
            number = await or_unavailable(self._database.read(lambda connection: round_index.latest(connection, table)))
            for line in wanted.lines:
                if line not in known:  # a known line has been tried out before
                    count()
                    tried = await self._replays.branch(table, number, who, protocol.Try(wanted.seq, line))
                    if not tried.certain:
                        why = "answers are planned where nothing is hidden, one is asked at a time, and chance has no say"
                        raise Refusal("uncertain", why)
        await open_table.keep_plan(seat, wanted.seq, Plan(wanted.seq, wanted.lines) if wanted.lines else None)
