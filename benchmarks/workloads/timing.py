"""Timing by CPU time, so that other programs on the machine count for less than on the clock on the wall."""

from __future__ import annotations

import time
from collections.abc import Callable


def repeat(work: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Do ``work``, which returns how many units it did, again and again for about ``seconds``; the units and the time."""
    done = 0
    begun = time.process_time()
    while True:
        done += work()
        took = time.process_time() - begun
        if took >= seconds:
            return done, took
