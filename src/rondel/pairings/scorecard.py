"""Scorecards: what each entrant of a tournament has done, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["played", "forfeit", "bye", "absent"]
"""``played`` at a table; ``forfeit``: paired, but one of the two did not play; ``bye``: no opponent was left; ``absent``: not
paired, by one's own wish."""


@dataclass(frozen=True)
class Line:
    """One round of one entrant."""

    kind: Kind
    points: float
    """1 for a win or a bye, 0.5 for a draw, else 0."""
    opponent: int | None = None
    """The number of the opponent; None for a bye and an absence."""
    first: bool | None = None
    """Whether it had the first seat, White in chess, or would have had it; None without an opponent."""


@dataclass(frozen=True)
class Card:
    """One entrant: its pairing number, 1 for the highest seed, and its rounds so far."""

    number: int
    lines: tuple[Line, ...] = ()
    is_present: bool = True
    """Whether it is to be paired."""

    @property
    def points(self) -> float:
        """The points of all rounds."""
        return sum(line.points for line in self.lines)

    @property
    def played(self) -> tuple[Line, ...]:
        """The rounds with a played game."""
        return tuple(line for line in self.lines if line.kind == "played")

    @property
    def opponents(self) -> frozenset[int]:
        """The numbers of those it has played against."""
        return frozenset(line.opponent for line in self.played if line.opponent is not None)


@dataclass(frozen=True, order=True)
class Pair:
    """Two entrants that meet; the first has the first seat. Without a second one the first has a bye."""

    first: int
    second: int | None


@dataclass(frozen=True)
class Result:
    """The result of a pair."""

    pair: Pair
    points: tuple[float, float]
    is_played: bool = True
    """False for a forfeit."""


def cards(entrants: Sequence[int], rounds: Sequence[Sequence[Result]], present: frozenset[int] | None = None) -> list[Card]:
    """The cards of entrants after these rounds; who is in no result of a round was absent from it. All are present by default.

    >>> first, second, third = cards([1, 2, 3], [[Result(Pair(2, 1), (0.5, 0.5)), Result(Pair(3, None), (1, 0), False)]])
    >>> first.lines
    (Line(kind='played', points=0.5, opponent=2, first=False),)
    >>> third.lines[0].kind, third.points
    ('bye', 1)
    """
    lines: dict[int, list[Line]] = {each: [] for each in entrants}
    for results in rounds:
        here = {number: line for result in results for number, line in _lines(result)}
        for each in entrants:
            lines[each].append(here.get(each, Line("absent", 0.0)))
    return [Card(each, tuple(lines[each]), present is None or each in present) for each in entrants]


def _lines(result: Result) -> list[tuple[int, Line]]:
    first, second = result.pair.first, result.pair.second
    if second is None:
        return [(first, Line("bye", result.points[0]))]
    kind: Kind = "played" if result.is_played else "forfeit"
    return [
        (first, Line(kind, result.points[0], second, True)),
        (second, Line(kind, result.points[1], first, False)),
    ]
