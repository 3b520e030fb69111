"""A device cookie: marks a browser that has logged in to an account before.

The cookie holds a random number and its HMAC, keyed with the stored hash of the account's password. Nothing is stored on the
server; the cookie is valid on every node and after a restart. Only a login makes one, and a new password or the end of the
account invalidates it. It authenticates nobody: it only has its own budget of password attempts.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

LASTS: Final = 366 * 24 * 3600
"""Seconds for which a browser keeps the cookie."""

_CONTEXT: Final = b"rondel device 1:"


def made(password: str) -> str:
    """A new value of the cookie, for the account with that password hash."""
    number = secrets.token_urlsafe(12)
    return f"{number}.{_signed(number, password)}"


def known(value: str, password: str | None) -> str:
    """The random number of a device that has logged in to the account with that password hash; empty for any other.

    >>> known(made("hash of Ada's"), "hash of Ada's") != "", known(made("hash of Ada's"), "hash of Bob's"), known("", None)
    (True, '', '')
    """
    number, _, signature = value.partition(".")
    if password is None or not number or not signature.isascii():
        return ""
    return number if hmac.compare_digest(signature, _signed(number, password)) else ""


def _signed(number: str, password: str) -> str:
    return hmac.new(password.encode(), _CONTEXT + number.encode(), hashlib.sha256).hexdigest()
