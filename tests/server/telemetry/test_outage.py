"""Of an outage the host is told when it begins, now and then while it lasts, and when it is over."""

from __future__ import annotations

import doctest
import logging

import pytest

from rondel.server.telemetry import outage as subject
from rondel.server.telemetry.outage import Outage


def test_however_often_somebody_tries_it_is_said_once_a_minute_and_how_it_came_to_it_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seconds = 0.0
    outage = Outage(logging.getLogger("rondel.test"), lambda: seconds)
    outage.stored()
    for each in range(1_201):  # of two minutes
        seconds = each / 10
        outage.refused(2, OSError("no room"))
    seconds = 125.0
    outage.stored()
    outage.stored()
    outage.refused(1, OSError("gone"))
    assert [(record.getMessage(), bool(record.exc_info)) for record in caplog.records] == [
        ("answers cannot be stored, and none of them counts: no room", True),
        ("answers cannot be stored, 1202 by now: no room", False),
        ("answers cannot be stored, 2402 by now: no room", False),
        ("answers are stored again: 2402 were not, in 125 s", False),
        ("answers cannot be stored, and none of them counts: gone", True),
    ]


def test_an_error_without_words_is_named(caplog: pytest.LogCaptureFixture) -> None:
    Outage(logging.getLogger("rondel.test")).refused(1, TimeoutError())
    assert caplog.records[0].getMessage() == "answers cannot be stored, and none of them counts: TimeoutError"


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
