"""Chat: takes in lines and broadcasts them to those who may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import names
from rondel.server.accounts.requester import Requester
from rondel.server.features.chat import chat_log as book
from rondel.server.features.chat.channels import CHANNELS, readable, writable
from rondel.server.features.chat.wording import worded
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.bounds import LONGEST_ID
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.storage.store import Database, Down
from rondel.server.table import views

T = TypeVar("T")

MOST: Final = 100
"""Lines on one page."""

_LARGEST: Final = 2**31 - 1


class Chat:
    """The chat at the tables of an arena."""

    def __init__(self, arena: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._arena = arena
        self._database = database
        self._clock = clock

    async def say(self, table: str, who: Requester, wanted: protocol.Say) -> protocol.ChatLine:
        """Have somebody say something: stored first, and then heard. Said again with the same id it is the same line."""
        room = await self._arena.table(table)
        seat = next(iter(who.seats(room.entry)), None)
        channel = writable(room.entry.terms, plays=seat is not None)
        if not 0 < len(wanted.id) <= LONGEST_ID or "\0" in wanted.id:
            raise Refusal("malformed", f"the id of a message is 1 to {LONGEST_ID} characters long, none of them NUL")
        text = worded(wanted.text)
        if seat is not None:
            author, role, name, badge = seat.holder or f"seat {seat.role}", seat.role, seat.name, seat.badge
        else:
            author, role, name = who.principal.id, "", names.clean(who.principal.shown(wanted.name))
            badge = who.principal.badge(name)
        entry = book.Entry(table, channel, author, wanted.id, self._clock(), role, name, badge, text)
        try:
            line, new, over = await self._asked(self._database.write, partial(book.add, entry=entry))
        except book.Muted:
            raise Refusal("muted", "the host of this table does not want you to say more here") from None
        except book.Silenced as silenced:
            until = datetime.fromtimestamp(silenced.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            raise Refusal("muted", f"the moderators of this arena do not want you to say anything until {until}") from None
        if (line.channel, line.text) != (channel, text):
            raise Refusal("duplicate_id", f"another message with the id {wanted.id!r} was carried out before")
        if new:
            terms = room.entry.terms
            frame = views.encode(line)
            room.tell(frame, lambda plays: channel in readable(terms, plays=plays, over=over))
        return line

    async def page(self, table: str, who: Requester, channel: str, since: int, before: int | None) -> protocol.ChatPage:
        """What was said in a channel that somebody may read; in their own where they do not say."""
        room = await self._arena.table(table)
        over = await self._asked(self._database.read, partial(book.over, table=table))
        channels = readable(room.entry.terms, plays=bool(who.roles(room.entry)), over=over)
        wanted = next((each for each in CHANNELS if each == (channel or next(iter(channels), ""))), None)
        if wanted is None or wanted not in channels:
            raise Refusal("no_chat", "there is no such chat that you may read now")
        since, before = max(0, min(since, _LARGEST)), None if before is None else max(0, min(before, _LARGEST))
        asked = partial(book.page, table=table, channel=wanted, since=since, before=before, most=MOST + 1)
        found = await self._asked(self._database.read, asked)
        lines = tuple(found[-MOST:])
        muted: tuple[int, ...] = ()
        if wanted == "gallery" and lines and room.entry.host in who.roles(room.entry):
            muted = await self._asked(self._database.read, partial(book.muted, table=table, lines=lines))
        return protocol.ChatPage(wanted, channels, lines, lines[0].number if len(found) > MOST else None, muted)

    async def show_deleted(self, said: Iterable[tuple[str, str, int]]) -> None:
        """Tell the tables in memory of lines (table, channel, number) that are stored as deleted: each is sent again, without
        its words, so that a client replaces what it shows."""
        for table, channel, number in said:
            room = self._arena.in_memory(table)
            if room is None:
                continue
            over = await self._asked(self._database.read, partial(book.over, table=table))
            line = await self._asked(self._database.read, partial(book.line, table=table, channel=channel, number=number))
            readers = partial(_reads, room.entry.terms, line.channel, over)
            room.tell(views.encode(line), readers)

    async def mute(self, table: str, who: Requester, wanted: protocol.Mute) -> None:
        """Have the host not hear somebody of the gallery any more, nor anybody else."""
        room = await self._arena.table(table)
        if room.entry.host not in who.roles(room.entry):
            raise Refusal("not_host", "only the host of a table decides who is heard there")
        number = max(0, min(wanted.number, _LARGEST))
        change = partial(book.mute, table=table, number=number, muted=wanted.muted)
        if not await self._asked(self._database.write, change):
            raise Refusal("unknown_line", "nobody has said anything of that number in the gallery")

    async def _asked(self, way: Callable[[Callable[[Connection], T]], object], query: Callable[[Connection], T]) -> T:
        try:
            found: T = await way(query)  # type: ignore[misc]
        except Down as error:
            raise unavailable() from error
        return found


def _reads(terms: protocol.Terms, channel: protocol.Channel, over: bool, plays: bool) -> bool:
    """Whether somebody may read the channel, who plays or does not."""
    return channel in readable(terms, plays=plays, over=over)
