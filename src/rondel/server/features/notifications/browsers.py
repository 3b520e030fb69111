"""The repository of browsers that show notifications of accounts, and of the key that signs what is sent there.

Written with SQLAlchemy Core, for SQLite and PostgreSQL alike. Each function takes a connection in a transaction, and blocks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from rondel.server.storage import row_decoder, schema
from rondel.server.storage.insert_once import insert_once

MOST: Final = 10
"""Browsers of one account; a further one replaces the oldest."""

_columns = schema.push_subscriptions.c


class Browser(msgspec.Struct, frozen=True):
    """A browser that is subscribed."""

    id: str
    principal: str
    session: bytes
    """The hash of the session in which it was given."""
    endpoint: str
    public: str
    secret: str
    created_at: int


def browser_id(endpoint: str) -> str:
    """The id of the browser with that endpoint."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def add(connection: Connection, browser: Browser) -> None:
    """Store a browser, in place of what was stored of it: its endpoint belongs to whoever used it last."""
    remove(connection, browser.id)
    ids = select(_columns.id).where(_columns.principal == browser.principal).order_by(_columns.created_at.desc())
    for each in list(connection.scalars(ids))[MOST - 1 :]:
        remove(connection, each)
    connection.execute(insert(schema.push_subscriptions).values(msgspec.structs.asdict(browser)))


def find(connection: Connection, id_: str) -> Browser | None:
    """The browser of that id."""
    row = connection.execute(select(*_columns).where(_columns.id == id_)).one_or_none()
    return row_decoder.one(row, lambda row: row_decoder.decoded(Browser, row, f"the row {row[0]!r} of push_subscriptions"))


def remove(connection: Connection, id_: str) -> None:
    """Remove a browser."""
    connection.execute(delete(schema.push_subscriptions).where(_columns.id == id_))


def end(connection: Connection, principal: str, endpoint: str) -> None:
    """Remove the browser with that endpoint, if it is the account's; all its browsers where the endpoint is empty."""
    mine = delete(schema.push_subscriptions).where(_columns.principal == principal)
    connection.execute(mine.where(_columns.id == browser_id(endpoint)) if endpoint else mine)


def sweep(connection: Connection) -> None:
    """Remove the browsers whose session has ended."""
    lasting = select(schema.sessions.c.hash).where(schema.sessions.c.hash == _columns.session)
    connection.execute(delete(schema.push_subscriptions).where(~lasting.exists()))


def key(connection: Connection, made: Callable[[], bytes]) -> bytes:
    """The arena's key; a new one is stored where there is none."""
    insert_once(connection, schema.arena_keys, {"name": "push", "key": made()})
    wanted = select(schema.arena_keys.c.key).where(schema.arena_keys.c.name == "push")
    return bytes(connection.execute(wanted).scalar_one())
