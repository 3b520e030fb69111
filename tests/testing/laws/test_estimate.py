"""The law about estimates (its planted faults: test_registry.py)."""

from __future__ import annotations

from random import Random

import pytest

from rondel.testing import NotTried, check
from rondel.testing.laws.estimate import estimate
from tests.testing.faults.counting import Counting, Priced


def test_a_game_that_estimates_nothing_is_not_tried() -> None:
    with pytest.raises(NotTried, match="the game estimates nothing"):
        estimate(Counting, Random(1), 200)


def test_a_game_worth_chips_estimates_chips() -> None:
    check(Priced, "estimate", seed=1)
