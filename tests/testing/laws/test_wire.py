"""The laws about the engine's outputs (their planted faults: test_registry.py, and here those of an engine)."""

from __future__ import annotations

import doctest
from random import Random

import pytest

from rondel.testing import BrokenLaw
from rondel.testing.laws import wire
from rondel.testing.laws.wire import delta, messages
from tests.testing.faults.counting import Shifting, Silent


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(wire).failed == 0


def test_changes_that_are_not_told_are_found() -> None:
    with pytest.raises(BrokenLaw, match=r"law 'delta' is broken at ply 1, .*folded by odd: /prop:total: \d and 0"):
        delta(Silent, Random(1), 20)


def test_events_that_are_others_later_are_found() -> None:
    with pytest.raises(BrokenLaw, match="events of odd read again from the start"):
        delta(Shifting, Random(1), 20)


def test_messages_are_found_however_deep_they_lie() -> None:
    inner = {"text": "{a}", "args": {"a": 1}}
    data = {"question": {"text": "{x} and {y}", "args": {"x": [inner], "y": 2}}, "text": None, "args": {}}
    assert [text for text, _args in messages(data)] == ["{x} and {y}", "{a}"]
