"""A watch over rules: it stops and names a rule that runs too long, and stops work at a time limit.

    watch = Watch(until=time.monotonic() + 15)
    trial = watch.run(lambda: attempt(make, "pop", seed=1))

A timer of the operating system (`signal.setitimer`) interrupts the main thread a few times a second and reads its stack. It
needs no hooks in the engine and no second process, it interrupts a sleep as well as a loop, and the stack gives the file and
the line. A rule is one call: the outermost frame of rules, as long as it is the same frame object. Its limits:

constant          limits                                           unit                                       default
RULE_SECONDS      a call that computes                             processor time; ``limit`` of a `Watch`     3 s
WAIT_FACTOR       a call that waits (less than `WAIT_PART` used)   clock, in multiples of ``limit``           2
CLOCK_FACTOR      any call, as a loop of short sleeps              clock, in multiples of ``limit``           10
SILENT_SECONDS    C code that the timer cannot interrupt           clock, without a look; then exit           60 s
IGNORED           rules that catch each interrupt                  interrupts; then exit                      100

A rule that ends the process, by `sys.exit` or ``os._exit``, is reported too: see `Watch.run`.

Processor time does not depend on the load of the machine. The last two limits need ``last_resort``. ``until`` limits all of
the work; a rule that is running then may continue to its own limit, so that an endless rule is named even if the time for all
of the work is shorter than the limit. Without such a timer (Windows, other threads) nothing is watched;
`rondel.testing.traced_watch` needs none.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Final, TypeVar

from rondel.errors import RulesError

RULE_SECONDS: Final = 3.0
"""As at a served table."""
WAIT_FACTOR: Final = 2.0
WAIT_PART: Final = 0.01
"""The part of the time by the clock: a rule that uses less processor time counts as one that waits."""
CLOCK_FACTOR: Final = 10.0
SILENT_SECONDS: Final = 60.0
IGNORED: Final = 100
TICK: Final = 0.1
"""Seconds between two looks."""
CLOCK_PART: Final = 15 / 17
"""The part of the time by the clock that counts where a process gets little processor time: 15 s end after 17 s."""

_processor_time: Final = getattr(time, "thread_time", time.process_time)
"""Python in a browser has one thread, and no time of its own for it."""

Result = TypeVar("Result")


class SlowRule(RulesError):
    """A rule exceeded its limit; the message gives the rule, the file and the line."""

    code: ClassVar[str] = "slow_rule"


class TimeUp(Exception):
    """The time for all of the work is up; the message names the slow rule that was running, or is empty."""


class _Interrupt(BaseException):
    """Raised within the watched work. An ``except Exception`` does not catch it; rules that catch it are interrupted again, up
    to `IGNORED` times."""


class Watch:
    """A limit for each call of a rule, and a time at which all work ends.

    >>> Watch(limit=3.0).run(lambda: sum(range(10)))
    45
    """

    def __init__(
        self,
        *,
        limit: float = RULE_SECONDS,
        until: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        last_resort: bool = False,
    ) -> None:
        """``until`` is a time of the ``clock``. With ``last_resort`` the process ends where the timer cannot interrupt it for
        `SILENT_SECONDS` seconds, with its stack on standard error, and where the rules catch `IGNORED` interrupts."""
        self.limit = limit
        self.until = until
        self.clock = clock
        self._last_resort = last_resort
        self._on = False
        self._looking = False
        self._rule: FrameType | None = None
        self._since = (0.0, 0.0)
        self._blame: SlowRule | TimeUp = TimeUp()
        self._over = False
        self._ignored = 0
        self._late: str | None = None
        """The rule that was running at the last look after the time limit; empty for a quick one."""

    def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work. Raises `SlowRule`, `TimeUp`, and the exceptions of the work, but `RulesError` for rules that
        end the process by `SystemExit` or by ``os._exit``, which could end a check with exit code 0."""
        try:
            with _kept_alive() as tried:
                result = self._run(work)
        except SystemExit as error:
            how = tried[-1] if tried else f"SystemExit: {error.code}"
            raise RulesError(_ENDED.format(how=how)).with_traceback(error.__traceback__) from error
        if tried:  # the rules have caught the SystemExit
            raise RulesError(_ENDED.format(how=tried[-1]))
        return result

    def _run(self, work: Callable[[], Result]) -> Result:
        if not self._watches():
            return work()
        self._rule, self._over, self._ignored, self._late = None, False, 0, None
        before = self._begin()
        try:
            try:
                self._on = True
                self._resort()
                self._start()
                return work()
            finally:
                self._on = False
        except _Interrupt:
            raise self._blame from None
        finally:
            self._on = False
            self._stop(before)
            self._rule = None
            if self._last_resort:
                faulthandler.cancel_dump_traceback_later()

    def _watches(self) -> bool:
        """Whether there is a timer for this thread."""
        return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def _begin(self) -> Any:
        """Prepare the timer; returns what `_stop` restores."""
        return signal.signal(signal.SIGALRM, self._look)

    def _start(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def _stop(self, before: Any) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    def _resort(self) -> None:
        """Set the last resort to `SILENT_SECONDS` seconds from now."""
        if self._last_resort and sys.__stderr__ is not None:
            faulthandler.dump_traceback_later(SILENT_SECONDS, exit=True, file=sys.__stderr__)

    def _look(self, _signal: int, frame: FrameType | None) -> None:
        """Look at the stack. Raises `_Interrupt` if a rule has run too long or the time is up."""
        if self._looking:  # on a busy machine a look lasts longer than a tick, and looks in looks would fill the stack
            return
        self._looking = True
        try:
            self._look_at(frame)
        finally:
            self._looking = False

    def _look_at(self, frame: FrameType | None) -> None:
        self._resort()
        if not self._on:
            return
        if not self._over:
            found = self._accused(frame)
            if found is not None:
                self._blame, self._over = found, True
        if self._over:
            self._ignored += 1
            if self._last_resort and self._ignored > IGNORED:
                os.write(2, f"rondel: {self._blame}; the rule catches every exception, so the process ends\n".encode())
                _exit(1)
            raise _Interrupt

    def _accused(self, frame: FrameType | None) -> SlowRule | TimeUp | None:
        now = (_processor_time(), time.monotonic())
        frames = rules(frame)
        known = bool(frames) and frames[-1] is self._rule
        if frames:
            if not known:
                self._rule, self._since = frames[-1], now
            used, passed = now[0] - self._since[0], now[1] - self._since[1]
            waited = passed >= self.limit * WAIT_FACTOR and used < passed * WAIT_PART
            if used >= self.limit or waited or passed >= self.limit * CLOCK_FACTOR:
                return SlowRule(
                    f"a rule ran for more than {self.limit:g} s and did not return: {placed(frames)}; an endless loop?"
                )
        if self.until is None or self.clock() < self.until:
            return None
        if not frames or not (known or self._late is None):  # a rule seen for the first time may be endless: look once more
            return TimeUp(self._late or "")
        passed = now[1] - self._since[1]
        self._late = f"{placed(frames)}, which had run for {passed:.1f} s" if passed >= TICK / 2 else ""
        return None


def effort() -> float:
    """Seconds of processor time that this process and its ended children have used, or `CLOCK_PART` of the time by the clock
    if that is more. A budget counted by it goes nearly as deep on a busy machine as on an idle one, and ends in time on both.

    >>> 0 < effort() <= effort()
    True
    """
    return spent(os.times(), time.monotonic() - _BEGUN)


def spent(used: os.times_result, passed: float) -> float:
    """The seconds that count, of the processor time used and the time passed by the clock."""
    return max(used.user + used.system + used.children_user + used.children_system, passed * CLOCK_PART)


_BEGUN: Final = time.monotonic()

_exit: Final = os._exit
_ENDED: Final = "the rules end the program ({how}); to end the game, go to GameEnd"
_ENDING: Final = ("_exit", "execv", "execve")
"""The functions of `os` that end a process without an exception, with any exit code, 0 included; ``os.execl`` and its like
call them."""


_CALLS: Final[list[str]] = []
"""The calls of these functions since the last `Watch.run` began. One list, because a rule may keep a replaced function."""


@contextmanager
def _kept_alive() -> Iterator[list[str]]:
    """Replace the functions `_ENDING` by functions that raise `SystemExit`; yields the list of their calls."""
    _CALLS.clear()
    before = {name: getattr(os, name) for name in _ENDING if hasattr(os, name)}
    for name, function in before.items():
        setattr(os, name, _refusing(name, function, os.getpid()))
    try:
        yield _CALLS
    finally:
        for name, function in before.items():
            setattr(os, name, function)


def _refusing(name: str, function: Callable[..., Any], process: int) -> Callable[..., Any]:
    """The replacement of a function that ends a process. In a forked child process it calls that function."""

    def refuse(*args: Any, **named: Any) -> Any:
        if os.getpid() != process:
            return function(*args, **named)
        given = [*map(repr, args), *(f"{each}={value!r}" for each, value in named.items())]
        _CALLS.append(f"os.{name}({', '.join(given)})")
        raise SystemExit(1)

    return refuse


def rules(frame: FrameType | None) -> list[FrameType]:
    """The frames of rules in a stack, the innermost first: of modules that are neither Rondel's nor Python's own."""
    found: list[FrameType] = []
    while frame is not None and frame.f_code is not Watch._run.__code__:
        if of_rules(frame):
            found.append(frame)
        frame = frame.f_back
    return found


def of_rules(frame: FrameType) -> bool:
    """Whether a frame runs code of rules."""
    name = str(frame.f_globals.get("__name__"))
    room = name.partition(".")[0]
    return name.startswith("rondel.shelf.") or (room != "rondel" and room not in sys.stdlib_module_names)


def placed(frames: list[FrameType]) -> str:
    """Where rules are: the innermost line, and the rule that was called first."""
    inner, outer = frames[0], frames[-1]
    where = f"{Path(inner.f_code.co_filename).name} line {inner.f_lineno}"
    name = inner.f_code.co_name
    where = f"at {where}" if name == "<module>" else f"in {name}, {where}"
    first = outer.f_code.co_name
    return where if outer is inner or first == "<module>" else f"{where}, called by {first}"
