"""Seeds: the cards of a table, the wheel of crops, and the worth of a plot."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.engine import OBSERVER
from rondel.shelf.seed_swap import CROPS, WHEEL, worth
from rondel.testing import walk
from tests.shelf.seed_swap.farms import faces, farm, play


def test_the_deck_is_enough_for_every_table() -> None:
    game = rondel.new("seed_swap", seats=5, seed=1, options={"seasons": 4})
    for move in walk(game, Random(1), 1_000):
        game.push(move)
    assert game.is_over
    assert game.view(OBSERVER)["containers"]["deck"] == {"backs": 0}


def test_the_wheel_has_every_crop_twice() -> None:
    assert len(WHEEL) == 8
    assert [WHEEL.count(crop) for crop in CROPS] == [2] * 4
    assert all(WHEEL[sector] == WHEEL[(sector + 4) % 8] for sector in range(8))


@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 4), (3, 9), (4, 16)])
def test_a_plot_is_worth_the_square_of_its_cards(count: int, points: int) -> None:
    assert worth(count) == points
    growing = ", ".join(["grape 1"] * (count - 1))
    # ash goes from the first sector to the grapes in the second, and so does birch
    game = farm(["grape 1, bean 1, bean 1", "bean 1, bean 2, bean 3"], plots={"2 ash": growing})
    play(game, ("grape 1", "2"), ("bean 1", "0"))
    assert game.scores == {"ash": points, "birch": 0}
    assert faces(game, "plot_2_ash") == []
    assert faces(game, "barn_ash") == ["grape 1"] * count
