"""Which silent process is frozen, and which only waits for a core."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from rondel.server.supervisor.child_process import cpu_seconds, is_starved

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
