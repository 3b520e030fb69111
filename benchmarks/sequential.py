"""Sequential tests of a mean: an interval that holds at whatever moment a series of results is stopped.

An ordinary 95 % interval holds for a number of games that was fixed in advance. A series that stops as soon as the interval
excludes the value of equal players is wrong more often. Here a bettor stakes on each result against a supposed mean. If that
is the true mean, the capital is not expected to grow, and it ever reaches 20 times its start in at most 5 % of all series (J.
Ville, "Étude critique de la notion de collectif", 1939). The interval has the means against which the capital is below that.
The bettor spreads the capital over fixed fractions, for and against, so that the order of the results does not matter (I.
Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
Society B 86, 2024).

Two independent results whose expectations differ from the mean by d and -d, such as those of two games with the seats changed,
may be bet on one by one: with a stake b the capital is expected to become (1 + bd)(1 - bd) times as large, which is at most 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

FRACTIONS: Final = (0.03, 0.06, 0.1, 0.16, 0.25, 0.4, 0.6, 0.85)
"""The parts of the capital that are staked on each result."""
ENOUGH: Final = 20.0
"""The growth of the capital that refutes a mean, with an error of 5 %."""
STEPS: Final = 30


def capital(results: Mapping[float, int], mean: float) -> float:
    """What a capital of 1 has become after bets on these results, each from 0 to 1 with its count, against a mean.

    >>> capital({}, 0.5), round(capital({1.0: 10, 0.0: 10}, 0.5), 2), round(capital({1.0: 10}, 0.5), 2)
    (1.0, 0.54, 39.36)
    """
    bets = [fraction / mean for fraction in FRACTIONS] + [-fraction / (1 - mean) for fraction in FRACTIONS]
    grown = [sum([times * math.log1p(bet * (each - mean)) for each, times in results.items()]) for bet in bets]
    return sum([math.exp(min(each, 500.0)) for each in grown]) / len(grown)


def interval(results: Mapping[float, int]) -> tuple[float, float]:
    """The means that results from 0 to 1, each with its count, do not refute.

    >>> [round(each, 2) for each in interval({1.0: 40, 0.5: 40, 0.0: 20})]
    [0.48, 0.71]
    >>> [round(each, 2) for each in interval({1.0: 20})]
    [0.73, 1.0]
    """
    count = sum(results.values())
    middle = sum([each * times for each, times in results.items()]) / count
    return _edge(results, middle, 0.0), _edge(results, middle, 1.0)


def _edge(results: Mapping[float, int], inside: float, outside: float) -> float:
    """The last mean between these two that is not refuted; capital grows from the mean of the results to either side."""
    if inside == outside:
        return outside
    for _step in range(STEPS):
        between = (inside + outside) / 2
        if capital(results, between) < ENOUGH:
            inside = between
        else:
            outside = between
    return inside
