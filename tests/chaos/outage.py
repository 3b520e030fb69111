"""What players meet while nothing can be stored, read off their journals."""

from __future__ import annotations

from dataclasses import dataclass

from tests.chaos.players import Json

MOST_MS, MOST_SECONDS = 2000.0, 5.0


@dataclass(frozen=True)
class Outage:
    """From a moment on, until another, nothing could be stored."""

    began: float
    ended: float

    def judge(self, notes: list[Json]) -> tuple[dict[str, object], list[str]]:
        """What was measured, and what is wrong: nobody may wait for long to be told, or to go on."""
        told = [note for note in notes if note["event"] == "refused" and note["at"] >= self.began]
        slowest = max([note["ms"] for note in told], default=0.0)
        tables = {note["table"] for note in notes}
        on = {table: min(times(notes, table, self.ended), default=float("inf")) - self.ended for table in tables}
        wrong = []
        if not told:
            wrong.append("nobody was told that nothing could be stored")
        if slowest > MOST_MS:
            wrong.append(f"somebody waited {slowest:.0f} ms to be told")
        if max(on.values()) > MOST_SECONDS:
            wrong.append(f"a table went on only {max(on.values()):.1f} s afterwards")
        codes = sorted({note["code"] for note in told})
        measured: dict[str, object] = {
            "s of outage": f"{self.ended - self.began:.0f}",
            f"moves refused ({', '.join(codes)})": len(told),
            "ms until the slowest was told": f"{slowest:.0f}",
            "s until the last table went on": f"{max(on.values()):.1f}",
        }
        return measured, wrong


def times(notes: list[Json], table: str, since: float) -> list[float]:
    """When moves were acknowledged at a table."""
    return [note["at"] for note in notes if note["table"] == table and note["event"] == "acked" and note["at"] >= since]
