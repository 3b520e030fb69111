"""The session cookie.

Scripts cannot read it (HttpOnly), and requests from other sites do not carry it (SameSite=Lax). Over https it is sent over
https only (Secure), and its name has the prefix ``__Host-``: browsers then accept it from this host only.
"""

from __future__ import annotations

from typing import Final

from rondel.server.accounts.sessions import LASTS

PLAIN: Final = "rondel"
SECURE: Final = "__Host-rondel"
"""Its names over http and https."""


def session_in(cookies: str, *, secure: bool) -> str | None:
    """The session in a ``Cookie`` header; None where the name occurs twice.

    >>> session_in("theme=dark; rondel=abc", secure=False)
    'abc'
    >>> session_in("rondel=abc", secure=True), session_in("rondel=abc; rondel=def", secure=False)
    (None, None)
    """
    wanted = SECURE if secure else PLAIN
    pairs = [each.strip().partition("=") for each in cookies.split(";")]
    found = [value for name, _, value in pairs if name == wanted]
    return found[0] if len(found) == 1 and found[0] else None


def begun(session: str, *, secure: bool) -> str:
    """The ``Set-Cookie`` header of a new session.

    >>> begun("abc", secure=True)
    '__Host-rondel=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure'
    """
    return _cookie(session, LASTS // 1000, secure=secure)


def ended(*, secure: bool) -> str:
    """The ``Set-Cookie`` header that deletes the session.

    >>> ended(secure=False)
    'rondel=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'
    """
    return _cookie("", 0, secure=secure)


def _cookie(value: str, seconds: int, *, secure: bool) -> str:
    name = SECURE if secure else PLAIN
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
