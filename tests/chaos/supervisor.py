"""What can be seen of a server from outside: its memory, the CPU time it has used, and its connections."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def resident(process: int) -> float:
    """KiB of memory that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise ProcessLookupError(process)


def cpu_seconds(process: int) -> float:
    """The CPU time a process has used so far, its threads included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def connections(process: int) -> set[tuple[int, int]]:
    """The open TCP connections of a process: its own port and the port at the other end."""
    held = set()
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since the folder was listed
            held.add(os.readlink(descriptor))
    ends = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if f"socket:[{fields[9]}]" in held:
            here, there = (int(address.rpartition(":")[2], 16) for address in fields[1:3])
            if there:  # else it listens
                ends.add((here, there))
    return ends
