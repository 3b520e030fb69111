"""The showcase: what a library shows of a game, and what is wrong with it if it cannot be."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from rondel.engine.declarations import showcase as module
from rondel.engine.declarations.showcase import Showcase, faults


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Showcase(family=3), "family = 3; it is a text"),  # type: ignore[arg-type]
        (Showcase(minutes=-1), "minutes = -1; it is a whole number"),
        (Showcase(players=5), "players = 5; the game is for 2 to 4"),
        (Showcase(players=True), "players = True; the game is for 2 to 4"),
        (Showcase(drawn=-1), "drawn = -1; it counts moves"),
        (Showcase(known=1), "known = 1; it is True or False"),  # type: ignore[arg-type]
        (Showcase(study="yes"), "study = 'yes'; it is True or False"),  # type: ignore[arg-type]
        (Showcase(moves=(1,)), "moves has 1; each is a move as text"),  # type: ignore[arg-type]
        ("Cards", "write showcase = Showcase("),
    ],
)
def test_what_is_wrong_is_said_with_its_fix(given: Any, said: str) -> None:
    (problem,) = faults(given, 2, 4)
    assert said in problem


def test_nothing_need_be_declared() -> None:
    assert faults(Showcase(), 2, 4) == []
