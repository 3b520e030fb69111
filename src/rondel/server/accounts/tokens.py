"""Tokens: what the program of a bot account comes in with, over HTTP and by socket.

A token is 192 random bits and is stored as their SHA-256. It says which scopes it is good for, ends on a day that is fixed when
it is made, and can be revoked before.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from rondel.server.accounts.principal import SCOPES, Principal, Scope
from rondel.server.accounts.principal_repository import Entry
from rondel.server.storage import schema

LONGEST_DAYS: Final = 366
"""Days a token lasts at most."""


class TokenEntry(msgspec.Struct, frozen=True):
    """One token as it is stored."""

    hash: bytes
    id: str
    """What its owner calls it by."""
    principal: str
    """The bot's."""
    label: str
    scopes: tuple[Scope, ...]
    created_at: int
    expires_at: int
    """In milliseconds since 1970."""


def add(connection: Connection, entry: TokenEntry) -> None:
    """Store a new token."""
    connection.execute(insert(schema.tokens).values({**msgspec.structs.asdict(entry), "scopes": " ".join(entry.scopes)}))


def find(connection: Connection, hash_: bytes, at: int) -> Principal | None:
    """Whose token that is, if it is one and has not expired, with what it is good for."""
    principals, tokens = schema.principals, schema.tokens
    row = connection.execute(
        select(principals, tokens.c.scopes)
        .join(tokens, tokens.c.principal == principals.c.id)
        .where(tokens.c.hash == hash_, tokens.c.expires_at > at)
    ).one_or_none()
    if row is None:
        return None
    *columns, scopes = row
    entry = Entry(**dict(zip(principals.c.keys(), columns, strict=True)))
    return Principal(entry.id, entry.kind, entry.name, frozenset(_scopes(scopes)))


def of(connection: Connection, principal: str) -> list[TokenEntry]:
    """The tokens of a bot, the oldest first, those that have expired too."""
    table = schema.tokens
    rows = connection.execute(select(table).where(table.c.principal == principal).order_by(table.c.created_at, table.c.id))
    return [TokenEntry(**{**row._mapping, "scopes": _scopes(row.scopes)}) for row in rows]


def revoke(connection: Connection, token: str, owner: str) -> bytes | None:
    """Have the token of that id, of a bot of that owner, be good for nothing any more; its hash, or None if there is none."""
    tokens, principals = schema.tokens.c, schema.principals.c
    found = connection.execute(
        select(tokens.hash)
        .join(schema.principals, principals.id == tokens.principal)
        .where(tokens.id == token, principals.owner == owner)
    ).scalar_one_or_none()
    if found is not None:
        connection.execute(delete(schema.tokens).where(tokens.hash == found))
    return found


def revoke_all(connection: Connection, principal: str) -> list[bytes]:
    """Revoke every token of a bot; returns their hashes."""
    tokens = schema.tokens.c
    hashes = list(connection.execute(select(tokens.hash).where(tokens.principal == principal)).scalars())
    connection.execute(delete(schema.tokens).where(tokens.principal == principal))
    return hashes


def _scopes(stored: str) -> tuple[Scope, ...]:
    kept = stored.split()
    return tuple(scope for scope in SCOPES if scope in kept)
