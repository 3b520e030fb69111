"""Clusters: a tournament on a real Ray cluster of this machine comes to the same as here."""

from __future__ import annotations

import os

import pytest

from rondel.tournament.cluster import Cluster
from rondel.tournament.tournament import Tournament
from tests.tournament.untimed import untimed


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_as_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["src", *filter(None, [os.environ.get("PYTHONPATH")])]))
    tournament = Tournament("tic_tac_toe", ["greedy", "random"], games=12, seed=3)
    with Cluster() as executor:
        there = tournament.run(executor)
    assert untimed(there) == untimed(tournament.run())
