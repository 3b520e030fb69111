"""The configuration of outgoing mail: the mail server, the sender, and the public address of the arena."""

from __future__ import annotations

from typing import Final, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from rondel.errors import quoted
from rondel.server.accounts.mail.addresses import is_address

Security = Literal["tls", "starttls", "none"]

_SCHEMES: Final[dict[str, tuple[Security, int]]] = {
    "smtps": ("tls", 465),
    "smtp": ("starttls", 587),
    "smtp+plain": ("none", 25),
}
"""How each kind of address is encrypted, and its usual port."""


class NoMailServer(Exception):
    """The mail server or the public address is not written as one; the message says how."""


class MailServer(msgspec.Struct, frozen=True):
    """A mail server and what mails say of the arena."""

    host: str
    port: int
    security: Security
    sender: str
    """The address that mails come from."""
    url: str
    """The public address of the arena, without a slash at its end. Links are made of it alone, never of what a request says."""
    user: str = ""
    password: str = ""

    @property
    def domain(self) -> str:
        """The domain of the sender.

        >>> MailServer("mail", 25, "none", "arena@example.org", "").domain
        'example.org'
        """
        return self.sender.rpartition("@")[2]


def mail_server(address: str, url: str) -> MailServer:
    """The mail server at an address, for the arena at that public address. Raises `NoMailServer`, whose message has no
    password.

    >>> server = mail_server("smtps://ann:pass%40word@mail.example.org?from=arena@example.org", "https://arena.example.org/")
    >>> server.host, server.port, server.security, server.password, server.url
    ('mail.example.org', 465, 'tls', 'pass@word', 'https://arena.example.org')
    >>> mail_server("mail.example.org", "https://arena.example.org")
    Traceback (most recent call last):
    rondel.server.accounts.mail.mail_server.NoMailServer: a mail server is written like \
smtp://user:password@mail.example.org:587?from=arena@example.org (smtps:// for TLS from the start, smtp+plain:// for none)
    """
    wrong = NoMailServer(
        "a mail server is written like smtp://user:password@mail.example.org:587?from=arena@example.org "
        "(smtps:// for TLS from the start, smtp+plain:// for none)"
    )
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise wrong from None  # its text would have the password
    asked = parse_qs(parts.query, keep_blank_values=True)
    if parts.scheme not in _SCHEMES or not parts.hostname or asked.keys() - {"from"} or parts.path not in ("", "/"):
        raise wrong
    (sender,) = asked.get("from", [""])[:1]
    if not is_address(sender):
        raise NoMailServer(f"say from whom the mails come: smtp://…?from=arena@example.org, and not from {quoted(sender)}")
    security, usual = _SCHEMES[parts.scheme]
    return MailServer(
        parts.hostname,
        port or usual,
        security,
        sender,
        public_address(url),
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


def public_address(url: str) -> str:
    """The address of the arena as links have it. Raises `NoMailServer`."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or "@" in parts.netloc:
        raise NoMailServer(
            f"links in mails need the public address of the arena: --url https://arena.example.org, and not {quoted(url)}"
        )
    return url.rstrip("/")
