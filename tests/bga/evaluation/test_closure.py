"""Closures: functions of one expression, bound to their arguments."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.closure import Closure, of
from rondel.bga.evaluation.scope import Scope
from rondel.bga.php import namespace
from rondel.bga.php.source import Source, parts


def made(code: str) -> Closure | None:
    source = Source(f"<?php {code};".encode(), "a.php")
    node = parts(parts(source.root)[-1])[0]
    return of(node, Scope(source, namespace.of(source), {"mine": 1, "other": 2}))


def test_an_arrow_function_sees_the_variables_around_it() -> None:
    closure = made("fn ($x, int $y) => $x + $mine")
    assert closure is not None
    assert closure.bound([3, 4]).variables == {"mine": 1, "other": 2, "x": 3, "y": 4}
    assert closure.scope.source.text(closure.returned) == "$x + $mine"


def test_another_closure_sees_only_the_variables_it_names() -> None:
    closure = made("function ($x) use ($mine) { return $x; }")
    assert closure is not None
    assert closure.bound([3, 9]).variables == {"mine": 1, "x": 3}


def test_too_few_arguments_are_refused() -> None:
    closure = made("fn ($x, $y) => $x")
    assert closure is not None
    with pytest.raises(ValueError, match="fewer arguments"):
        closure.bound([1])


@pytest.mark.parametrize("code", ["'strlen'", "function () { f(); return 1; }", "function () { return; }", "function () { }"])
def test_a_closure_is_a_single_expression(code: str) -> None:
    assert made(code) is None
