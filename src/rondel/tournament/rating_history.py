"""Rating histories: the rating of each entrant before and after each of its games.

Ratings are more informative than points if not all entrants have met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rondel.rating import Rating, rate
from rondel.tournament.entrant import Entrant
from rondel.tournament.outcome import Outcome


def rating_histories(entrants: Sequence[Entrant], outcomes: Iterable[Outcome]) -> list[list[Rating]]:
    """For every entrant, the rating before and after each of its games, in the order of the outcomes.

    >>> from rondel.tournament.outcome import Outcome
    >>> from rondel.tournament.entrant import entrants
    >>> outcome = Outcome("0-1/0", (0, 1), (1.0, 0.0), (1, 2), (1.0, -1.0), 5, 0.1)
    >>> [[round(each.mean, 2) for each in course] for course in rating_histories(entrants(["greedy", "random"]), [outcome])]
    [[25.0, 27.64], [25.0, 22.36]]
    """
    found = [[Rating()] for _ in entrants]
    for outcome in outcomes:
        if not outcome.ranks or len(set(outcome.seated)) < len(outcome.seated):
            continue  # A void game, or one in which an entrant sat twice.
        if len(outcome.seated) < 2:
            continue
        latest = {number: found[number][-1] for number in outcome.seated}
        for number, rating in rate([(number,) for number in outcome.seated], outcome.ranks, latest).items():
            found[number].append(rating)
    return found
