"""Which silent process is frozen, and which only waits for a core; and a node that does not get ready."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rondel.server.supervisor import child_process
from rondel.server.supervisor.channel import Failed, Ready, Settings
from rondel.server.supervisor.child_process import ChildProcess, cpu_seconds, is_starved

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nodes are started on Linux only")


def test_a_process_that_would_run_and_cannot_is_starved_and_a_frozen_or_busy_one_is_not() -> None:
    with subprocess.Popen([sys.executable, "-Sc", "while True: pass"]) as busy:
        try:
            deadline = time.monotonic() + 60
            while not cpu_seconds(busy.pid):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            assert is_starved(busy.pid, cpu_seconds(busy.pid)), "it has not run since"
            assert not is_starved(busy.pid, -10.0), "it has run, and said nothing"
            os.kill(busy.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, busy.pid, os.WSTOPPED | os.WNOWAIT)
            assert not is_starved(busy.pid, cpu_seconds(busy.pid)), "it was stopped"
        finally:
            busy.kill()
    assert not is_starved(busy.pid, 0.0)
    assert cpu_seconds(busy.pid) == 0


@pytest.mark.anyio
async def test_a_node_that_hangs_while_it_starts_is_killed_and_the_host_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(child_process, "START_SECONDS", 0.5)
    told: asyncio.Queue[Ready | Failed] = asyncio.Queue()
    child = ChildProcess(Settings("7", "http://127.0.0.1:1", "postgresql://127.0.0.1:1/none", str(tmp_path)), told.put_nowait)
    while not child.pid:
        await asyncio.sleep(0)
    os.kill(frozen := child.pid, signal.SIGSTOP)
    result = await told.get()
    assert isinstance(result, Failed)
    assert "node 7 was not ready within 0.5 s" in result.reason
    child.drain()
    await child.ended()
    assert told.empty(), "it is told once"
    with pytest.raises(ProcessLookupError):
        os.kill(frozen, 0)
