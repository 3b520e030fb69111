"""The end of a failed command: a message on the standard error, and an exit code.

1: the command ran and found a fault. 2: wrong usage.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

from rondel.errors import BadOption, RondelError, UnknownGame, UnknownRole

CALLED_WRONGLY: Final = (UnknownGame, BadOption, UnknownRole)
"""Errors of usage, not of the game."""


def end(error: Exception | str, code: int) -> NoReturn:
    """End the command with that sentence and that exit code."""
    sys.stderr.write(f"rondel: {error}\n")
    raise SystemExit(code) from None


def code_of(error: RondelError) -> int:
    """The exit code for an unhandled error.

    >>> code_of(UnknownGame("unknown game 'go'")), code_of(RondelError("a rule went astray"))
    (2, 1)
    """
    return 2 if isinstance(error, CALLED_WRONGLY) or error.code in ("unknown_bot", "missing_extra") else 1


@contextmanager
def serving() -> Iterator[None]:
    """Ends the command with a message if the server cannot start or serve."""
    from rondel.server import CannotServe, NoSuchTable  # imported where one is started, for it takes its time

    try:
        yield
    except CannotServe as error:
        end(error, 2 if isinstance(error, NoSuchTable) else 1)
