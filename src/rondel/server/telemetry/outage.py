"""Logs an outage of a store: at its beginning, at intervals while it lasts, and at its end.

There may be many tables, and their players retry: a line for each attempt would fill the log, perhaps on the very disk that is
full.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

REMIND_SECONDS: Final = 60.0
"""Seconds between two lines during an outage."""


class Outage:
    """The outages of one store, one at a time.

    >>> class Log:
    ...     @staticmethod
    ...     def error(text, *of, exc_info=None):
    ...         print(text % of)
    ...     warning = error
    >>> outage = Outage(Log, clock=iter((0.0, 1.0, 31.0)).__next__)
    >>> outage.refused(2, OSError("no room")); outage.refused(3, OSError("no room"))
    answers cannot be stored, and none of them counts: no room
    >>> outage.stored(); outage.stored()
    answers are stored again: 5 were not, in 31 s
    """

    def __init__(self, logger: logging.Logger, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger = logger
        self._clock = clock
        self._since: float | None = None
        self._said = 0.0
        self._count = 0

    def refused(self, count: int, error: Exception) -> None:
        """Answers were not stored. The traceback is logged at the begin of an outage."""
        now = self._clock()
        why = str(error) or type(error).__name__  # a timeout has no message
        self._count += count
        if self._since is None:
            self._since = self._said = now
            self._logger.error("answers cannot be stored, and none of them counts: %s", why, exc_info=error)
        elif now - self._said >= REMIND_SECONDS:
            self._said = now
            self._logger.error("answers cannot be stored, %d by now: %s", self._count, why)

    def stored(self) -> None:
        """Answers were stored."""
        if self._since is not None:
            self._logger.warning("answers are stored again: %d were not, in %.0f s", self._count, self._clock() - self._since)
            self._since, self._count = None, 0
