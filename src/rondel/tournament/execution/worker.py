"""A process that plays fixtures: ``python -m rondel.tournament.execution.worker``.

A job comes in as one line of JSON; an outcome for each of its fixtures goes out as one line, and after the last a line that
says so. It ends when its input does:

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
    """Carry out every job of the standard input."""
    # What a game or a bot prints must not be taken for an outcome.
    out = sys.stdout
    sys.stdout = sys.stderr
    # Ctrl-C stops whoever started the worker too. It ends at once and without a word: as an exception, an interrupt that comes
    # just before a line is waited for would be noticed with that line only.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        work(sys.stdin, out)
    except BrokenPipeError:
        # Whoever started the worker is gone; there is nobody to tell.
        raise SystemExit(0) from None


def work(jobs: IO[str], out: IO[str]) -> None:
    """Carry out every job of ``jobs``, and say on ``out`` what comes of it."""
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
