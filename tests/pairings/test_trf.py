"""FIDE's tournament report file."""

from __future__ import annotations

from rondel.pairings.scorecard import Pair, Result, cards
from rondel.pairings.trf import report


def test_each_field_is_in_its_column() -> None:
    played = cards(
        [1, 2, 3], [[Result(Pair(2, 1), (0.5, 0.5)), Result(Pair(3, None), (1, 0), False)], [Result(Pair(1, 3), (0, 1), False)]]
    )
    text = report("Club\ncup", played, {1: "Ada\nLovelace", 2: "B" * 50, 3: "Cleo"}, rounds=2)
    assert text.startswith("012 Club cup\n062 3\n")
    ada, bee, cleo = [line for line in text.splitlines() if line.startswith("001")]
    assert (ada[4:8], ada[14:47].strip(), ada[80:84], ada[85:89]) == ("   1", "Ada Lovelace", " 0.5", "   2")
    assert (ada[91:99], ada[101:109]) == ("   2 b =", "   3 w -")
    assert (bee[14:47], bee[91:99], bee[101:109]) == ("B" * 33, "   1 w =", "0000 - Z")
    assert (cleo[91:99], cleo[101:109]) == ("0000 - U", "   1 b +")
