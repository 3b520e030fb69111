"""A process that plays fixtures: ``python -m rondel.tournament.execution.worker``.

A job comes in as one line of JSON; an outcome for each of its fixtures goes out as one line, then a line that marks the end
of the job. The worker ends with its input:

    {"setting": {"game": "reversi", "specs": ["greedy", "random"], ...}, "fixtures": [{"id": "0-1/0", ...}]}
    {"id": "0-1/0", "seated": [0, 1], "points": [1.0, 0.0], ...}
    {"done": 1}
"""

from __future__ import annotations

import json
import signal
import sys
from typing import IO

from rondel.tournament.execution.job import Setting, carry_out
from rondel.tournament.fixture import Fixture


def main() -> None:
    """Runs every job of the standard input."""
    # Output printed by a game or a bot must not mix with outcomes.
    out = sys.stdout
    sys.stdout = sys.stderr
    # Ctrl-C also stops the process that started the worker. The worker ends at once and silently: as an exception, an interrupt
    # just before a read would be noticed only with the next line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        work(sys.stdin, out)
    except BrokenPipeError:
        # The process that started the worker has ended; no reader is left.
        raise SystemExit(0) from None


def work(jobs: IO[str], out: IO[str]) -> None:
    """Runs every job of ``jobs``, and writes the outcomes to ``out``."""
    for line in jobs:
        job = json.loads(line)
        games = 0
        for outcome in carry_out(Setting.from_json(job["setting"]), [Fixture.from_json(each) for each in job["fixtures"]]):
            out.write(json.dumps(outcome.to_json()) + "\n")
            out.flush()
            games += 1
        out.write(json.dumps({"done": games}) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
