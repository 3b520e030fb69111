"""The rating model: a player's estimated strength, and its change by a result.

A rating is a mean with a deviation. It starts at 25 with a deviation of 25/3. Every rated game updates it, the more the larger
the deviation. Tournaments and the arena use the same model. It supports any number of players, teams and ties.

Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011), 267-300; openskill's
Plackett-Luce model.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final, TypeVar

MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
Z: Final = 1.959964
"""The standard deviations of a 95 % confidence interval, on each side."""

POINTS: Final = 1500
"""The rating of a new player on the scale that people know."""
POINT: Final = math.log(10) * math.sqrt(2) * (MEAN / 6) / 400
"""One point of that scale, in units of the model: 400 points between two players whose strengths are known are odds of ten to
one, as with Elo. The performance of a player varies in the model with a standard deviation of ``MEAN / 6``."""
SETTLED: Final = 190.0
"""The deviation in points up to which a rating is settled: after ten games or so."""

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True)
class Rating:
    """The estimated strength of one player at one game."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def points(self) -> float:
        """The mean on the scale that people know.

        >>> Rating().points, round(Rating(30.0, 2.0).points)
        (1500.0, 1647)
        """
        return POINTS + (self.mean - MEAN) / POINT

    @property
    def spread(self) -> float:
        """The deviation on that scale.

        >>> round(Rating().spread)
        246
        """
        return self.deviation / POINT

    @property
    def is_provisional(self) -> bool:
        """Whether few games have been rated yet, so that the rating is marked with "?".

        >>> Rating().is_provisional, Rating(30.0, 2.0).is_provisional
        (True, False)
        """
        return self.spread > SETTLED

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.mean - Z * self.deviation, self.mean + Z * self.deviation

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"mean": round(self.mean, 3), "deviation": round(self.deviation, 3)}


def algorithm() -> str:
    """The name and version of the algorithm, stored with ratings, which depend on it."""
    return f"openskill PlackettLuce {version('openskill')}"


def rate(parties: Sequence[Sequence[Player]], ranks: Sequence[float], ratings: Mapping[Player, Rating]) -> dict[Player, Rating]:
    """The new rating of each player after a game of these parties, each with its rank; equal ranks are a tie.

    >>> new = rate([("x",), ("o",)], [1, 2], {"x": Rating(), "o": Rating()})
    >>> [round(new[role].mean, 2) for role in ("x", "o")]
    [27.64, 22.36]
    """
    # Imported here: the import is slow, and many programs rate nothing.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    teams = [[model.rating(mu=ratings[player].mean, sigma=ratings[player].deviation) for player in party] for party in parties]
    return {
        player: Rating(each.mu, each.sigma)
        for party, team in zip(parties, model.rate(teams, ranks=list(ranks)), strict=True)
        for player, each in zip(party, team, strict=True)
    }
