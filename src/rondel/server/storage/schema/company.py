"""Tables of the company that accounts keep: whom they follow and block, who is online, and invitations.

Both columns that name an account are its own: a row is deleted with either of them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Text

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
