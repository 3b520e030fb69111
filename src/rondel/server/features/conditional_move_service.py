"""Stores conditional moves that can be played, and shows them to their author alone."""

from __future__ import annotations

from collections.abc import Callable

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.replays import Replays
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.storage import round_index
from rondel.server.storage.store import Database, Down
from rondel.server.table.conditional_moves import Plan, check


class ConditionalMoves:
    """The plans at the tables of an arena."""

    def __init__(self, arena: TableRegistry, archive: Replays, database: Database) -> None:
        self._arena = arena
        self._archive = archive
        self._database = database

    async def plans(self, table: str, who: Requester) -> protocol.Plans:
        """What is left of somebody's own plans at a table."""
        room = await self._arena.table(table)
        left = {role: await room.plan(role) for role in who.roles(room.entry)}
        return protocol.Plans(tuple([protocol.Plan(role, plan.seq, plan.lines) for role, plan in left.items() if plan]))

    async def keep(self, table: str, who: Requester, wanted: protocol.Plan, count: Callable[[], None] = lambda: None) -> None:
        """Have somebody's plan be that from now on. Every line of it is tried out before: what the rules do not allow is
        refused as an answer is, as ``uncertain`` where chance has a say in it, something is hidden, or several are asked at
        once; and where the round cannot be tried out, as that is. ``count`` is called before each line that is
        tried, and may refuse it."""
        room = await self._arena.table(table)
        seat = next((each for each in who.seats(room.entry) if each.role == wanted.role), None)
        if seat is None:
            raise Refusal("not_seated", f"you do not have the seat of {quoted(wanted.role)} at this table")
        check(wanted.lines, wanted.role)
        if wanted.lines:
            before = await room.plan(wanted.role)
            known = before.lines if before is not None and before.seq == wanted.seq else ()
            try:
                number = await self._database.read(lambda connection: round_index.latest(connection, table))
            except Down as error:
                raise unavailable() from error
            for line in wanted.lines:
                if line not in known:  # else it has been tried out
                    count()
                    tried = await self._archive.branch(table, number, who, protocol.Try(wanted.seq, line))
                    if not tried.certain:
                        why = "answers are planned where nothing is hidden, one is asked at a time, and chance has no say"
                        raise Refusal("uncertain", why)
        await room.keep_plan(seat, wanted.seq, Plan(wanted.seq, wanted.lines) if wanted.lines else None)
