"""The repository of webhooks: the address at which a program of an account is told, and how that went.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.protocol import WebhookEnd
from rondel.server.storage import row_decoder, schema

MOST_FAILURES: Final = 10
"""Failures in a row after which nothing is sent any more: some five hours."""

_columns = schema.webhooks.c


class Hook(msgspec.Struct, frozen=True):
    """The webhook of an account."""

    principal: str
    url: str
    secret: str
    ended: WebhookEnd = ""
    failures: int = 0
    status: int = 0
    created_at: int = 0


def find(connection: Connection, principal: str) -> Hook | None:
    """The webhook of an account."""
    row = connection.execute(select(*_columns).where(_columns.principal == principal)).one_or_none()
    return row_decoder.one(row, lambda row: row_decoder.decoded(Hook, row, f"the row {row[0]!r} of webhooks"))


def store(connection: Connection, hook: Hook) -> None:
    """Store a webhook, in place of the account's last one."""
    remove(connection, hook.principal)
    connection.execute(insert(schema.webhooks).values(msgspec.structs.asdict(hook)))


def remove(connection: Connection, principal: str) -> None:
    """Remove the webhook of an account."""
    connection.execute(delete(schema.webhooks).where(_columns.principal == principal))


def note(connection: Connection, hook: Hook, status: int, end: WebhookEnd = "") -> WebhookEnd:
    """Note what was answered at that address, 0 for nothing, and why it is ended, if it is; returns why it has ended. A success
    begins it anew."""
    here = (_columns.principal == hook.principal, _columns.secret == hook.secret)
    if 200 <= status < 300:
        connection.execute(update(schema.webhooks).where(*here).values(failures=0, status=status, ended=""))
        return ""
    before = connection.scalar(select(_columns.failures).where(*here).with_for_update())
    failures = (before if isinstance(before, int) else 0) + 1
    if not end and failures >= MOST_FAILURES:
        end = "failed" if status else "unreached"
    connection.execute(update(schema.webhooks).where(*here).values(failures=failures, status=status, ended=end))
    return end
