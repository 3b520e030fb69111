"""Counters and histograms of the server, for its host.

Counting adds to a number; `ops.prometheus` makes text of it on request. So it costs a move next to nothing, requested or not.
All values are about this process since its start.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Final

STORE_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
GROUP_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
LAG_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

WATCHED: Final = ("not_saved", "unavailable", "internal", "rules")
"""Codes of refusals that a host should watch. They are counted from 0: Prometheus detects no rise of a series that did not
exist before."""


class Histogram:
    """The distribution of a value: each bound counts the values up to it, the last place those beyond all bounds.

    >>> found = Histogram((1, 10))
    >>> for value in (0.5, 1, 7, 70):
    ...     found.observe(value)
    >>> found.counts, found.total, found.cumulative()
    ([2, 1, 1], 78.5, [2, 3, 4])
    """

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0
        """The sum of all values."""

    def observe(self, value: float) -> None:
        """Count a value; from one thread only."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def cumulative(self) -> list[int]:
        """The number of values up to each bound; last, of all values."""
        found = []
        so_far = 0
        for count in list(self.counts):
            so_far += count
            found.append(so_far)
        return found


class Measures:
    """The counters and histograms of a server."""

    def __init__(self) -> None:
        self.stored = Histogram(STORE_SECONDS)
        """Seconds from handing an answer to the store until its commit, for each stored answer."""
        self.groups = Histogram(GROUP_SIZES)
        """Answers in one transaction."""
        self.refused: Counter[str] = Counter(dict.fromkeys(WATCHED, 0))
        """Refused messages and requests, by code."""
        self.sockets = 0
        """Open WebSockets."""
        self.lag = Histogram(LAG_SECONDS)
        """Seconds by which the event loop was late for a timer."""
        self.faulted = 0
        """Tables in the store that are marked as faulted, at the last count."""
