"""A real mail server of our own, which keeps what it is sent."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.ops.port import bound
from tests.server.harness import PATIENCE

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

URL: Final = "https://arena.example.org"
"""The public address of the arena in these tests."""

_LINK: Final = re.compile(rf"{re.escape(URL)}/\S+")


class PostOffice:
    """A mail server at a free port of this machine; what it has taken is in ``mails``."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        self.answer: Callable[[str], str] = lambda address: "250 OK"
        """What it says to a recipient."""
        self._socket = bound("127.0.0.1", 0)
        self._socket.listen()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def server(self) -> MailServer:
        """The configuration with which an arena sends by it."""
        return MailServer("127.0.0.1", self._socket.getsockname()[1], "none", "arena@example.org", URL)

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to one address."""
        return [mail for mail, recipients in zip(self.mails, self.recipients, strict=True) if address in recipients]

    def wait(self, address: str, count: int) -> EmailMessage:
        """Wait until so many mails have come for an address; returns the last one."""
        deadline = time.monotonic() + PATIENCE
        while len(self.to(address)) < count:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return self.to(address)[-1]

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        said = self.answer(address)
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content: Any = envelope.content
        self.mails.append(message_from_bytes(content, policy=default))
        self.recipients.append(list(envelope.rcpt_tos))
        return "250 OK"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        """Serve until stopped."""
        from aiosmtpd.smtp import SMTP  # here: most tests of accounts need no mail server

        def begun() -> SMTP:
            return SMTP(self, hostname="post.example.org", loop=self._loop)

        server = self._loop.run_until_complete(self._loop.create_server(begun, sock=self._socket))
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))


def text(mail: EmailMessage) -> str:
    """What a mail says, as plain text."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def links(mail: EmailMessage) -> list[str]:
    """The links of a mail, in order; the same in both of its forms."""
    part = mail.get_body(("html",))
    assert part is not None
    found = _LINK.findall(text(mail))
    assert re.findall(r'href="([^"]+)"', part.get_content()) == found
    return found


def token(mail: EmailMessage) -> str:
    """The token in the first link of a mail."""
    return links(mail)[0].partition("#")[2]
