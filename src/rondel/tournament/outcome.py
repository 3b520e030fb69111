"""Outcomes: what came of a fixture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """Why a game did not end by its rules."""

    seat: int
    """Whose fault it was; -1 for nobody's at the table: the rules broke down, or the process that played."""
    code: str
    """``illegal`` (a move that is none), ``crash``, ``timeout``, ``left``; ``rules`` and ``lost`` for nobody's."""
    message: str


@dataclass(frozen=True)
class Outcome:
    """What came of a fixture."""

    id: str
    """The fixture's."""
    seated: tuple[int, ...]
    points: tuple[float, ...]
    """Seat by seat: 1 for the winner, shared by all who won; empty where the game does not count."""
    ranks: tuple[int, ...]
    """Seat by seat, 1 for the best; empty where the game does not count."""
    returns: tuple[float, ...]
    """What the game was worth to each seat; empty where it did not end by its rules."""
    answers: int
    """How many answers were given, chance's not counted."""
    seconds: float
    """How long it took."""
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        data: dict[str, Any] = {
            "id": self.id,
            "seated": list(self.seated),
            "points": [round(each, 6) for each in self.points],
            "ranks": list(self.ranks),
            "returns": list(self.returns),
            "answers": self.answers,
            "seconds": round(self.seconds, 4),
        }
        if self.fault is not None:
            data["fault"] = {"seat": self.fault.seat, "code": self.fault.code, "message": self.fault.message}
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        """The outcome of `to_json`."""
        fault = data.get("fault")
        return cls(
            data["id"],
            tuple(data["seated"]),
            tuple(data["points"]),
            tuple(data["ranks"]),
            tuple(data["returns"]),
            data["answers"],
            data["seconds"],
            None if fault is None else Fault(fault["seat"], fault["code"], fault["message"]),
        )


def decided(seats: int, winners: tuple[int, ...]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Points and ranks where nothing is known but who has won.

    >>> decided(3, (0, 2))
    ((0.5, 0.0, 0.5), (1, 3, 1))
    """
    points = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return points, tuple(1 if seat in winners else len(winners) + 1 for seat in range(seats))
