"""Places: the possible positions of the ships of a fleet, and how well they fit the shots.

A place is a set of cells, a whole number with a bit for each (`rondel.engine.chance.placement_sampler`). Counting the places
through each cell that are still possible is how people who study the game shoot: see N. Berry, "Battleship" (DataGenetics, 3
December 2011).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log

from rondel.engine.chance.placement_sampler import Place

LIKELIER = 12.0
"""How many times as likely a place becomes by each hit that it would explain."""
KEPT = 4_096
"""How many fits are remembered: greedy play asks for those of one position again and again."""


@cache
def berths(size: int, length: int, touching: bool) -> list[Place]:
    """All places for a ship on a square sea: the cells it lies on, and those that no other may lie on."""
    found: list[Place] = []
    for bow in range(size * size):
        for down, right in sorted({(0, 1), (1, 0)} if length > 1 else {(0, 0)}):
            row, column = divmod(bow, size)
            rows, columns = range(row, row + down * (length - 1) + 1), range(column, column + right * (length - 1) + 1)
            if rows[-1] < size and columns[-1] < size:
                cells = mask(rows, columns, size)
                around = mask(range(row - 1, rows[-1] + 2), range(column - 1, columns[-1] + 2), size)
                found.append((cells, cells if touching else around))
    return found


def mask(rows: range, columns: range, size: int) -> int:
    """The cells of a rectangle, as far as they are on the sea."""
    return sum([1 << row * size + column for row in rows for column in columns if 0 <= row < size and 0 <= column < size])


def ends(cells: int) -> tuple[int, int]:
    """The numbers of the first and the last of some cells."""
    return (cells & -cells).bit_length() - 1, cells.bit_length() - 1


@lru_cache(KEPT)
def fit(size: int, touching: bool, afloat: tuple[int, ...], hits: int, misses: int, sunk: int) -> float:
    """How well what was shot at fits the ships ``afloat``, given by their lengths: the logarithms of how much more, or less,
    the places that are left to each weigh than all there are, added up.

    ``hits`` are of ships that are not sunk yet. A place that a miss or a wreck rules out weighs nothing, and one with hits the
    more for each. So a hit adds the more the more of that weight lay on its cell: it is a measure of how likely it was.

    >>> start = fit(8, True, (3,), 0, 0, 0)
    >>> beside, apart = fit(8, True, (3,), 0b11, 0, 0), fit(8, True, (3,), 0b1001, 0, 0)
    >>> start, beside > apart > start
    (0.0, True)
    """
    worth = 0.0
    for length in sorted(set(afloat)):
        places = berths(size, length, touching)
        weight = 0.0
        for cells, room in places:
            if cells & misses or room & sunk or not cells & ~hits:
                continue
            weight += LIKELIER ** (cells & hits).bit_count() if cells & hits else 1.0
        if weight:
            worth += afloat.count(length) * log(weight / len(places))
    return worth
