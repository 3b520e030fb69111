"""Common passwords: refused for an account, because attackers try them first.

``common_passwords.txt`` has the 3,000 commonest that are long enough, as OWASP's *Application Security Verification
Standard* 5.0 asks for (6.2.4), each by the first ten digits of its SHA-256: what people choose is not always fit to be read.
They are the first of the 30,000 ranked in zxcvbn (MIT licence, release 4.5.0 of its Python version), which has them from
passwords that were made public.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

DIGITS: Final = 10
"""Of each digest, in hexadecimal: another password has one of them by chance once in 400 million."""


@cache
def digests() -> frozenset[str]:
    """The digests; read when somebody first chooses a password."""
    return frozenset(files("rondel.server.accounts").joinpath("common_passwords.txt").read_text(encoding="ascii").split())


def guessed(password: str) -> bool:
    """Whether a password is among those that are tried first, in whichever case.

    >>> guessed("Football"), guessed("trustno1"), guessed("a wheel with seven spokes")
    (True, True, False)
    """
    return hashlib.sha256(password.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS] in digests()
