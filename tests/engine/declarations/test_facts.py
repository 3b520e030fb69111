"""Facts: what a game may say of itself, and what is wrong with it if it cannot be."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on
from rondel.engine.declarations import facts as module
from rondel.engine.declarations.facts import Facts, faults
from rondel.errors import DefinitionError


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_nothing_need_be_declared() -> None:
    assert Facts().to_json() == {}
    assert faults(None) == faults(Facts()) == []


def test_everything_may_be_declared() -> None:
    facts = Facts(chance=True, hidden=False, simultaneous=True, scores=(-1.5, 2), length=(0, None), imagined="view")
    assert faults(facts) == []
    assert facts.to_json() == {
        "chance": True,
        "hidden": False,
        "simultaneous": True,
        "scores": [-1.5, 2],
        "length": [0, None],
        "imagined": "view",
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scores": (2, 1)}, "give the least and the most, scores=(1, 2)"),
        ({"scores": (0, float("inf"))}, "both are finite"),
        ({"length": (7, 5)}, "give the least and the most, length=(5, 7)"),
        ({"length": (-1, 5)}, "at least 0"),
        ({"imagined": "seldom"}, "imagined = 'seldom'; it is 'history' or 'view', or left out"),
    ],
)
def test_what_cannot_be_is_named(given: dict[str, Any], said: str) -> None:
    (found,) = faults(Facts(**given))
    assert said in found


@pytest.mark.interpreted("the compiled class refuses these types by itself")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"chance": 1}, "chance = 1; it is True or False"),
        ({"scores": 3}, "scores = 3; give the least and the most"),
        ({"scores": ("a", "b")}, "both are numbers"),
        ({"length": (1.5, 3)}, "both are whole numbers"),
    ],
)
def test_what_is_of_another_type_is_named(given: dict[str, Any], said: str) -> None:
    (found,) = faults(Facts(**given))
    assert said in found


class Sticks(Game):
    """Take the only stick."""

    name = "sticks"
    seats = ("one",)

    def setup(self) -> To[Turn]:
        self.sticks = self.add(Prop("sticks", 1, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Sticks]):
    description = _("{actplayer} must take it")
    my_turn = _("{you} must take it")


@on(Turn, _("{actplayer} takes it"))
def take(game: Sticks) -> To[GameEnd]:
    return GameEnd


class Boasting(Sticks):
    facts = Facts(scores=(5, 1))


class Confused(Sticks):
    facts = {"chance": False}  # type: ignore[assignment]


def test_a_game_declares_nothing_by_default() -> None:
    assert rondel.new(Sticks, seed=1).facts is None


@pytest.mark.parametrize(("game", "said"), [(Boasting, "scores = (5, 1)"), (Confused, "write facts = Facts(")])
def test_wrong_facts_are_a_fault_of_the_definition(game: type[Game], said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        rondel.new(game, seed=1)
    assert said in "".join(caught.value.problems)
