"""The moves of tokens of one game: made once, and listed as long as the tokens lie where they lay."""

from __future__ import annotations

from typing import Any

import pytest

from rondel import Grid
from rondel.engine import EVERYONE, Spot, Token
from rondel.engine.components.container import Hand, Row
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move
from rondel.engine.declarations.moves.token_moves import TokenMoves
from tests.engine.rules.store import Piece

CELLS = Grid("one", rows=2, columns=2).cells
OTHER = Grid("other", rows=2, columns=2).cells
JOURNAL = Journal(("left", "right"), (Piece,))


def row_of(*faces: str, **given: Any) -> Row:
    """A row of pieces with these faces."""
    row = Row("row", **{"visible_to": EVERYONE, **given})
    row._journal = JOURNAL
    for face in faces:
        row.add(Piece(None, face))
    return row


def moves() -> TokenMoves:
    return TokenMoves("left", "go", "", ("piece", "cell"))


def texts(known: TokenMoves, *options: Any) -> list[str] | None:
    listed = known.of(options)
    return None if listed is None else [move.text for move in listed]


def test_moves_are_made_once() -> None:
    known, (one, other) = moves(), row_of("a", "b").tokens()
    place = row_of().spot("there")
    pairs = [(one, CELLS[0]), (one, CELLS[3]), (other, CELLS[1]), (other, place)]
    assert texts(known, *pairs) == ["go(a,a1)", "go(a,b2)", "go(b,b1)", "go(b,there)"]
    first = known.of(pairs)
    assert first is not None
    assert known.of([*pairs, pairs[0]]) == first
    assert known.of(pairs[2:]) == first[2:]
    listed: list[Move] = []
    known.begin()
    assert known.add(one, (CELLS[3], CELLS[0]), listed)
    assert known.add(other, [place], listed)
    assert listed == [first[1], first[0], first[3]]
    assert not known.add(one, ["a1"], listed)


def test_a_token_that_looks_otherwise_has_other_moves() -> None:
    known, row = moves(), row_of("a", "b")
    one, other = row.tokens()
    pairs = [(one, CELLS[0]), (other, CELLS[0])]
    before = known.of(pairs)
    one.face = "c"
    assert texts(known, *pairs) == ["go(c,a1)", "go(b,a1)"]
    one.face = "a"
    assert texts(known, *pairs) == ["go(a,a1)", "go(b,a1)"]
    one.move_to(row_of("a"))
    after = known.of(pairs[:1])
    assert before is not None
    assert after is not None
    assert after[0] is not before[0]


@pytest.mark.parametrize("face", ["b", "a"])
def test_tokens_of_one_name_are_told_apart_elsewhere(face: str) -> None:
    known, (one, other) = moves(), row_of("a", face).tokens()
    assert (texts(known, (one, CELLS[0]), (other, CELLS[0])) is None) == (face == "a")


def test_what_is_no_token_that_lies_openly_in_a_row_is_not_known() -> None:
    known, row = moves(), row_of("a", "b")
    one, other = row.tokens()
    board = Grid("board", rows=2, columns=2, visible_to=EVERYONE)
    board._journal = JOURNAL
    loose, down, placed = Piece(None, "c"), Piece(None, "d"), Piece(None, "e")
    row.add(down)
    down.turn_down()
    board.put(placed, "a1")
    secret: Token = row_of("f", visible_to=("right",))[0]
    assert texts(known, (one, row.spot()), (one, CELLS[0])) == ["go(a,row)", "go(a,a1)"]
    options: list[Any] = [(each, CELLS[0]) for each in (loose, down, placed, secret, "a", None)]
    options += [one, (one,), (one, "a1"), (one, None), (one, CELLS[0], CELLS[1]), (one, OTHER[0])]
    for option in [*options, (one, Spot("row", "elsewhere")), (one, Spot("a,b", "row"))]:
        assert known.of([(other, CELLS[1]), option]) is None, option
    hand = Hand("hand", visible_to=("left",))
    hand._journal = JOURNAL
    hand.add(loose)
    assert texts(known, (loose, CELLS[0])) == ["go(c,a1)"]
