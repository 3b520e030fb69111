"""The ground of a search: a copy in which chance is a seat, and what things are worth there."""

from __future__ import annotations

import math
from random import Random

import pytest

import rondel
from rondel.search.ground import Ground, open_copy
from tests.search.contests import Dice, Sharing


def test_a_copy_for_searching_holds_no_seed() -> None:
    twin = open_copy(rondel.new(Dice, seed=7))
    assert twin.snapshot()["seed"] is None
    twin.push("roll")
    assert twin.active == (rondel.CHANCE,)


def test_what_is_most_is_known_where_the_worth_is_the_usual_one() -> None:
    assert Ground(rondel.new("stones", seats=3)).most == 1.0
    assert Ground(rondel.new(Sharing)).most == math.inf


@pytest.mark.parametrize(
    ("name", "seats"), [("tic_tac_toe", 2), ("stones", 3), ("hearts", 4), ("shephy", 1), ("leduc_poker", 2)]
)
def test_it_says_what_the_game_says(name: str, seats: int) -> None:
    ground = Ground(rondel.new(name, seats=seats))
    if not any(ground.game.estimate(role) for role in ground.roles):
        assert ground.judged() == [0.0] * seats
    else:
        assert ground.judged() == [ground.game.estimate(role) for role in ground.roles]
    worth = ground.play_out(Random(1), 10_000)
    assert ground.game.is_over
    assert worth == ground.returns() == ground.judged() == list(ground.game.returns.values())
    ground.walk.home()
    assert not ground.game.is_over
