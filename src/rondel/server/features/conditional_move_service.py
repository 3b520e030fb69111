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
from rondel.server.table.conditional_moves import ConditionalMoves, check


class ConditionalMoveService:
    """The conditional moves at all tables of a server."""

    def __init__(self, tables: TableRegistry, replays: Replays, database: Database) -> None:
        self._tables = tables
        self._replays = replays
        self._database = database

    async def remaining(self, table: str, who: Requester) -> protocol.OwnConditionalMoves:
        """The conditional moves of the requester's roles that are still to be played."""
        open_table = await self._tables.table(table)
        left = {role: await open_table.conditional_moves(role) for role in who.roles(open_table.entry)}
        return protocol.OwnConditionalMoves(
            tuple([protocol.ConditionalMoves(role, own.seq, own.lines) for role, own in left.items() if own])
        )

    async def keep(
        self, table: str, who: Requester, wanted: protocol.ConditionalMoves, count: Callable[[], None] = lambda: None
    ) -> None:
        """Replace the conditional moves of the requester's seat. Every new line is tried out first; ``count`` is called before
        each, and may refuse it.

        Refused like an illegal answer where the rules do not allow a line; as ``uncertain`` where a line meets chance, hidden
        information or several active roles; and as `Replays.branch`.
        """
        open_table = await self._tables.table(table)
        seat = next((each for each in who.seats(open_table.entry) if each.role == wanted.role), None)
        if seat is None:
            raise Refusal("not_seated", f"you do not have the seat of {quoted(wanted.role)} at this table")
        check(wanted.lines, wanted.role)
        if wanted.lines:
            before = await open_table.conditional_moves(wanted.role)
            known = before.lines if before is not None and before.seq == wanted.seq else ()
            number = await or_unavailable(self._database.read(lambda connection: round_index.latest(connection, table)))
            for line in wanted.lines:
                if line not in known:  # a known line has been tried out before
                    count()
                    tried = await self._replays.branch(table, number, who, protocol.Try(wanted.seq, line))
                    if not tried.certain:
                        why = (
                            "conditional moves need a game without hidden information, one active role at a time, and no chance"
                        )
                        raise Refusal("uncertain", why)
        await open_table.store_conditional_moves(
            seat, wanted.seq, ConditionalMoves(wanted.seq, wanted.lines) if wanted.lines else None
        )
