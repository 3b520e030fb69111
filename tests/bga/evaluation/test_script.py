"""Scripts: statements, one after another."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.script import Script
from rondel.bga.php.source import Source
from rondel.bga.php.value import Unread, as_json


def run(code: str, **files: str) -> Script:
    sources = {name: Source(f"<?php {text}".encode(), name) for name, text in files.items()}
    source = Source(f"<?php {code}".encode(), "a.php")
    script = Script(Evaluator(Declarations([source, *sources.values()])), lambda path, by: sources.get(path))
    script.run(source)
    return script


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("$a = $b = [1]; $b[] = 2;", [1]),
        ("$a = 'x'; $a .= 'y';", "xy"),
        ("$a = 1; $a += 2; $a -= 5;", -2),
        ("$a ??= 5; $a ??= 6;", 5),
        ("$a = ['x' => 1]; $a += ['x' => 2, 'y' => 3];", {"x": 1, "y": 3}),
        ("$a['x']['y'][] = 1;", {"x": {"y": [1]}}),
        ("$a = [1, 2, 3]; unset($a[1]); $a[] = 4;", {"0": 1, "2": 3, "3": 4}),
        ("$b = [1]; $a = &$b; $b[] = 2;", [1, 2]),
        ("foreach ([1, 2, 3] as $i) { if ($i == 2) break; $a[] = $i; }", [1]),
        ("foreach ([1, 2, 3] as $i): if ($i == 2): continue; endif; $a[] = $i; endforeach;", [1, 3]),
        ("if (0) { $a = 1; } else if (1) { $a = 2; } else { $a = 3; }", 2),
        ("$a = 1; return; $a = 2;", 1),
        ("for ($i = 0, $j = 5; $i < 3; $i++, --$j) { $a[$i] = $j; }", [5, 4, 3]),
        ("for ($i = 0; $i < 9; $i++): if ($i % 2) continue; if ($i > 5) break; $a[] = $i; endfor;", [0, 2, 4]),
        ("$i = 3; while ($i) { $a[] = $i--; }", [3, 2, 1]),
        ("$i = 3; do { $a[] = ++$i; } while ($i < 3);", [4]),
        ("foreach ([1, 2] as $i) { foreach ([1, 2] as $j) { if ($j == 2) continue 2; $a[] = $i . $j; } }", ["11", "21"]),
        ("foreach ([1, 2] as $i) { while (1) { $a[] = $i; break 2; } }", [1]),
        ("switch (2) { case 1: $a = 1; break; case '2': $a = 2; break; default: $a = 3; }", 2),
        ("switch (7) { case 1: $a[] = 1; break; default: $a[] = 3; case 8: $a[] = 8; }", [3, 8]),
        ("$a = 1; switch (7) { case 1: $a = 2; }", 1),
        ("foreach ([1, 2] as $i) { switch ($i) { case 1: continue 2; } $a[] = $i; }", [2]),
        ("[$b, 'k' => [$c]] = [1, 'k' => [2]]; $a = [$b, $c];", [1, 2]),
        ("list($b, , $c) = [1, 2, 3]; $a = [$b, $c];", [1, 3]),
        ("$b = ['x' => 1]; $b['x']++; $a = $b['x']++ + $b['x'];", 5),
        ("$a = [3 => 'c', 1 => 'a']; ksort($a);", {"1": "a", "3": "c"}),
        ("$a = [1]; array_push($a, 2, 3); var_dump($a); count($a);", [1, 2, 3]),
        ("$a = 1; function f() { $a = 2; } class C { const X = 1; } echo 'x';", 1),
        ("$a = require 'back';", [7]),
        ("require_once 'sets'; require_once 'sets'; $a = $count;", [1]),
        ("require 'sets'; require 'sets'; $a = $count;", [1, 1]),
    ],
)
def test_final_values_of_a_variable(code: str, value: object) -> None:
    script = run(code, back="return [7];", sets="$count[] = 1;")
    assert as_json(script.variables["a"]) == value
    assert script.unread == []


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("$a = []; while (f()) { $a[] = 1; }", "only the running game knows the result of f()"),
        ("$a = []; for ($i = 0; $i < f(); $i++) { $a[] = $i; }", "only the running game knows the result of f()"),
        ("$a = []; for (;;) { $a[1] = 1; }", "it goes round more than 10000 times"),
        ("$a = []; switch (f()) { case 1: $a[] = 1; }", "only the running game knows the result of f()"),
        ("$a = []; switch (1) { case f(): $a[] = 1; }", "only the running game knows the result of f()"),
        ("$a = []; if (f()) { $a['x'] = 1; }", "only the running game knows the result of f()"),
        ("$a = []; foreach (f() as $x) { $a[] = $x; }", "only the running game knows the result of f()"),
        ("$a = []; mend($a);", "only the running game knows its effect on the array"),
        ("$a = ['b' => 1, 'a' => 2]; asort($a);", "only the running game knows its effect on the array"),
        ("$a = []; try { $a = f(); } catch (E $e) { }", "a try statement is not read"),
    ],
)
def test_variables_of_an_unread_statement_are_uncertain(code: str, why: str) -> None:
    script = run(code)
    (gap,) = getattr(script.variables["a"], "gaps", [])
    assert gap.why.startswith(why)
    assert script.unread in ([], [gap])


def test_loops_within_loops_come_to_an_end_too() -> None:
    script = run("$a = []; while (1) { while (1) { $a[1] = 1; } }")
    assert {each.why for each in script.unread} == {"it goes round more than 10000 times"}


def test_files_that_are_not_there_are_kept_apart() -> None:
    script = run("require 'gone.php'; $a = 1;")
    assert [each.why for each in script.lost] == ["the project has no such file"]
    assert (script.variables["a"], script.unread) == (1, [])


def test_files_that_include_each_other_come_to_an_end() -> None:
    script = run("require 'one';", one="require 'two';", two="require 'one'; $a = 1;")
    assert script.variables["a"] == 1


def test_an_assignment_that_cannot_be_read_stays_in_its_variable() -> None:
    script = run("$a = f();")
    assert isinstance(script.variables["a"], Unread)
