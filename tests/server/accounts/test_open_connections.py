"""Open connections: who came with what has ended leaves, and nobody else."""

from __future__ import annotations

import doctest

from rondel.server.accounts import open_connections as attendance
from rondel.server.accounts.open_connections import OpenConnections


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(attendance).failed == 0


def test_every_socket_of_a_session_leaves_and_no_other() -> None:
    here, left = OpenConnections(), []
    with (
        here.present(b"a", lambda: left.append("a1")),
        here.present(b"a", lambda: left.append("a2")),
        here.present(b"b", lambda: left.append("b")),
    ):
        with here.present(b"a", lambda: left.append("gone before")):
            pass
        assert sorted(here.credentials()) == [b"a", b"b"]
        here.end([b"a"])
        assert left == ["a1", "a2"]
    assert list(here.credentials()) == [], "nothing is kept of those who are gone"
