"""The repository of contacts: how accounts are reached, and about what.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec
from sqlalchemy import Connection, select, update

from rondel.server.protocol import NotificationKind, NotificationSettings
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

_contacts = schema.contacts.c

COLUMNS: Final = (
    _contacts.principal,
    _contacts.address,
    _contacts.lang,
    _contacts.settings,
    _contacts.unsubscribe,
    _contacts.confirmed_at,
)
"""The columns of `contact`."""


class Contact(msgspec.Struct, frozen=True):
    """How an account is reached."""

    principal: str
    address: str = ""
    lang: str = "en"
    settings: NotificationSettings = NotificationSettings()
    unsubscribe: str = ""
    """The token of the link that ends all mails."""
    confirmed_at: int | None = None

    @property
    def reached_by_mail(self) -> str:
        """The address that mails may be sent to; empty for none."""
        return self.address if self.confirmed_at is not None else ""


def contact(row: Sequence[Any]) -> Contact:
    """A contact from its columns. Raises `Damaged`."""
    principal, address, lang, settings, unsubscribe, confirmed_at = row
    what = f"the row {principal!r} of contacts"
    try:
        decoded = stored_settings(settings)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise row_decoder.Damaged(f"{what} has settings that do not decode: {error}") from error
    return row_decoder.decoded(Contact, (principal, address, lang, decoded, unsubscribe, confirmed_at), what)


def stored_settings(text: str) -> NotificationSettings:
    """Settings as they are stored. Of kinds that an earlier version did not know, only channels that some kind has are sent to:
    who had ended all mails gets none. Raises `msgspec.MsgspecError`.

    >>> stored_settings('{"turn": ["push"], "reminder": [], "invitation": []}').tournament
    ('push',)
    """
    decoded = msgspec.json.decode(text, type=NotificationSettings)
    stored = msgspec.json.decode(text, type=dict[str, Any])
    kinds = get_args(NotificationKind)
    known = {channel for kind in kinds if kind in stored for channel in getattr(decoded, kind)}
    new = [kind for kind in kinds if kind not in stored]
    if len(new) in (0, len(kinds)):
        return decoded
    chosen = {kind: tuple([each for each in getattr(decoded, kind) if each in known]) for kind in new}
    return msgspec.structs.replace(decoded, **chosen)


def find(connection: Connection, principal: str, *, lock: bool = False) -> Contact:
    """The contact of an account; one without an address where none is stored."""
    wanted = select(*COLUMNS).where(_contacts.principal == principal)
    row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
    return row_decoder.one(row, contact) or Contact(principal)


def at_address(connection: Connection, address: str) -> list[Contact]:
    """The contacts that have confirmed that address."""
    wanted = select(*COLUMNS).where(_contacts.address == address, _contacts.address != "", _contacts.confirmed_at.is_not(None))
    return row_decoder.sound(connection.execute(wanted.order_by(_contacts.principal)), contact)


def store(connection: Connection, changed: Contact) -> None:
    """Store a contact, in place of the account's last one."""
    row = {**msgspec.structs.asdict(changed), "settings": msgspec.json.encode(changed.settings).decode()}
    if not insert_once(connection, schema.contacts, row):
        connection.execute(update(schema.contacts).where(_contacts.principal == changed.principal).values(row))


def unsubscribe(connection: Connection, token: str) -> bool:
    """End all mails about games to the account with that token; returns whether there is one."""
    row = connection.execute(select(*COLUMNS).where(_contacts.unsubscribe == token, _contacts.unsubscribe != "")).one_or_none()
    found = row_decoder.one(row, contact)
    if found is None:
        return False
    kinds = {kind: getattr(found.settings, kind) for kind in get_args(NotificationKind)}
    fewer = {kind: tuple([each for each in channels if each != "mail"]) for kind, channels in kinds.items()}
    store(connection, msgspec.structs.replace(found, settings=msgspec.structs.replace(found.settings, **fewer)))
    return True


def reject(connection: Connection, principal: str, address: str) -> None:
    """Take an address for unconfirmed, since the mail server refuses it."""
    here = (_contacts.principal == principal, _contacts.address == address)
    connection.execute(update(schema.contacts).where(*here).values(confirmed_at=None))
