"""Placings, against examples that were reckoned by hand, and against sums of fractions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from rondel.pairings.placings import Event, Sitting, points, sizes

BRIDGE = ((0, 2), (1, 3))


def ranked(players: Sequence[int]) -> Sitting:
    """A game that ends in the order of the numbers, whatever the seats."""
    return Sitting(tuple(players), points([1 + sum(other < each for other in players) for each in players]))


def test_points_are_the_share_of_the_opponents_behind() -> None:
    assert points([1, 2]) == (1.0, 0.0), "a table of two has the usual points"
    assert points([1, 1]) == (0.5, 0.5)
    assert points([2, 1, 3]) == (0.5, 1.0, 0.0)
    assert points([1, 1, 3]) == (0.75, 0.75, 0.0)
    assert points([1, 1, 1, 1], BRIDGE) == (0.5, 0.5, 0.5, 0.5)
    assert points([2, 1, 2, 1], BRIDGE) == (0.0, 1.0, 0.0, 1.0)
    assert points([4, 1, 3, 2], BRIDGE) == (0.0, 1.0, 0.0, 1.0), "partners who left one after another"
    assert points([1, 2, 4, 2], BRIDGE) == (1.0, 0.0, 1.0, 0.0), "a partner who left, and one who won"


@pytest.mark.parametrize(
    ("count", "seats", "fewest", "expected"),
    [
        (12, 4, 3, [4, 4, 4]),
        (11, 4, 3, [4, 4, 3]),
        (10, 4, 3, [4, 3, 3]),
        (9, 4, 3, [3, 3, 3]),
        (5, 4, 3, [4]),
        (3, 4, 3, [3]),
        (2, 4, 3, []),
        (11, 4, 4, [4, 4]),
        (7, 6, 2, [4, 3]),
    ],
)
def test_as_many_as_possible_sit_at_as_few_tables_as_possible(count: int, seats: int, fewest: int, expected: list[int]) -> None:
    assert sizes(count, seats, fewest) == expected


def test_two_rounds_of_nine_as_reckoned_by_hand() -> None:
    """The smaller number always wins. 1, 2 and 3 win round 1 and meet in round 2, as do the second and the last ones."""
    first = Event(()).spread(range(1, 10), [3, 3, 3])
    assert [set(each) for each in first] == [{1, 4, 7}, {2, 5, 8}, {3, 6, 9}]
    event = Event(tuple([ranked(each) for each in first]))
    order = [each.number for each in event.standings(range(1, 10))]
    assert order == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    second = event.tables(order, [3, 3, 3])
    assert [set(each) for each in second] == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]
    over = Event((*event.sittings, *[ranked(each) for each in second]))
    assert [(each.place, each.number, each.points, each.values) for each in over.standings(range(1, 10))] == [
        (1, 1, 2.0, (2.0, 1.25)),
        (2, 2, 1.5, (1.0, 1.125)),
        (2, 4, 1.5, (1.0, 1.125)),
        (4, 3, 1.0, (1.0, 1.0)),
        (4, 7, 1.0, (1.0, 1.0)),
        (6, 5, 1.0, (0.0, 1.0)),
        (7, 6, 0.5, (0.0, 0.875)),
        (7, 8, 0.5, (0.0, 0.875)),
        (9, 9, 0.0, (0.0, 0.75)),
    ]


def test_partners_change_and_the_teams_are_of_equal_strength() -> None:
    table = [1, 2, 3, 4]
    event = Event((), BRIDGE)
    pairs: list[set[frozenset[int]]] = []
    for _ in range(3):
        seats = event.seated(table)
        pairs.append({frozenset((seats[0], seats[2])), frozenset((seats[1], seats[3]))})
        event = Event((*event.sittings, Sitting(seats, (1.0, 0.0, 1.0, 0.0))), BRIDGE)
    assert pairs[0] == {frozenset((1, 4)), frozenset((2, 3))}, "the best with the last"
    assert len({each for round_pairs in pairs for each in round_pairs}) == 6, "everybody has had everybody as a partner"


def test_seats_go_round() -> None:
    event = Event(())
    for _ in range(4):
        event = Event((*event.sittings, Sitting(event.seated([1, 2, 3, 4]), (1.0, 0.5, 0.5, 0.0))))
    seats = Counter((each, seat) for sitting in event.sittings for seat, each in enumerate(sitting.players))
    assert set(seats.values()) == {1}
    assert sorted(Event(()).seated(range(9))) == list(range(9)), "nine have a seat each, too"


@pytest.mark.parametrize("teams", [(), BRIDGE])
def test_a_whole_tournament_agrees_with_sums_of_fractions(teams: tuple[tuple[int, int], ...]) -> None:
    """Fourteen at tables of four for six rounds, results drawn by lot; two have a bye each round, and nobody a second one."""
    dice, players = random.Random(7), range(1, 15)
    exact: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    against: dict[int, list[int]] = {each: [] for each in players}
    event = Event((), teams)
    for _ in range(6):
        order = [each.number for each in event.standings(players)]
        made = []
        for table in event.tables(order, sizes(14, 4, 4)):
            side = [0, 1, 0, 1] if teams else [0, 1, 2, 3]
            places = dice.sample(range(4), 4)
            ranks = [1 + places[each] for each in side]
            for seat, each in enumerate(table):
                others = [other for other in range(4) if side[other] != side[seat]]
                share = Fraction(sum(2 * (ranks[seat] < ranks[other]) for other in others), 2 * len(others))
                exact[each] += share  # type: ignore[assignment]
                wins[each] += share == 1
                against[each] += [table[other] for other in others]
            made.append(Sitting(table, points(ranks, teams)))
        resting = set(players) - {each for sitting in made for each in sitting.players}
        byes.update(resting)
        for each in resting:
            exact[each] += Fraction(1, 2)  # type: ignore[assignment]
        event = Event((*event.sittings, *made, *[Sitting((each,), (0.5,), False) for each in resting]), teams)
    assert max(byes.values()) == 1
    assert sum(byes.values()) == 12
    strength = {each: Fraction(sum(exact[other] for other in against[each]), len(against[each])) for each in players}
    expected = sorted(players, key=lambda each: (-exact[each], -wins[each], -strength[each], each))
    found = event.standings(players)
    assert [each.number for each in found] == expected
    for standing in found:
        assert standing.points == pytest.approx(float(exact[standing.number]), abs=1e-5)
        assert standing.values == pytest.approx((wins[standing.number], float(strength[standing.number])), abs=1e-5)


def test_an_arena_counts_opponents_and_doubles_after_two_wins() -> None:
    """By hand: at a table of four 1 wins three times, for 6, 6 and 12 points, and 2 is second three times, for 4 each."""
    event = Event(tuple([ranked([1, 2, 3, 4])] * 3))
    assert [(each.number, each.points) for each in event.arena_standings([1, 2, 3, 4])] == [(1, 24), (2, 12), (3, 6), (4, 0)]
    assert [event.is_on_streak(each) for each in (1, 2)] == [True, False]
    team = Sitting((1, 2, 3, 4), points([1, 2, 1, 2], BRIDGE))
    assert Event((team,), BRIDGE).arena_points(3) == [4]


def test_few_meet_twice_before_they_must() -> None:
    """Sixteen at tables of four: two rounds without a second meeting, whoever wins."""
    event = Event(())
    for number in range(2):
        order = [each.number for each in event.standings(range(16))]
        tables = event.tables(order, [4] * 4) if number else event.spread(order, [4] * 4)
        event = Event((*event.sittings, *[ranked(each) for each in tables]))
    met = Counter(two for sitting in event.sittings for two in combinations(sorted(sitting.players), 2))
    assert max(met.values()) == 1
