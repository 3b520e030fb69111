"""Outcomes: the results of fixtures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """The reason why a game did not end by its rules.

    >>> Fault(0, "illegal", "mark(z9) is no move").code
    'illegal'
    """

    seat: int
    """The seat at fault; -1 if none: the rules failed, or the process that played."""
    code: str
    """``illegal`` (an illegal move), ``crash``, ``timeout``, ``left``; without a seat ``rules`` and ``lost``."""
    message: str
    """What happened, for people."""


@dataclass(frozen=True)
class Outcome:
    """The result of a fixture.

    >>> from rondel.tournament import Tournament
    >>> outcome = Tournament("tic_tac_toe", ["random", "greedy"], games=1, seed=1).run()[0]
    >>> sum(outcome.points), outcome.fault
    (1.0, None)
    """

    id: str
    """The fixture's id."""
    seated: tuple[int, ...]
    """The number of the entrant on each seat."""
    points: tuple[float, ...]
    """By seat: 1 for the winner, shared by joint winners; empty if the game is void."""
    ranks: tuple[int, ...]
    """By seat, 1 for the best; empty if the game is void."""
    returns: tuple[float, ...]
    """By seat, the game's returns; empty if it did not end by its rules."""
    answers: int
    """Number of answers, without those of chance."""
    seconds: float
    """Duration in seconds."""
    fault: Fault | None = None
    """Why it did not end by its rules; None if it did."""

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
    """Points and ranks from the winners alone.

    >>> decided(3, (0, 2))
    ((0.5, 0.0, 0.5), (1, 3, 1))
    """
    points = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return points, tuple(1 if seat in winners else len(winners) + 1 for seat in range(seats))
