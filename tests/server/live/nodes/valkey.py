"""A real Valkey or Redis for the tests: the machine's own program, on a port and in a folder of its own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Self

import pytest

MISSING = "no Valkey here: apt install valkey-server, or redis-server"


class Valkey:
    """A server with a password, which keeps nothing."""

    PASSWORD = "not:easy@to/guess"

    def __init__(self, folder: Path) -> None:
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if program is None:
            pytest.skip(MISSING)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        where = ("--dir", str(folder), "--save", "", "--appendonly", "no")
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--requirepass", self.PASSWORD, *where]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"valkey://:not%3Aeasy%40to%2Fguess@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
