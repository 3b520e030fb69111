"""Memory limits: the address space that a started program may take, where the system can enforce a limit.

The system refuses memory above the limit, which mostly ends the program; its caller gets an error, and the machine stays
usable. The limit counts address space (``RLIMIT_AS``), of which many programs reserve far more than they use.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Final

if sys.platform == "linux":
    import resource

MEMORY: Final = 4 << 30
"""Default limit, in bytes of address space. Python, the libraries that a bot may load, and Node reserve more than expected."""


def hold(pid: int, memory: int) -> None:
    """Limits a process, and each process it starts from now on, to ``memory`` bytes of address space.

    On Linux only; other systems have no such call for another process, and nothing is done.
    """
    if sys.platform == "linux":
        with contextlib.suppress(ProcessLookupError):  # it has already died; its caller will see that
            resource.prlimit(pid, resource.RLIMIT_AS, (memory, memory))
