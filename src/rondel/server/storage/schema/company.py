"""Tables of the company that accounts keep: whom they follow and block, who is online, invitations, and private messages.

Both columns that name an account are its own: a row is deleted with either of them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Text

from rondel.server.storage.schema.columns import filled, key, owned, table, where


def _account(name: str) -> Column[str]:
    """A column of the key with the id of an account."""
    return Column(name, Text, primary_key=True, autoincrement=False, info=owned())


follows = table(
    "follows",
    _account("follower"),
    _account("followed"),
    *filled(BigInteger, "at"),
    Index("follows_followed", "followed"),
)
"""Who follows whom, and since when."""

blocks = table(
    "blocks",
    _account("blocker"),
    _account("blocked"),
    *filled(BigInteger, "at"),
    Index("blocks_blocked", "blocked"),
)
"""Who has blocked whom, and since when."""

online = table("online", _account("principal"), *filled(BigInteger, "at"))
"""When an account that somebody follows was last connected; each node writes it for those who are connected to it."""

invitations = table(
    "invitations",
    *key("id"),
    *filled(Text, "table_id", "role"),
    Column("inviter", Text, nullable=False, info=owned()),
    Column("invited", Text, nullable=False, info=owned()),
    *filled(Text, "state"),
    *filled(BigInteger, "at", "expires_at"),
    Index("invitations_invited", "invited", "expires_at", **where("state = 'open'")),
    Index("invitations_inviter", "inviter", "at"),
    Index("invitations_table", "table_id"),
)
"""Invitations of an account to a seat of a table. ``state`` is ``open``, ``accepted``, ``declined`` or ``withdrawn``; an open
one counts until ``expires_at``, and while the seat is free."""

conversations = table(
    "conversations",
    _account("low"),
    _account("high"),
    *filled(Integer, "last", "read_low", "read_high"),
    *filled(BigInteger, "at"),
    Index("conversations_high", "high"),
)
"""The conversations of two accounts, whose ids are in order: the number of the last message, when it was written, and up to
which number each has read."""

private_messages = table(
    "private_messages",
    _account("low"),
    _account("high"),
    *key(number=Integer),
    *filled(Boolean, "by_low"),
    *filled(BigInteger, "at"),
    *filled(Text, "text", "client_id"),
    Index("private_messages_high", "high"),
    Index("private_messages_client_id", "low", "high", "by_low", "client_id", unique=True),
)
"""The messages of each conversation, numbered, and which of the two has written each."""
