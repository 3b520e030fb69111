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

from litestar.datastructures import Cookie

LASTS: Final = 366 * 24 * 3600
"""Seconds for which a browser keeps the cookie."""

_NAME: Final = "rondel-device"
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


def given(cookies: str, *, secure: bool) -> str:
    """The value in a ``Cookie`` header; empty where there is none, or more than one.

    >>> given("rondel-device=a.b; x=y", secure=False), given("rondel-device=a.b", secure=True)
    ('a.b', '')
    """
    pairs = [each.strip().partition("=") for each in cookies.split(";")]
    found = [value for name, _, value in pairs if name == _name(secure=secure)]
    return found[0] if len(found) == 1 else ""


def kept(value: str, *, secure: bool) -> Cookie:
    """The cookie that the browser is to keep.

    >>> kept("a.b", secure=True).to_header(header="")
    '__Host-rondel-device=a.b; HttpOnly; Max-Age=31622400; Path=/; SameSite=strict; Secure'
    """
    name = _name(secure=secure)
    return Cookie(name, "/", value, max_age=LASTS, httponly=True, samesite="strict", secure=secure)


def _name(*, secure: bool) -> str:
    return f"__Host-{_NAME}" if secure else _NAME


def _signed(number: str, password: str) -> str:
    return hmac.new(password.encode(), _CONTEXT + number.encode(), hashlib.sha256).hexdigest()
