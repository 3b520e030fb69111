"""The surroundings of a server: its clock and its chance are the operating system's, and it is alone."""

from __future__ import annotations

import time

from rondel.server.live.services import Alone, steady_clock


def test_the_clock_counts_milliseconds_since_1970() -> None:
    assert abs(steady_clock() - time.time() * 1000) < 1000


def test_nobody_hears_a_node_that_is_alone() -> None:
    heard: list[tuple[str, int]] = []
    bus = Alone()
    bus.subscribe(lambda table, seq: heard.append((table, seq)))
    bus.publish("t", 1)
    assert heard == []
