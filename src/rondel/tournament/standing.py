"""Standings: the results of entrants, in points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from rondel.rating import Z
from rondel.tournament.entrant import Entrant
from rondel.tournament.outcome import Outcome


class Standing:
    """The results of one entrant.

    >>> from rondel.tournament import contest
    >>> standing = contest("tic_tac_toe", ["greedy", "random"], games=10, seed=1)[0]
    >>> standing.name, len(standing.results)
    ('greedy', 10)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.results: list[float] = []
        """1 for each win, 0 for each loss, a draw shared by its players."""
        self.faults: dict[str, int] = {}
        """Number of losses by own fault, by the fault's code."""
        self.total = 0.0
        """Sum of the returns of the games that ended by their rules."""
        self.returned = 0
        """Number of these games."""

    @property
    def points(self) -> float:
        """Sum of all results."""
        return math.fsum(self.results)

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / len(self.results) if self.results else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean."""
        return wilson(self.points, len(self.results))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        wins = sum(each == 1 for each in self.results)
        losses = sum(each == 0 for each in self.results)
        low, high = self.interval
        return {
            "player": self.name,
            "games": len(self.results),
            "wins": wins,
            "draws": len(self.results) - wins - losses,
            "losses": losses,
            "points": round(self.points, 3),
            "mean": round(self.mean, 4),
            "interval": [round(low, 4), round(high, 4)],
            "return": round(self.total / self.returned, 4) if self.returned else None,
            "faults": dict(self.faults),
        }


def standings(entrants: Sequence[Entrant], outcomes: Iterable[Outcome]) -> list[Standing]:
    """The standings in the entrants' order. Void games are left out.

    >>> from rondel.tournament import Entrant, Tournament
    >>> outcomes = Tournament("tic_tac_toe", ["greedy", "random"], games=10, seed=1).run()
    >>> [each.name for each in standings([Entrant("greedy", "greedy"), Entrant("random", "random")], outcomes)]
    ['greedy', 'random']
    """
    found = [Standing(each.name) for each in entrants]
    for outcome in outcomes:
        for seat, points in enumerate(outcome.points):
            found[outcome.seated[seat]].results.append(points)
        for seat, worth in enumerate(outcome.returns):
            standing = found[outcome.seated[seat]]
            standing.total += worth
            standing.returned += 1
        if outcome.fault is not None and outcome.fault.seat >= 0:
            faults = found[outcome.seated[outcome.fault.seat]].faults
            faults[outcome.fault.code] = faults.get(outcome.fault.code, 0) + 1
    return found


def wilson(points: float, games: float) -> tuple[float, float]:
    """The 95 % confidence interval of a share of games won, draws as shares of a win: Wilson's score interval.

    It also holds for few games and for all games won or lost. It is somewhat too wide with draws, or with seats swapped in the
    same game.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212.

    >>> tuple(round(each, 4) for each in wilson(5, 10))
    (0.2366, 0.7634)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    share = points / games
    spread = Z * Z / games
    centre = share + spread / 2
    half = Z * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread))


def crosstable(entrants: Sequence[Entrant], outcomes: Iterable[Outcome]) -> list[list[tuple[float, int]]]:
    """For every pair, the first entrant's share of the points made against each other, and the number of games.

    In games of more than two, the better rank of a pair counts as a win.
    """
    size = len(entrants)
    points = [[0.0] * size for _ in range(size)]
    games = [[0] * size for _ in range(size)]
    for outcome in outcomes:
        for one, first in enumerate(outcome.ranks):
            for other, second in enumerate(outcome.ranks):
                row, column = outcome.seated[one], outcome.seated[other]
                if row != column:
                    games[row][column] += 1
                    points[row][column] += 1.0 if first < second else 0.5 if first == second else 0.0
    return [
        [(made / played if played else 0.0, played) for made, played in zip(points[row], games[row], strict=True)]
        for row in range(size)
    ]
