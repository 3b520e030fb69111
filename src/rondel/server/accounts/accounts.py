"""Accounts: a name and a password, with which a person is the same principal in every browser.

A registration, a login and a new password each begin a new session. A session that an attacker planted in the browser before
(session fixation) is worthless. When a login fails, neither the answer nor its duration tells whether the account exists.
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
from rondel.server.storage.store import Begun
from rondel.server.table.entries import SeatEntry


class Heir(msgspec.Struct, frozen=True):
    """The transfer of everything that belonged to one principal."""

    before: str
    """The id of the principal that is gone."""
    heir: str = ""
    """The id of the new owner; empty where there is none."""
    pseudonym: str = ""
    """The name shown for past actions, where there is no new owner."""
    said: tuple[tuple[str, protocol.Channel, int], ...] = ()
    """The chat lines that were deleted, where there is no new owner: table, channel and number."""


class _Changed(Exception):
    """The stored password changed between the check and the transaction."""


class LoginAttempt(Protocol):
    """One attempt to log in; its implementation limits and logs attempts."""

    async def begin(self, folded: str, password: str | None) -> None:
        """Count the attempt before the password is compared; ``password`` is the stored hash. Refused as ``too_fast``."""

    def fail(self, reason: Literal["unknown_name", "wrong_password"]) -> None:
        """Record a failure."""

    async def succeed(self, password: str) -> None:
        """Record a success; ``password`` is the hash that is stored now."""


class Accounts:
    """Registers, logs in and deletes accounts."""

    def __init__(self, people: Authenticator, passwords: Passwords) -> None:
        self._people = people
        self._passwords = passwords

    async def register(self, visitor: Visitor | None, wanted: protocol.NewAccount) -> Visitor:
        """A new account for a guest, who keeps their id, or for a new visitor. Refused as ``bad_name``, ``bad_password`` or
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
        """The account with that name and password in a new session, and what a guest handed over to it. Refused as
        ``wrong_password``, in the same words for an unknown name."""
        folded, at = names.skeleton(wanted.name), self._people.clock()
        entry = await self._people.read(lambda connection: principal_repository.named(connection, folded))
        stored = entry.password if entry is not None else None
        await attempt.begin(folded, stored)
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
        await attempt.succeed(renewed or stored)
        return entered, Heir(visitor.principal.id, entry.id) if visitor is not None and handed_over else None

    async def device(self, visitor: Visitor) -> str:
        """A new device cookie for an account whose password was just proved or chosen."""
        entry = await self._people.read(lambda connection: principal_repository.find(connection, visitor.principal.id))
        return "" if entry is None or entry.password is None else device.made(entry.password)

    async def log_out(self, visitor: Visitor, *, everywhere: bool) -> None:
        """End the session, or every session of the principal; their sockets are closed."""

        def end(connection: Connection) -> list[bytes]:
            if everywhere:
                return sessions.end_all(connection, visitor.principal.id)
            sessions.end(connection, visitor.credential)
            return [visitor.credential]

        self._people.attendance.end(await self._people.write(end))

    async def change_password(self, visitor: Visitor, wanted: protocol.NewPassword) -> Visitor:
        """Store a new password. Every session ends, and a new one begins here."""
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
        """Delete an account and its bots; returns the deleted principals. Their finished games stay under a pseudonym, their
        seats at games that have not begun are open again, and their chat lines are deleted."""
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
        """All stored data of a principal."""
        return await self._people.read(lambda connection: data_export.stored(connection, me(visitor)))

    async def sessions(self, visitor: Visitor) -> tuple[protocol.Session, ...]:
        """The valid sessions of a principal, the last used first."""
        now = self._people.clock()

        def query(connection: Connection) -> tuple[protocol.Session, ...]:
            lasting = [each for each in sessions.of(connection, visitor.principal.id) if each.used > now - sessions.LASTS]
            lasting.sort(key=lambda each: each.used, reverse=True)
            return tuple(protocol.Session(each.id, each.begun, each.used, each.hash == visitor.credential) for each in lasting)

        return await self._people.read(query)

    async def end_session(self, visitor: Visitor, id_: str) -> None:
        """End another session of the principal; its sockets are closed. Refused as ``unknown_session``."""

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
        """The visitor's own account, after a check of its password."""
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
    """Raise `_Changed` when the account's password is no longer the one that was compared. Comparing takes a while, and a new
    password must shut out everybody who knows the old one."""
    now = principal_repository.find(connection, entry.id, lock=True)
    if now is None or now.password != entry.password:
        raise _Changed


def _give_back_seats(connection: Connection, principal: str, at: int) -> None:
    """Open the seats of a principal that will be deleted, at tables without any answer: nobody could begin there."""
    roles: dict[str, list[SeatEntry]] = {}
    for seat in principal_repository.seats_of(connection, principal):
        roles.setdefault(seat.table, []).append(SeatEntry(seat.role, "open"))
    for table, seats in roles.items():
        with contextlib.suppress(Begun):
            table_repository.change_seats(connection, table, seats, at)


def me(visitor: Visitor | None) -> protocol.Me:
    """A principal as its owner is shown it."""
    if visitor is None:
        return protocol.Me("nobody")
    who = visitor.principal
    return protocol.Me(who.kind, who.id, who.name, tuple(sorted(who.scopes)))
