"""The rating model: a player's estimated strength, and its change by a result.

A rating is a mean with a deviation. It starts at 25 with a deviation of 25/3. Every rated game updates it, the more the larger
the deviation. Tournaments and the arena use the same model. It supports any number of players, teams and ties.

Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", JMLR 12 (2011), 267-300, algorithm 4,
the Plackett-Luce model, with the constants that openskill has by default. The tests compare the two.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

MEAN: Final = 25.0
DEVIATION: Final = 25.0 / 3
VARIATION: Final = MEAN / 6
"""The standard deviation of a player's performance from game to game; the β of the source."""
DRIFT: Final = MEAN / 300
"""How much a strength may change between two games, as a standard deviation: a rating never settles altogether."""
LEAST: Final = 0.0001
"""The least part of a variance that a game leaves; the κ of the source."""
ALGORITHM: Final = "Plackett-Luce by Weng and Lin, 1"
"""The name of the algorithm with a number that changes when its results do."""
Z: Final = 1.959964
"""The standard deviations of a 95 % confidence interval, on each side."""

POINTS: Final = 1500
"""The rating of a new player on the scale that people know."""
POINT: Final = math.log(10) * math.sqrt(2) * VARIATION / 400
"""One point of that scale, in units of the model: 400 points between two players whose strengths are known are odds of ten to
one, as with Elo."""
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
    """The name of the algorithm, stored with ratings, which depend on it."""
    return ALGORITHM


def rate(parties: Sequence[Sequence[Player]], ranks: Sequence[float], ratings: Mapping[Player, Rating]) -> dict[Player, Rating]:
    """The new rating of each player after a game of these parties, each with its rank; equal ranks are a tie.

    >>> new = rate([("x",), ("o",)], [1, 2], {"x": Rating(), "o": Rating()})
    >>> [round(new[role].mean, 2) for role in ("x", "o")]
    [27.64, 22.36]
    """
    variances = {each: ratings[each].deviation ** 2 + DRIFT**2 for party in parties for each in party}
    spreads = [sum([variances[each] for each in party]) for party in parties]
    scale = math.sqrt(sum([spread + VARIATION**2 for spread in spreads]))
    weights = [math.exp(sum([ratings[each].mean for each in party]) / scale) for party in parties]
    # In the model places are drawn one after the other, each among the parties that are left, in proportion to their weights.
    left = [sum([weight for weight, other in zip(weights, ranks, strict=True) if other >= rank]) for rank in ranks]
    level = [sum([other == rank for other in ranks]) for rank in ranks]
    found: dict[Player, Rating] = {}
    for index, party in enumerate(parties):
        shift, certainty = 0.0, 0.0
        for place, rank in enumerate(ranks):
            if rank <= ranks[index]:
                chance = weights[index] / left[place]
                shift += ((place == index) - chance) / level[place]
                certainty += chance * (1 - chance) / level[place]
        shift *= spreads[index] / scale
        certainty *= (math.sqrt(spreads[index]) / scale) ** 3
        for player in party:
            share = variances[player] / spreads[index]
            variance = variances[player] * max(1 - share * certainty, LEAST)
            found[player] = Rating(ratings[player].mean + share * shift, math.sqrt(variance))
    return found
