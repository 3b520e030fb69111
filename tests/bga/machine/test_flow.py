"""Flow: the calls that can run."""

from __future__ import annotations

import pytest

from rondel.bga.evaluation.declarations import Declarations
from rondel.bga.evaluation.evaluator import Evaluator
from rondel.bga.evaluation.scope import Scope
from rondel.bga.machine.flow import Flow
from rondel.bga.machine.wrapper import CALLS
from rondel.bga.php import namespace
from rondel.bga.php.source import Source, found
from rondel.bga.php.value import Value


def running(code: str, **variables: Value) -> str:
    """The names of the calls on ``$o`` that can run."""
    source = Source(f"<?php function f() {{ {code} }}".encode(), "a.php")
    body = source.root.named_children[1].child_by_field_name("body")
    assert body is not None
    flow = Flow(body, Scope(source, namespace.of(source)), Evaluator(Declarations([source])), variables)
    calls = [node for _kind, node in found(CALLS, body) if flow.runs(node)]
    return "".join(source.text(each.child_by_field_name("name") or each) for each in calls)


@pytest.mark.parametrize(
    ("code", "runs"),
    [
        ("$o->a(); return $o->b(); $o->c();", "ab"),
        ("if ($x === 1) { $o->a(); } elseif ($x === 2) { $o->b(); } else { $o->c(); } $o->d();", "bd"),
        ("if ($y) { $o->a(); return; } else { throw new E(); } $o->b();", "a"),
        ("if ($y): $o->a(); endif; $o->b();", "ab"),
        ("switch ($x) { case 1: $o->a(); case 2: $o->b(); case 3: $o->c(); break; default: $o->d(); } $o->e();", "bce"),
        ("switch ($y) { case 1: $o->a(); break; default: $o->b(); }", "ab"),
        ("switch ($y) { case 1: return $o->a(); default: throw new E(); } $o->b();", "a"),
        ("switch ($y) { case 1: return $o->a(); case 2: break; default: return 1; } $o->b();", "ab"),
        ("switch ($y) { case 1: return $o->a(); case 2: return 2; } $o->b();", "ab"),
        ("switch ($y) { case 1: return $o->a(); default: $o->b(); } $o->c();", "abc"),
        ("switch ($x) { case 2: return $o->a(); case 3: break; } $o->b();", "a"),
        ("switch ($y) { default: foreach ($y as $z) { break; } return $o->a(); } $o->b();", "a"),
        ("switch ($y) { default: foreach ($y as $z) { break 2; } return $o->a(); } $o->b();", "ab"),
        ("switch ($y) { default: foreach ($y as $z) { continue 2; } return $o->a(); } $o->b();", "ab"),
        ("$x = $y; if ($x === 1) { $o->a(); }", "a"),
        ("$x = 1; if ($x === 1) { return; } $o->a();", ""),
        ("if ($y) { $x = 1; } if ($x === 1) { $o->a(); }", "a"),
        ("foreach ($y as $x) { $o->a(); } if ($x === 1) { $o->b(); }", "ab"),
        ("while (true) { $o->a(); break; $o->b(); } $o->c();", "ac"),
        ("try { $o->a(); return; } catch (E $e) { $o->b(); } $o->c();", "abc"),
        ("$z = $x === 1 ? $o->a() : $o->b();", "b"),
        ("if ($x === 1 && $o->a()) { $o->b(); } if ($x === 2 || $o->c()) { $o->d(); }", "d"),
        ("sort($x); if ($x === 1) { $o->a(); }", "a"),
        ("$f = function () { return 1; $o->a(); }; $o->b();", "ab"),
        ("goto there; return; there: $o->a();", "a"),
    ],
)  # fmt: skip
def test_calls_that_can_run(code: str, runs: str) -> None:
    assert running(code, x=2) == runs
