"""The worker: jobs in, outcomes out."""

from __future__ import annotations

import json
import subprocess
import sys

from rondel.tournament.execution.job import Setting
from rondel.tournament.fixture import fixtures


def test_a_job_runs_and_printed_lines_are_not_outcomes() -> None:
    setting = Setting("tic_tac_toe", ("random", "greedy"))
    job = {"setting": setting.to_json(), "fixtures": [each.to_json() for each in fixtures((0, 1), seats=2, games=2, seed=1)]}
    done = subprocess.run(
        [sys.executable, "-m", "rondel.tournament.execution.worker"],
        input=json.dumps(job) + "\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("id") for line in lines] == ["0-1/0", "0-1/1", None]
    assert lines[-1] == {"done": 2}
