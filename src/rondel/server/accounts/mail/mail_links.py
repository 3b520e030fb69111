"""Links in mails: each works once and for a short time, and only its hash is stored.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from rondel.server.storage import row_decoder, schema
from rondel.server.table.entries import hashed

Purpose = Literal["confirm", "reset"]

LASTS: Final[dict[Purpose, int]] = {"confirm": 24 * 3_600_000, "reset": 30 * 60_000}
"""Milliseconds for which a link works."""

MOST: Final = 3
"""Links of one purpose that an account has at one time: more mails would only be a nuisance to the owner of the address."""

_links = schema.mail_links.c


class MailLink(msgspec.Struct, frozen=True):
    """A link that was mailed."""

    principal: str
    purpose: Purpose
    address: str


def add(connection: Connection, token: str, link: MailLink, at: int) -> bool:
    """Store a link; returns whether it was stored, and not one too many."""
    connection.execute(delete(schema.mail_links).where(_links.expires_at <= at))
    mine = (_links.principal == link.principal, _links.purpose == link.purpose)
    if connection.execute(select(func.count()).select_from(schema.mail_links).where(*mine)).scalar_one() >= MOST:
        return False
    row = {"hash": hashed(token), **msgspec.structs.asdict(link), "expires_at": at + LASTS[link.purpose]}
    connection.execute(insert(schema.mail_links).values(row))
    return True


def take(connection: Connection, token: str, purpose: Purpose, at: int) -> MailLink | None:
    """Use up a link; None where it is unknown, was used, has expired, or is for something else. The other links of the same
    purpose end with it."""
    here = (_links.hash == hashed(token), _links.purpose == purpose)
    wanted = select(_links.principal, _links.purpose, _links.address).where(*here, _links.expires_at > at).with_for_update()
    row = connection.execute(wanted).one_or_none()
    found = row_decoder.one(row, lambda row: row_decoder.decoded(MailLink, row, f"a link of {row[0]!r}"))
    if found is not None:
        end(connection, found.principal, purpose)
    return found


def account(connection: Connection, token: str, at: int) -> str:
    """The name of the account of a link that works; empty for none."""
    principals = schema.principals.c
    wanted = select(principals.name).join(schema.mail_links, _links.principal == principals.id)
    return str(connection.scalar(wanted.where(_links.hash == hashed(token), _links.expires_at > at)) or "")


def end(connection: Connection, principal: str, purpose: Purpose) -> None:
    """End the links of that purpose of an account."""
    connection.execute(delete(schema.mail_links).where(_links.principal == principal, _links.purpose == purpose))
