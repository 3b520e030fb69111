"""Takes in reports about players at a table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat import chat_log
from rondel.server.features.chat.channels import readable
from rondel.server.features.chat.wording import worded
from rondel.server.features.moderation import moderation_log
from rondel.server.live.open_table import OpenTable
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal, unavailable, unwatchable
from rondel.server.storage.store import Database, Down

_logger = logging.getLogger(__name__)


class Reporting:
    """The reports from all tables of a server."""

    def __init__(self, tables: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._database = database
        self._clock = clock

    async def report(self, table: str, who: Requester, wanted: protocol.Report) -> None:
        """Store a report about a player of a table, or about the author of a line that the requester may read. The id is an
        idempotency key: the same id is the same report."""
        open_table = await self._tables.table(table)
        seat = next(iter(who.seats(open_table.entry)), None)
        if seat is None and not open_table.entry.terms.watchable:
            raise unwatchable()
        if bool(wanted.role) == bool(wanted.number):
            raise Refusal("malformed", "a report is about a role, or about a line of chat by its channel and number")
        words = worded(wanted.text) if wanted.text.strip() else ""
        # A requester with only a seat's token is a new guest at every request; its seat is the same.
        reporter = who.principal.id if seat is None else seat.holder or f"seat {seat.role}"
        try:
            about, role, name = await self._about(open_table, wanted, plays=seat is not None)
            report = moderation_log.Report(
                moderation_log.numbered(table, reporter, wanted.id),
                *(table, self._clock(), wanted.reason, words, role),
                *((wanted.channel, wanted.number) if wanted.number else ("", 0)),
                *(reporter, about, name),
            )
            if await self._database.write(partial(moderation_log.add, report=report)):
                _logger.info("report %s has come in; `rondel admin reports` lists what is open", report.id)
        except Down as error:
            raise unavailable() from error

    async def _about(self, open_table: OpenTable, wanted: protocol.Report, *, plays: bool) -> tuple[str, str, str]:
        """Principal, role and name of the reported person."""
        entry = open_table.entry
        if wanted.role:
            seat = next((each for each in entry.seats if each.role == wanted.role and each.kind == "person"), None)
            if seat is None:
                raise Refusal("unknown_role", f"nobody plays {quoted(wanted.role)} at this table who could be reported")
            return seat.holder, seat.role, seat.name
        over = await self._database.read(partial(chat_log.over, table=entry.id))
        found = None
        if wanted.channel in readable(entry.terms, plays=plays, over=over) and 0 < wanted.number < 2**31:
            asked = partial(moderation_log.author, table=entry.id, channel=wanted.channel, number=wanted.number)
            found = await self._database.read(asked)
        if found is None:
            raise Refusal("unknown_line", "nobody has said anything of that number that you may read")
        return found
