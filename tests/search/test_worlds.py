"""Worlds: as many as the budget has room for, taking turns."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.errors import GameOver
from rondel.search.budget import Budget, Meter
from rondel.search.worlds import FEWEST, KEPT, Worlds


def drawn(budget: Budget, step: float, imagining: float, times: int) -> list[int]:
    """How often each world is drawn, where a simulation takes ``step`` and imagining ``imagining`` seconds."""
    now = [0.0]

    def imagine(seed: int) -> rondel.Game:
        now[0] += imagining
        return rondel.new("tic_tac_toe", seed=seed)

    meter = Meter(budget, lambda: now[0])
    worlds = Worlds(imagine, "x", Random(1), budget, meter)
    found: dict[int, int] = {}
    for _each in range(times):
        walk = worlds.draw()
        found[id(walk)] = found.get(id(walk), 0) + 1
        now[0] += step
        meter.goes_on(1)
    return list(found.values())


def test_without_a_clock_there_are_some_for_so_many_simulations() -> None:
    assert len(drawn(Budget(simulations=8), 1, 0, 8)) == FEWEST
    assert len(drawn(Budget(simulations=80), 1, 0, 80)) == 10
    assert len(drawn(Budget(simulations=5000), 1, 0, 700)) == KEPT


def test_imagining_takes_no_more_than_its_share_of_the_time() -> None:
    """Two fifths: with a second for each of both, two of five draws imagine."""
    assert len(drawn(Budget(seconds=1e9), 1.0, 1.0, 60)) == pytest.approx(60 * 2 / 3, abs=3)
    assert len(drawn(Budget(seconds=1e9), 1.0, 100.0, 60)) == FEWEST
    assert len(drawn(Budget(seconds=1e9), 1.0, 0.001, 60)) == 60


def test_all_are_used_in_the_end() -> None:
    assert min(drawn(Budget(simulations=64), 1, 0, 400)) > 20


def test_there_must_be_something_to_do_in_them() -> None:
    with pytest.raises(GameOver, match="o has no moves"):
        Worlds(
            lambda seed: rondel.new("tic_tac_toe"), "o", Random(1), Budget(simulations=1), Meter(Budget(simulations=1), None)
        )
