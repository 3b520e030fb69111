"""Standings: points, intervals, and the crosstable."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest  # type: ignore[import-untyped, import-not-found, unused-ignore]

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
    expected = binomtest(won, games).proportion_ci(0.95, method="wilson")
    assert wilson(won, games) == pytest.approx((expected.low, expected.high), abs=1e-6)


def test_the_crosstable() -> None:
    three = Outcome("0-1-2/0", (2, 0, 1), (1.0, 0.0, 0.0), (1, 2, 3), (), 5, 0.1)
    table = crosstable(entrants(["a=random", "b=random", "c=random"]), [three, WON])
    assert [[cell[0] for cell in row] for row in table] == [[0, 1.0, 0.0], [0.0, 0, 0.0], [1.0, 1.0, 0]]
    assert [[cell[1] for cell in row] for row in table] == [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
