"""Lanes: no more at a time than there are lanes, nothing before what it waits for, and nothing left running."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
import reaper
from lanes import Lanes, Processors, Programs, chains


@dataclass
class Job:
    name: str
    after: tuple[str, ...] = ()
    takes: float = 1.0


def run(jobs: list[Job], lanes: int = 2) -> tuple[list[str], list[str]]:
    """In which order they began, and what came of it."""
    begun: list[str] = []

    def perform(job: Job) -> str:
        begun.append(job.name)
        return job.name.upper()

    ended: list[str] = []
    results = Lanes(lanes, perform, ended.append, lambda: None).run(jobs)
    assert sorted(ended) == sorted(results)
    return begun, results


def test_results_come_in_the_order_given_and_the_longest_chain_begins_first() -> None:
    jobs = [Job("quick"), Job("long", takes=9), Job("tail", ("head",), takes=9), Job("head")]
    begun, results = run(jobs, lanes=1)
    assert results == ["QUICK", "LONG", "TAIL", "HEAD"]
    assert begun == ["head", "long", "tail", "quick"]


def test_what_is_not_among_the_tasks_is_not_waited_for() -> None:
    assert run([Job("b", ("a",))]) == (["b"], ["B"])


def test_a_circle_is_refused() -> None:
    with pytest.raises(ValueError, match="these wait for each other in a circle: a, b"):
        chains([Job("a", ("b",)), Job("b", ("a",))])


def most_at_a_time(expected: int, more: int = 0) -> set[int]:
    """How many tasks two lanes run together. Each waits until ``expected`` are there: fewer would not end."""
    meeting = threading.Barrier(expected, timeout=20)
    there: list[str] = []
    most: list[int] = []

    def perform(job: Job) -> int:
        there.append(job.name)
        meeting.wait()
        most.append(len(there))
        meeting.wait()
        there.remove(job.name)
        return meeting.wait()

    Lanes(2, perform, lambda _: None, lambda: None, more=more).run([Job(name) for name in "abcdef"])
    return set(most)


def test_two_at_a_time_and_no_more() -> None:
    assert most_at_a_time(2) == {2}


def test_an_error_stops_the_others() -> None:
    stopped = threading.Event()
    running = threading.Event()

    def perform(job: Job) -> None:
        if job.name == "breaks":
            running.wait(20)
            raise OSError("no such program")
        running.set()
        assert stopped.wait(20)

    with pytest.raises(OSError, match="no such program"):
        Lanes(2, perform, lambda _: None, stopped.set).run([Job("waits"), Job("breaks")])


def test_a_program_that_does_not_want_to_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanes.MERCY", 0.2)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    code, said, _processor = Programs().run([sys.executable, "-c", deaf], Path.cwd(), os.environ, 2.0)
    assert (code, said.split("\n")[-1]) == (1, "stopped after 2 s")


def test_no_program_begins_after_the_end() -> None:
    programs = Programs()
    programs.end()
    assert programs.run(["never started"], Path.cwd(), {}, 1.0) == (1, "not begun: the run was stopped", 0.0)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="the system does not say the processor time of one program")
def test_the_processor_time_of_a_program_and_its_own_programs_is_counted() -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass\n"
    both = f"{work}\nimport subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}])"
    code, said, processor = Programs().run([sys.executable, "-c", both], Path.cwd(), os.environ, 60.0)
    assert (code, said) == (0, "")
    assert processor >= 0.6


@pytest.mark.skipif(not reaper.available(), reason="the system hands over no orphans")
def test_the_processor_time_of_a_program_whose_parent_has_ended_is_counted() -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass\n"
    parent = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {work!r}])"
    # The output of the parent is open until its orphan has ended.
    first = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {parent!r}], stdout=-1).communicate()"
    code, said, processor = Programs().run([sys.executable, "-c", first], Path.cwd(), os.environ, 60.0)
    assert (code, said) == (0, "")
    assert processor >= 0.3


def test_one_more_begins_while_the_processors_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanes.LOOK", 0.05)
    monkeypatch.setattr(Processors, "idle", lambda _: 0.5)
    assert most_at_a_time(3, more=1) == {3}


def test_how_much_the_processors_idle_is_read_since_the_last_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "stat"
    monkeypatch.setattr("lanes.STATISTICS", told)
    told.write_text("cpu  100 0 50 800 10 0 0 0 0 0\ncpu0 1 2 3 4\n", encoding="ascii")
    processors = Processors()
    told.write_text("cpu  160 0 60 825 15 0 0 0 0 0\ncpu0 1 2 3 4\n", encoding="ascii")
    assert processors.idle() == 0.3
    assert processors.idle() == 0.0, "nothing has gone by"
