"""For how long play stood still, read off the travellers' journal."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from tests.chaos.players import Json


class Course:
    """What happened at each table, and when."""

    def __init__(self, notes: Sequence[Json]) -> None:
        self._sent: dict[str, list[tuple[float, str]]] = defaultdict(list)
        self._acked: dict[str, int] = {}
        self._seen: dict[str, dict[str, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
        self._places: dict[str, dict[str, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
        self.stored: dict[tuple[str, int], float] = {}
        """When each position was first shown to anybody, or acknowledged."""
        self.absences: list[float] = []
        """The seconds from the last that somebody heard at one place to the welcome at the next."""
        for note in notes:
            table, at = note["table"], note["at"]
            match note["event"]:
                case "sent":
                    self._sent[table].append((at, note["id"]))
                case "acked":
                    self._acked[note["id"]] = note["seq"]
                    self._first(table, note["seq"], at)
                case "seen" | "arrived":
                    if "seq" in note:
                        self._seen[table][note["role"]].append((at, note["seq"]))
                        self._first(table, note["seq"], at)
                    if "left" in note:
                        self._places[table][note["role"]].append((at, note["node"]))
                        self.absences.append(at - note["left"])

    def _first(self, table: str, seq: int, at: float) -> None:
        self.stored[table, seq] = min(at, self.stored.get((table, seq), at))

    def tables_at(self, node: int, at: float) -> list[str]:
        """The tables of which somebody was at a node at that time."""
        return [
            table
            for table, roles in self._places.items()
            if any(places[i - 1][1] == node for places in roles.values() if (i := bisect_left(places, (at, -1))))
        ]

    def back(self, table: str, since: float) -> float:
        """Seconds from then until all at a table had seen an answer that was sent afterwards; infinite where none was."""
        for at, name in self._sent[table]:
            if at >= since and name in self._acked:
                return max(self._when_seen(table, role, self._acked[name]) for role in self._seen[table]) - since
        return float("inf")

    def lags(self, since: float, until: float) -> list[float]:
        """For each answer between two moments, the seconds until the last at its table had seen it."""
        return [
            max(self._when_seen(table, role, seq) for role in self._seen[table]) - at
            for (table, seq), at in self.stored.items()
            if since <= at <= until and self._seen[table]
        ]

    def _when_seen(self, table: str, role: str, seq: int) -> float:
        return min((at for at, seen in self._seen[table][role] if seen >= seq), default=float("inf"))


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so many of a hundred do not exceed; zero without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))] if ordered else 0.0
