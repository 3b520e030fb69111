"""The pieces of xiangqi: where each may go from every point of the board, with the points that must be empty for it.

Points are numbered row by row from the bottom left, as red sees the board. The tables are of plain numbers, because all moves
of a position are found by them.
"""

from __future__ import annotations

from typing import Final

ROWS: Final = 10
COLUMNS: Final = 9
POINTS: Final = ROWS * COLUMNS
RED: Final = 1
BLACK: Final = -1
"""The signs of the sides: what stands on a point is the number of its piece, for black below 0, and 0 if it is empty."""
GENERAL, ADVISOR, ELEPHANT, CHARIOT, HORSE, CANNON, SOLDIER = range(1, 8)
NUMBERS: Final = {
    "general": GENERAL,
    "advisor": ADVISOR,
    "elephant": ELEPHANT,
    "chariot": CHARIOT,
    "horse": HORSE,
    "cannon": CANNON,
    "soldier": SOLDIER,
}
SIGNS: Final = {"red": RED, "black": BLACK}
STRAIGHT: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def point(row: int, column: int) -> int:
    """The number of a point; -1 for one outside the board.

    >>> point(0, 4), point(9, 8), point(10, 0)
    (4, 89, -1)
    """
    return row * COLUMNS + column if 0 <= row < ROWS and 0 <= column < COLUMNS else -1


def in_palace(at: int) -> bool:
    """Whether a point is in one of the palaces: three by three points at the edge, in the middle.

    >>> in_palace(point(2, 3)), in_palace(point(3, 4))
    (True, False)
    """
    row, column = divmod(at, COLUMNS)
    return 3 <= column <= 5 and (row <= 2 or row >= 7)


def _steps(at: int, ways: tuple[tuple[int, int], ...]) -> list[int]:
    """The points one step away, in these directions."""
    row, column = divmod(at, COLUMNS)
    found = [point(row + down, column + right) for down, right in ways]
    return [each for each in found if each >= 0]


def _ray(at: int, down: int, right: int) -> list[int]:
    row, column = divmod(at, COLUMNS)
    found: list[int] = []
    while point(row + down, column + right) >= 0:
        row, column = row + down, column + right
        found.append(point(row, column))
    return found


def _elephant(at: int) -> list[list[int]]:
    """The goals of an elephant, which does not cross the river, each after the point between."""
    row, column = divmod(at, COLUMNS)
    found: list[list[int]] = []
    for down, right in DIAGONAL:
        goal = point(row + 2 * down, column + 2 * right)
        if goal >= 0 and (goal // COLUMNS < 5) == (row < 5):
            found.append([point(row + down, column + right), goal])
    return found


def _horse(at: int) -> list[list[int]]:
    """The goals of a horse, each after the point next to it on the way."""
    row, column = divmod(at, COLUMNS)
    found: list[list[int]] = []
    for down, right in STRAIGHT:
        for aside in (-1, 1):
            goal = point(row + 2 * down + aside * abs(right), column + 2 * right + aside * abs(down))
            if goal >= 0:
                found.append([point(row + down, column + right), goal])
    return found


def _soldier(at: int, sign: int) -> list[int]:
    """The goals of a soldier: ahead, and beyond the river sideways, too."""
    across = at // COLUMNS >= 5 if sign == RED else at // COLUMNS < 5
    return _steps(at, ((sign, 0), (0, -1), (0, 1)) if across else ((sign, 0),))


RAYS: Final = [[_ray(at, *way) for way in STRAIGHT] for at in range(POINTS)]
"""The points in the four directions from each, nearest first: the ways of chariots and cannons."""
GENERALS: Final = [[goal for goal in _steps(at, STRAIGHT) if in_palace(at) and in_palace(goal)] for at in range(POINTS)]
ADVISORS: Final = [[goal for goal in _steps(at, DIAGONAL) if in_palace(at) and in_palace(goal)] for at in range(POINTS)]
ELEPHANTS: Final = [_elephant(at) for at in range(POINTS)]
"""Of each point the ways, each with the point that must be empty and the goal."""
HORSES: Final = [_horse(at) for at in range(POINTS)]
"""In the same way."""
RED_SOLDIERS: Final = [_soldier(at, RED) for at in range(POINTS)]
BLACK_SOLDIERS: Final = [_soldier(at, BLACK) for at in range(POINTS)]

HORSES_TO: Final = [
    [[leg, start] for start in range(POINTS) for leg, goal in HORSES[start] if goal == at] for at in range(POINTS)
]
"""Of each point the horses that reach it: the point that must be empty, and where the horse stands."""
RED_SOLDIERS_TO: Final = [[start for start in range(POINTS) if at in RED_SOLDIERS[start]] for at in range(POINTS)]
BLACK_SOLDIERS_TO: Final = [[start for start in range(POINTS) if at in BLACK_SOLDIERS[start]] for at in range(POINTS)]
