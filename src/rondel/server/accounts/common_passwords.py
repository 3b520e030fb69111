"""Common passwords: refused for an account, because attackers try them first.

``common_passwords.txt`` holds the 3,000 commonest passwords that are long enough, as OWASP's *Application Security Verification
Standard* 5.0 asks for (6.2.4). Each is stored as the first ten digits of its SHA-256, because some are obscene. They are the
first of the 30,000 ranked in zxcvbn (MIT licence, release 4.5.0 of its Python version), whose source are leaked passwords.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

DIGITS: Final = 10
"""Hexadecimal digits of each digest: another password collides by chance once in 400 million."""


@cache
def digests() -> frozenset[str]:
    """The digests; read when a password is chosen for the first time."""
    return frozenset(files("rondel.server.accounts").joinpath("common_passwords.txt").read_text(encoding="ascii").split())


def guessed(password: str) -> bool:
    """Whether the password, in any case, is among the commonest.

    >>> guessed("Football"), guessed("trustno1"), guessed("a wheel with seven spokes")
    (True, True, False)
    """
    return hashlib.sha256(password.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS] in digests()
