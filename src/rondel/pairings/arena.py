"""Arenas: whoever is free meets somebody near in the standings, again and again until the time is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rondel.pairings.scorecard import Card, Pair

WIN: Final = 2
DRAW: Final = 1
STREAK: Final = 2
"""Wins in a row after which all points count double, until a game is not won."""


def scores(card: Card) -> list[int]:
    """The arena points of each game of a card.

    >>> from rondel.pairings.scorecard import Line
    >>> scores(Card(1, tuple([Line("played", points, 2) for points in (1, 1, 1, 0.5, 1)])))
    [2, 2, 4, 2, 2]
    """
    found: list[int] = []
    row = 0
    for line in card.lines:
        worth = WIN if line.points == 1 else DRAW if line.points else 0
        found.append(2 * worth if row >= STREAK else worth)
        row = row + 1 if line.points == 1 else 0
    return found


def is_on_streak(card: Card) -> bool:
    """Whether the points of the next game count double."""
    return len(card.lines) >= STREAK and all(line.points == 1 for line in card.lines[-STREAK:])


def pairs(waiting: Sequence[Card], last: Mapping[int, int]) -> list[Pair]:
    """Pairs of those who wait, neighbours in the standings first; ``last`` is whom each met last. Who met last do not meet at
    once, unless nobody else is there. Who has had the first seat less often has it.

    >>> pairs([Card(1), Card(2), Card(3)], {1: 2, 2: 1})
    [Pair(first=1, second=3)]
    """
    left = sorted(waiting, key=lambda card: (-sum(scores(card)), card.number))
    found: list[Pair] = []
    while len(left) > 1:
        one = left.pop(0)
        fresh = [other for other in left if last.get(one.number) != other.number and last.get(other.number) != one.number]
        if not fresh and len(waiting) > 2:
            continue
        other = (fresh or left)[0]
        left.remove(other)
        first, second = sorted((one, other), key=lambda card: (_firsts(card), card.number))
        found.append(Pair(first.number, second.number))
    return found


def _firsts(card: Card) -> int:
    """Games with the first seat, minus those with the second."""
    return sum(1 if line.first else -1 for line in card.played)
