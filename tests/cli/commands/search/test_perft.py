"""``rondel perft``."""

from __future__ import annotations

import json

from tests.cli.shell import rondel


def test_a_line_for_each_depth() -> None:
    lines = rondel("perft", "reversi", "--depth", "4").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["1", "4"], ["2", "12"], ["3", "56"], ["4", "244"]]


def test_the_same_for_programs() -> None:
    report = json.loads(rondel("perft", "reversi", "--depth", "5", "--option", "size=6", "--json").stdout)
    assert (report["game"], report["options"]) == ("reversi", {"size": 6})
    assert [row["leaves"] for row in report["perft"]] == [4, 12, 56, 244, 1364]
