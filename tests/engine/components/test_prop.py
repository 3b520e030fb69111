"""Props: JSON values that only change by being assigned."""

from __future__ import annotations

import json
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest

from rondel.engine.components.prop import Prop, freeze, hashable, saying, thaw
from rondel.engine.components.token import TokenKind
from rondel.engine.text import render
from rondel.errors import RulesError
from tests.engine.rules.workshop import workshop

JSON: list[Any] = [None, True, False, 0, -7, 2**70, 1.5, "", "é", [], {}, [1, [2, {"a": None}]], {"a": {"b": [True, {}]}}]


@pytest.mark.parametrize("value", JSON)
def test_every_json_value_comes_back_as_it_went_in(value: Any) -> None:
    back = thaw(freeze(value, "here"))
    assert back == value
    assert json.dumps(back) == json.dumps(value)


def test_a_prop_is_drawn_unless_it_is_quiet() -> None:
    assert Prop("tally", 0).quiet is False
    assert Prop("tally", 0, quiet=True).quiet is True


def test_what_a_prop_says_is_a_text_with_placeholders() -> None:
    assert Prop("bid", None).says == ""
    assert Prop("bid", None, says="{quantity} × {face}").says == "{quantity} × {face}"
    with pytest.raises(RulesError, match=r"the text of prop 'bid'.* has broken braces"):
        Prop("bid", None, says="{quantity × 1")


@pytest.mark.interpreted("a compiled engine refuses arguments of another type itself")
def test_what_a_prop_says_is_no_number() -> None:
    wrong: Any = 7
    with pytest.raises(RulesError, match="prop 'bid' says 7; what it says is a text"):
        Prop("bid", None, says=wrong)


def test_a_value_is_put_where_the_text_says() -> None:
    def said(says: str, value: Any) -> str:
        return render(says, saying(says, value)["args"])

    assert said("{quantity} × {face}", [3, 6]) == "3 × 6"
    assert said("{number} left", 4) == "4 left"
    assert said("{won} of {all}", {"all": 2, "won": 1}) == "1 of 2"


def test_a_value_is_frozen_all_the_way_down() -> None:
    prop = Prop[Any]("tally", {"scores": {"left": [1, 2]}, "order": ["left"]})
    with pytest.raises(TypeError):
        prop.value["scores"] = 1
    with pytest.raises(TypeError):
        prop.value["scores"]["left"] = 1
    with pytest.raises(TypeError):
        prop.value["scores"]["left"][0] = 9
    with pytest.raises(AttributeError):
        prop.value["order"].append("right")


def test_what_was_assigned_may_change_without_the_prop() -> None:
    given = {"a": [1]}
    prop = Prop[Any]("tally", given)
    given["a"].append(2)
    given["b"] = []
    assert thaw(prop.value) == {"a": [1]}


def test_a_frozen_value_can_be_assigned_again() -> None:
    prop = Prop[Any]("tally", {"a": (1, 2)})
    prop.value = {**prop.value, "b": prop.value}
    assert thaw(prop.value) == {"a": [1, 2], "b": {"a": [1, 2]}}


class Size(IntEnum):
    """A number with a name is a number."""

    SMALL = 1


def test_numbers_with_names_are_numbers() -> None:
    assert Prop("size", Size.SMALL).value == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), [float("nan")], {"a": {"b": float("inf")}}])
def test_what_is_no_number_in_json_is_refused(value: Any) -> None:
    prop = Prop[Any]("odds", 0)
    with pytest.raises(RulesError, match=r"prop 'odds.*' cannot hold (nan|-?inf): JSON has no such number"):
        prop.value = value
    assert prop.value == 0


@pytest.mark.parametrize(
    "value", [{1, 2}, object(), b"bytes", 1j, range(3), [object()], TokenKind("disc")("left"), [TokenKind("disc")()]]
)
def test_what_is_not_json_is_refused(value: Any) -> None:
    prop = Prop[Any]("bag", 0)
    with pytest.raises(RulesError, match=r"prop 'bag' cannot hold .*: only JSON values .*; tokens live in containers"):
        prop.value = value
    with pytest.raises(RulesError, match="prop 'bag' cannot hold"):
        Prop("bag", value)
    assert prop.value == 0


def test_a_refusal_names_the_path() -> None:
    with pytest.raises(RulesError, match=r"prop 'tally\.scores\.left' cannot hold"):
        Prop("tally", {"scores": {"left": [set()]}})


@pytest.mark.parametrize("value", [{1: "a"}, {None: 1}, {"a": {(): 1}}])
def test_keys_are_strings(value: Any) -> None:
    with pytest.raises(RulesError, match=r"prop 'tally.*' cannot hold a dict with the key .*: keys are strings"):
        Prop("tally", value)


def test_an_assignment_goes_through_the_journal() -> None:
    game = workshop()
    before = len(game._journal.entries)
    game.counter.value = 5
    game.counter.value += 1
    assert game.counter.value == 6
    assert len(game._journal.entries) == before + 2
    game._journal.rollback(before + 1)
    assert game.counter.value == 5
    game._journal.rollback(before)
    assert game.counter.value == 0


def test_a_frozen_value_has_a_hashable_form_that_tells_values_apart() -> None:
    forms = [hashable(freeze(value, "here")) for value in JSON if not isinstance(value, bool)]
    assert len(set(forms)) == len(forms)
    assert hashable(freeze({"a": 1, "b": 2}, "")) == hashable(freeze({"b": 2, "a": 1}, ""))
    assert hashable(freeze({"a": 1}, "")) != hashable(freeze([["a", 1]], ""))


def test_thawing_leaves_what_was_never_frozen() -> None:
    assert thaw(MappingProxyType({"a": (1,)})) == {"a": [1]}
    assert thaw("text") == "text"


def test_a_prop_shows_its_name_and_value() -> None:
    assert repr(Prop("hits", 3)) == "Prop('hits', 3)"
