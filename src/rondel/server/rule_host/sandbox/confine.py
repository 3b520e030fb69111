"""Confinement: takes rights from a process that runs foreign code, rules or bots.

From outside, `hold` limits its memory, files and, where the system can, processes; `end` ends it with its children. From
inside, `confine` gives up rights before the process loads foreign code: writing files, reading files it does not need, the
network, other processes. On Linux that is Landlock (kernel 5.13; TCP from 6.7) and, on x86-64, seccomp with a list of allowed
system calls. The process cannot get these rights back, not even as root. Other systems have nothing of the kind.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from rondel import builds

if sys.platform == "linux":
    import resource

OPEN_FILES: Final = 64

NICE: Final = 5
"""Added to the niceness of a process that only searches, so that the server runs first."""

_SYSCALLS: Final = (
    *(
        0,
        1,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
    ),  # read, write, close, stat, fstat, lstat, poll, lseek, mmap, mprotect, munmap, brk
    *(13, 14, 15, 131),  # rt_sigaction, rt_sigprocmask, rt_sigreturn, sigaltstack
    *(17, 19, 20, 21, 23, 24, 25, 27, 28),  # pread64, readv, writev, access, select, sched_yield, mremap, mincore, madvise
    *(32, 33, 292, 35, 39, 186, 60, 231, 63),  # dup, dup2, dup3, nanosleep, getpid, gettid, exit, exit_group, uname
    *(79, 89, 267, 96, 97, 98, 99, 100),  # getcwd, readlink(at), gettimeofday, getrlimit, getrusage, sysinfo, times
    *(102, 104, 107, 108, 110, 137, 138),  # getuid, getgid, geteuid, getegid, getppid, statfs, fstatfs
    *(158, 201, 202, 204, 217, 219),  # arch_prctl, time, futex, sched_getaffinity, getdents64, restart_syscall
    *(
        228,
        229,
        230,
        257,
        262,
        332,
        269,
        439,
    ),  # clock_gettime, clock_getres, clock_nanosleep, openat, newfstatat, statx, faccessat(2)
    *(270, 271, 273, 318, 324, 327, 334),  # pselect6, ppoll, set_robust_list, getrandom, membarrier, preadv2, rseq
)
"""The allowed system calls of x86-64, by number: what a Python that only computes needs. Some of them can write files;
Landlock forbids that. `_FCNTL` is allowed for some commands only."""

_FCNTL: Final = 72

_FCNTL_COMMANDS: Final = (0, 1, 2, 3, 4, 1030)
"""The allowed commands of fcntl: F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC. With F_SETOWN and F_SETSIG a
process could have the kernel send any signal to another process of the same user, such as the server; Landlock prevents that
only from Linux 6.12 on."""


def environment() -> dict[str, str]:
    """The environment of a worker: what it needs to find Python, Rondel and compiled games, and nothing else of this
    process's environment."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT", builds.SWITCH) if name in os.environ}
    kept["XDG_CACHE_HOME"] = str(builds.caches().parent)
    paths = [os.path.abspath(each) for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}


def hold(pid: int, memory: int) -> None:
    """Limit a process to so many bytes of address space, few open files, no file that grows, and no new process or thread.
    Linux does not apply the last limit to root; `confine` does."""
    if sys.platform == "linux":
        limits = (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_NPROC, 0),
        )
        with contextlib.suppress(ProcessLookupError):  # it has died already, which the next request to it shows
            for kind, most in limits:
                resource.prlimit(pid, kind, (most, most))


def end(pid: int) -> None:
    """End a process that leads a group, with its children."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(pid, signal.SIGTERM)
        else:
            os.killpg(pid, signal.SIGKILL)


def yield_to_others(pid: int) -> None:
    """Lower the priority of a process below that of the server, where the system allows it."""
    if sys.platform != "win32":
        # It has ended already, or the system forbids it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.setpriority(os.PRIO_PROCESS, pid, os.nice(0) + NICE)


def confine(readable: Iterable[Path]) -> list[str]:
    """Give up all rights of this process but to read below these folders, compute, and use the files that are open already.

    Returns the rights that this system cannot take away, in words. To be called before foreign code is loaded, in a process
    with one thread.
    """
    if sys.platform != "linux":
        return ["files, network and processes: this system has nothing to confine a process with"]
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return [*_landlocked(libc, readable), *_filtered(libc)]


# -- Landlock ----------------------------------------------------------------------------------------------------------

_PR_SET_NO_NEW_PRIVS: Final = 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_READ: Final = 0b1100
"""Reading files and listing folders."""


def _landlocked(libc: ctypes.CDLL, readable: Iterable[Path]) -> Sequence[str]:
    version = libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return ["files: the kernel has no Landlock, or has it switched off"]
    # Handled rights are forbidden unless a rule allows them. Later kernels can handle more rights.
    files = (1 << (13 + (version >= 2) + (version >= 3) + (version >= 5))) - 1
    network = 0b11 if version >= 4 else 0
    scoped = 0b11 if version >= 6 else 0
    attributes = struct.pack("=QQQ", files, network, scoped)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        return [f"files: Landlock refused, {os.strerror(ctypes.get_errno())}"]
    try:
        for each in readable:
            with contextlib.suppress(OSError):
                folder = os.open(each, os.O_PATH | os.O_CLOEXEC)
                rights = _READ if each.is_dir() else 0b100
                libc.syscall(_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, folder), 0)
                os.close(folder)
        if libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
            return [f"files: Landlock refused, {os.strerror(ctypes.get_errno())}"]
    finally:
        os.close(ruleset)
    return []


# -- seccomp -----------------------------------------------------------------------------------------------------------


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def _filtered(libc: ctypes.CDLL) -> Sequence[str]:
    if platform.machine() != "x86_64":
        return [f"processes and network: which system calls are which is not known here for {platform.machine()}"]
    kill, deny, allow, own = 0x8000_0000, 0x0005_0001, 0x7FFF_0000, 0xC000_003E  # deny: with EPERM; own: x86-64
    load, equal, stop = 0x20, 0x15, 0x06
    lines = [(load, 0, 0, 4), (equal, 1, 0, own), (stop, 0, 0, kill), (load, 0, 0, 0)]
    # Each jump leads over the lines after it to the last line, which allows the call.
    calls, commands = len(_SYSCALLS), len(_FCNTL_COMMANDS)
    lines += [(equal, calls + commands + 3 - at, 0, number) for at, number in enumerate(_SYSCALLS)]
    lines += [(equal, 1, 0, _FCNTL), (stop, 0, 0, deny), (load, 0, 0, 24)]  # the low half of the second argument
    lines += [(equal, commands - at, 0, command) for at, command in enumerate(_FCNTL_COMMANDS)]
    lines += [(stop, 0, 0, deny), (stop, 0, 0, allow)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in lines))
    program = _Program(len(lines), ctypes.addressof(code))
    if libc.prctl(22, 2, ctypes.byref(program), 0, 0) != 0:  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
        return [f"processes and network: seccomp refused, {os.strerror(ctypes.get_errno())}"]
    return []
