"""Standings: points, intervals, and the crosstable."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import pytest

from rondel.tournament.entrant import entrants
from rondel.tournament.outcome import Fault, Outcome
from rondel.tournament.standing import crosstable, standings, wilson

WON = Outcome("0-1/0", (0, 1), (1.0, 0.0), (1, 2), (2.0, -2.0), 5, 0.1)
DRAWN = Outcome("0-1/1", (1, 0), (0.5, 0.5), (1, 1), (0.0, 0.0), 9, 0.1)
BROKEN = Outcome("0-1/2", (0, 1), (0.0, 1.0), (2, 1), (), 3, 0.1, Fault(0, "crash", "out of ideas"))
SPOILT = Outcome("0-1/3", (1, 0), (), (), (), 3, 0.1, Fault(-1, "rules", "IndexError"))


def test_points() -> None:
    one, other = standings(entrants(["greedy", "random"]), [WON, DRAWN, BROKEN, SPOILT])
    assert one.to_json() == {
        "player": "greedy",
        "games": 3,
        "wins": 1,
        "draws": 1,
        "losses": 1,
        "points": 1.5,
        "mean": 0.5,
        "interval": [round(each, 4) for each in wilson(1.5, 3)],
        "return": 1.0,
        "faults": {"crash": 1},
    }
    assert (other.points, other.faults) == (1.5, {})


@pytest.mark.parametrize(("won", "games"), [(0, 10), (5, 10), (10, 10), (683, 1000)])
def test_the_interval_is_wilsons(won: int, games: int) -> None:
    """Between the two shares from which what was won is as many standard errors away as 95 % of all cases."""
    low, high = wilson(won, games)
    for share, sign in ((low, 1), (high, -1)):
        error = sqrt(share * (1 - share) / games)
        assert sign * (won / games - share) == pytest.approx(NormalDist().inv_cdf(0.975) * error, abs=1e-6)
    assert high - low > 0.05


def test_the_crosstable() -> None:
    three = Outcome("0-1-2/0", (2, 0, 1), (1.0, 0.0, 0.0), (1, 2, 3), (), 5, 0.1)
    table = crosstable(entrants(["a=random", "b=random", "c=random"]), [three, WON])
    assert [[cell[0] for cell in row] for row in table] == [[0, 1.0, 0.0], [0.0, 0, 0.0], [1.0, 1.0, 0]]
    assert [[cell[1] for cell in row] for row in table] == [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
