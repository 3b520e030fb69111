"""Accounts: a name and a password, by which somebody is the same principal in every browser.

Whoever registers, logs in or changes the password is in a session from then on that did not exist before: one that somebody
else may have planted in the browser is worth nothing. When somebody cannot log in, neither the answer nor how long it takes
tells whether there is an account of that name.
"""

from __future__ import annotations

import contextlib
from typing import Literal, Protocol

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from rondel.server import protocol
from rondel.server.accounts import data_export, device, names, principal_repository, sessions, tokens
from rondel.server.accounts.authenticator import Authenticator, Visitor
from rondel.server.accounts.passwords import Passwords
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage import table_repository
from rondel.server.table.entries import SeatEntry


class Heir(msgspec.Struct, frozen=True):
    """Whose everything is that was somebody's before."""

    before: str
    """Who is gone."""
    heir: str = ""
    """Empty where it is nobody's now."""
    pseudonym: str = ""
    """Under which what was done stays, where it is nobody's."""
    said: tuple[tuple[str, str, int], ...] = ()
    """The lines of chat that were deleted, where it is nobody's: table, channel and number."""


class _Changed(Exception):
    """The password was another when something was to be stored than when it was looked at."""


class LoginAttempt(Protocol):
    """One attempt to log in, as whoever limits and logs attempts keeps it."""

    def begin(self, folded: str, password: str | None) -> None:
        """Count it, before the password is looked at; ``password`` is the stored hash. Refused as ``too_fast``."""

    def fail(self, reason: Literal["unknown_name", "wrong_password"]) -> None:
        """It has failed."""

    def succeed(self, password: str) -> None:
        """It has succeeded; ``password`` is the hash that is stored now."""


