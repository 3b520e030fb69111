"""A watch without a timer: it names the rule that does not return, also in a thread, and leaves no trace function."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from functools import partial

import pytest

from rondel.testing.traced_watch import TracedWatch
from rondel.testing.watch import SlowRule, TimeUp

LOOP = """
def take():
    number = 0
    while True:
        number += 1
"""
HIDDEN = """
def take():
    while True:
        try:
            number = 1
        except Exception:
            pass
"""


def rule(text: str) -> Callable[[], object]:
    """The function of a file of rules."""
    names: dict[str, object] = {"__name__": "rondel_file_sticks"}
    exec(compile(text, "sticks.py", "exec"), names)  # noqa: S102 - as the loader does
    taken = names["take"]
    assert callable(taken)
    return taken


@pytest.mark.parametrize("text", [LOOP, HIDDEN], ids=["loop", "loop that catches exceptions"])
def test_a_rule_that_does_not_return_is_named(text: str) -> None:
    before = sys.gettrace()
    with pytest.raises(SlowRule, match=r"more than 0.2 s and did not return: in take, sticks.py line [3-7]; an endless"):
        TracedWatch(limit=0.2).run(rule(text))
    assert sys.gettrace() is before


def test_time_that_is_up_ends_the_work() -> None:
    endless = iter(rule("def take():\n    return 1\n"), None)
    with pytest.raises(TimeUp):
        TracedWatch(until=0.0).run(partial(deque, endless, maxlen=0))


def test_it_needs_no_main_thread() -> None:
    said: list[str] = []

    def work() -> None:
        try:
            TracedWatch(limit=0.2).run(rule(LOOP))
        except SlowRule as slow:
            said.append(str(slow))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "in take, sticks.py line" in said[0]
