"""The authenticator: finds the principal of a session or token, and makes guests.

It knows credentials and the database, and neither HTTP nor tables.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from rondel.server.accounts import principal_repository, sessions, tokens
from rondel.server.accounts.open_connections import OpenConnections
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.protocol.refused import Refusal, unavailable
from rondel.server.storage.store import Database, Down
from rondel.server.table.entries import hashed
from rondel.server.telemetry.steady_time import steady_clock

T = TypeVar("T")


class Visitor(msgspec.Struct, frozen=True):
    """A principal with the credential it was found by."""

    principal: Principal
    credential: bytes
    """The hash of the session or token, or of the session that is about to begin."""
    session: str = ""
    """The session that is about to begin; empty where there is none."""


class Authenticator:
    """Finds and stores principals."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int] = steady_clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._database = database
        self._entropy = entropy
        self.clock = clock
        """The time, in milliseconds since 1970."""
        self.attendance = OpenConnections()

    async def in_session(self, session: str) -> Visitor | None:
        """The visitor of that session; None when it is unknown or has ended."""
        hash_, at = hashed(session), self.clock()
        found = await self.read(lambda connection: sessions.find(connection, hash_, at))
        if found is None:
            return None
        entry, stale = found
        if stale:
            await self.write(lambda connection: sessions.note(connection, hash_, at))
        return Visitor(entry.principal, hash_)

    async def with_token(self, token: str) -> Visitor:
        """The visitor of that token; refused as ``wrong_token`` when it is unknown, expired or revoked."""
        hash_, at = hashed(token), self.clock()
        principal = await self.read(lambda connection: tokens.find(connection, hash_, at))
        if principal is None:
            raise Refusal("wrong_token", "this token is good for nothing: it has expired, was revoked, or never was one")
        return Visitor(principal, hash_)

    def newcomer(self) -> Visitor:
        """A new guest. Nothing is stored of it yet: a refused request leaves no guest behind."""
        return self.session_of(Principal(self.secret(16), "guest"))

    def session_of(self, principal: Principal) -> Visitor:
        """The principal, with a new session that is about to begin."""
        session = self.secret(24)
        return Visitor(principal, hashed(session), session)

    async def welcome(self, visitor: Visitor) -> None:
        """Store a new guest and its session; does nothing for a visitor that is stored already."""
        if not visitor.session:
            return
        who, at = visitor.principal, self.clock()

        def store(connection: Connection) -> None:
            principal_repository.add(connection, Entry(who.id, who.kind, who.name, at))
            sessions.add(connection, visitor.credential, who.id, at)

        await self.write(store)

    async def open_tables(self, principal: Principal) -> int:
        """The number of tables with a running game at which the principal has a seat."""
        return await self.read(lambda connection: principal_repository.open_tables(connection, principal.id))

    async def revalidate(self) -> None:
        """Close the sockets whose session or token was ended by another node."""
        here, at = self.attendance.credentials(), self.clock()
        if here:
            good = await self.read(lambda each: sessions.lasting(each, here, at) | tokens.lasting(each, here, at))
            self.attendance.close([each for each in here if each not in good])

    async def read(self, query: Callable[[Connection], T]) -> T:
        """The result of the query; refused as ``unavailable`` while the database cannot be reached."""
        try:
            return await self._database.read(query)
        except Down as error:
            raise unavailable() from error

    async def write(self, change: Callable[[Connection], T]) -> T:
        """The result of the change; refused as ``unavailable`` while the database cannot be reached."""
        try:
            return await self._database.write(change)
        except Down as error:
            raise unavailable() from error

    def secret(self, size: int) -> str:
        """Random bytes as text."""
        return base64.urlsafe_b64encode(self._entropy(size)).rstrip(b"=").decode()
