"""Throttles: so many at once, then one each so long, each for themselves, and in bounded memory."""

from __future__ import annotations

import doctest
import random

import pytest

from rondel.server.transport import token_bucket as throttle
from rondel.server.transport.token_bucket import Rate, TokenBuckets


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(throttle).failed == 0


@pytest.mark.parametrize(("burst", "seconds"), [(1, 1.0), (3, 20.0), (100, 0.2)])
def test_over_any_time_no_more_is_taken_than_the_burst_and_the_rate(burst: int, seconds: float) -> None:
    dice, now = random.Random(burst), [0.0]
    bucket = TokenBuckets(Rate(burst, seconds), lambda: now[0])
    taken = []
    for _ in range(2000):
        now[0] += dice.choice([0.0, 0.0, seconds / 3, seconds * 1.5])
        if not bucket.take("Ada"):
            taken.append(now[0])
    for start in range(0, len(taken), 7):
        for end in range(start, min(len(taken), start + 300), 11):
            assert end - start + 1 <= burst + (taken[end] - taken[start]) / seconds + 1e-6
    assert len(taken) > now[0] / seconds * 0.6, "what is allowed can be had, as far as somebody comes for it"


def test_who_waits_as_long_as_was_said_may() -> None:
    now = [0.0]
    bucket = TokenBuckets(Rate(4, 10.0), lambda: now[0])
    while not (wait := bucket.take("Ada")):
        pass
    now[0] += wait
    assert bucket.take("Ada") == 0.0


def test_what_is_kept_is_bounded_and_who_is_over_the_limit_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_KEPT", 100)
    now = [0.0]
    bucket = TokenBuckets(Rate(1, 10.0), lambda: now[0])
    for number in range(1000):
        now[0] += 0.5
        assert bucket.take(number) == 0.0
        assert len(bucket._full_at) <= 100
    assert bucket.take(999) > 0
