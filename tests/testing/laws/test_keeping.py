"""The laws about undo and storage (their planted faults: test_registry.py), on rules that wait for answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rondel.engine import Game
from rondel.testing.law import Law
from rondel.testing.laws.keeping import copy, pop, record, snapshot
from tests.engine.rules.contest import Contest
from tests.engine.rules.duel import Duel
from tests.engine.rules.fair import FairDay
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market


@pytest.mark.parametrize("law", [pop, record, snapshot, copy], ids=lambda law: law.__name__)
@pytest.mark.parametrize("kind", [Duel, Flock, Contest, Market, FairDay])
def test_rules_that_wait_keep_them(kind: type[Game], law: Law, scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(60)):
        law(partial(kind, seed=seed), Random(seed), 200)
