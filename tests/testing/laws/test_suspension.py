"""The law about rules that ask (its planted faults: test_registry.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rondel.engine import Game
from rondel.testing import NotTried
from rondel.testing.laws.suspension import suspension
from tests.engine.rules.duel import Duel
from tests.engine.rules.fair import FairDay
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing
from tests.testing.faults.counting import Counting


@pytest.mark.parametrize("kind", [Duel, Flock, Passing, Market, FairDay])
def test_rules_that_ask_keep_it(kind: type[Game], scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(60)):
        suspension(partial(kind, seed=seed), Random(seed), 200)


def test_there_is_nothing_to_try_where_no_rule_asks() -> None:
    with pytest.raises(NotTried, match="no rule waited for an answer"):
        suspension(Counting, Random(1), 50)
