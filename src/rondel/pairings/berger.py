"""Berger tables: the rounds of a round robin, as FIDE prints them."""

from __future__ import annotations

from rondel.pairings.scorecard import Pair


def berger(entrants: int) -> list[list[Pair]]:
    """The rounds in which each of so many entrants meets every other once. Where they are odd in number, one has a bye in each.

    >>> for pairs in berger(4):
    ...     print(*[f"{pair.first}-{pair.second}" for pair in pairs])
    1-4 2-3
    4-3 1-2
    2-4 3-1
    """
    if entrants < 2:
        return []
    last = entrants + entrants % 2
    circle = last - 1
    rounds = []
    for number in range(circle):
        lead = number // 2 if number % 2 == 0 else number // 2 + last // 2
        pairs = [(lead, circle) if number % 2 == 0 else (circle, lead)]
        pairs += [((lead + step) % circle, (lead - step) % circle) for step in range(1, last // 2)]
        rounds.append([_pair(first + 1, second + 1, entrants) for first, second in pairs])
    return rounds


def _pair(first: int, second: int, entrants: int) -> Pair:
    """The pair; a bye where one of them does not exist."""
    if first > entrants:
        return Pair(second, None)
    return Pair(first, second if second <= entrants else None)
