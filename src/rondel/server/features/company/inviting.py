"""Inviting: of people to seats, by whom they know, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection

from rondel.server import protocol
from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.requester import Requester
from rondel.server.features.company import invitations, opponents, relations
from rondel.server.features.company.invitations import Invitation
from rondel.server.features.notifications import outbox
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.or_unavailable import or_unavailable
from rondel.server.storage.store import Database
from rondel.server.table.entries import SeatEntry, TableEntry, pace, rotated

HOUR: Final = 3_600_000

LASTS: Final = 24 * HOUR
"""Milliseconds for which an invitation is open."""

LASTS_DAYS: Final = 7 * LASTS
"""The same where the game has a clock for days."""


class Inviting:
    """The invitations of all accounts."""

    def __init__(
        self, tables: TableRegistry, database: Database, clock: Callable[[], int], secret: Callable[[int], str]
    ) -> None:
        """``secret`` returns so many random bytes as text."""
        self._tables = tables
        self._database = database
        self._clock = clock
        self._secret = secret

    async def again(self, who: Principal, table: str) -> protocol.InvitedAgain:
        """Make a table like the one at which the account has played, and invite the others there with accounts. Refused as
        ``not_seated`` where it has not, and as ``unknown_person`` where none of the others has an account."""
        entry = (await self._tables.table(table)).entry
        seats = rotated(entry.seats) if entry.terms.rotate else entry.seats
        if not any(seat.holder == who.id for seat in seats):
            raise Refusal("not_seated", "you have not played at this table")
        asked = [seat for seat in seats if seat.badge == "account" and seat.holder != who.id]
        if not asked:
            raise Refusal("unknown_person", "none of the others at this table has an account; send them a link")
        at = self._clock()

        def check(connection: Connection) -> None:
            for each in asked:
                _check_known(connection, who, each.holder)
            invitations.check_room(connection, who.id, len(asked), at)

        await or_unavailable(self._database.read(check))
        made = await self._tables.create(
            protocol.NewTable(
                entry.game,
                tuple([_seat(seat, who) for seat in seats]),
                entry.options,
                terms=msgspec.structs.replace(entry.terms, public=False),
            ),
            who,
        )
        fresh = (await self._tables.table(made.table)).entry
        for each in asked:
            await self._invite(who, fresh, each.role, each.holder)
        return protocol.InvitedAgain(made.table, made.invite, tuple([each.name for each in asked]))

    async def invite(self, who: Requester, table: str, wanted: protocol.InvitePerson) -> None:
        """Invite an account to an open seat of a table where the requester has one. Refused as ``not_seated``,
        ``no_open_seat``, ``unknown_person``, and as ``not_allowed`` where the two do not know each other."""
        entry = (await self._tables.table(table)).entry
        if not who.roles(entry):
            raise Refusal("not_seated", "who invites others has a seat at the table: sit down first")
        role = wanted.role or next((seat.role for seat in entry.seats if seat.kind == "open"), "")
        if not any(seat.role == role and seat.kind == "open" for seat in entry.seats):
            raise Refusal("no_open_seat", "no such seat of this table is open")

        def known(connection: Connection) -> str:
            other = principal_repository.account(connection, wanted.name)
            _check_known(connection, who.principal, other.id)
            return other.id

        await self._invite(who.principal, entry, role, await or_unavailable(self._database.read(known)))

    async def accept(self, who: Principal, id_: str) -> protocol.Invitations:
        """Sit down where the account is invited to; returns what is left. Refused as ``unknown_invitation``, and as
        `TableRegistry.take_seat`."""
        invitation = await self._find(who, id_, "invited")
        if not await or_unavailable(self._database.read(partial(invitations.is_open, id_=id_, at=self._clock()))):
            raise _unknown()
        await self._tables.take_seat_invited(invitation.table, invitation.role, who)
        return await self._settle(who, invitation, "accepted")

    async def decline(self, who: Principal, id_: str) -> protocol.Invitations:
        """Decline an invitation. Refused as ``unknown_invitation``."""
        return await self._settle(who, await self._find(who, id_, "invited"), "declined")

    async def withdraw(self, who: Principal, id_: str) -> protocol.Invitations:
        """Take an own invitation back. Refused as ``unknown_invitation``."""
        return await self._settle(who, await self._find(who, id_, "inviter"), "withdrawn")

    async def all(self, who: Principal) -> protocol.Invitations:
        """The open invitations to an account, and its own."""

        def query(connection: Connection) -> protocol.Invitations:
            at = self._clock()
            received = invitations.received(connection, who.id, at)
            return protocol.Invitations(tuple(received), tuple(invitations.sent(connection, who.id, at)))

        return await or_unavailable(self._database.read(query))

    async def opponents(self, who: Principal) -> protocol.Opponents:
        """With whom an account has played last."""
        found = await or_unavailable(self._database.read(partial(opponents.recent, who=who.id)))
        return protocol.Opponents(tuple(found))

    async def _invite(self, who: Principal, entry: TableEntry, role: str, invited: str) -> None:
        at = self._clock()
        lasts = LASTS_DAYS if pace(entry.terms) == "days" else LASTS
        invitation = Invitation(self._secret(12), entry.id, role, who.id, invited, "open", at, at + lasts)

        def store(connection: Connection) -> None:
            invitations.add(connection, invitation)
            if not relations.is_blocked(connection, who.id, invited):
                outbox.post(connection, "invitation", invited, entry.id, 0, at, invitation.id)

        await or_unavailable(self._database.write(store))
        self._tables.tell(invited)

    async def _find(self, who: Principal, id_: str, side: Literal["inviter", "invited"]) -> Invitation:
        found = await or_unavailable(self._database.read(partial(invitations.find, id_=id_)))
        if found is None or getattr(found, side) != who.id:
            raise _unknown()
        return found

    async def _settle(self, who: Principal, invitation: Invitation, answer: invitations.Answer) -> protocol.Invitations:
        """Store the answer to an invitation, and have the other one told."""
        settled = partial(invitations.settle, id_=invitation.id, answer=answer)
        if not await or_unavailable(self._database.write(settled)):
            raise _unknown()
        self._tables.tell(invitation.inviter, invitation.invited)
        return await self.all(who)


def _seat(seat: SeatEntry, who: Principal) -> protocol.NewSeat:
    """The seat at a new table like this one at the one before."""
    if seat.holder == who.id:
        return protocol.NewSeat(seat.role, "me", name=seat.name)
    return (
        protocol.NewSeat(seat.role, "bot", seat.bot, seat.name) if seat.kind == "bot" else protocol.NewSeat(seat.role, "open")
    )


def _check_known(connection: Connection, who: Principal, other: str) -> None:
    """Refused as ``not_allowed`` where an account may not invite another one: they have not played together, and the other one
    does not follow it. Refused alike where it has blocked the other one itself."""
    if who.id == other:
        raise Refusal("not_allowed", "this is your own account; choose somebody else")
    if relations.is_blocked(connection, other, who.id):
        raise Refusal("not_allowed", "you have blocked this account; unblock it first")
    if not (relations.does_follow(connection, other, who.id) or opponents.have_played(connection, who.id, other)):
        raise Refusal("not_allowed", "you can invite those with whom you have played, and those who follow you")


def _unknown() -> Refusal:
    return Refusal("unknown_invitation", "this invitation is not open any more")
