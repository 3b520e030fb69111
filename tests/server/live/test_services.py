"""The services of the only node of a store."""

from __future__ import annotations

from rondel.server.live.services import NoBus


def test_nobody_hears_a_node_that_is_alone() -> None:
    heard: list[tuple[str, int]] = []
    bus = NoBus()
    bus.subscribe(lambda table, seq: heard.append((table, seq)))
    bus.publish("t", 1)
    assert heard == []
