"""Timing by CPU time, so that other programs on the machine count for less than on the clock on the wall."""

from __future__ import annotations

import time
from collections.abc import Callable


def repeat(work: Callable[[], int], seconds: float, after: Callable[[], object] | None = None) -> tuple[int, float]:
    """Repeat ``work``, which returns its number of units, for about ``seconds``; returns the units and the time.

    ``after``, which prepares the next piece of work, is not timed.
    """
    done = 0
    took = 0.0
    while took < seconds:
        begun = time.process_time()
        done += work()
        took += time.process_time() - begun
        if after is not None:
            after()
    return done, took
