"""Processes: the same outcomes as in one process, and workers that die."""

from __future__ import annotations

import sys
import time

import pytest

from rondel.errors import BadOption
from rondel.tournament.execution.job import Setting
from rondel.tournament.execution.processes import Processes
from rondel.tournament.fixture import fixtures
from rondel.tournament.tournament import Tournament
from tests.tournament.untimed import untimed

DIES = """
import os, sys
from rondel.tournament.execution import job, worker
real = job.played
def played(kind, setting, fixture):
    if fixture.id.endswith("/3"):
        os._exit(9)
    return real(kind, setting, fixture)
job.played = played
worker.main()
"""


def test_as_here() -> None:
    tournament = Tournament("reversi", ["greedy", "random"], games=12, seed=3, options={"size": 4})
    here = tournament.run()
    with Processes(2) as executor:
        there = tournament.run(executor)
    assert untimed(here) == untimed(there)


def test_a_worker_that_dies_spoils_one_game() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "random"], games=8, seed=1)
    with Processes(2, command=[sys.executable, "-c", DIES]) as executor:
        outcomes = tournament.run(executor)
    lost = [each for each in outcomes if each.fault is not None]
    assert [each.id for each in lost] == ["0-1/3"]
    assert [(each.fault.seat, each.fault.code) for each in lost if each.fault] == [(-1, "lost")]
    assert "exit code 9" in (lost[0].fault.message if lost[0].fault else "")
    assert sum(bool(each.points) for each in outcomes) == 7


def test_closing_the_iterator_stops_the_workers() -> None:
    fixed = fixtures((0, 1), seats=2, games=500, seed=1)
    with Processes(2) as executor:
        began = time.monotonic()
        running = executor.run(Setting("reversi", ("mcts:3", "mcts:3")), fixed)
        next(running)
        running.close()  # type: ignore[attr-defined]
        assert time.monotonic() - began < 60


def test_at_least_one_worker_is_required() -> None:
    with pytest.raises(BadOption, match="cannot play with 0 workers"):
        Processes(0)
