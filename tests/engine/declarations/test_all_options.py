"""Options listed for all parts of an action together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Game,
    GameEnd,
    Grid,
    To,
    TokenKind,
    on,
)
from rondel.errors import RulesError

Piece = TokenKind("piece")


class Swap(Game):
    """Actions whose parts are listed together."""

    name = "swap"
    seats = ("one", "two")
    kinds = (Piece,)

    def setup(self) -> To[Trade]:
        self.board = self.add(Grid("board", rows=1, columns=4, visible_to=EVERYONE))
        self.board.put(Piece("one"), "a1")
        return Trade


class Trade(ActivePlayer[Swap]):
    """A piece goes elsewhere, or is changed as well."""

    description = "{actplayer} must trade"
    my_turn = "{you} must trade"


@on(Trade, "{actplayer} goes from {start} to {goal} {face}")
def go(game: Swap, start: Cell, goal: Cell, face: str | None) -> To[Trade] | To[GameEnd]:
    piece = game.board.token(start)
    game.board.put(piece, goal)
    if face is not None:
        piece.face = face
        return GameEnd
    return Trade


@go.all_options
def ways(game: Swap) -> Iterable[tuple[Cell, Cell, str | None]]:
    if LISTED:
        return LISTED
    start = game.board.owned("one")[0]
    goals = game.board.empty()
    return [(start, goal, None) for goal in goals[:-1]] + [(start, goals[-1], face) for face in ("king", "queen")]


LISTED: list[Any] = []
"""What a test lists instead."""


def test_parts_may_be_listed_together_and_one_that_is_none_is_left_out() -> None:
    game = Swap()
    assert [str(each) for each in game.moves()] == ["go(a1,b1)", "go(a1,c1)", "go(a1,d1,king)", "go(a1,d1,queen)"]
    plain, _other, crowned, _last = game.moves()
    assert plain.places == ("board:a1", "board:b1")
    assert plain.words == ["a1", "b1"]
    assert crowned.places == ("board:a1", "board:d1", "")
    assert plain.describe() == "one goes from a1 to b1"
    assert crowned.describe() == "one goes from a1 to d1 king"
    game.push("go(a1,b1)")
    assert [str(each) for each in game.moves()] == ["go(b1,a1)", "go(b1,c1)", "go(b1,d1,king)", "go(b1,d1,queen)"]
    game.push("go(b1,d1,queen)")
    assert game.board.token("d1").face == "queen"
    game.pop()
    game.pop()
    assert game.moves()[0] is plain  # made once


def test_what_is_listed_together_is_as_long_as_the_action_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Swap()
    cell = game.board.cell("a1")
    for wrong in ((cell, cell), cell):
        monkeypatch.setattr(__name__ + ".LISTED", [wrong])
        with pytest.raises(RulesError, match=r"all_options of action 'go' list .*; a move is a tuple of \(start, goal, face\)"):
            game.moves()


def test_what_is_listed_together_can_be_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__name__ + ".LISTED", 5)
    with pytest.raises(RulesError, match="all_options of action 'go' are 5: return what may be chosen"):
        Swap().moves()
