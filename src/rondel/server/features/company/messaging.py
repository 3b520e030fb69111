"""Private messages, as accounts write and read them, and reports about them and about profiles."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.features.chat.wording import worded
from rondel.server.features.company import conversations, relations
from rondel.server.features.company.conversations import Pair
from rondel.server.features.moderation import moderation_log
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database

_logger = logging.getLogger(__name__)

MOST: Final = 50
"""Messages on one page."""

_LARGEST: Final = 2**31 - 1


class Messaging:
    """The private messages of all accounts."""

    def __init__(self, tables: TableRegistry, database: Database, clock: Callable[[], int]) -> None:
        self._tables = tables
        self._database = database
        self._clock = clock

    async def write(self, who: Principal, name: str, wanted: protocol.Write) -> protocol.PrivateMessage:
        """Store a message to the account of that name. The id is an idempotency key. Refused as ``unknown_person``, as
        ``not_mutual`` unless both follow each other, and as ``muted`` for whom the moderators have silenced."""
        text, at = worded(wanted.text), self._clock()

        def change(connection: Connection) -> tuple[str, protocol.PrivateMessage, bool]:
            other = principal_repository.account(connection, name)
            if not _is_mutual(connection, who.id, other.id):
                raise Refusal("not_mutual", "messages go between people who follow each other")
            if (until := moderation_log.silenced(connection, who.id)) > at:
                day = datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
                raise Refusal("muted", f"the moderators of this arena do not want you to say anything until {day}")
            return other.id, *conversations.add(connection, Pair(who.id, other.id), wanted.id, at, text)

        other, message, is_new = await or_unavailable(self._database.write(change))
        if message.text != text:
            raise Refusal("duplicate_id", f"another message with the id {wanted.id!r} was carried out before")
        if is_new:
            self._tables.tell(who.id, other)
        return message

    async def page(self, who: Principal, name: str, before: int | None) -> protocol.ConversationPage:
        """A page of the conversation with the account of that name. Refused as ``unknown_person``."""
        limit = None if before is None else max(0, min(before, _LARGEST))

        def query(connection: Connection) -> protocol.ConversationPage:
            other = principal_repository.account(connection, name)
            found = conversations.page(connection, Pair(who.id, other.id), limit, MOST + 1)
            shown = tuple(found[-MOST:])
            is_open = _is_mutual(connection, who.id, other.id)
            return protocol.ConversationPage(other.name, shown, shown[0].number if len(found) > MOST else None, is_open)

        return await or_unavailable(self._database.read(query))

    async def mark_read(self, who: Principal, name: str, number: int) -> None:
        """Note that the messages up to that number have been read. Refused as ``unknown_person``."""

        def change(connection: Connection) -> None:
            other = principal_repository.account(connection, name)
            conversations.mark_read(connection, Pair(who.id, other.id), max(0, min(number, _LARGEST)))

        await or_unavailable(self._database.write(change))

    async def all(self, who: Principal) -> protocol.Conversations:
        """The conversations of an account."""
        return protocol.Conversations(tuple(await or_unavailable(self._database.read(partial(conversations.of, who=who.id)))))

    async def report(self, who: Principal, name: str, wanted: protocol.ReportPerson) -> None:
        """Store a report about an account: its profile, or a message to the reporter. Refused as ``unknown_person`` and
        ``unknown_line``."""
        words = worded(wanted.text) if wanted.text.strip() else ""

        def change(connection: Connection) -> bool:
            other = principal_repository.account(connection, name)
            excerpt: str | None = ""
            if wanted.number:
                number = max(0, min(wanted.number, _LARGEST))
                excerpt = conversations.excerpt(connection, Pair(who.id, other.id), number)
            if excerpt is None or other.id == who.id:
                raise Refusal("unknown_line", "this account has written you no message of that number")
            report = moderation_log.Report(
                moderation_log.numbered(f"account {other.id}", who.id, wanted.id),
                *("", self._clock(), wanted.reason, words, ""),
                *("private" if wanted.number else "profile", wanted.number),
                *(who.id, other.id, other.name, excerpt),
            )
            return moderation_log.add(connection, report)

        if await or_unavailable(self._database.write(change)):
            _logger.info("a report about an account has come in; `rondel admin reports` lists what is open")


def _is_mutual(connection: Connection, who: str, other: str) -> bool:
    """Whether both follow each other. Nobody follows whom they have blocked."""
    return relations.does_follow(connection, who, other) and relations.does_follow(connection, other, who)
