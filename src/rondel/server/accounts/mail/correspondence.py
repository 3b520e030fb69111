"""Mails that somebody asked for: the link that confirms an address, and the one that sets a new password.

Whether an account or an address exists is said to nobody but the reader of its mails: a request for a new password is answered
before anything is looked up.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec
from sqlalchemy import Connection

from rondel.engine import _
from rondel.engine.text import render
from rondel.server import protocol
from rondel.server.accounts import principal_repository, sessions
from rondel.server.accounts.authenticator import Authenticator, Visitor
from rondel.server.accounts.mail import contacts, mail_links
from rondel.server.accounts.mail.addresses import is_address, normalized
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.accounts.mail.letter import Letter, Paragraph, message
from rondel.server.accounts.mail.mail_links import MailLink, Purpose
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.accounts.mail.smtp_mailer import Mailer, NotSent, Rejected
from rondel.server.accounts.names import skeleton
from rondel.server.accounts.passwords import Passwords
from rondel.server.protocol.refused import Refusal
from rondel.server.telemetry.failure_log import FailureLog

_logger = logging.getLogger(__name__)

MOST_RUNNING: Final = 100
"""Requests for a new password that are looked at at one time; further ones are dropped."""

MOST_ACCOUNTS: Final = 5
"""Accounts of one address whose links one request sends."""

_CONFIRM: Final = _("Confirm your mail address")
_CONFIRM_TEXT: Final = _("The account {name} wants to be told of its turns at this address. If it is yours, confirm it:")
_CONFIRM_ELSE: Final = _("If you know nothing of this, do nothing: without it no more mails are sent here.")
_RESET: Final = _("A new password")
_RESET_TEXT: Final = _(
    "Somebody has forgotten the password of the account {name}. This link sets a new one within half an hour:"
)
_RESET_ELSE: Final = _("If it was not you, do nothing: the password stays as it is.")


class Correspondence:
    """Confirms addresses, and resets passwords by mail."""

    def __init__(self, people: Authenticator, passwords: Passwords, mailer: Mailer | None, server: MailServer | None) -> None:
        """``mailer`` and ``server`` are None where the arena sends no mails."""
        self._people = people
        self._passwords = passwords
        self._mailer = mailer
        self._server = server
        self._running: set[asyncio.Task[None]] = set()
        self._failures = FailureLog(_logger, "a mail for a new password cannot be sent")

    async def close(self) -> None:
        """Stop what is being sent."""
        for task in self._running:
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)

    async def set_address(self, visitor: Visitor, wanted: protocol.NewAddress) -> Contact:
        """Set or delete the address of an account, and send the link that confirms a new one. Refused as ``bad_address``,
        ``wrong_password``, ``too_many``, and as ``unavailable`` where the mail cannot be sent now."""
        id_ = visitor.principal.id
        entry = await self._people.read(lambda connection: principal_repository.find(connection, id_))
        if entry is None or entry.password is None or not await self._passwords.fits(entry.password, wanted.password):
            raise Refusal("wrong_password", "this is not the account's password")
        address = normalized(wanted.address)
        if address and not is_address(address):
            raise Refusal("bad_address", "this is no mail address: write it like name@example.org")
        token, at = self._people.secret(24), self._people.clock()
        link = MailLink(id_, "confirm", address)

        def store(connection: Connection) -> Contact:
            before = contacts.find(connection, id_, lock=True)
            same = address == before.address
            after = msgspec.structs.replace(
                before,
                address=address,
                lang=wanted.lang,
                confirmed_at=before.confirmed_at if same else None,
                unsubscribe=before.unsubscribe if same and before.unsubscribe else self._people.secret(18),
            )
            if not same:
                mail_links.end(connection, id_, "reset")
            if address and after.confirmed_at is None and not mail_links.add(connection, token, link, at):
                raise Refusal("too_many", "several mails were sent to confirm an address; look for them, or try again tomorrow")
            contacts.store(connection, after)
            return after

        if address:
            self._checked_mailer()
        stored = await self._people.write(store)
        if address and stored.confirmed_at is None:
            await self._send(address, link, token, entry.name, wanted.lang)
        return stored

    async def confirm(self, token: str) -> None:
        """Confirm an address by a link. Refused as ``old_link``."""
        at = self._people.clock()

        def store(connection: Connection) -> bool:
            link = mail_links.take(connection, token, "confirm", at)
            if link is None:
                return False
            found = contacts.find(connection, link.principal, lock=True)
            if found.address != link.address:
                return False
            contacts.store(connection, msgspec.structs.replace(found, confirmed_at=at))
            return True

        if not await self._people.write(store):
            raise _old_link()

    async def unsubscribe(self, token: str) -> None:
        """End all mails about games to an account; does nothing for an unknown token."""
        await self._people.write(lambda connection: contacts.unsubscribe(connection, token))

    def forgotten(self, wanted: protocol.ForgottenPassword) -> None:
        """Send links for a new password, if there is an account of that name or address; returns before that is known."""
        self._checked_mailer()
        if len(self._running) < MOST_RUNNING:
            task = asyncio.create_task(self._send_links(wanted.name), name="a new password")
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def reset(self, wanted: protocol.ResetPassword) -> Visitor:
        """Set a new password by a link; returns the visitor in a new session. Refused as ``old_link`` and ``bad_password``,
        and then the link still works."""
        at = self._people.clock()
        name = await self._people.read(lambda connection: mail_links.account(connection, wanted.token, at))
        hashed = await self._passwords.hash(wanted.password, name)

        def store(connection: Connection) -> tuple[Visitor, list[bytes]]:
            link = mail_links.take(connection, wanted.token, "reset", at)
            entry = None if link is None else principal_repository.find(connection, link.principal, lock=True)
            if entry is None or entry.kind != "account":
                raise _old_link()
            principal_repository.set_password(connection, entry.id, hashed)
            ended = sessions.end_all(connection, entry.id)
            entered = self._people.session_of(entry.principal)
            sessions.add(connection, entered.credential, entry.id, at)
            return entered, ended

        entered, ended = await self._people.write(store)
        self._people.attendance.end(ended)
        return entered

    async def _send_links(self, name: str) -> None:
        """Send the links for the accounts of that name or address."""
        at = self._people.clock()

        def store(connection: Connection) -> list[tuple[Contact, str, str]]:
            if "@" in name:
                found = contacts.at_address(connection, normalized(name))[:MOST_ACCOUNTS]
            else:
                named = principal_repository.named(connection, skeleton(name))
                found = [] if named is None else [contacts.find(connection, named.id)]
            made = []
            for each in found:
                entry = principal_repository.find(connection, each.principal)
                token = self._people.secret(24)
                if entry is None or entry.kind != "account" or not each.reached_by_mail:
                    continue
                if mail_links.add(connection, token, MailLink(each.principal, "reset", each.address), at):
                    made.append((each, token, entry.name))
            return made

        try:
            for contact, token, account in await self._people.write(store):
                link = MailLink(contact.principal, "reset", contact.address)
                await self._send(contact.address, link, token, account, contact.lang)
        except Refusal as refusal:
            self._failures.met(refusal)
        else:
            self._failures.passed()

    async def _send(self, address: str, link: MailLink, token: str, name: str, lang: str) -> None:
        """Send a link. Refused as ``bad_address`` and ``unavailable``."""
        mailer, server = self._checked_mailer()
        subject, text, otherwise = _WORDS[link.purpose]
        there = f"{server.url}/mail/{link.purpose}#{token}"
        paragraphs = [
            Paragraph(render(text, {"name": name}, lang=lang), there, render(subject, {}, lang=lang)),
            Paragraph(render(otherwise, {}, lang=lang)),
        ]
        letter = Letter(address, render(subject, {}, lang=lang), paragraphs, lang, f"{link.purpose}.{self._people.secret(16)}")
        try:
            await mailer.send(message(letter, server, self._people.clock()))
        except Rejected as error:
            raise Refusal(
                "bad_address", "the mail server does not take mails for this address; is it written right?"
            ) from error
        except NotSent as error:
            raise Refusal("unavailable", "no mail can be sent now; try again in a few minutes", retry_after=60) from error

    def _checked_mailer(self) -> tuple[Mailer, MailServer]:
        if self._mailer is None or self._server is None:
            raise Refusal("no_mail", "this arena sends no mails; its host can set a new password")
        return self._mailer, self._server


_WORDS: Final[dict[Purpose, tuple[str, str, str]]] = {
    "confirm": (_CONFIRM, _CONFIRM_TEXT, _CONFIRM_ELSE),
    "reset": (_RESET, _RESET_TEXT, _RESET_ELSE),
}


def _old_link() -> Refusal:
    return Refusal("old_link", "this link was used, or is too old; ask for a new one")
