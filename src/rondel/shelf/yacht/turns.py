"""Turns: the best way to roll on, and what it is worth, if it is known what each fall of five dice is worth at the end.

Dice that are kept are a text of their faces in order. What they are worth before the others are rolled is a mean over the
faces of one more die at a time, and what a fall is worth is the best of all dice that may be kept of it: both go over the 462
ways to keep dice once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.shelf.yacht.scoring import DICE, FALLS, SIDES

KEPT: Final = tuple([kept for falls in FALLS for kept in falls])
"""All ways to keep dice, fewer dice first: from none to 252 of five."""
NUMBER: Final = {kept: number for number, kept in enumerate(KEPT)}
FIVE: Final = len(KEPT) - len(FALLS[DICE])
"""The number of the first fall of five dice."""
MORE: Final = [
    [NUMBER["".join(sorted(kept + str(face)))] for face in range(1, SIDES + 1)] if len(kept) < DICE else [] for kept in KEPT
]
"""With one die more, for each of its faces."""
LESS: Final = [[NUMBER[kept.replace(face, "", 1)] for face in sorted(set(kept))] for kept in KEPT]
"""With one die less."""


def rolled(falls: Sequence[float]) -> list[float]:
    """The worth of each way to keep dice before the others are rolled, by the worth of each fall of five dice."""
    worth = [0.0] * FIVE
    worth.extend(falls)
    for number in range(FIVE - 1, -1, -1):
        one, two, three, four, five, six = MORE[number]
        worth[number] = (worth[one] + worth[two] + worth[three] + worth[four] + worth[five] + worth[six]) / SIDES
    return worth


def chosen(kept: Sequence[float]) -> list[float]:
    """The worth of each fall of five dice, by the worth of each way to keep dice: that of the best of them."""
    best = list(kept)
    for number, less in enumerate(LESS):
        for each in less:
            if best[each] > best[number]:
                best[number] = best[each]
    return best[FIVE:]


def turn(falls: Sequence[float], times: int) -> list[list[float]]:
    """The worth of each way to keep dice before the last roll, the roll before it, and so on, ``times`` in all.

    >>> most = turn([5.0 if len(set(fall)) == 1 else 0.0 for fall in FALLS[DICE]], 3)
    >>> round(most[2][0] / 5, 6)  # five equal dice within three rolls
    0.046029
    """
    found = [rolled(falls)]
    while len(found) < times:
        found.append(rolled(chosen(found[-1])))
    return found
