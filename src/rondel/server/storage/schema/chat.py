"""Tables for chat, reports and moderation."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Text

from rondel.server.storage.schema.columns import PSEUDONYM, filled, held, key, table, where

chat = table(
    "chat",
    *key("table_id", "channel", number=Integer),
    *filled(BigInteger, "at"),
    *filled(Text, "role"),
    Column("author", Text, nullable=False, info=held(name=PSEUDONYM, badge="", text="", client_id="")),
    *filled(Text, "name", "badge", "text", "client_id"),
    Index("chat_client_id", "table_id", "author", "client_id", unique=True, **where("author <> ''")),
)
"""Chat lines, numbered by channel. ``author`` is the principal, which is not shown. An empty ``text`` is a line whose author
has deleted the account: its number stays, so that the numbers have no gaps."""

mutes = table(
    "mutes",
    *key("table_id", number=Integer),
    Column("author", Text, nullable=False, info=held()),
)
"""Authors who are muted in the gallery of a table, with the number of the line that was the reason."""

reports = table(
    "reports",
    *key("id"),
    *filled(Text, "table_id"),
    *filled(BigInteger, "at"),
    *filled(Text, "reason", "words", "role", "channel"),
    *filled(Integer, "number"),
    Column("excerpt", Text, nullable=False, server_default=""),
    Column("reporter", Text, nullable=False, info=held()),
    Column("about", Text, nullable=False, info=held(name=PSEUDONYM, excerpt="")),
    *filled(Text, "name"),
    Column("settled_at", BigInteger),
    Index("reports_open", "at", "id", **where("settled_at IS NULL")),
    Index("reports_about", "about"),
    Index("reports_table", "table_id"),
)
"""Reports of users by users: see `moderation_log`. Reporter and reported are principals. ``excerpt`` holds what the reported
one has written in a private conversation, up to the reported message."""

moderation = table(
    "moderation",
    *key("id"),
    *filled(BigInteger, "at"),
    *filled(Text, "moderator", "kind", "report"),
    Column("about", Text, nullable=False, info=held()),
    Column("until", BigInteger),
    *filled(Text, "note"),
    Index("moderation_about", "about", "at"),
)
"""The log of moderators, one row per action. Triggers refuse to change or delete one, except ``about`` when that principal is
deleted. ``until`` is the end of a silence, 0 where it was lifted."""
