"""A log for retried operations: one line when the failures begin, one when they are over.

An outage lasts for minutes and may concern many tables: a line for each failed attempt would fill the disk.
"""

from __future__ import annotations

import logging

from rondel.server.protocol.refused import Refusal


class Transient(Exception):
    """An error that is expected to pass by itself, such as a database that cannot be reached."""


class FailureLog:
    """The failures of one operation that is retried.

    >>> class Log:
    ...     @staticmethod
    ...     def log(level, text, *of, exc_info=None):
    ...         print(text % of)
    >>> trouble = FailureLog(Log, "the time cannot be stored", over="the time is stored again")
    >>> trouble.met(Transient("the disk is full")); trouble.met(Transient("the disk is full"))
    the time cannot be stored: the disk is full
    >>> trouble.passed(); trouble.passed()
    the time is stored again
    """

    __slots__ = ("_logger", "_over", "_said", "_what")

    def __init__(self, logger: logging.Logger, what: str, over: str = "") -> None:
        """``what`` is logged with the reason at the first failure, and ``over``, if given, at the first success after it."""
        self._logger = logger
        self._what = what
        self._over = over
        self._said: object = None

    def met(self, error: Exception) -> None:
        """Log a failure. A transient one is logged once until it passes; any other is logged with its traceback, and again when
        it differs from the one before."""
        expected = isinstance(error, Transient | Refusal)
        kind: object = type(error) if expected else repr(error)
        if kind != self._said:
            why = error.message if isinstance(error, Refusal) else str(error) or type(error).__name__
            level = logging.WARNING if expected else logging.ERROR
            self._logger.log(level, "%s: %s", self._what, why, exc_info=None if expected else error)
        self._said = kind

    def passed(self) -> None:
        """Note a success."""
        if self._said is not None and self._over:
            self._logger.log(logging.WARNING, "%s", self._over)
        self._said = None
