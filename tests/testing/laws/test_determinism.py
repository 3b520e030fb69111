"""The law about determinism (its planted faults: test_laws.py), and what a report makes of a game that breaks it."""

from __future__ import annotations

from rondel.testing.report import examine
from tests.testing.faults import planted


def test_rules_that_use_pythons_random_are_one_problem() -> None:
    report = examine(planted.Fickle, games=10)
    (failure,) = report.failures
    assert "two games with the same seed and answers differ" in failure.message
    assert "never by Python's random" in failure.message
    assert "no other law was tried any further" in report.ended
