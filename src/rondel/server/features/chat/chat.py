"""Chat: stores lines and broadcasts them to the viewers who may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import names
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat import chat_log
from rondel.server.features.chat.channels import CHANNELS, readable, writable
from rondel.server.features.chat.chat_follower import ChatFollower, reads
from rondel.server.features.chat.wording import worded
from rondel.server.features.company import relations
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table import views

MOST: Final = 100
"""Lines on one page."""

_LARGEST: Final = 2**31 - 1


class Chat:
    """The chat at all tables of a server."""

    def __init__(self, tables: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self.follower = ChatFollower(tables, database)
        self._tables = tables
        self._database = database
        self._clock = clock

    async def say(self, table: str, who: Requester, wanted: protocol.Say) -> protocol.ChatLine:
        """Store a line, then broadcast it. The id is an idempotency key: the same id is the same line."""
        open_table = await self._tables.table(table)
        seat = next(iter(who.seats(open_table.entry)), None)
        channel = writable(open_table.entry.terms, plays=seat is not None)
        text = worded(wanted.text)
        if seat is not None:
            author, role, name, badge = seat.holder or f"seat {seat.role}", seat.role, seat.name, seat.badge
        else:
            author, role, name = who.principal.id, "", names.clean(who.principal.shown(wanted.name))
            badge = who.principal.badge(name)
        entry = chat_log.Entry(table, channel, author, wanted.id, self._clock(), role, name, badge, text)
        try:
            line, new, over, deaf = await or_unavailable(self._database.write(partial(_added, entry=entry)))
        except chat_log.Muted:
            raise Refusal("muted", "the host of this table does not want you to say more here") from None
        except chat_log.Silenced as silenced:
            until = datetime.fromtimestamp(silenced.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            raise Refusal("muted", f"the moderators of this arena do not want you to say anything until {until}") from None
        if (line.channel, line.text) != (channel, text):
            raise Refusal("duplicate_id", f"another message with the id {wanted.id!r} was carried out before")
        if new:
            open_table.tell(views.encode(line), partial(reads, open_table.entry.terms, channel, over), deaf)
            self.follower.said(table, channel, line.number)
        return line

    async def page(self, table: str, who: Requester, channel: str, since: int, before: int | None) -> protocol.ChatPage:
        """A page of a channel that the requester may read; without a name, of the requester's own channel."""
        open_table = await self._tables.table(table)
        over = await or_unavailable(self._database.read(partial(chat_log.over, table=table)))
        channels = readable(open_table.entry.terms, plays=bool(who.roles(open_table.entry)), over=over)
        wanted = next((each for each in CHANNELS if each == (channel or next(iter(channels), ""))), None)
        if wanted is None or wanted not in channels:
            raise Refusal("no_chat", "there is no such chat that you may read now")
        since, before = max(0, min(since, _LARGEST)), None if before is None else max(0, min(before, _LARGEST))
        asked = partial(chat_log.page, table=table, channel=wanted, since=since, before=before, most=MOST + 1)
        found = await or_unavailable(self._database.read(asked))
        lines = tuple(found[-MOST:])
        heard = await self._heard(who, table, lines) if who.principal.kind == "account" else lines
        muted: tuple[int, ...] = ()
        if wanted == "gallery" and lines and open_table.entry.host in who.roles(open_table.entry):
            muted = await or_unavailable(self._database.read(partial(chat_log.muted, table=table, lines=lines)))
        return protocol.ChatPage(wanted, channels, heard, lines[0].number if len(found) > MOST else None, muted)

    async def _heard(self, who: Requester, table: str, lines: Sequence[protocol.ChatLine]) -> tuple[protocol.ChatLine, ...]:
        """Those of the lines of a channel whose authors the requester has not blocked."""
        if not lines:
            return ()
        numbers = [each.number for each in lines]
        asked = partial(relations.deaf, table=table, channel=lines[0].channel, numbers=numbers)
        deaf = await or_unavailable(self._database.read(asked))
        return tuple([each for each in lines if who.principal.id not in deaf.get(each.number, ())])

    async def show_deleted(self, said: Iterable[tuple[str, protocol.Channel, int]]) -> None:
        """Send lines (table, channel, number) that are stored as deleted to the tables in memory: each without its words, so
        that clients replace what they show."""
        for table, channel, number in said:
            self.follower.said(table, channel, number)
            open_table = self._tables.in_memory(table)
            if open_table is None:
                continue
            over = await or_unavailable(self._database.read(partial(chat_log.over, table=table)))
            stored = partial(chat_log.line, table=table, channel=channel, number=number)
            line = await or_unavailable(self._database.read(stored))
            readers = partial(reads, open_table.entry.terms, line.channel, over)
            open_table.tell(views.encode(line), readers)

    async def mute(self, table: str, who: Requester, wanted: protocol.Mute) -> None:
        """Mute the author of a line of the gallery at this table, or lift that."""
        open_table = await self._tables.table(table)
        if open_table.entry.host not in who.roles(open_table.entry):
            raise Refusal("not_host", "only the host of a table decides who is heard there")
        number = max(0, min(wanted.number, _LARGEST))
        change = partial(chat_log.mute, table=table, number=number, muted=wanted.muted)
        if not await or_unavailable(self._database.write(change)):
            raise Refusal("unknown_line", "nobody has said anything of that number in the gallery")


def _added(connection: Connection, entry: chat_log.Entry) -> tuple[protocol.ChatLine, bool, bool, frozenset[str]]:
    """As `chat_log.add`, and the accounts that have blocked the author."""
    line, new, over = chat_log.add(connection, entry)
    deaf = relations.deaf(connection, entry.table, entry.channel, (line.number,))
    return line, new, over, deaf.get(line.number, frozenset())
