"""Python programs that start quickly: each is forked from the zygote, a process that has imported the server already.

`program("-m", "rondel", "serve")` stands for `subprocess.Popen([sys.executable, "-m", "rondel", "serve"])`. The program has a
process id, an environment, streams and signals of its own, and ends as every interpreter does. It shares the seed of hashes
with the other programs of this run, and its modules were imported before its environment was set: a test of either starts an
interpreter. So does one test of each command.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO, Any, Final, Self

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src"

IMPORTED: Final = (
    *("rondel.server.serving", "rondel.server.ops.prometheus", "rondel.server.storage.migrations.run", "rondel.cli.app"),
    *("asyncpg", "litestar.plugins.pydantic", "sqlalchemy.dialects.sqlite.aiosqlite", "tests.server.harness"),
    *("anyio._backends._asyncio", "anyio.streams.tls", "encodings.idna", "uvicorn.lifespan.on", "uvloop"),
)
"""What the programs import. A module that is missing here costs time, and nothing else."""


class Program:
    """A running program. It has the part of `subprocess.Popen` that the tests use."""

    def __init__(self, status: IO[str], stdin: IO[str] | None, stdout: IO[str] | None) -> None:
        self._status = status
        self.stdin = stdin
        self.stdout = stdout
        self.pid = self._told()
        self.returncode: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self.stdin, self.stdout):
            if each is not None:
                each.close()
        self.wait()

    def poll(self) -> int | None:
        """The exit code, or the negative number of the signal that ended it; None while it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once there is one. Raises `subprocess.TimeoutExpired`."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"the program {self.pid}", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            self.returncode = os.waitstatus_to_exitcode(self._told())
            self._status.close()
        return self.returncode

    def _told(self) -> int:
        line = self._status.readline()
        if not line:
            raise RuntimeError("the zygote has ended")
        return int(line)


def program(
    *argv: str,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: IO[str] | int | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Program:
    """Start ``python -m module …`` or ``python -c code``. The streams are as those of `subprocess.Popen`, of text."""
    status, theirs = os.pipe()
    ours: list[IO[str] | None] = []
    given, made = [], [theirs]
    for number, stream in enumerate((stdin, stdout, stderr)):
        if stream == subprocess.PIPE:
            ends = os.pipe()
            given.append(ends[number > 0])
            made.append(given[-1])
            ours.append(open(ends[number == 0], "r" if number else "w", encoding="utf-8"))  # noqa: SIM115 - the caller closes it
        else:
            given.append(number if stream is None else stream if isinstance(stream, int) else stream.fileno())
            ours.append(None)
    asked = {"argv": argv, "env": dict(os.environ if env is None else env), "cwd": str(cwd or Path.cwd())}
    commands, turn = _zygote()
    with turn:
        socket.send_fds(commands, [json.dumps(asked).encode() + b"\n"], [*given, theirs])
        for each in made:
            os.close(each)
        return Program(open(status, encoding="utf-8"), ours[0], ours[1])


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m module …`` to its end, with its streams of text, as `subprocess.run` does."""
    with TemporaryFile("w+", encoding="utf-8") as errors:
        with program(*argv, stdout=subprocess.PIPE, stderr=errors) as running:
            assert running.stdout is not None
            said = running.stdout.read()
        errors.seek(0)
        return subprocess.CompletedProcess(argv, running.wait(), said, errors.read())


@cache
def _zygote() -> tuple[socket.socket, threading.Lock]:
    """The socket on which the zygote takes commands, one at a time. It ends when the socket is closed."""
    here, there = socket.socketpair()
    path = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.zygote", str(there.fileno())],
        pass_fds=[there.fileno()],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    there.close()

    @atexit.register
    def end() -> None:
        here.close()
        process.wait()

    return here, threading.Lock()


# -- the zygote ----------------------------------------------------------------------------------------------------------


class _Zygote:
    """Forks programs as it is asked to, and tells how each has ended."""

    def __init__(self, commands: socket.socket) -> None:
        self._commands = commands
        self._statuses: dict[int, int] = {}
        """Where to tell the end of each running program, by its process id."""
        self._woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        self._wakes = wakes
        signal.set_wakeup_fd(wakes)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # which is for the programs

    def next(self) -> list[str] | None:
        """In each program: its arguments. In the zygote, at its end: None."""
        commands = self._commands.fileno()
        while True:
            ready = select.select([commands, self._woken], [], [])[0]
            if self._woken in ready:
                os.read(self._woken, 4096)
                self._reap()
            if commands in ready:
                line, streams = b"", list[int]()
                while not line.endswith(b"\n"):
                    part, found, *_ = socket.recv_fds(self._commands, 1 << 16, 4)
                    if not part:
                        return None
                    line, streams = line + part, streams + found
                *streams, status = streams
                process = os.fork()
                if not process:
                    self._become(json.loads(line), streams, status)
                    return list(json.loads(line)["argv"])
                os.write(status, f"{process}\n".encode())
                self._statuses[process] = status
                for each in streams:
                    os.close(each)

    def _reap(self) -> None:
        while self._statuses:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                return
            told = self._statuses.pop(process)
            with suppress(BrokenPipeError):  # nobody waits for it any more
                os.write(told, f"{status}\n".encode())
            os.close(told)

    def _become(self, asked: Mapping[str, Any], streams: Sequence[int], status: int) -> None:
        """Be the program that was asked for, and no longer the zygote."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._commands.close()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        for each in (*streams, status, *self._statuses.values(), self._woken, self._wakes):
            os.close(each)
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])


def main(commands: socket.socket) -> None:
    """Be the zygote, and in each program that program."""
    for each in IMPORTED:
        import_module(each)
    import_module("tests.server.harness").rehearse()  # what it fills its caches with, the programs share
    assert threading.active_count() == 1, "a thread would not be there after a fork"
    gc.collect()
    gc.freeze()  # a collection in a program would copy all of it
    argv = _Zygote(commands).next()
    if argv is None:
        return
    kind, what, *more = argv
    if kind == "-m":
        sys.path[0] = str(Path.cwd())
        sys.argv = [what, *more]
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = ""
        sys.argv = ["-c", *more]
        sys.modules["__main__"] = module = ModuleType("__main__")
        exec(compile(what, "<string>", "exec"), vars(module))  # noqa: S102 - as `python -c` does


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
