"""Pipes: a started program, written to at its standard input and read at its standard output."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rondel.players.programs.channel import LONGEST, BrokenChannel, Channel, NoAnswer
from rondel.players.programs.memory_limit import MEMORY, hold

PATIENCE: Final = 1.0
"""Seconds a program may take to end after the end of its input."""
LAST_WORDS: Final = 5
"""Lines of a program's standard error that an error message repeats."""


class Pipe(Channel):
    """A program of any language, started here. Its standard error is read too, and repeated when it breaks down.
    ``memory`` is its limit in bytes (`rondel.players.programs.memory_limit`).

    Raises `BrokenChannel` if it cannot be started.

    >>> cat = Pipe("cat")
    >>> cat.send("hello")
    >>> cat.receive(5)
    'hello'
    >>> cat.close()
    >>> Pipe("no_such_program")
    Traceback (most recent call last):
    rondel.players.programs.channel.BrokenChannel: 'no_such_program' cannot be started: No such file or directory
    """

    def __init__(self, command: str | Sequence[str], *, memory: int = MEMORY) -> None:
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        self._name = shlex.join(self._command)
        if not self._command:
            raise BrokenChannel("'' cannot be started: there is no command; write pipe:./my_bot")
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BrokenChannel(f"{self._name!r} cannot be started: {reason}") from error
        hold(self._process.pid, memory)
        self._said: queue.Queue[str] = queue.Queue()
        """Lines from the program; an empty one marks the end."""
        self._told: queue.Queue[str | None] = queue.Queue()
        """Lines still to be written to it; None ends its input."""
        self._last: deque[str] = deque(maxlen=LAST_WORDS)
        # One thread each: no other way to wait for a pipe with a time limit works on all systems, and a program that does not
        # read blocks nothing.
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._tell, self._listen, self._overhear)]
        for thread in self._threads:
            thread.start()

    def send(self, text: str) -> None:
        self._told.put(text + "\n")

    def flush(self, seconds: float) -> None:
        """Waits until the sent lines are written, ``seconds`` at most.

        A caller that goes on with compiled code needs it: that code blocks the writing thread, and delays the input."""
        with self._told.all_tasks_done:
            self._told.all_tasks_done.wait_for(lambda: not self._told.unfinished_tasks, seconds)

    def receive(self, seconds: float | None) -> str:
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            raise NoAnswer(f"{self._name!r} said nothing within {seconds:g} s") from None
        if not line:
            self._said.put("")  # for the next call
            raise self._broken()
        if not line.endswith("\n") and len(line) >= LONGEST:
            raise BrokenChannel(f"{self._name!r} sent a line of more than {LONGEST} characters")
        return line.rstrip("\r\n")

    def close(self) -> None:
        process = self._process
        self._told.put(None)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for thread, stream in zip(self._threads, (process.stdin, process.stdout, process.stderr), strict=True):
            thread.join(PATIENCE)
            # A child of the program may still hold the other end; then the waiting thread keeps the stream.
            if stream is not None and not thread.is_alive():
                with suppress(OSError):  # the last line was written and never read
                    stream.close()

    def _tell(self) -> None:
        stdin = self._process.stdin
        try:
            while stdin is not None and (text := self._told.get()) is not None:
                stdin.write(text)
                stdin.flush()
                self._told.task_done()
            if stdin is not None:
                stdin.close()
        except OSError:
            return  # It has ended; the reader of its answer gets the error.

    def _listen(self) -> None:
        stdout = self._process.stdout
        while stdout is not None:
            line = stdout.readline(LONGEST)
            self._said.put(line)
            if not line:
                return

    def _overhear(self) -> None:
        stderr = self._process.stderr
        while stderr is not None:
            line = stderr.readline(LONGEST)
            if not line:
                return
            self._last.append(line.rstrip())

    def _broken(self) -> BrokenChannel:
        try:
            code: int | None = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            code = None
        self._threads[2].join(PATIENCE)
        ended = "closed its output" if code is None else f"ended with exit code {code}"
        words = "; the last lines of its standard error:\n" + "\n".join(self._last) if self._last else ""
        return BrokenChannel(f"{self._name!r} {ended}{words}")
