"""The circle of an account: whom it follows and blocks, as it sees and changes it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.features.company import conversations, invitations, presence, relations
from rondel.server.features.moderation import sanctions
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database


class Circle:
    """The circles of all accounts."""

    def __init__(self, database: Database, clock: Callable[[], int], appeal: str = "") -> None:
        """``appeal`` is the mail address for appeals against moderators."""
        self._database = database
        self._appeal = appeal
        self._clock = clock

    async def company(self, who: Principal) -> protocol.Company:
        """Whom the account follows, with what they do now, and whom it has blocked."""

        def query(connection: Connection) -> protocol.Company:
            followed = presence.followed_by(connection, who.id, self._clock())
            return protocol.Company(tuple(followed), tuple(relations.blocked_by(connection, who.id)))

        return await or_unavailable(self._database.read(query))

    async def news(self, who: Principal) -> protocol.News:
        """What waits for the account."""

        def query(connection: Connection) -> protocol.News:
            at = self._clock()
            unread = conversations.unread(connection, who.id)
            told = tuple(sanctions.notices(connection, who.id, at))
            return protocol.News(invitations.count(connection, who.id, at), unread, told, self._appeal if told else "")

        return await or_unavailable(self._database.read(query))

    async def relation(self, who: Principal, name: str) -> protocol.Relation:
        """What the account and the one of that name are to each other. Refused as ``unknown_person``."""

        def query(connection: Connection) -> protocol.Relation:
            other = principal_repository.account(connection, name)
            return relations.relation(connection, who.id, other.id, other.name)

        return await or_unavailable(self._database.read(query))

    async def follow(self, who: Principal, name: str, *, on: bool) -> protocol.Relation:
        """Follow the account of that name, or end that. Refused as ``unknown_person``, ``too_many``, and as ``not_allowed``
        for the account itself."""

        def change(connection: Connection) -> protocol.Relation:
            other = _another(connection, who, name)
            if on:  # following lifts one's own block: nobody follows whom they have blocked
                relations.block(connection, who.id, other.id, 0, on=False)
            relations.follow(connection, who.id, other.id, self._clock(), on=on)
            return relations.relation(connection, who.id, other.id, other.name)

        return await or_unavailable(self._database.write(change))

    async def block(self, who: Principal, name: str, *, on: bool) -> protocol.Relation:
        """Block the account of that name, or end that; refused as `follow`."""

        def change(connection: Connection) -> protocol.Relation:
            other = _another(connection, who, name)
            relations.block(connection, who.id, other.id, self._clock(), on=on)
            return relations.relation(connection, who.id, other.id, other.name)

        return await or_unavailable(self._database.write(change))


def _another(connection: Connection, who: Principal, name: str) -> principal_repository.Entry:
    """Another account of that name."""
    other = principal_repository.account(connection, name)
    if other.id == who.id:
        raise Refusal("not_allowed", "this is your own account; choose somebody else")
    return other
