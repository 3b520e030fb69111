"""The evaluator: expressions, by PHP's own rules; whole files are in the corpus."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import namespace
from rondel.bga.php.source import Source, parts
from rondel.bga.php.value import Marked, Unread, Value, as_json


def evaluated(code: str, **variables: Value) -> Value:
    source = Source(f"<?php {code};".encode(), "a.php")
    scope = Scope(source, namespace.of(source), variables)
    return Evaluator(Declarations([source])).value(parts(parts(source.root)[-1])[0], scope)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("1 + 2 * 3", 7), ("-7 % 3", -1), ("'1' . 2", "12"), ("!0", True), ("1 <=> 2", -1), ("true && '0'", False),
        ("7 <> '7'", False),
        ("1 xor 1", False), ("[1, 2][1]", 2), ("(string) 5 . 'x'", "5x"), ("+'3'", 3), ("5 | 2", 7), ("constant('A')", 3),
        ("[1, 'a' => 2, 5 => 3, 4]", {"0": 1, "a": 2, "5": 3, "6": 4}),
        ("['x' => 1] + ['x' => 2, 'y' => 3]", {"x": 1, "y": 3}),
        ("clienttranslate('Hi')", "Hi"), ("$this->_('Hi')", "Hi"),
        ("empty([])", True), ("@$x['gone'] ?? 4", 4), ("__LINE__", 1),
        ("\\A", 3), ("StateType::GAME->value", "game"), ("Some\\Thing::class", "Some\\Thing"), ("array()", []), ("[, 1]", [1]),
    ],
)  # fmt: skip
def test_values_of_expressions(code: str, value: object) -> None:
    assert as_json(evaluated(f"const A = 3; {code}")) == value


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("$nothing", "the files that were read give $nothing no value"),
        ("$this", "$this is known only while the game runs"),
        ("NOWHERE", "no file of the project defines this constant"),
        ("No::WHERE", "no file of the project declares the class No"),
        ("f(1)", "only the running game knows the result of f()"),
        ("$f(1)", "only the running game knows the result of a closure"),
        ("new Deck()", "only the running game knows an object"),
        ("fn($x) => $x", "functions are not run"),
        ("array_map('f', [1])", "functions are not run"),
        ("array_map(fn($x) => f($x), [1])", "only the running game knows the result of f()"),
        ("array_map(function ($x) { $y = 1; return $y; }, [1])", "functions are not run"),
        ("array_map(function ($x) { return $y; }, [1])", "the files that were read give $y no value"),
        ("array_map(fn($x) => $x, 1)", "the argument of array_map() is not an array"),
        ("[1][2]", "there is no key 2"),
        ("'a' + 1", "it is not a number"),
        ("1 % 0", "integer modulo by zero"),
        ("2 ** 1000", "such a power is not read"),
        ("A::B->field", "no file of the project declares the class A"),
        ("StateType::GAME->field", "properties are known only while the game runs"),
    ],
)
def test_an_unread_value_has_its_reason(code: str, why: str) -> None:
    found = evaluated(code)
    assert isinstance(found, Unread)
    assert found.why.startswith(why)
    assert (found.place.line, found.text != "") == (1, True)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("array_map(fn ($x) => $x * $by, ['a' => 1, 'b' => 2])", {"a": 3, "b": 6}),
        ("array_map(function ($x) use ($by) { return $x + $by; }, [1, 2])", [4, 5]),
        ("array_map(fn ($x, $y) => $x . $y, ['a', 'b'], ['c'])", ["ac", "b"]),
        ("array_filter([1, 2, 3], fn ($x) => $x != 2)", {"0": 1, "2": 3}),
        ("array_filter(['', 'a'])", {"1": "a"}),
        ("array_map(fn ($x) => array_map(fn ($y) => $x + $y, [1]), [2])", [[3]]),
    ],
)
def test_functions_that_are_written_out_where_they_are_given(code: str, value: object) -> None:
    assert as_json(evaluated(code, by=3)) == value


def test_the_innermost_reason_is_the_one_that_is_told() -> None:
    found = evaluated("'a' . (1 + f(NOWHERE))")
    assert isinstance(found, Unread)
    assert found.text == "NOWHERE"


def test_a_mark_is_kept_and_lost_in_a_concatenation() -> None:
    assert isinstance(evaluated("clienttranslate('a')"), Marked)
    assert not isinstance(evaluated("clienttranslate('a') . 'b'"), Marked)


def test_only_evaluated_constants_count_as_defined() -> None:
    guarded, other = Source(b"<?php define('A', 1); defined('A');", "a.php"), Source(b"<?php define('B', 1);", "b.php")
    evaluator = Evaluator(Declarations([guarded, other]))
    scope = Scope(guarded, namespace.of(guarded))
    define, asked = [parts(each)[0] for each in parts(guarded.root)[1:]]
    assert evaluator.value(asked, scope) is False
    assert evaluator.value(define, scope) is True
    assert evaluator.value(asked, scope) is True


def test_too_deep_nesting_is_named() -> None:
    found = evaluated(" . ".join(["'a'"] * 5000))
    assert isinstance(found, Unread)
    assert found.why == "it is nested too deeply"
