"""Tokens of bot accounts, over HTTP and by socket, as they are stored.

A token is 192 random bits, stored as their SHA-256. It has scopes and a fixed expiry day, and can be revoked earlier.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import SCOPES, Principal, Scope
from rondel.server.storage import row_decoder, schema

LONGEST_DAYS: Final = 366
"""Days that a token lasts at most."""


class TokenEntry(msgspec.Struct, frozen=True):
    """A stored token."""

    hash: bytes
    id: str
    """The id shown to its owner."""
    principal: str
    """The id of the bot account."""
    label: str
    scopes: tuple[Scope, ...]
    created_at: int
    expires_at: int
    """In milliseconds since 1970."""


def add(connection: Connection, entry: TokenEntry) -> None:
    """Store a new token."""
    connection.execute(insert(schema.tokens).values({**msgspec.structs.asdict(entry), "scopes": " ".join(entry.scopes)}))


def find(connection: Connection, hash_: bytes, at: int) -> Principal | None:
    """The principal and scopes of a token that is known and has not expired."""
    principals, tokens = schema.principals, schema.tokens
    row = connection.execute(
        select(*principal_repository.COLUMNS, tokens.c.scopes, tokens.c.id)
        .join(tokens, tokens.c.principal == principals.c.id)
        .where(tokens.c.hash == hash_, tokens.c.expires_at > at)
    ).one_or_none()

    def known(row: Sequence[Any]) -> Principal:
        entry, (scopes, token) = principal_repository.entry(row), row[-2:]
        return Principal(entry.id, entry.kind, entry.name, frozenset(_scopes(scopes, token)))

    return row_decoder.one(row, known)


def lasting(connection: Connection, hashes: Collection[bytes], at: int) -> set[bytes]:
    """Those of these tokens that are known and have not expired."""
    tokens = schema.tokens.c
    return set(connection.scalars(select(tokens.hash).where(tokens.hash.in_(list(hashes)), tokens.expires_at > at)))


def of(connection: Connection, principal: str) -> list[TokenEntry]:
    """The tokens of a bot, the oldest first, expired ones included."""
    table = schema.tokens
    wanted = [table.c[name] for name in TokenEntry.__struct_fields__]
    found = connection.execute(select(*wanted).where(table.c.principal == principal).order_by(table.c.created_at, table.c.id))

    def entry(row: Any) -> TokenEntry:
        values = {**row._mapping, "scopes": _scopes(row.scopes, row.id)}
        return row_decoder.decoded(TokenEntry, list(values.values()), f"the row {row.id!r} of tokens")

    return row_decoder.sound(found, entry)


def revoke(connection: Connection, token: str, owner: str) -> bytes | None:
    """Delete the token of that id, if its bot belongs to that owner; returns its hash, or None if there is none."""
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
    """Delete every token of a bot; returns their hashes."""
    tokens = schema.tokens.c
    hashes = list(connection.execute(select(tokens.hash).where(tokens.principal == principal)).scalars())
    connection.execute(delete(schema.tokens).where(tokens.principal == principal))
    return hashes


def _scopes(stored: object, token: str) -> tuple[Scope, ...]:
    if not isinstance(stored, str):
        raise row_decoder.Damaged(f"the row {token!r} of tokens has scopes that are no text")
    kept = stored.split()
    return tuple(scope for scope in SCOPES if scope in kept)
