"""The law of the marks (its planted faults: test_registry.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rondel.engine import Game
from rondel.testing import NotTried
from rondel.testing.laws.canary import canary
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting


@pytest.mark.parametrize("kind", [Bazaar, Flock, Passing, Market])
def test_sound_rules_keep_it(kind: type[Game], scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(60)):
        canary(partial(kind, seed=seed), Random(seed), 60)


def test_there_is_nothing_to_try_where_nothing_is_hidden() -> None:
    with pytest.raises(NotTried, match="nothing is hidden from anybody"):
        canary(Counting, Random(1), 60)
