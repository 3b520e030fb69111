"""A scheduler for programs: runs a limited number at a time, each when a lane is free and its prerequisites have ended.

The task with the longest remaining chain begins first: the time of the task and of the longest chain of tasks that depend
on it. That is list scheduling by critical path (R. L. Graham, "Bounds on multiprocessing
timing anomalies", SIAM Journal on Applied Mathematics 17, 1969), which takes at most twice the optimal time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import reaper

MERCY = 5.0
"""Seconds a program that was asked to end has for that."""
LOOK = 3.0
"""Seconds between two looks at how much the processors idle."""
IDLE = 0.2
"""The part of the processors' time that must have been left over for one more task."""
STATISTICS = Path("/proc/stat")
"""Where Linux says how long the processors have worked and idled."""


class Task(Protocol):
    """A task for a lane."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def after(self) -> Sequence[str]:
        """The tasks that must end before it begins; unknown names are ignored."""

    @property
    def takes(self) -> float:
        """About how many seconds; only the order depends on it."""


Each = TypeVar("Each", bound=Task)
Ended = TypeVar("Ended")


class Lanes(Generic[Each, Ended]):
    """Runs tasks, at most ``count`` at a time, and up to ``more`` beyond that while the processors idle.

    A task needs a processor for a part of its time, and for the rest it waits: for sockets, sleeps, a browser. How many
    tasks keep the processors at work thus depends on which ones run. Where more than `IDLE` of the processors' time since the
    last look was left over, one more begins.

    ``perform`` is called on a separate thread for each task, ``ended`` on the caller's thread at the end of each; ``stop``
    is called after an error or Ctrl-C, and must end the running tasks.
    """

    def __init__(
        self,
        count: int,
        perform: Callable[[Each], Ended],
        ended: Callable[[Ended], None],
        stop: Callable[[], None],
        *,
        more: int = 0,
    ) -> None:
        self._count = count
        self._more = more
        self._perform = perform
        self._ended = ended
        self._stop = stop

    def run(self, tasks: Sequence[Each]) -> list[Ended]:
        """The result of each task, in the given order, after all have ended.

        A task begins also if an earlier one failed. Raises `ValueError` for tasks that wait for each other in a circle;
        an error of a task is raised here after the others have been stopped.
        """
        cost = chains(tasks)
        names = {task.name for task in tasks}
        waiting = sorted(tasks, key=lambda task: -cost[task.name])
        running: dict[Future[Ended], str] = {}
        done: dict[str, Ended] = {}
        lanes, processors = self._count, Processors()
        with ThreadPoolExecutor(self._count + self._more) as threads:
            try:
                while waiting or running:
                    for task in list(waiting):
                        if len(running) < lanes and all(each in done or each not in names for each in task.after):
                            waiting.remove(task)
                            running[threads.submit(self._perform, task)] = task.name
                    looks = bool(waiting) and len(running) < self._count + self._more
                    found = wait(running, LOOK if looks else None, FIRST_COMPLETED).done
                    idle = processors.idle()
                    lanes = max(self._count, len(running) + 1) if looks and not found and idle > IDLE else self._count
                    for future in found:
                        name = running.pop(future)
                        done[name] = future.result()
                        self._ended(done[name])
            except BaseException:
                self._stop()  # or the threads would be waited for until all has run
                raise
        return [done[task.name] for task in tasks]


def chains(tasks: Sequence[Each]) -> Mapping[str, float]:
    """How long each task and the longest chain of those that wait for it take, in seconds.

    Raises `ValueError` for tasks that wait for each other in a circle.
    """
    cost: dict[str, float] = {}
    left = list(tasks)
    while left:
        ready = [task for task in left if not any(task.name in other.after for other in left)]
        if not ready:
            raise ValueError(f"these wait for each other in a circle: {', '.join(task.name for task in left)}")
        for task in ready:
            cost[task.name] = task.takes + max((cost[each.name] for each in tasks if task.name in each.after), default=0.0)
            left.remove(task)
    return cost


class Processors:
    """The processors of the machine."""

    def __init__(self) -> None:
        self._last = self._ticks()

    def idle(self) -> float:
        """The part of their time since the last call, or the start, in which they had nothing to do.

        It is 0 where the system does not say.
        """
        before, self._last = self._last, self._ticks()
        idle, whole = (now - then for now, then in zip(self._last, before, strict=True))
        return idle / whole if whole else 0.0

    def _ticks(self) -> tuple[int, int]:
        """How long they have idled, and for how long the machine has run, over all of them."""
        if not STATISTICS.exists():
            return 0, 0
        ticks = [int(each) for each in STATISTICS.read_text(encoding="ascii").split("\n", 1)[0].split()[1:9]]
        return ticks[3] + ticks[4], sum(ticks)


class Programs:
    """Programs that are running, each with all it has started; `end` ends every one of them, and no other begins."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._over = False

    def run(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str], limit: float) -> tuple[int, str, float]:
        """Its exit code, its output and its processor time in seconds, that of its own programs included; a program that takes
        more than ``limit`` seconds is ended, and fails."""
        with self._lock:
            if self._over:
                return 1, "not begun: the run was stopped", 0.0
            # A separate session, so that the program's children can be ended with it.
            program = subprocess.Popen(
                [sys.executable, "-S", "-E", reaper.__file__, *argv] if reaper.available() else argv,
                cwd=cwd,
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(program)
        late = threading.Event()

        def stop() -> None:
            late.set()
            end(program)

        timer = threading.Timer(limit, stop)
        timer.start()
        try:
            said = b""
            if program.stdout is not None:
                with program.stdout as output:
                    said = output.read()
            code, processor = ended(program)
        except BaseException:
            end(program)
            raise
        finally:
            timer.cancel()
            with self._lock:
                self._running.discard(program)
        text = said.decode(errors="replace")
        if late.is_set():
            return 1, f"{text}\nstopped after {limit:.0f} s", processor
        return code, text, processor

    def end(self) -> None:
        """End all that are running, and wait until they are gone."""
        with self._lock:
            self._over = True
            running = list(self._running)
        for program in running:
            end(program)


def ended(program: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Wait for a program; returns its exit code and its processor time in seconds, 0 where the system does not say."""
    if hasattr(os, "wait4"):
        with suppress(ChildProcessError):  # the thread that ends it has waited for it already
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            return program.returncode, usage.ru_utime + usage.ru_stime
    return program.wait(), 0.0


def end(program: subprocess.Popen[bytes]) -> None:
    """Ask a program and its children to end, and kill them after some seconds."""
    send(program, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        program.wait(MERCY)
    send(program, getattr(signal, "SIGKILL", signal.SIGTERM))


def send(program: subprocess.Popen[bytes], number: int) -> None:
    """Send a signal to a program and its children; without process groups to the program alone."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(program.pid, number)
        else:
            program.send_signal(number)
    except ProcessLookupError:
        return  # gone already
