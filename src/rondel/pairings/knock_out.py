"""Knock-outs: who has lost is out; the highest seeds have the byes of the first round, and meet as late as possible."""

from __future__ import annotations

from collections.abc import Sequence

from rondel.pairings.scorecard import Pair


def first_round(entrants: int) -> list[Pair]:
    """The first round of seeds 1 to ``entrants``, in the order of the bracket: neighbours meet in the next round.

    >>> [(pair.first, pair.second) for pair in first_round(6)]
    [(1, None), (4, 5), (2, None), (3, 6)]
    """
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [each for seed in order for each in (seed, size + 1 - seed)]
    if len(order) == 1:
        return [Pair(1, None)] if entrants else []
    sides = [sorted(order[place : place + 2]) for place in range(0, len(order), 2)]
    return [Pair(high, low if low <= entrants else None) for high, low in sides]


def next_round(winners: Sequence[int]) -> list[Pair]:
    """The next round of these, in the order of the bracket; the higher seed has the first seat. None where one is left.

    >>> next_round([1, 5, 3, 2])
    [Pair(first=1, second=5), Pair(first=2, second=3)]
    """
    return [Pair(*sorted(winners[place : place + 2])) for place in range(0, len(winners) - 1, 2)]


def winner(pair: Pair, points: Sequence[tuple[float, float]]) -> int | None:
    """Who goes on after these games of a pair, each as the points of ``pair.first`` and ``pair.second``; None where the pair
    plays again: a drawn game is repeated once, with the seats swapped, and after two draws the higher seed goes on.

    >>> pair = Pair(2, 7)
    >>> winner(pair, [(0.5, 0.5)]), winner(pair, [(0.5, 0.5), (0, 1)]), winner(pair, [(0.5, 0.5), (0.5, 0.5)])
    (None, 7, 2)
    """
    if pair.second is None:
        return pair.first
    mine, other = sum(each[0] for each in points), sum(each[1] for each in points)
    if mine != other:
        return pair.first if mine > other else pair.second
    return min(pair.first, pair.second) if len(points) >= 2 else None
