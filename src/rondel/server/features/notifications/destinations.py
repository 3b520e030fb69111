"""Where accounts are reached: a confirmed mail address, browsers that are logged in, and a webhook.

Queries in SQLAlchemy Core, for every kind of database. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, or_, select

from rondel.server.accounts.mail.contacts import Contact
from rondel.server.features.notifications.parcel import Key
from rondel.server.storage import schema

_contacts, _browsers, _sessions = schema.contacts.c, schema.push_subscriptions.c, schema.sessions.c

_hooks = schema.webhooks.c

_logged_in = select(_sessions.hash).where(_sessions.hash == _browsers.session, _sessions.principal == _browsers.principal)


def is_reached() -> ColumnElement[bool]:
    """Whether an account of ``contacts`` may have a destination."""
    subscribed = select(_browsers.id).where(_browsers.principal == _contacts.principal)
    hooked = select(_hooks.principal).where(_hooks.principal == _contacts.principal, _hooks.ended == "")
    return or_(_contacts.confirmed_at.is_not(None), subscribed.exists(), hooked.exists())


def of(connection: Connection, principals: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The destinations of these accounts, as in `Key.channel`."""
    found: dict[str, list[str]] = {each: [] for each in principals}
    confirmed = select(_contacts.principal).where(_contacts.principal.in_(list(found)), _contacts.confirmed_at.is_not(None))
    for principal in connection.scalars(confirmed):
        found[principal].append("mail")
    subscribed = select(_browsers.principal, _browsers.id).where(_browsers.principal.in_(list(found)), _logged_in.exists())
    for principal, id_ in connection.execute(subscribed.order_by(_browsers.created_at, _browsers.id)):
        found[principal].append(f"push:{id_}")
    for principal in connection.scalars(select(_hooks.principal).where(_hooks.principal.in_(list(found)), _hooks.ended == "")):
        found[principal].append("webhook")
    return {principal: tuple(its) for principal, its in found.items()}


def is_wanted(connection: Connection, contact: Contact, key: Key) -> bool:
    """Whether an account wants that kind of notifications at that destination, and has it."""
    wanted = key.by in getattr(contact.settings, key.kind)
    return wanted and key.channel in of(connection, [key.principal])[key.principal]
