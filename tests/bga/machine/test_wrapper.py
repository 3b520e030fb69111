"""Wrappers, and the method that a call runs."""

from __future__ import annotations

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.machine.wrapper import Called, Handed, Wrappers
from rondel.bga.php.source import Source

CODE = """<?php
class Game extends Table {
    use Moves;
    function go($id, $to = 'next') { $this->gamestate->nextState($to); }
    function far($to) { $this->go(1, $to); }
    function fixed($to) { $this->gamestate->nextState('next'); }
    function again($to) { $this->again($to); }
    function elsewhere($to) { $this->other->go(1, $to); }
}
trait Moves { function hop($to) { $this->far($to); } function skip($to) { $this->gamestate->jumpToState($to); } }
"""


def handed(name: str) -> list[tuple[str, int, bool]]:
    declared = Declarations([Source(CODE.encode(), "a.php")])
    owner = next(each for each in declared.classes.values() if name in each.methods)
    found: list[Handed] = Wrappers(declared).handed(Called(owner.methods[name], owner))
    return [(each.method, each.position, each.default is not None) for each in found]


def test_a_parameter_is_handed_on_directly_or_by_another_wrapper() -> None:
    assert handed("go") == [("nextstate", 1, True)]
    assert handed("far") == [("nextstate", 0, False)]
    assert handed("hop") == [("nextstate", 0, False)]
    assert handed("skip") == [("jumptostate", 0, False)]


def test_a_method_without_a_passed_parameter_is_not_a_wrapper() -> None:
    assert [handed(each) for each in ("fixed", "again", "elsewhere")] == [[], [], []]


def test_a_method_moves_the_machine_directly_or_by_a_call() -> None:
    declared = Declarations([Source(CODE.encode(), "a.php")])
    wrappers = Wrappers(declared)
    methods = {name: method for each in declared.classes.values() for name, method in each.methods.items()}
    assert [name for name, method in methods.items() if not wrappers.leads(method)] == ["again", "elsewhere"]
