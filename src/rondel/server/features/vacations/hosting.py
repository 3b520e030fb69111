"""Vacations by the host: days that are given to an account, and a vacation that is begun or ended for it.

Each change is a row of the moderators' log. Queries in SQLAlchemy Core; each function takes a connection in a transaction.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from rondel.server.accounts import principal_repository
from rondel.server.features.moderation import moderation_log
from rondel.server.features.moderation.moderation_log import ModerationAction
from rondel.server.features.vacations import vacation_log
from rondel.server.features.vacations.vacation_log import DAY, Balance


class Change(msgspec.Struct, frozen=True):
    """A change of the vacation of an account."""

    at: int
    by: str
    reason: str
    give: int = 0
    """Days."""
    begin: bool = False
    end: bool = False


def balance(connection: Connection, name: str) -> Balance:
    """The vacation of the account of that name. Refused as ``unknown_person``."""
    entry = principal_repository.account(connection, name)
    return vacation_log.balance(connection, entry.id, entry.created_at)


def change(connection: Connection, name: str, wanted: Change) -> Balance:
    """Change the vacation of the account of that name, and write it into the log; returns what it is then. Refused as
    ``unknown_person``, and as ``no_vacation`` where less than a day is left to begin with."""
    entry = principal_repository.account(connection, name)
    found = vacation_log.balance(connection, entry.id, entry.created_at, lock=True)
    more = wanted.give * DAY
    if wanted.end:
        found = found.ended(wanted.at)
    if wanted.begin and found.until <= wanted.at:
        found = found.begun(wanted.at, more)
    elif more:
        found = found.given(more, wanted.at)
    vacation_log.store(connection, entry.id, found)
    words = [f"{wanted.give} days" if wanted.give else "", "begins" if wanted.begin else "", "ends" if wanted.end else ""]
    note = f"{', '.join(filter(None, words))}: {wanted.reason}"
    moderation_log.write(connection, ModerationAction(wanted.at, wanted.by, "vacation", "", entry.id, None, note))
    return found


def days(milliseconds: int) -> str:
    """A time in days.

    >>> days(DAY), days(12 * DAY + DAY // 2)
    ('1 day', '12.5 days')
    """
    number = milliseconds / DAY
    return "1 day" if number == 1 else f"{number:.1f}".removesuffix(".0") + " days"
