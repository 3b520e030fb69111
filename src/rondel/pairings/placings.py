"""Placings: the seats, points and standings of tournaments at tables of more than two players, or of teams.

The points of a game are the share of one's opponents that are behind: 1 for the first place, 0 for the last, half an opponent
for one that is level. Members of a team are no opponents. So a table of three counts as much as a table of four, and at a table
of two it is the usual scoring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Final, Literal

from rondel.pairings import pods, tie_breaks
from rondel.pairings.arena import STREAK
from rondel.pairings.tie_breaks import Standing

Teams = Sequence[Sequence[int]]
"""The seats of each team, by place; empty where everybody plays alone."""

TieBreak = Literal["wins", "opponents"]

AnyTieBreak = Literal[tie_breaks.TieBreak, TieBreak]
"""A tie-break of any tournament."""

ORDER: Final[tuple[TieBreak, ...]] = ("wins", "opponents")
"""The tie-breaks: first places, then the mean of the points of all opponents."""

BYE: Final = 0.5
"""The points of a round without a table: the mean of all places."""

MOST_ARRANGED: Final = 6
"""Players of a table whose seats are chosen among all orders; at larger ones seat by seat."""

DIGITS: Final = 6
"""Decimals of sums of thirds and quarters that are compared."""


@dataclass(frozen=True)
class Sitting:
    """One game: its players in the order of the seats, and the points of each. A single player had a bye."""

    players: tuple[int, ...]
    points: tuple[float, ...]
    is_played: bool = True


def points(ranks: Sequence[int], teams: Teams = ()) -> tuple[float, ...]:
    """The points at a table, from the ranks of its seats. A team has the rank of its best member: where one has left, the
    partner may have played on.

    >>> points([1, 4, 2, 2])
    (1.0, 0.0, 0.5, 0.5)
    >>> points([1, 2, 1, 2], teams=[(0, 2), (1, 3)])
    (1.0, 0.0, 1.0, 0.0)
    """
    ranks = [min([ranks[each] for each in _team(seat, teams)]) for seat in range(len(ranks))]
    found = []
    for seat, rank in enumerate(ranks):
        opponents = [ranks[other] for other in _opponents(seat, len(ranks), teams)]
        found.append(sum(1.0 if rank < other else 0.5 if rank == other else 0.0 for other in opponents) / len(opponents))
    return tuple(found)


def sizes(count: int, seats: int, fewest: int) -> list[int]:
    """The sizes of the tables for a number of players, larger ones first: as many players as possible have a seat, at as few
    tables as possible.

    >>> sizes(7, 4, 3), sizes(5, 4, 3), sizes(9, 4, 4)
    ([4, 3], [4], [4, 4])
    """
    for seated in range(count, fewest - 1, -1):
        tables = -(-seated // seats)
        if tables * fewest <= seated:
            return [seated // tables + (number < seated % tables) for number in range(tables)]
    return []


@dataclass(frozen=True)
class Event:
    """What was played so far, in the order in which it ended."""

    sittings: tuple[Sitting, ...]
    teams: Teams = ()

    def standings(self, entrants: Sequence[int]) -> list[Standing]:
        """The entrants, best first: points, then `ORDER`.

        >>> event = Event((Sitting((1, 2, 3), (1.0, 0.5, 0.0)),))
        >>> [(each.number, each.points, each.values) for each in event.standings([1, 2, 3])]
        [(1, 1.0, (1.0, 0.25)), (2, 0.5, (0.0, 0.5)), (3, 0.0, (0.0, 0.75))]
        """
        total = {each: self._sum(each) for each in entrants}
        values = {each: (total[each], self._wins(each), self._of_opponents(each, total)) for each in entrants}
        return _placed(values)

    def arena_standings(self, entrants: Sequence[int]) -> list[Standing]:
        """The entrants, best first, by the points of an arena."""
        return _placed({each: (float(sum(self.arena_points(each))),) for each in entrants})

    def arena_points(self, entrant: int) -> list[int]:
        """The points of an entrant in an arena: 2 for each opponent behind, 1 for each that is level, and double after two
        games won in a row until one is not won.

        >>> won = Sitting((1, 2, 3), (1.0, 0.5, 0.0))
        >>> Event((won, won, won)).arena_points(1), Event((won, won, won)).arena_points(2)
        ([4, 4, 8], [2, 2, 2])
        """
        found: list[int] = []
        row = 0
        for sitting, seat in self._of(entrant):
            against = len(_opponents(seat, len(sitting.players), self.teams))
            worth = round(2 * against * sitting.points[seat])
            found.append(2 * worth if row >= STREAK else worth)
            row = row + 1 if sitting.points[seat] == 1 else 0
        return found

    def is_on_streak(self, entrant: int) -> bool:
        """Whether the next game of an entrant counts double in an arena."""
        last = self._of(entrant)[-STREAK:]
        return len(last) == STREAK and all(sitting.points[seat] == 1 for sitting, seat in last)

    def spread(self, players: Sequence[int], table_sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """The tables of a first round, best player first: each table gets some of the strong and some of the weak.

        >>> Event(()).spread([1, 2, 3, 4, 5, 6], [3, 3])
        [(1, 3, 5), (2, 4, 6)]
        """
        tables: list[list[int]] = [[] for _ in table_sizes]
        left = self._without_byes(players, sum(table_sizes))
        while left:
            for table, size in zip(tables, table_sizes, strict=True):
                if left and len(table) < size:
                    table.append(left.pop(0))
        return [self.seated(each) for each in tables]

    def tables(self, players: Sequence[int], table_sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """The tables of a later round, best player first: neighbours in the standings, who have met least often.

        >>> Event((Sitting((1, 2), (1, 0)), Sitting((3, 4), (1, 0)))).tables([1, 3, 2, 4], [2, 2])
        [(1, 3), (2, 4)]
        """
        left = self._without_byes(players, sum(table_sizes))
        return [self.seated(each) for each in pods.tables(left, self._met, table_sizes)]

    def seated(self, table: Sequence[int]) -> tuple[int, ...]:
        """The players of a table in the order of the seats: partners who were partners least often, then teams of equal
        strength, then the seats that each had least often. The players come best first."""
        count = len(table)
        if count > MOST_ARRANGED:
            left, found = list(table), []
            for seat in range(count):
                found.append(min(left, key=lambda each: (self._seats[each, seat], left.index(each))))
                left.remove(found[-1])
            return tuple(found)
        ranks = {each: rank for rank, each in enumerate(table)}
        return min(permutations(table), key=lambda order: (*self._cost_of_teams(order, ranks), self._cost_of_seats(order)))

    def _cost_of_teams(self, order: Sequence[int], ranks: Mapping[int, int]) -> tuple[int, int]:
        if not self.teams:
            return 0, 0
        sides = [[order[seat] for seat in team] for team in self.teams]
        strengths = [sum(ranks[each] for each in side) for side in sides]
        again = sum(self._partners[pods.pair(one, other)] for side in sides for one, other in combinations(side, 2))
        return again, max(strengths) - min(strengths)

    def _cost_of_seats(self, order: Sequence[int]) -> int:
        return sum(self._seats[each, seat] ** 2 for seat, each in enumerate(order))

    def _without_byes(self, players: Sequence[int], seats: int) -> list[int]:
        """The players without those who have a bye: who had the fewest, of these the last."""
        order = {each: place for place, each in enumerate(players)}
        resting = sorted(players, key=lambda each: (self._byes[each], -order[each]))[: len(players) - seats]
        return [each for each in players if each not in resting]

    def _of(self, entrant: int) -> list[tuple[Sitting, int]]:
        """The games of an entrant at tables, with its seat."""
        played = [each for each in self.sittings if len(each.players) > 1 and entrant in each.players]
        return [(each, each.players.index(entrant)) for each in played]

    def _sum(self, entrant: int) -> float:
        made = [each.points[each.players.index(entrant)] for each in self.sittings if entrant in each.players]
        return round(sum(made), DIGITS)

    def _wins(self, entrant: int) -> float:
        return float(sum(sitting.points[seat] == 1 for sitting, seat in self._of(entrant)))

    def _of_opponents(self, entrant: int, total: Mapping[int, float]) -> float:
        met = [
            total[sitting.players[other]]
            for sitting, seat in self._of(entrant)
            for other in _opponents(seat, len(sitting.players), self.teams)
        ]
        return round(sum(met) / len(met), DIGITS) if met else 0.0

    @cached_property
    def _met(self) -> Counter[tuple[int, int]]:
        return Counter([pods.pair(*two) for each in self.sittings for two in combinations(each.players, 2)])

    @cached_property
    def _partners(self) -> Counter[tuple[int, int]]:
        tables = [each.players for each in self.sittings if len(each.players) > 1]
        sides = [[players[seat] for seat in team] for players in tables for team in self.teams]
        return Counter([pods.pair(*two) for side in sides for two in combinations(side, 2)])

    @cached_property
    def _seats(self) -> Counter[tuple[int, int]]:
        tables = [each.players for each in self.sittings if len(each.players) > 1]
        return Counter([(each, seat) for players in tables for seat, each in enumerate(players)])

    @cached_property
    def _byes(self) -> Counter[int]:
        return Counter([each.players[0] for each in self.sittings if len(each.players) == 1])


def _team(seat: int, teams: Teams) -> Sequence[int]:
    return next((team for team in teams if seat in team), (seat,))


def _opponents(seat: int, count: int, teams: Teams) -> list[int]:
    own = _team(seat, teams)
    return [other for other in range(count) if other not in own]


def _placed(values: Mapping[int, tuple[float, ...]]) -> list[Standing]:
    """The standings by these values, the points first."""
    found: list[Standing] = []
    for number in sorted(values, key=lambda each: ([-value for value in values[each]], each)):
        made = values[number]
        level = bool(found) and (found[-1].points, *found[-1].values) == made
        place = found[-1].place if level else len(found) + 1
        found.append(Standing(place, number, made[0], made[1:]))
    return found
