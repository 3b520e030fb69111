"""The clocks of the server: one that nobody can set while the program runs, and the machine's."""

from __future__ import annotations

import time
from typing import Final

_STARTED: Final = time.time_ns() - time.monotonic_ns()


def steady_clock() -> int:
    """Milliseconds since 1970, as they were when the program started and have passed since: whoever sets the machine's clock in
    between changes nobody's time."""
    return (_STARTED + time.monotonic_ns()) // 1_000_000


def wall_clock() -> int:
    """Milliseconds since 1970 by the machine's clock, which its host may set at any time."""
    return time.time_ns() // 1_000_000
