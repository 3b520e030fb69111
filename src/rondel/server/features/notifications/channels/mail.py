"""The channel of mails: what waits, a paragraph for each, and how such mails are ended."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from rondel.engine import _
from rondel.engine.text import render
from rondel.server.accounts.mail import contacts
from rondel.server.accounts.mail import letter as letters
from rondel.server.accounts.mail.letter import Letter, Paragraph
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.accounts.mail.smtp_mailer import Mailer
from rondel.server.features.notifications.channels.channel import Message, Rejected
from rondel.server.storage.store import Database

_logger = logging.getLogger(__name__)

_LATE: Final = _("This mail comes late: the mail server could not be reached.")
_WHY: Final = _("You get such mails because you asked for them. Which ones, and when, you choose in your account.")
_ACCOUNT: Final = _("Your account")
_END: Final = _("This link ends them all.")
_UNSUBSCRIBE: Final = _("No more mails")


class MailChannel:
    """Sends messages to confirmed addresses."""

    def __init__(self, database: Database, mailer: Mailer, server: MailServer) -> None:
        self._database = database
        self._mailer = mailer
        self._server = server

    async def send(self, message: Message) -> None:
        """See `Channel.send`. An address that is refused counts as unconfirmed from then on."""
        try:
            await self._mailer.send(letters.message(letter(message, self._server), self._server, message.at))
        except Rejected:
            _logger.info("a mail address is refused by the mail server, and counts as unconfirmed")
            contact = message.contact
            await self._database.write(partial(contacts.reject, principal=contact.principal, address=contact.address))
            raise


def letter(message: Message, server: MailServer) -> Letter:
    """The mail that a message is."""
    lang = message.contact.lang
    paragraphs = [Paragraph(render(_LATE, {}, lang=lang))] if message.is_late else []
    paragraphs += [Paragraph(note.text, server.url + note.path, note.link) for note in message.notes]
    account = f"{server.url}/account"
    paragraphs.append(Paragraph(render(_WHY, {}, lang=lang), account, render(_ACCOUNT, {}, lang=lang), small=True))
    token = message.contact.unsubscribe
    end = f"{server.url}/mail/unsubscribe#{token}"
    paragraphs.append(Paragraph(render(_END, {}, lang=lang), end, render(_UNSUBSCRIBE, {}, lang=lang), small=True))
    unsubscribe = f"{server.url}/api/mail/unsubscribe/{token}"
    return Letter(message.contact.address, message.subject, paragraphs, lang, message.id, unsubscribe)
