"""Absence: which players are disconnected while another player is connected, and since when.

An absence begins when the last socket of a seat is closed, or when the first of the other players connects: while nobody is
connected, nobody waits. Absences are kept in memory only: a restart resets them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rondel.server.protocol import Absence


class Absences:
    """The absences at one table; times are seconds of the loop's clock.

    >>> absences = Absences(Absence("skip", 60))
    >>> absences.note(["x", "o"], present=["x"], now=100.0)
    >>> absences.away(159.0), absences.away(160.0)
    (frozenset(), frozenset({'o'}))
    """

    def __init__(self, terms: Absence) -> None:
        self._terms = terms
        self._since: dict[str, float] = {}

    def __bool__(self) -> bool:
        """Whether anybody is disconnected."""
        return bool(self._since)

    def note(self, persons: Iterable[str], present: Collection[str], now: float) -> None:
        """Note which roles are present now."""
        if not present or self._terms.policy in ("usual", "wait"):
            self._since.clear()
            return
        missed = [role for role in persons if role not in present]
        # An open seat has no absence: its next player begins anew.
        self._since = {role: self._since.get(role, now) for role in missed}

    def begin_anew(self, roles: Collection[str], now: float) -> None:
        """Have the absence of these roles begin now, if they are disconnected."""
        self._since |= {role: now for role in self._since if role in roles}

    def hold(self, until: Mapping[str, float], now: float) -> None:
        """Have no absence begin before the time at which the clock of the role runs again, nor later than now where it runs."""
        self._since = {role: max(min(since, now), until.get(role, float("-inf"))) for role, since in self._since.items()}

    def away(self, now: float) -> frozenset[str]:
        """The roles that have been away for as long as the terms say."""
        return frozenset([role for role, since in self._since.items() if now - since >= self._terms.after])

    def covered(self, now: float) -> frozenset[str]:
        """The roles among them that a bot or the zombie move answers for."""
        return self.away(now) if self._terms.policy in ("skip", "bot") else frozenset()

    def next(self, awaited: Collection[str], now: float) -> float | None:
        """When one of these roles will have been away for long enough; None for never."""
        times = [since + self._terms.after for role, since in self._since.items() if role in awaited]
        return min([time for time in times if time > now], default=None)
