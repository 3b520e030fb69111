"""Processes: fixtures played by workers on this machine."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rondel.errors import BadOption
from rondel.tournament.execution.executor import Batches, Executor
from rondel.tournament.execution.job import Setting
from rondel.tournament.fixture import Fixture
from rondel.tournament.outcome import Fault, Outcome

WORKER = (sys.executable, "-m", "rondel.tournament.execution.worker")


class Processes(Executor):
    """Worker processes, each with one batch at a time; by default one for each processor.

    The game of a worker that dies is void, its outcome says so, and a new worker replaces it. Raises `BadOption` for
    fewer than one.

    >>> from rondel.tournament import Tournament
    >>> with Processes(1) as executor:
    ...     len(Tournament("tic_tac_toe", ["random", "random"], games=2, seed=1).run(executor))
    2
    """

    def __init__(self, workers: int | None = None, *, command: Sequence[str] = WORKER) -> None:
        self.workers = workers if workers is not None else os.cpu_count() or 1
        if self.workers < 1:
            raise BadOption(f"cannot play with {self.workers} workers; give 1 or more")
        self._command = tuple(command)
        self._running: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()
        self._closed = False

    def run(self, setting: Setting, fixtures: Iterable[Fixture]) -> Iterator[Outcome]:
        batches = Batches(fixtures, takers=self.workers)
        found: queue.Queue[Outcome | BaseException | None] = queue.Queue()
        threads = [
            threading.Thread(target=self._drive, args=(setting, batches, found), daemon=True) for _ in range(self.workers)
        ]
        for thread in threads:
            thread.start()
        going = len(threads)
        try:
            while going:
                each = found.get()
                if each is None:
                    going -= 1
                elif isinstance(each, Outcome):
                    yield each
                else:
                    raise each
        finally:
            if going:
                self.close()
            for thread in threads:
                thread.join()

    def close(self) -> None:
        self._closed = True
        with self._lock:
            running = list(self._running)
        for process in running:
            process.kill()

    def _drive(self, setting: Setting, batches: Batches, found: queue.Queue[Outcome | BaseException | None]) -> None:
        """Sends batches to one worker until none are left; runs in a thread of its own."""
        process: subprocess.Popen[str] | None = None
        try:
            while batch := batches.next():
                if process is None:
                    process = self._start()
                played = 0
                began = time.perf_counter()
                for outcome in _outcomes(process, setting, batch):
                    played += 1
                    found.put(outcome)
                batches.learn(games=played, seconds=time.perf_counter() - began)
                if played < len(batch):
                    code = self._end(process)
                    process = None
                    if self._closed:
                        break
                    lost = batch[played]
                    message = f"the process that played it ended with exit code {code}"
                    found.put(Outcome(lost.id, lost.seated, (), (), (), 0, 0.0, Fault(-1, "lost", message)))
                    batches.again(batch[played + 1 :])
        except BaseException as error:  # noqa: BLE001 - raised again by the consumer of the outcomes
            found.put(error)
        finally:
            if process is not None:
                self._end(process)
            found.put(None)

    def _start(self) -> subprocess.Popen[str]:
        with self._lock:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._running.append(process)
        return process

    def _end(self, process: subprocess.Popen[str]) -> int:
        """Ends the input of a worker, waits for it, and returns its exit code."""
        try:
            process.communicate(timeout=5)
        except (subprocess.TimeoutExpired, OSError, ValueError):
            process.kill()
            process.wait()
        with self._lock:
            self._running.remove(process)
        return process.returncode


def _outcomes(process: subprocess.Popen[str], setting: Setting, batch: Sequence[Fixture]) -> Iterator[Outcome]:
    """The outcomes of a batch; fewer than fixtures if the worker dies."""
    if process.stdin is None or process.stdout is None:
        return
    job = {"setting": setting.to_json(), "fixtures": [each.to_json() for each in batch]}
    try:
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
    except OSError:
        return
    for line in process.stdout:
        said: dict[str, Any] = json.loads(line)
        if "done" in said:
            return
        yield Outcome.from_json(said)
