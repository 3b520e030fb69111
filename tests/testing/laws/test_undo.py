"""The law about the player's undo, on sound rules and on a faulty undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from rondel.engine import Game
from rondel.testing import BrokenLaw, NotTried, check
from rondel.testing.laws.registry import attempt
from rondel.testing.laws.undo import undo
from tests.engine.rules.duel import Duel
from tests.engine.rules.fair import FairDay
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Careless, Counting, Cutting, Regretful


@pytest.mark.parametrize("kind", [Counting, Bazaar, Duel, Flock, Market, FairDay])
def test_sound_rules_keep_it(kind: type[Game], scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(100)):
        check(partial(kind, seed=seed), "undo", seed=seed)


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        (Regretful, r"law 'undo' is broken .*, back to before its last answer: /3/0: \d+ and \d+"),
        (Careless, "may_undo says no, and it worked"),
        (Cutting, "it cut off the record instead of adding to it"),
    ],
)
def test_an_undo_that_does_not_keep_its_word_is_found(faulty: type[Counting], said: str) -> None:
    errors = [attempt(partial(faulty, seed=seed), "undo", seed=seed).error for seed in range(6)]
    with pytest.raises(BrokenLaw, match=said):
        raise next(error for error in errors if error is not None)


def test_there_is_nothing_to_try_before_anybody_has_answered() -> None:
    with pytest.raises(NotTried, match="nothing could be taken back"):
        undo(partial(Counting, seed=1), Random(1), 0)
