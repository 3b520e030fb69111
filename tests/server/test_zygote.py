"""Programs of the zygote are processes as those of an interpreter are."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.server.zygote import Program, program


def said(*argv: str, typed: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None) -> tuple[int, str]:
    """The exit code of a program and what it wrote on its standard output."""
    with program(*argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=cwd) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        started.stdin.write(typed)
        started.stdin.close()
        written = started.stdout.read()
    assert started.returncode is not None
    return started.returncode, written


def test_it_reads_writes_and_knows_its_arguments() -> None:
    code = "import sys; print(__name__, sys.argv, sys.stdin.read())"
    assert said("-c", code, "one", typed="hello") == (0, "__main__ ['-c', 'one'] hello\n")


def test_it_has_an_environment_and_a_folder_of_its_own(tmp_path: Path) -> None:
    code = "import os; print(os.environ.get('COLOUR'), os.environ.get('HOME'), os.getcwd())"
    assert said("-c", code, env={"COLOUR": "red"}, cwd=tmp_path) == (0, f"red None {tmp_path}\n")


def test_a_module_is_run_as_a_program(tmp_path: Path) -> None:
    (tmp_path / "walk.py").write_text("import sys; print(__name__, sys.argv[1:]); sys.exit(3)")
    assert said("-m", "walk", "left", cwd=tmp_path) == (3, "__main__ ['left']\n")


def test_what_it_raises_is_written_on_its_standard_error(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w") as errors:
        assert program("-c", "1 / 0", stderr=errors).wait(20) == 1
    assert (tmp_path / "errors").read_text().endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_is_ended_by_a_signal(number: signal.Signals) -> None:
    started = sleeper()
    assert started.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(0.01)
    started.send_signal(number)
    assert started.wait(20) == -number
    assert not Path(f"/proc/{started.pid}").exists()
    started.kill()  # which does nothing to a program that has ended


def test_it_is_interrupted_from_the_keyboard() -> None:
    started = sleeper()
    started.send_signal(signal.SIGINT)
    assert started.wait(20) == -signal.SIGINT


def test_the_end_of_a_program_is_seen_while_others_run() -> None:
    first, second = sleeper(), sleeper()
    first.kill()
    assert first.wait(20) == -signal.SIGKILL
    assert second.poll() is None
    second.kill()
    assert second.wait(20) == -signal.SIGKILL
    assert first.pid != second.pid != os.getpid()


def sleeper() -> Program:
    """A program that sleeps, once it has begun to."""
    started = program("-c", "import time; print('here', flush=True); time.sleep(60)", stdout=subprocess.PIPE)
    assert started.stdout is not None
    with started.stdout:
        assert started.stdout.readline() == "here\n"
    return started
