"""What a confined process cannot do, tried by one that is, beside one that is not and can."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rondel.server.rule_host.sandbox.confine import end, environment, hold

SOURCE = Path(__file__).resolve().parents[4] / "src"

TRIES = """
import fcntl, json, os, signal, socket, sys, threading
from pathlib import Path
sys.path.insert(0, {source!r})
from rondel.server.rule_host.sandbox.confine import confine
inside, outside, confined = sys.argv[1:]
def attempt(deed):
    try:
        deed()
    except (OSError, RuntimeError):
        return False
    return True
missing = confine([Path(inside)]) if confined == "yes" else None
done = {{name: attempt(deed) for name, deed in {{
    "read inside": lambda: Path(inside, "file").read_text(),
    "compute": lambda: sum(range(1000)),
    "read outside": lambda: Path(outside, "file").read_text(),
    "list outside": lambda: os.listdir(outside),
    "write inside": lambda: Path(inside, "new").write_text(""),
    "write outside": lambda: Path(outside, "new").write_text(""),
    "delete": lambda: Path(inside, "spare").unlink(),
    "socket": lambda: socket.socket().close(),
    "thread": lambda: threading.Thread(target=int).start(),
    "signal": lambda: os.kill(os.getppid(), 0),
    "signal by the kernel": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()),
    "which signal": lambda: fcntl.fcntl(0, 10, signal.SIGKILL),  # F_SETSIG
    "copy a file's number": lambda: os.close(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 9)),
    "set flags": lambda: [fcntl.fcntl(0, each, fcntl.fcntl(0, each - 1)) for each in (fcntl.F_SETFD, fcntl.F_SETFL)],
    "look at": lambda: Path(f"/proc/{{os.getppid()}}/environ").read_bytes(),
    "fork": lambda: os.waitpid(os.fork() or os._exit(0), 0),
}}.items()}}
print(json.dumps([missing, done]))
"""


def tries(folder: Path, confined: str) -> tuple[list[str] | None, dict[str, bool]]:
    """What a process could do."""
    inside, outside = folder / f"inside-{confined}", folder / f"outside-{confined}"
    for each in (inside, outside):
        each.mkdir()
        (each / "file").write_text("text")
    (inside / "spare").write_text("")
    argv = [sys.executable, "-c", TRIES.format(source=str(SOURCE)), str(inside), str(outside), confined]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    found: tuple[list[str] | None, dict[str, bool]] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have nothing to confine a process with")
def test_a_confined_process_computes_and_reads_what_it_was_given_and_nothing_else(tmp_path: Path) -> None:
    _, free = tries(tmp_path, "no")
    assert all(free.values()), "each of them can be done, so that it means something when it cannot"
    missing, done = tries(tmp_path, "yes")
    able = {name for name, could in done.items() if could}
    assert missing is not None
    if not missing:
        assert able == {"read inside", "compute", "copy a file's number", "set flags"}
    else:  # an older kernel, or another machine: what is missing is said, and the rest holds
        assert any(each.startswith(("files:", "processes and network:")) for each in missing)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can hold another process to limits")
def test_a_process_is_held_to_memory_and_ended_with_all_it_has_begun(tmp_path: Path) -> None:
    code = "import os, time, sys; sys.stdin.readline(); bytearray(1 << 30)"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        hold(process.pid, 512 << 20)
        _, said = process.communicate("\n")
    assert "MemoryError" in said
    code = "import os, time\nfor _ in range(3): os.fork()\nos.write(1, b'%d\\n' % os.getpid())\ntime.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        family = [int(process.stdout.readline()) for _ in range(8)]
        end(process.pid)
        process.wait(10)
    deadline = time.monotonic() + 60
    while any(alive(each) for each in family):
        assert time.monotonic() < deadline, "something outlived the end of its group"
        time.sleep(0.01)
    end(process.pid)  # twice is harmless


def alive(pid: int) -> bool:
    """Whether there is such a process that is not only waiting to be noticed as dead."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_nothing_of_what_the_server_knows_is_in_the_environment_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_DATABASE", "postgresql://me:hunter2@db/arena")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["src", "", "/elsewhere"]))
    given = environment()
    assert set(given) <= {"PATH", "LANG", "SYSTEMROOT", "PYTHONPATH", "XDG_CACHE_HOME"}
    assert given["PYTHONPATH"] == os.pathsep.join([os.path.abspath("src"), "/elsewhere"])
