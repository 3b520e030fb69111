"""Takes in reports about players at a table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from rondel.errors import quoted
from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat import chat_log as book
from rondel.server.features.chat.channels import readable
from rondel.server.features.chat.wording import worded
from rondel.server.features.moderation import moderation_log as docket
from rondel.server.live.open_table import OpenTable
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.bounds import LONGEST_ID
from rondel.server.protocol.refused import Refusal, unavailable, unwatchable
from rondel.server.storage.store import Database, Down

_logger = logging.getLogger(__name__)


class Conduct:
    """What is reported at the tables of an arena."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._arena = arena
        self._database = database
        self._clock = clock

    async def report(self, table: str, who: Requester, wanted: protocol.Report) -> None:
        """Have somebody report who sits at a table, or who said a line that they may read. Said again with the same id it is
        the same report."""
        room = await self._arena.table(table)
        seat = next(iter(who.seats(room.entry)), None)
        if seat is None and not room.entry.terms.watchable:
            raise unwatchable()
        if not 0 < len(wanted.id) <= LONGEST_ID or "\0" in wanted.id:
            raise Refusal("malformed", f"the id of a message is 1 to {LONGEST_ID} characters long, none of them NUL")
        if bool(wanted.role) == bool(wanted.number):
            raise Refusal("malformed", "a report is about a role, or about a line of chat by its channel and number")
        words = worded(wanted.text) if wanted.text.strip() else ""
        # Who has only the token of a seat is a new guest with every request, and the same seat.
        reporter = who.principal.id if seat is None else seat.holder or f"seat {seat.role}"
        try:
            about, role, name = await self._about(room, wanted, plays=seat is not None)
            report = docket.Report(
                docket.numbered(table, reporter, wanted.id),
                *(table, self._clock(), wanted.reason, words, role),
                *((wanted.channel, wanted.number) if wanted.number else ("", 0)),
                *(reporter, about, name),
            )
            if await self._database.write(partial(docket.add, report=report)):
                _logger.info("report %s has come in; `rondel admin reports` lists what is open", report.id)
        except Down as error:
            raise unavailable() from error

    async def _about(self, room: OpenTable, wanted: protocol.Report, *, plays: bool) -> tuple[str, str, str]:
        """Principal, role and name of whom a report is about."""
        entry = room.entry
        if wanted.role:
            seat = next((each for each in entry.seats if each.role == wanted.role and each.kind == "person"), None)
            if seat is None:
                raise Refusal("unknown_role", f"nobody plays {quoted(wanted.role)} at this table who could be reported")
            return seat.holder, seat.role, seat.name
        over = await self._database.read(partial(book.over, table=entry.id))
        found = None
        if wanted.channel in readable(entry.terms, plays=plays, over=over) and 0 < wanted.number < 2**31:
            asked = partial(docket.author, table=entry.id, channel=wanted.channel, number=wanted.number)
            found = await self._database.read(asked)
        if found is None:
            raise Refusal("unknown_line", "nobody has said anything of that number that you may read")
        return found
