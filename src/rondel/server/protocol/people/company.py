"""The company that an account keeps, over HTTP: whom it follows and blocks, and what those do whom it follows."""

from __future__ import annotations

import msgspec


class SetFollow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/people/{name}/follow``: follow an account, or end that."""

    on: bool = True


class SetBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/people/{name}/block``: block an account, or end that. Nobody is told who has blocked them."""

    on: bool = True


class Relation(msgspec.Struct, frozen=True):
    """``GET /api/me/people/{name}``: what the client's account and another one are to each other."""

    name: str
    follows: bool
    """Whether the client's account follows the other one."""
    mutual: bool
    """Whether both follow each other."""
    blocks: bool
    """Whether the client's account has blocked the other one."""


class PublicTable(msgspec.Struct, frozen=True):
    """A public table at which somebody plays now."""

    id: str
    game: str
    title: str


class Followed(msgspec.Struct, frozen=True):
    """An account that the client's account follows, and what it does now."""

    name: str
    at: int
    """Since when it is followed, in milliseconds since 1970."""
    mutual: bool
    """Whether it follows the client's account."""
    online: bool
    """Whether it has this arena open now, or had a minute ago."""
    table: PublicTable | None
    """The public table at which it plays, the one of the last move; only while it is online."""


class Blocked(msgspec.Struct, frozen=True):
    """An account that the client's account has blocked."""

    name: str
    at: int


class Company(msgspec.Struct, frozen=True):
    """``GET /api/me/people``: whom the account follows, those online first, and whom it has blocked."""

    followed: tuple[Followed, ...]
    blocked: tuple[Blocked, ...]


class OwnPresence(msgspec.Struct, frozen=True):
    """When the principal was last noted as connected, in milliseconds since 1970; for accounts that somebody follows."""

    at: int


class OwnFollow(msgspec.Struct, frozen=True):
    """An account that the principal follows or has blocked."""

    name: str
    at: int
