"""Tables of the company that accounts keep: whom they follow and block, and who is online.

Both columns that name an account are its own: a row is deleted with either of them.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Text

from rondel.server.storage.schema.columns import filled, owned, table


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
