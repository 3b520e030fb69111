"""Findings: as text, as JSON and as annotations."""

from __future__ import annotations

from rondel.bga.finding import SEVERITIES, Finding, in_order
from rondel.bga.php.source import Place

ONE = Finding("dead-end", "warning", Place("b.php", 2), "no way out", "add one")


def test_the_order_is_that_of_the_files_and_nothing_is_told_twice() -> None:
    later = Finding("dead-end", "error", Place("b.php", 10), "a")
    first = Finding("unread", "note", Place("a.php", 30), "b")
    assert in_order([later, ONE, first, ONE]) == [first, ONE, later]


def test_for_people_for_programs_and_for_a_workflow() -> None:
    assert str(ONE) == "b.php:2: warning: no way out; add one [dead-end]"
    assert ONE.to_json() == {
        "file": "b.php", "line": 2, "severity": "warning", "code": "dead-end", "message": "no way out", "fix": "add one",
    }  # fmt: skip
    assert ONE.to_github() == "::warning file=b.php,line=2,title=dead-end::no way out; add one"
    assert Finding("unread", "note", Place("a", 1), "x\ny").to_github() == "::notice file=a,line=1,title=unread::x%0Ay"


def test_severities_go_from_bad_to_harmless() -> None:
    assert SEVERITIES == ("error", "warning", "note")
