"""Pods: the line-ups of a tournament whose tables have any number of seats, and whose entrants may meet again.

In a round robin every entrant meets every other. In a Swiss tournament each round pairs entrants with similar points that have
not met; with many entrants it gives nearly the same information from far fewer games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from rondel.errors import BadOption


def round_robin(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Every combination of entrants, by number; a single line-up of all if they are fewer than the seats.

    >>> round_robin(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> round_robin(2, 3)
    [(0, 1)]
    """
    return list(combinations(range(entrants), min(entrants, seats)))


def swiss(
    points: Sequence[float], met: Mapping[tuple[int, int], int], seats: int, *, byes: Mapping[int, int]
) -> list[tuple[int, ...]]:
    """The line-ups of the next round, by the points so far; ``met`` counts the games of each pair, smaller number first.

    From the best down, each table takes the next in points that have met its entrants least often. If entrants are left over,
    those with the fewest byes have a bye, of these the last.

    Raises `BadOption` if there are fewer entrants than seats.

    >>> swiss([2, 0, 2, 0], {(0, 2): 1, (1, 3): 1}, 2, byes={})
    [(0, 1), (2, 3)]
    >>> swiss([1, 0, 0], {}, 2, byes={2: 1})
    [(0, 2)]
    """
    if len(points) < seats:
        raise BadOption(f"a Swiss tournament at tables of {seats} needs {seats} players or more, not {len(points)}")
    ranked = sorted(range(len(points)), key=lambda each: (-points[each], each))
    resting = sorted(ranked, key=lambda each: (byes.get(each, 0), -ranked.index(each)))[: len(ranked) % seats]
    left = [each for each in ranked if each not in resting]
    return [tuple(sorted(table)) for table in tables(left, met, [seats] * (len(left) // seats))]


def tables(ranked: Sequence[int], met: Mapping[tuple[int, int], int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Tables of these sizes, from the best down: each takes the next that have met its players least often.

    >>> tables([5, 7, 1], {(5, 7): 1}, [2])
    [(5, 1)]
    """
    left = list(ranked)
    found: list[tuple[int, ...]] = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            seldom = min(left, key=lambda each: (sum(met.get(pair(each, other), 0) for other in table), left.index(each)))
            left.remove(seldom)
            table.append(seldom)
        found.append(tuple(table))
    return found


def pair(one: int, other: int) -> tuple[int, int]:
    """Two players in the order in which they are counted."""
    return (min(one, other), max(one, other))
