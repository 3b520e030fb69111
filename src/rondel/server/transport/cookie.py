"""The session cookie.

Scripts cannot read it (HttpOnly), and it is not sent along from foreign pages (SameSite=Lax). Where the arena is reached over
https it is sent over nothing else (Secure), and its name (``__Host-``) has the browser see to it that nobody but this very host
can have set it.
"""

from __future__ import annotations

from typing import Final

from rondel.server.accounts.sessions import LASTS

PLAIN: Final = "rondel"
SECURE: Final = "__Host-rondel"
"""Its names, over http and over https."""


def session_in(cookies: str, *, secure: bool) -> str | None:
    """The session in a ``Cookie`` header. Where two of the name were sent, neither is believed.

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
    """The ``Set-Cookie`` of a session that begins.

    >>> begun("abc", secure=True)
    '__Host-rondel=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure'
    """
    return _cookie(session, LASTS // 1000, secure=secure)


def ended(*, secure: bool) -> str:
    """The ``Set-Cookie`` that has a browser forget its session.

    >>> ended(secure=False)
    'rondel=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'
    """
    return _cookie("", 0, secure=secure)


def _cookie(value: str, seconds: int, *, secure: bool) -> str:
    name = SECURE if secure else PLAIN
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")
