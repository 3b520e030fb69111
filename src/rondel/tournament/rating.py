"""Ratings: estimates of strength from game results, by openskill's Plackett-Luce model.

A rating is a mean with a deviation. It starts at 25 with a deviation of 25/3, and every game updates it. It is more informative
than points if not all entrants have met, and it supports games of any number of players.
Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011), 267-300.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from rondel.tournament.entrant import Entrant
from rondel.tournament.outcome import Outcome
from rondel.tournament.standing import Z

MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
MODEL: Final = "openskill PlackettLuce"


@dataclass(frozen=True)
class Rating:
    """The estimated strength of one entrant."""

    mean: float
    deviation: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.mean - Z * self.deviation, self.mean + Z * self.deviation

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"mean": round(self.mean, 3), "deviation": round(self.deviation, 3)}


def algorithm() -> str:
    """The name and version of the algorithm, stored with ratings, which depend on it."""
    return f"{MODEL} {version('openskill')}"


def courses(entrants: Sequence[Entrant], outcomes: Iterable[Outcome]) -> list[list[Rating]]:
    """For every entrant, the rating before and after each of its games, in the order of the outcomes.

    >>> from rondel.tournament.outcome import Outcome
    >>> from rondel.tournament.entrant import entrants
    >>> outcome = Outcome("0-1/0", (0, 1), (1.0, 0.0), (1, 2), (1.0, -1.0), 5, 0.1)
    >>> [[round(each.mean, 2) for each in course] for course in courses(entrants(["greedy", "random"]), [outcome])]
    [[25.0, 27.64], [25.0, 22.36]]
    """
    # Imported here: the import is slow, and not every tournament is rated.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    found = [[Rating(MEAN, DEVIATION)] for _ in entrants]
    for outcome in outcomes:
        if not outcome.ranks or len(set(outcome.seated)) < len(outcome.seated):
            continue  # A void game, or one in which an entrant sat twice.
        if len(outcome.seated) < 2:
            continue
        latest = [found[number][-1] for number in outcome.seated]
        teams = [[model.rating(mu=each.mean, sigma=each.deviation)] for each in latest]
        for number, (rated,) in zip(outcome.seated, model.rate(teams, ranks=list(outcome.ranks)), strict=True):
            found[number].append(Rating(rated.mu, rated.sigma))
    return found
