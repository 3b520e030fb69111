"""Slots: a write finds its slot, or makes it as PHP does."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.evaluation.slot import Slots
from rondel.bga.php import namespace
from rondel.bga.php.source import Place, Source, parts
from rondel.bga.php.value import Array, Unread, Value, as_json


def put(target: str, value: Value, **variables: Value) -> tuple[Scope, list[Unread]]:
    source = Source(f"<?php {target};".encode(), "a.php")
    scope = Scope(source, namespace.of(source), variables)
    unread: list[Unread] = []
    slot = Slots(Evaluator(Declarations([source])), unread).find(parts(parts(source.root)[-1])[0], scope)
    if slot is not None:
        slot.put(value)
    return scope, unread


@pytest.mark.parametrize(
    ("target", "value"),
    [
        ("$a", 7), ("$a['x']", {"x": 7}), ("$a[]", [7]), ("$a['x'][2]['y']", {"x": {"2": {"y": 7}}}), ("$a[]['x']", [{"x": 7}]),
        ("$a['1']", {"1": 7}),
    ],
)  # fmt: skip
def test_arrays_are_made_on_the_way(target: str, value: object) -> None:
    scope, unread = put(target, 7)
    assert (as_json(scope.variables["a"]), unread) == (value, [])


def test_a_property_of_a_built_state_is_a_key_of_it() -> None:
    state = Array(built=True)
    put("$a->possibleActions[]", "actPass", a=state)
    assert state.to_json() == {"possibleactions": ["actPass"]}


def test_an_uncertain_slot_is_noted() -> None:
    assert [each.why for each in put("$this->x", 7)[1]] == ["an assignment to this is not read"]
    array = Array()
    array.put("x", 1, Place("a.php", 1))
    scope, unread = put("$a[f()]", 7, a=array)
    assert (as_json(scope.variables["a"]), unread) == ({"x": 1}, [])
    assert [each.text for each in array.gaps] == ["f()"]
    assert put("$a['x']['y']", 7, a=array)[0].variables["a"] is array
    assert as_json(array) == {"x": 1}
