"""Where accounts are reached: a confirmed mail address, and whatever else they have given.

Queries in SQLAlchemy Core, for every kind of database. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, select

from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications.parcel import Key
from rondel.server.storage import schema

_contacts = schema.contacts.c


def is_reached() -> ColumnElement[bool]:
    """Whether an account of ``contacts`` has a destination."""
    return _contacts.confirmed_at.is_not(None)


def of(connection: Connection, principals: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The destinations of these accounts, as in `Key.channel`."""
    found: dict[str, list[str]] = {each: [] for each in principals}
    confirmed = select(_contacts.principal).where(_contacts.principal.in_(list(found)), is_reached())
    for principal in connection.scalars(confirmed):
        found[principal].append("mail")
    return {principal: tuple(its) for principal, its in found.items()}


def is_wanted(connection: Connection, contact: Contact, key: Key) -> bool:
    """Whether an account wants that kind of notifications at that destination, and has it."""
    wanted = key.by in getattr(contact.settings, key.kind)
    return wanted and key.channel in of(connection, [key.principal])[key.principal]
