"""The cookies of a login: the session's, and the one that marks a browser that has logged in before.

Scripts cannot read them (HttpOnly), and requests from other sites do not carry them (SameSite). Over https they are sent over
https only (Secure), and their names have the prefix ``__Host-``: browsers then accept them from this host only.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from litestar.datastructures import Cookie

from rondel.server.accounts import device, sessions


class LoginCookie(msgspec.Struct, frozen=True):
    """One of these cookies."""

    plain: str
    """Its name over http."""
    seconds: int
    """How long a browser keeps it."""
    same_site: Literal["lax", "strict"]

    def name(self, *, secure: bool) -> str:
        """Its name over https or http."""
        return f"__Host-{self.plain}" if secure else self.plain

    def value(self, cookies: str, *, secure: bool) -> str:
        """The value in a ``Cookie`` header; empty where there is none, or more than one.

        >>> SESSION.value("theme=dark; rondel=abc", secure=False)
        'abc'
        >>> SESSION.value("rondel=abc", secure=True), SESSION.value("rondel=abc; rondel=def", secure=False)
        ('', '')
        """
        pairs = [each.strip().partition("=") for each in cookies.split(";")]
        found = [value for name, _, value in pairs if name == self.name(secure=secure)]
        return found[0] if len(found) == 1 else ""

    def holding(self, value: str, *, secure: bool) -> Cookie:
        """The cookie with that value; without one the browser deletes it.

        >>> SESSION.holding("abc", secure=True).to_header(header="")
        '__Host-rondel=abc; HttpOnly; Max-Age=7776000; Path=/; SameSite=lax; Secure'
        >>> DEVICE.holding("", secure=False).to_header(header="")
        'rondel-device=""; HttpOnly; Max-Age=0; Path=/; SameSite=strict'
        """
        seconds = self.seconds if value else 0
        name = self.name(secure=secure)
        return Cookie(name, "/", value, max_age=seconds, httponly=True, samesite=self.same_site, secure=secure)


SESSION: Final = LoginCookie("rondel", sessions.LASTS // 1000, "lax")
DEVICE: Final = LoginCookie("rondel-device", device.LASTS, "strict")
