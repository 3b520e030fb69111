"""Memory: how much of it a program that was started may take, where the system can hold it to that.

A program that takes more is refused it by the system, and mostly ends of that: whoever waits for its answer is told so, and
the machine stays usable. It is the address space that is limited (``RLIMIT_AS``), of which many programs reserve far more
than they use.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Final

if sys.platform == "linux":
    import resource

MEMORY: Final = 4 << 30
"""Bytes of address space that a program may take when nobody says how many. Python and the libraries that a bot may load, and
Node, reserve more than one thinks."""


def hold(pid: int, memory: int) -> None:
    """Let a process, and those it starts from now on, have so many bytes of address space each at most.

    On Linux only; elsewhere nothing is done, for no other system does so from outside.
    """
    if sys.platform == "linux":
        with contextlib.suppress(ProcessLookupError):  # it has died already, which whoever asks it will see
            resource.prlimit(pid, resource.RLIMIT_AS, (memory, memory))
