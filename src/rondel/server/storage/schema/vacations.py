"""The table of vacations; see ``rondel.server.features.vacations``."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Text

from rondel.server.storage.schema.columns import filled, owned, table

vacations = table(
    "vacations",
    Column("principal", Text, primary_key=True, autoincrement=False, info=owned()),
    *filled(BigInteger, "saved", "at", "until"),
    *filled(Boolean, "told"),
    Index("vacations_until", "until"),
)
"""What each account has saved, when that was so, and until when it is away at the latest; 0 where it is not. ``told`` says that
its tables know of the last change."""
