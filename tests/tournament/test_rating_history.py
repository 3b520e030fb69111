"""Rating histories: ratings converge to the order of strength."""

from __future__ import annotations

from random import Random

from rondel.rating import MEAN
from rondel.tournament.entrant import entrants
from rondel.tournament.outcome import Outcome
from rondel.tournament.rating_history import rating_histories


def test_ratings_find_the_order_of_strength_with_smaller_deviations() -> None:
    rng = Random(1)
    strength = (3.0, 1.0, 0.3)
    outcomes = []
    for number in range(300):
        one, other = rng.sample(range(3), 2)
        first = rng.random() < strength[one] / (strength[one] + strength[other])
        points, ranks = ((1.0, 0.0), (1, 2)) if first else ((0.0, 1.0), (2, 1))
        outcomes.append(Outcome(str(number), (one, other), points, ranks, (), 1, 0.0))
    found = rating_histories(entrants(["a=random", "b=random", "c=random"]), outcomes)
    a, b, c = (course[-1] for course in found)
    assert a.mean > b.mean > c.mean
    assert a.interval[0] > c.interval[1]
    assert all(course[0].mean == MEAN and course[-1].deviation < course[0].deviation / 2 for course in found)
    assert sum(len(course) - 1 for course in found) == 600


def test_void_solitary_and_repeated_seats_do_not_count() -> None:
    players = entrants(["a=random", "b=random"])
    twice = Outcome("1", (0, 1, 0), (1.0, 0.0, 0.0), (1, 2, 2), (), 1, 0.0)
    spoilt = Outcome("2", (0, 1), (), (), (), 1, 0.0)
    alone = Outcome("3", (0,), (1.0,), (1,), (1.0,), 1, 0.0)
    assert [len(course) for course in rating_histories(players, [twice, spoilt, alone])] == [1, 1]
