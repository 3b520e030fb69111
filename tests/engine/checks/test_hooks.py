"""Hooks: misspelt, of the wrong shape, or hiding what the engine has. More in test_rules.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rondel.engine import Automatic, MultipleActivePlayers, PrivateState
from rondel.engine.checks.hooks import misspellings, misspelt, notes, of_game, of_state, takes
from tests.engine.rules.market import Market, Pay, Shop, Weather
from tests.engine.rules.workshop import Workshop


def test_rules_without_fault_have_none() -> None:
    for state in (Shop, Pay, Weather):
        assert of_state(state) == []
    assert of_game(Market) == []
    assert notes(Market) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"enter": lambda self: None}, "'enter' of state 'Odd' takes (self); write 'def enter(self, game)'"),
        ({"args": lambda self, game: {}}, "'args' of state 'Odd' takes (self, game); write 'def args(self, game, role)'"),
        ({"first": lambda self, game: Pay}, "'first' of state 'Odd' takes (self, game); write 'def first(self, game, role)'"),
        ({"zombie": "pass"}, "'zombie' of state 'Odd' is 'pass', which cannot be called; write 'def zombie(self, game, role)'"),
        ({"my_turn": ("{you} act",)}, "'my_turn' of state 'Odd' is ('{you} act',); it is a text, _(\"...\")"),
        ({"frist": None}, "state 'Odd' defines 'frist', which no state of its kind has; did you mean 'first'?"),
    ],
)
def test_a_hook_of_a_state_is_called_as_the_engine_calls_it(written: dict[str, Any], said: str) -> None:
    assert said_of(of_state(type("Odd", (MultipleActivePlayers,), written))) == [said]


def test_a_helper_is_not_taken_for_a_misspelt_declaration() -> None:
    [said] = said_of(of_state(type("Odd", (Automatic,), {"belts": lambda self, game: None})))  # near to `labels`, which is data
    assert said.startswith("state 'Odd' defines 'belts', which no state of its kind has; put helpers on the game, or ")


def test_only_a_master_has_a_first() -> None:
    odd = type("Odd", (PrivateState,), {"first": lambda self, game, role: Pay})
    assert said_of(of_state(odd)) == [
        "state 'Odd' defines 'first', which no state of its kind has; put helpers on the game, or start the name with _"
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"moves": lambda self, cell: []}, "Odd.moves hides game.moves, which every game has; give it another name"),
        ({"option": ()}, "Odd.option hides game.option, which every game has; give it another name"),
        ({"player": "one"}, "Odd.player hides game.player, which every game has; give it another name"),
        ({"_begin": lambda self: None}, "Odd._begin hides game._begin, which every game has; give it another name"),
        ({"_options": ()}, "Odd._options hides what the engine keeps by that name; give it another name"),
        ({"_result": lambda self: 0}, "Odd._result hides what the engine keeps by that name; give it another name"),
        ({"score": lambda self: 0}, "'score' of Odd takes (self); write 'def score(self, role)'"),
    ],
)
def test_a_game_hides_nothing_of_the_engine(written: dict[str, Any], said: str) -> None:
    assert said_of(of_game(type("Odd", (Workshop,), written))) == [said]


def said_of(found: list[tuple[str, str]]) -> list[str]:
    """The messages of problems."""
    return [message for _attribute, message in found]


async def waits(self: Any, game: Any) -> None: ...


def gives(self: Any, game: Any) -> Iterator[None]:
    yield


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (waits, "is async, and rules are plain functions; write 'def', and ask with game.choose(...)"),
        (gives, "has a 'yield', so calling it runs nothing; return what it gives, and ask with game.choose(...)"),
    ],
)
def test_a_hook_is_a_plain_function(written: Any, said: str) -> None:
    state = type("Odd", (MultipleActivePlayers,), {"enter": written})
    assert of_state(state) == [("enter", f"'enter' of state 'Odd' {said}")]
    assert of_game(type("Odd", (Workshop,), {"score": written})) == [("score", f"'score' of Odd {said}")]


def misspelt_in(odd: type[Any]) -> dict[str, str]:
    return {attribute: hook for _own, attribute, hook in misspellings(odd)}


@pytest.mark.parametrize(
    ("written", "hook"),
    [
        ("mesure", "measure"),
        ("plausable", "plausible"),
        ("scor", "score"),
        ("Estimate", "estimate"),
        ("utilty", "utility"),
        ("tie_braek", "tie_break"),
        ("tiebreak", "tie_break"),
    ],
)
def test_a_method_is_recognised_as_a_misspelt_hook(written: str, hook: str) -> None:
    assert misspelt_in(type("Odd", (Workshop,), {written: lambda self, role: 1})) == {written: hook}


def test_a_value_is_recognised_as_a_misspelt_declaration() -> None:
    assert misspelt_in(type("Odd", (Workshop,), {"reveal": ("*",), "counts": lambda self: 1})) == {"reveal": "reveals"}


def test_a_similar_name_that_the_rules_use_is_only_noted() -> None:
    odd: Any = type("Odd", (Workshop,), {"scores_of": lambda self: 1, "measured": lambda self: 1, "__module__": __name__})
    assert misspelt_in(odd) == {}
    assert notes(odd) == ["Odd defines 'measured', which the engine does not know; did you mean 'measure'?"]
    assert odd.measured(odd) == 1  # the use of that name in this file


def test_methods_are_not_taken_for_misspelt_values_nor_values_for_methods() -> None:
    odd = type("Odd", (Workshop,), {"names": lambda self: (), "measures": (1, 2)})
    assert notes(odd) == []
    assert misspelt_in(odd) == {}


def test_a_hook_that_is_needed_is_looked_for_under_another_name() -> None:
    assert misspelt(type("Odd", (Workshop,), {"mesure": lambda self: 1}), "measure") == "mesure"
    assert misspelt(type("Odd", (Workshop,), {"mesure": 1, "paint": lambda self: 1}), "measure") == ""


def test_what_has_a_value_by_default_need_not_be_given() -> None:
    assert takes(lambda game, role="one": role, 1)
    assert takes(lambda *any_number: any_number, 3)
    assert not takes(lambda game, *, role: role, 1)
