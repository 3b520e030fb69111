"""The clocks count milliseconds since 1970."""

from __future__ import annotations

import time

import pytest

from rondel.server.telemetry.steady_time import steady_clock, wall_clock


def test_the_clocks_count_milliseconds_since_1970() -> None:
    assert abs(steady_clock() - time.time() * 1000) < 1000
    assert abs(wall_clock() - time.time() * 1000) < 1000


def test_setting_the_machines_clock_does_not_change_the_steady_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = steady_clock()
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert wall_clock() == 0
    assert steady_clock() >= before