class Accounts:
    """The accounts among the people of an arena."""

    def __init__(self, people: Authenticator, passwords: Passwords) -> None:
        self._people = people
        self._passwords = passwords

    async def register(self, visitor: Visitor | None, wanted: protocol.NewAccount) -> Visitor:
        """An account for a guest, who stays who they are, or for somebody new. Refused as ``bad_name``, ``bad_password`` or
        ``name_taken``."""
        if visitor is not None and visitor.principal.kind != "guest":
            raise Refusal("not_allowed", "whoever is asking has an account already; log out first")
        name = names.for_account(wanted.name)
        password = await self._passwords.hash(wanted.password, name)
        folded, at = names.skeleton(name), self._people.clock()
        id_ = self._people.secret(16) if visitor is None else visitor.principal.id
        entered = self._people.session_of(Principal(id_, "account", name))

        def store(connection: Connection) -> None:
            if visitor is None:
                principal_repository.add(connection, Entry(id_, "account", name, at, folded, password))
            else:
                if not principal_repository.promote(connection, id_, name, folded, password):
                    raise Refusal("not_allowed", "this guest has an account by now; log in")
                sessions.end(connection, visitor.credential)
            sessions.add(connection, entered.credential, id_, at)

        try:
            await self._people.write(store)
        except IntegrityError as error:
            raise Refusal("name_taken", "somebody has this name, or one that looks like it; choose another") from error
        self._left(visitor)
        return entered

    async def log_in(
        self, visitor: Visitor | None, wanted: protocol.LogIn, attempt: LoginAttempt
    ) -> tuple[Visitor, Heir | None]:
        """Whose name and password those are, in a new session, and what was handed over to them: everything of a guest. Refused
        as ``wrong_password``, in the same words for a name there is not."""
        folded, at = names.skeleton(wanted.name), self._people.clock()
        entry = await self._people.read(lambda connection: principal_repository.named(connection, folded))
        stored = entry.password if entry is not None else None
        attempt.begin(folded, stored)
        if not await self._passwords.fits(stored, wanted.password) or entry is None or stored is None:
            attempt.fail("unknown_name" if stored is None else "wrong_password")
            raise Refusal("wrong_password", "there is no account of this name with this password")
        renewed = await self._passwords.hash(wanted.password, "") if self._passwords.outdated(stored) else None
        entered = self._people.session_of(entry.principal)

        def store(connection: Connection) -> bool:
            _check_same(connection, entry)
            if renewed is not None:
                principal_repository.set_password(connection, entry.id, renewed)
            sessions.add(connection, entered.credential, entry.id, at)
            if visitor is None:
                return False
            sessions.end(connection, visitor.credential)
            before = principal_repository.find(connection, visitor.principal.id, lock=True)
            if before is None or before.kind != "guest":
                return False
            principal_repository.hand_over(connection, before.id, entry.id)
            return True

        try:
            handed_over = await self._people.write(store)
        except _Changed:
            return await self.log_in(visitor, wanted, attempt)
        self._left(visitor)
        attempt.succeed(renewed or stored)
        return entered, Heir(visitor.principal.id, entry.id) if visitor is not None and handed_over else None

    async def device(self, visitor: Visitor) -> str:
        """A new device cookie for the account of somebody who has just proved its password, or has just chosen it."""
        entry = await self._people.read(lambda connection: principal_repository.find(connection, visitor.principal.id))
        return "" if entry is None or entry.password is None else device.made(entry.password)

    async def log_out(self, visitor: Visitor, *, everywhere: bool) -> None:
        """End the session, or every one of that principal; the sockets of them are closed."""

        def end(connection: Connection) -> list[bytes]:
            if everywhere:
                return sessions.end_all(connection, visitor.principal.id)
            sessions.end(connection, visitor.credential)
            return [visitor.credential]

        self._people.attendance.end(await self._people.write(end))

    async def change_password(self, visitor: Visitor, wanted: protocol.NewPassword) -> Visitor:
        """Have another password; every session ends, and a new one begins here."""
        entry = await self._checked(visitor, wanted.old)
        password, at = await self._passwords.hash(wanted.new, entry.name), self._people.clock()
        entered = self._people.session_of(visitor.principal)

        def store(connection: Connection) -> list[bytes]:
            _check_same(connection, entry)
            principal_repository.set_password(connection, entry.id, password)
            ended = sessions.end_all(connection, entry.id)
            sessions.add(connection, entered.credential, entry.id, at)
            return ended

        try:
            ended = await self._people.write(store)
        except _Changed:
            return await self.change_password(visitor, wanted)
        self._people.attendance.end(ended)
        return entered

    async def delete(self, visitor: Visitor, wanted: protocol.DeleteMe) -> list[Heir]:
        """Forget an account and its bots; returns which are gone. Their games stay as they were played, under a pseudonym, and
        where none has begun their seats are open. The words of their chat are deleted."""
        entry = await self._checked(visitor, wanted.password)

        def store(connection: Connection) -> tuple[list[Heir], list[bytes]]:
            _check_same(connection, entry)
            gone = [entry, *principal_repository.bots_of(connection, entry.id)]
            ended = sessions.end_all(connection, entry.id)
            heirs = []
            for each in gone:
                ended += tokens.revoke_all(connection, each.id)
                _give_back_seats(connection, each.id, self._people.clock())
                said = principal_repository.lines_of(connection, each.id)
                heirs.append(Heir(each.id, "", f"Gone {self._people.secret(3)}", said))
                principal_repository.forget(connection, each.id, heirs[-1].pseudonym)
            return heirs, ended

        try:
            heirs, ended = await self._people.write(store)
        except _Changed:
            return await self.delete(visitor, wanted)
        self._people.attendance.end(ended)
        return heirs

    async def export(self, visitor: Visitor) -> protocol.Export:
        """Everything that is stored about somebody."""
        return await self._people.read(lambda connection: data_export.stored(connection, me(visitor)))

    async def sessions(self, visitor: Visitor) -> tuple[protocol.Session, ...]:
        """The browsers in which somebody is logged in, the one used last first; those that are over are left out."""
        now = self._people.clock()

        def query(connection: Connection) -> tuple[protocol.Session, ...]:
            lasting = [each for each in sessions.of(connection, visitor.principal.id) if each.used > now - sessions.LASTS]
            lasting.sort(key=lambda each: each.used, reverse=True)
            return tuple(protocol.Session(each.id, each.begun, each.used, each.hash == visitor.credential) for each in lasting)

        return await self._people.read(query)

    async def end_session(self, visitor: Visitor, id_: str) -> None:
        """Log out in another browser; its sockets are closed. Refused as ``unknown_session`` where there is none such."""

        def end(connection: Connection) -> list[bytes]:
            ended = [each.hash for each in sessions.of(connection, visitor.principal.id) if each.id == id_]
            for each in ended:
                sessions.end(connection, each)
            return ended

        ended = await self._people.write(end)
        if not ended:
            raise Refusal("unknown_session", "there is no such session of this account, or none any more")
        self._people.attendance.end(ended)

    async def _checked(self, visitor: Visitor, password: str) -> Entry:
        """The account of the one who asks, whose password that is."""
        entry = await self._people.read(lambda connection: principal_repository.find(connection, visitor.principal.id))
        if entry is None or entry.password is None:
            raise Refusal("not_allowed", "only somebody with an account has a password")
        if not await self._passwords.fits(entry.password, password):
            raise Refusal("wrong_password", "this is not the account's password")
        return entry

    def _left(self, visitor: Visitor | None) -> None:
        if visitor is not None:
            self._people.attendance.end([visitor.credential])


def _check_same(connection: Connection, entry: Entry) -> None:
    """Raise `_Changed` where an account's password is another by now than the one that was looked at, which takes a while:
    whoever changes it is rid of everybody who knows the old one."""
    now = principal_repository.find(connection, entry.id, lock=True)
    if now is None or now.password != entry.password:
        raise _Changed


def _give_back_seats(connection: Connection, principal: str, at: int) -> None:
    """Have somebody who will be gone leave the tables at which nothing has happened yet: nobody could ever begin there."""
    roles: dict[str, list[SeatEntry]] = {}
    for seat in principal_repository.seats_of(connection, principal):
        roles.setdefault(seat.table, []).append(SeatEntry(seat.role, "open"))
    for table, seats in roles.items():
        with contextlib.suppress(table_repository.Begun):
            table_repository.change_seats(connection, table, seats, at)


def me(visitor: Visitor | None) -> protocol.Me:
    """Who somebody is, as they are told themselves."""
    if visitor is None:
        return protocol.Me("nobody")
    who = visitor.principal
    return protocol.Me(who.kind, who.id, who.name, tuple(sorted(who.scopes)))
