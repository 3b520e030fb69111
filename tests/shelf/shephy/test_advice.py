"""Advice for bots that play Shephy: the estimate."""

from __future__ import annotations

import pytest

from rondel.shelf.shephy.advice import Shephy
from rondel.shelf.shephy.prospects import LAST
from tests.shelf.shephy.tables import table


def test_the_estimate_grows_with_the_flock() -> None:
    flocks = [[1], [1, 1], [3, 3], [30], [100, 30], [300, 300, 300]]
    estimates = [table(flock, ["Storm"]).estimate("shepherd") or 0 for flock in flocks]
    assert estimates == sorted(estimates)
    assert all(-1 < estimate < 1 for estimate in estimates)


@pytest.mark.parametrize(
    ("enemy", "rounds", "number"), [(1, 3, 0), (10, 3, 1), (100, 3, LAST), (1, 5, 0), (1000, 5, 1), (1, 1, LAST), (1, 0, 0)]
)
def test_rounds_are_counted_from_the_last_one(enemy: int, rounds: int, number: int) -> None:
    game = table([1], ["Storm"], enemy=enemy, rounds=rounds)
    assert isinstance(game, Shephy)
    assert game.round_number() == number


def test_at_the_end_it_is_what_the_game_is_worth() -> None:
    won, lost = table([1000], state="Refill"), table([], state="Refill")
    assert (won.estimate("shepherd"), lost.estimate("shepherd")) == (1, -1)
