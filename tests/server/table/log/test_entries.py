"""Rows of a table's log as values."""

from __future__ import annotations

import pytest

from rondel.server.table.log.entries import Answer, Kind


def answer(seq: int = 4, kind: Kind = "play", move: str = "play_disc(d3)") -> Answer:
    return Answer("t", seq, 1, kind, "black", move, "m")


@pytest.mark.parametrize("other", [answer(seq=5), answer(move="play_disc(c4)"), answer(kind="undo", move="")])
def test_a_row_is_known_again_by_the_message_it_was_made_of_and_by_no_other(other: Answer) -> None:
    assert answer().came_from(answer())
    assert not answer().came_from(other)
