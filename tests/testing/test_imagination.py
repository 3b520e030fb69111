"""The law about imagining, on sound rules and on imaginations that cheat."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from rondel.engine import Game
from rondel.testing import BrokenLaw, NotTried, check
from rondel.testing.imagination import imagination
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting, Dull, Elsewhere, Touching, Unsteady


@pytest.mark.parametrize("kind", [Counting, Bazaar])
def test_sound_rules_keep_it(kind: type[Game]) -> None:
    for seed in range(4):
        check(partial(kind, seed=seed), "imagination", seed=seed)


@pytest.mark.parametrize(
    ("faulty", "said"),
    [(Touching, "the real game is touched"), (Unsteady, "imagined by (odd|even) twice"), (Elsewhere, "what it sees: ")],
)
def test_an_imagination_that_cheats_is_found(faulty: type[Counting], said: str) -> None:
    with pytest.raises(BrokenLaw, match=f"law 'imagination' is broken .*{said}"):
        imagination(partial(faulty, seed=1), Random(2), 200)


def test_a_game_that_cannot_be_imagined_is_not_tried() -> None:
    with pytest.raises(NotTried, match="no role could imagine this game"):
        imagination(partial(Dull, seed=1), Random(1), 200)
