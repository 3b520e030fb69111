"""Scorecards."""

from __future__ import annotations

from rondel.pairings.scorecard import Pair, Result, cards


def test_each_round_has_a_line_for_everybody() -> None:
    first = [Result(Pair(1, 2), (1, 0)), Result(Pair(3, None), (1, 0), False)]
    second = [Result(Pair(2, 3), (0, 1), False)]
    one, two, three = cards([1, 2, 3], [first, second], frozenset({1, 3}))
    assert [(line.kind, line.points) for line in one.lines] == [("played", 1), ("absent", 0.0)]
    assert [(line.kind, line.opponent, line.first) for line in two.lines] == [("played", 1, False), ("forfeit", 3, True)]
    assert [line.kind for line in three.lines] == ["bye", "forfeit"]
    assert (one.points, two.points, three.points) == (1, 0, 2)
    assert (one.is_present, two.is_present) == (True, False)
    assert two.opponents == {1}, "a forfeit is no meeting"
