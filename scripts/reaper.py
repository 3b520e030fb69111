"""Run a program, and wait for every process that outlives its parent, so that its processor time counts as the program's.

    python scripts/reaper.py program argument ...

The system counts the time of a process for whoever has waited for it. A browser ends with its first process, and nobody waits
for the others: more than half of its time would be missing. The exit code is the program's, 128 + N for signal N.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence

SUBREAPER = 36
"""The number of ``PR_SET_CHILD_SUBREAPER``: an orphan becomes a child of the nearest ancestor that has asked for it."""
PATIENCE = 5.0
"""Seconds that the processes which outlive the program have to end."""


def available() -> bool:
    """Whether the system can hand over orphans: Linux alone can."""
    return sys.platform == "linux"


def main(argv: Sequence[str]) -> int:
    """The exit code of the program, after its orphans."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    # The whole group is asked to end, the program too, for which this waits. A handler is not inherited; to ignore would be.
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: None)
    program = subprocess.Popen(argv)
    while True:
        process, status = os.wait()
        if process == program.pid:
            break
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.01)
        except ChildProcessError:
            break
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
