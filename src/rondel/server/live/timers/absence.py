"""Absence: which players are disconnected while another player is connected, and since when.

Time away is counted from when the last socket of a seat was closed, or from when the first of the others came: where nobody is,
nobody waits. It lives in memory: after a restart everybody has the whole time again to come back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rondel.server.protocol import Absence


class Absences:
    """Who is away from one table; times are seconds of the loop's clock.

    >>> absences = Absences(Absence("skip", 60))
    >>> absences.note(["x", "o"], present=["x"], now=100.0)
    >>> absences.away(159.0), absences.away(160.0)
    (frozenset(), frozenset({'o'}))
    """

    def __init__(self, terms: Absence) -> None:
        self._terms = terms
        self._since: dict[str, float] = {}

    def note(self, persons: Iterable[str], present: Collection[str], now: float) -> None:
        """Note who is there now."""
        if not present or self._terms.policy == "wait":
            self._since.clear()
            return
        missed = [role for role in persons if role not in present]
        # Where nobody sits any more nobody is away, and who sits down there next has not been for long.
        self._since = {role: self._since.get(role, now) for role in missed}

    def away(self, now: float) -> frozenset[str]:
        """The roles that have been away for as long as the terms say."""
        return frozenset([role for role, since in self._since.items() if now - since >= self._terms.after])

    def covered(self, now: float) -> frozenset[str]:
        """Those of them for whom somebody else answers."""
        return self.away(now) if self._terms.policy in ("skip", "bot") else frozenset()

    def next(self, awaited: Collection[str], now: float) -> float | None:
        """When one of those becomes away for long enough; None when none will."""
        times = [since + self._terms.after for role, since in self._since.items() if role in awaited]
        return min([time for time in times if time > now], default=None)
