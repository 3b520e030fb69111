"""Ratings: how strong everybody is, estimated from who beat whom; by openskill's Plackett-Luce model.

A rating is a belief: a mean and how sure it is. It begins at 25 with a deviation of 25/3, and every game moves it. It says more
than points do where not everybody has met everybody, and it takes games of any number of players as they are.

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
    """What is believed of one entrant's strength."""

    mean: float
    deviation: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where it lies with 95 % confidence."""
        return self.mean - Z * self.deviation, self.mean + Z * self.deviation

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"mean": round(self.mean, 3), "deviation": round(self.deviation, 3)}


def algorithm() -> str:
    """What ratings are made with, to keep beside them: another version may make other ones."""
    return f"{MODEL} {version('openskill')}"


def courses(entrants: Sequence[Entrant], outcomes: Iterable[Outcome]) -> list[list[Rating]]:
    """For every entrant, what was believed of it at first and after each of its games, in the order of the outcomes.

    >>> from rondel.tournament.outcome import Outcome
    >>> from rondel.tournament.entrant import entrants
    >>> outcome = Outcome("0-1/0", (0, 1), (1.0, 0.0), (1, 2), (1.0, -1.0), 5, 0.1)
    >>> [[round(each.mean, 2) for each in course] for course in courses(entrants(["greedy", "random"]), [outcome])]
    [[25.0, 27.64], [25.0, 22.36]]
    """
    # Imported here: it takes a while, and not every tournament is rated.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    found = [[Rating(MEAN, DEVIATION)] for _ in entrants]
    for outcome in outcomes:
        if not outcome.ranks or len(set(outcome.seated)) < len(outcome.seated):
            continue  # It does not count, or somebody sat twice, and cannot beat himself.
        if len(outcome.seated) < 2:
            continue
        latest = [found[number][-1] for number in outcome.seated]
        teams = [[model.rating(mu=each.mean, sigma=each.deviation)] for each in latest]
        for number, (rated,) in zip(outcome.seated, model.rate(teams, ranks=list(outcome.ranks)), strict=True):
            found[number].append(Rating(rated.mu, rated.sigma))
    return found
