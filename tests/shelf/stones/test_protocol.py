"""The messages of Stones and the situation each leads to."""

from __future__ import annotations

import pytest

from rondel.errors import RondelError
from rondel.shelf.stones import (
    GameDrawn,
    GameStart,
    Hit,
    InvalidMove,
    MatchAborted,
    Message,
    Move,
    PlayerFailed,
    PlayerLost,
    PlayerWon,
    Situation,
    TurnTo,
)

BEFORE = ((0, -1), (-1, 1))
LATER = ((0, -1), (-1, -1))


@pytest.mark.parametrize(
    ("message", "after"),
    [
        (GameStart(BEFORE), Situation(LATER, (0, 1))),
        (TurnTo(1), Situation(LATER, (0, 1), turn=1)),
        (Hit(1, (1, 1)), Situation(LATER, (0, 1))),
        (Move(0, (0, 0), (0, 1)), Situation(LATER, (0, 1))),
        (PlayerLost(1), Situation(LATER, (0,))),
        (PlayerWon(0), Situation(LATER, (0, 1), winner=0)),
        (GameDrawn(9), Situation(LATER, (0, 1), drawn=True)),
    ],
)
def test_each_message_changes_what_it_says_and_nothing_else(message: Message, after: Situation) -> None:
    before = Situation(BEFORE, (0, 1))
    assert before.after(message, LATER) == after
    assert before == Situation(BEFORE, (0, 1))


def test_an_aborted_match_is_a_typed_error_with_a_code() -> None:
    invalid = InvalidMove(1, None, "an answer is a Move")
    assert (invalid.code, invalid.player, invalid.move, invalid.reason) == ("invalid_move", 1, None, "an answer is a Move")
    assert str(invalid) == "player 1 answered None: an answer is a Move"
    failed = PlayerFailed(0, "get_next_move", KeyError("x"))
    assert (failed.code, failed.player, str(failed)) == ("player_failed", 0, "player 0 failed in get_next_move: KeyError: 'x'")
    assert issubclass(InvalidMove, MatchAborted)
    assert issubclass(PlayerFailed, MatchAborted)
    assert issubclass(MatchAborted, RondelError)
