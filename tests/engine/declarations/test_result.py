"""Results: what is written by the journal is taken back by it. Scores, ranks and winners are tried in play/test_scoring.py."""

from __future__ import annotations

from rondel.engine.declarations.result import OUT, Result


def test_a_game_begins_with_nothing() -> None:
    result = Result(3)
    assert (result.scores, result.out) == ([0.0, 0.0, 0.0], ())


def test_a_write_is_a_score_or_who_is_out() -> None:
    result = Result(2)
    result._write(1, 4.0)
    result._write(OUT, (("left",),))
    assert (result.scores, result.out) == ([0.0, 4.0], (("left",),))
