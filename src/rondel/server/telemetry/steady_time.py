"""The clocks of the server: a monotonic one, and the machine's."""

from __future__ import annotations

import time
from typing import Final

_STARTED: Final = time.time_ns() - time.monotonic_ns()


def steady_clock() -> int:
    """Milliseconds since 1970 at the start of the program, plus the time that has passed since: setting the machine's clock
    does not change it."""
    return (_STARTED + time.monotonic_ns()) // 1_000_000


def wall_clock() -> int:
    """Milliseconds since 1970 by the machine's clock, which can be set at any time."""
    return time.time_ns() // 1_000_000
