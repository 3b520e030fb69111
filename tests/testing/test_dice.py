"""Fixed dice: chance gives the fixed outcomes."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

import rondel
from rondel.engine import CHANCE
from rondel.errors import BadRecord, UnknownGame
from rondel.testing import dice
from rondel.testing.dice import left
from tests.testing.faults.bazaar import Bazaar


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(import_module("rondel.testing.dice")).failed == 0


DEAL = ("chance(2)", "chance(0)", "draw(A)", "draw(F)", "draw(B)", "draw(C)")


def test_fixed_outcomes_are_given_in_order() -> None:
    game = dice(Bazaar, *DEAL, "draw(D)")
    assert isinstance(game, Bazaar)
    assert game.price.value == 2
    assert [[card.face for card in hand] for hand in game.hands.values()] == [["A", "B"], ["F", "C"]]
    assert left(game) == 1
    game.push("draw")
    assert [card.face for card in game.hands["red"]] == ["A", "B", "D"]
    assert left(game) == 0


def test_when_all_is_given_chance_is_asked() -> None:
    game = dice(Bazaar, *DEAL)
    game.push("draw")
    assert game.active == (CHANCE,)
    game.push("draw(E)")
    assert game.active == ("blue",)


def test_its_record_replays() -> None:
    game = dice(Bazaar, *DEAL)
    assert rondel.replay(game.record(), game=Bazaar).key() == game.key()


def test_an_outcome_that_cannot_be_is_refused() -> None:
    with pytest.raises(
        BadRecord, match=r"'chance\(9\)' by chance where chance must answer; possible: chance\(1\), chance\(2\)"
    ):
        dice(Bazaar, "chance(9)")
    game = dice(Bazaar, *DEAL, "draw(Z)")
    before = game.key()
    with pytest.raises(BadRecord, match=r"draw\(Z\)"):
        game.push("draw")
    assert game.key() == before


def test_a_number_is_a_roll() -> None:
    game = dice("liars_dice", *[6] * 10, options={"dice": 5})
    assert game.record()["answers"] == [[CHANCE, "roll(6)"]] * 10
    assert game.active != (CHANCE,)


def test_games_and_options_are_named_as_usual() -> None:
    with pytest.raises(UnknownGame):
        dice("mahjong", 6)
