"""Clusters: a tournament on a real Ray cluster of this machine has the same outcomes as a local one."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from rondel.errors import BadOption
from rondel.tournament.execution.cluster import Cluster
from rondel.tournament.tournament import Tournament
from tests.tournament.untimed import untimed


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_as_here_and_without_a_word_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Ray makes a key for its cluster, in the home folder, and says so in a log that a command would show."""
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["src", *filter(None, [os.environ.get("PYTHONPATH")])]))
    tournament = Tournament("tic_tac_toe", ["greedy", "random"], games=12, seed=3)
    with Cluster() as executor:
        there = tournament.run(executor)
    assert untimed(there) == untimed(tournament.run())
    assert capfd.readouterr() == ("", "")
    assert [each.getMessage() for each in caplog.records] == []


def test_where_nobody_answers_it_says_so_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]  # free, once it is closed
    began = time.monotonic()
    with pytest.raises(BadOption, match=f"no Ray cluster answers at '127.0.0.1:{port}': Connection refused"):
        Cluster(f"127.0.0.1:{port}")
    assert time.monotonic() - began < 30, "Ray itself would knock for minutes"


@pytest.mark.parametrize("address", ["there", "there:", "there:port", ":1", ""])
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="is not the address of a Ray cluster: write HOST:PORT, auto or local"):
        Cluster(address)
