"""Bounds: what a two-player search keeps of a position, which of it answers a later visit, and the limits of a search."""

from __future__ import annotations

from typing import Final, TypeAlias

from rondel.errors import BadOption

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2

WHOLE: Final = 1_000_000
"""The depth of a search that reached the end of the game on every line."""
LONGEST: Final = 400
"""Maximum ply of a search without a depth. A longer game is taken to be endless."""

Known: TypeAlias = tuple[float, int, int, str]
"""A table entry: the value, its kind (exact or a bound), the depth searched, and the best move."""


class Spent(Exception):
    """The limit on positions or time was reached."""


def answers(known: Known, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry gives the value of a search to ``depth`` with that window.

    >>> answers((0.5, LOWER, 3, "a"), 3, 0.0, 0.4), answers((0.5, LOWER, 3, "a"), 3, 0.0, 0.6)
    (True, False)
    """
    worth, kind, searched, _best = known
    return searched >= depth and (kind == EXACT or (kind == LOWER and worth >= beta) or (kind == UPPER and worth <= alpha))


def entry(
    worth: float, window: tuple[float, float], extremes: tuple[float, float], depth: int, certain: bool, best: str
) -> Known:
    """The entry of a fail-soft search with that window. A value at an extreme of the game's values is exact also as a bound.

    >>> entry(0.2, (0.5, 1.0), (-1.0, 1.0), 3, False, "a")
    (0.2, 2, 3, 'a')
    >>> entry(1.0, (0.5, 1.0), (-1.0, 1.0), 3, True, "a")
    (1.0, 0, 1000000, 'a')
    """
    alpha, beta = window
    low, high = extremes
    kind = EXACT
    if worth <= alpha and worth > low:
        kind = UPPER
    elif worth >= beta and worth < high:
        kind = LOWER
    return worth, kind, WHOLE if certain else depth, best


def check_limits(*, depth: int | None = None, nodes: int | None = None) -> None:
    """Raise `BadOption` for a limit with which a search would examine no position."""
    for name, limit in (("depth", depth), ("nodes", nodes)):
        if limit is not None and limit < 1:
            raise BadOption(f"a search with {name}={limit} examines no position; give at least 1")
