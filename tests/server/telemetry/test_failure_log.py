"""What fails again and again is said once, and what is another fault is said, too."""

from __future__ import annotations

import doctest
import logging

import pytest

from rondel.server.protocol.refused import unavailable
from rondel.server.storage.store import Down
from rondel.server.telemetry import failure_log as subject
from rondel.server.telemetry.failure_log import FailureLog


def test_an_outage_is_said_once_and_each_fault_with_how_it_came_to_it(caplog: pytest.LogCaptureFixture) -> None:
    trouble = FailureLog(logging.getLogger("rondel.test"), "it cannot be done", over="it is done again")
    trouble.passed()
    for error in (Down("gone"), Down("gone for long"), ValueError("a"), ValueError("a"), TimeoutError(), unavailable()):
        trouble.met(error)
        trouble.met(error)
    trouble.passed()
    trouble.passed()
    trouble.met(Down("gone anew"))
    assert [(record.levelname, record.getMessage(), bool(record.exc_info)) for record in caplog.records] == [
        ("WARNING", "it cannot be done: gone", False),
        ("ERROR", "it cannot be done: a", True),
        ("ERROR", "it cannot be done: TimeoutError", True),
        ("WARNING", f"it cannot be done: {unavailable().message}", False),
        ("WARNING", "it is done again", False),
        ("WARNING", "it cannot be done: gone anew", False),
    ]


def test_where_nobody_wants_to_know_it_is_not_said_that_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    trouble = FailureLog(logging.getLogger("rondel.test"), "table t cannot be looked at now")
    trouble.met(Down("gone"))
    trouble.passed()
    assert [record.getMessage() for record in caplog.records] == ["table t cannot be looked at now: gone"]


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
