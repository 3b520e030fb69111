"""Sends a mail to the mail server over SMTP."""

from __future__ import annotations

import asyncio
import ssl
from email.message import EmailMessage
from typing import Final, Protocol

from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.telemetry.failure_log import Transient

SECONDS: Final = 20.0
"""How long the mail server may take for one mail."""

AT_ONCE: Final = 4
"""Mails that are sent at the same time."""


class NotSent(Transient):
    """The message was not accepted now; it may be later."""

    def __init__(self, text: str, wait: int | None = None) -> None:
        """``wait`` is the number of seconds after which it may be tried again, where that was said."""
        super().__init__(text)
        self.wait = wait


class Rejected(Exception):
    """Nothing is taken for this recipient any more."""


class Mailer(Protocol):
    """Sends mails."""

    async def send(self, message: EmailMessage) -> None:
        """Hand a mail to the mail server. Raises `NotSent` and `Rejected`."""


class SmtpMailer:
    """Sends mails to one mail server, with a connection for each: they are few."""

    def __init__(self, server: MailServer, context: ssl.SSLContext | None = None) -> None:
        """``context`` says whose certificates are trusted; those of the machine where it is None."""
        self._server = server
        self._context = context
        self._free = asyncio.Semaphore(AT_ONCE)

    async def send(self, message: EmailMessage) -> None:
        """See `Mailer`."""
        import aiosmtplib

        server = self._server
        async with self._free:
            try:
                async with asyncio.timeout(SECONDS):
                    await aiosmtplib.send(
                        message,
                        hostname=server.host,
                        port=server.port,
                        username=server.user or None,
                        password=server.password or None,
                        use_tls=server.security == "tls",
                        start_tls=server.security == "starttls",
                        tls_context=self._context,
                        local_hostname=server.domain,  # else it would ask the resolver
                        timeout=SECONDS,
                    )
            except aiosmtplib.SMTPRecipientsRefused as error:
                codes = [each.code for each in error.recipients]
                if all(500 <= code < 600 for code in codes):
                    raise Rejected("the mail server refuses the address") from error
                raise NotSent("the mail server does not take the mail now") from error
            except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
                # Its own text may hold the address of the recipient.
                raise NotSent(f"the mail server at {server.host}:{server.port} failed ({type(error).__name__})") from error
