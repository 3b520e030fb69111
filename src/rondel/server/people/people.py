"""The people of an arena: finds out who somebody is, and takes in who is new.

It knows credentials and the database, and neither HTTP nor tables.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from rondel.server.catalogue import hashed
from rondel.server.people import directory, sessions
from rondel.server.people.directory import Entry
from rondel.server.people.principal import Principal
from rondel.server.refusal import unavailable
from rondel.server.store import Database, Down
from rondel.server.surroundings import wall_clock


class Visitor(msgspec.Struct, frozen=True):
    """Somebody who has come, and by what."""

    principal: Principal
    credential: bytes
    """The hash of the session they came with, or are to have."""
    session: str = ""
    """For who is new: the session that is to begin. Nothing of it is stored before `People.welcome`."""


class People:
    """Everybody who is stored in that database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int] = wall_clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._database = database
        self._clock = clock
        self._entropy = entropy

    async def in_session(self, session: str) -> Visitor | None:
        """Who is in that session; nobody when there is none, or it is over. Refused as ``unavailable`` when that cannot be
        looked up."""
        hash_, at = hashed(session), self._clock()
        try:
            found = await self._database.read(lambda connection: sessions.find(connection, hash_, at))
            if found is None:
                return None
            entry, stale = found
            if stale:
                await self._database.write(lambda connection: sessions.note(connection, hash_, at))
        except Down as error:
            raise unavailable() from error
        return Visitor(entry.principal, hash_)

    def newcomer(self) -> Visitor:
        """A new guest, of whom nothing is stored yet: what is refused leaves nobody behind."""
        session = self._secret(24)
        return Visitor(Principal(self._secret(16), "guest"), hashed(session), session)

    async def welcome(self, visitor: Visitor) -> None:
        """Store a newcomer; whoever is known already is left as they are."""
        if not visitor.session:
            return
        who, at = visitor.principal, self._clock()

        def store(connection: Connection) -> None:
            directory.add(connection, Entry(who.id, who.kind, who.name, at))
            sessions.add(connection, visitor.credential, who.id, at)

        try:
            await self._database.write(store)
        except Down as error:
            raise unavailable() from error

    def _secret(self, size: int) -> str:
        return base64.urlsafe_b64encode(self._entropy(size)).rstrip(b"=").decode()
