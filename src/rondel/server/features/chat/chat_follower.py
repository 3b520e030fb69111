"""The chat follower: sends the viewers here the lines that were said, or deleted, at other nodes."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from rondel.server import protocol
from rondel.server.features.chat import chat_log
from rondel.server.features.chat.channels import readable
from rondel.server.features.company import relations
from rondel.server.live.bus import ChatHint, Hint
from rondel.server.live.table_registry import TableRegistry
from rondel.server.storage.store import Database, Down
from rondel.server.table import views
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

UNSURE: Final = 20
"""Lines of a channel that are sent again where it is not known which of them the viewers have been sent."""

LATE: Final = 100
"""The number of latest lines per channel in which deletions are looked for after missed hints."""


class ChatFollower:
    """Follows the chat of the tables in memory."""

    def __init__(self, tables: TableRegistry, database: Database) -> None:
        self._tables = tables
        self._database = database
        self._sent: defaultdict[str, dict[protocol.Channel, int]] = defaultdict(dict)
        """The number up to which the viewers of a table have been sent all lines of a channel."""
        self._deleted: defaultdict[str, set[tuple[protocol.Channel, int]]] = defaultdict(set)
        """Lines of a table that were found deleted after hints were missed, and sent."""
        self._behind: dict[ChatHint, None] = {}
        self._task: asyncio.Task[None] | None = None
        tables.bus.subscribe(self._heard, lambda: None)

    def said(self, table: str, channel: protocol.Channel, number: int) -> None:
        """A line was stored, or deleted, and sent to the viewers here: tell the other nodes."""
        if self._sent[table].get(channel) == number - 1:
            self._sent[table][channel] = number
        self._tables.bus.publish(ChatHint(table, channel, number))

    async def read(self, missed: bool) -> None:
        """Read how far the chats of the tables in memory have got, and send what is new; see `follower.Reader`."""
        here = [id_ for id_, table in self._tables.opened.items() if table.is_watched]
        for gone in self._sent.keys() - set(here):
            del self._sent[gone]
            self._deleted.pop(gone, None)
        if not here:
            return
        ends = await self._database.read(partial(chat_log.ends, tables=here))
        for table, channel, last in ends:
            known = self._sent[table].get(channel, last - UNSURE if missed else last)
            if last > known:
                await self._send(table, channel, known, last)
            self._sent[table][channel] = last
        if missed:
            await self._send_deleted(here, {(table, channel): last for table, channel, last in ends})

    async def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _heard(self, node: str, hints: Sequence[Hint]) -> None:
        for hint in hints:
            if isinstance(hint, ChatHint) and (table := self._tables.in_memory(hint.table)) is not None and table.is_watched:
                self._behind[hint] = None
                if self._task is None:
                    self._task = asyncio.create_task(self._catch_up(), name="chat of other nodes")

    async def _catch_up(self) -> None:
        failures = FailureLog(_logger, "what was said at other nodes cannot be read now")
        try:
            while self._behind:
                hint = next(iter(self._behind))
                del self._behind[hint]
                # The line itself also where a later one was sent before: it may have been deleted.
                sent = self._sent[hint.table]
                known = sent.get(hint.channel, hint.number - UNSURE)
                try:
                    await self._send(hint.table, hint.channel, min(known, hint.number - 1), hint.number)
                except Down as error:  # a look at all tables finds what is new
                    failures.met(error)
                    await asyncio.sleep(1.0)
                    continue
                sent[hint.channel] = max(known, hint.number)
        finally:
            self._task = None

    async def _send_deleted(self, tables: Sequence[str], ends: Mapping[tuple[str, protocol.Channel], int]) -> None:
        """Send the late lines that are deleted, each once: no number tells that a line was deleted. Raises `Down`."""
        for table, line in await self._database.read(partial(chat_log.deleted, tables=tables)):
            key, sent = (line.channel, line.number), self._deleted[table]
            if key not in sent and line.number > ends.get((table, line.channel), 0) - LATE:
                sent.add(key)
                await self._send(table, line.channel, line.number - 1, line.number)

    async def _send(self, table: str, channel: protocol.Channel, after: int, last: int) -> None:
        """Send the lines of a channel after one number up to another to the viewers who may read them. Raises `Down`."""
        open_table = self._tables.in_memory(table)
        if open_table is None:
            return
        wanted = partial(chat_log.page, table=table, channel=channel, since=after, before=last + 1, most=100)
        over = await self._database.read(partial(chat_log.over, table=table))
        lines = await self._database.read(wanted)
        numbers = [each.number for each in lines]
        deaf = await self._database.read(partial(relations.deaf, table=table, channel=channel, numbers=numbers))
        for line in lines:
            readers = partial(reads, open_table.entry.terms, line.channel, over)
            open_table.tell(views.encode(line), readers, deaf.get(line.number, ()))


def reads(terms: protocol.Terms, channel: protocol.Channel, over: bool, plays: bool) -> bool:
    """Whether a player or a spectator may read the channel."""
    return channel in readable(terms, plays=plays, over=over)
