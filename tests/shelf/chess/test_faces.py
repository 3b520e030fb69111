"""How the pieces look: each has its own outline and its own symbol, so that no two are told apart by colour alone."""

from __future__ import annotations

import unicodedata

from rondel.players.terminal.picture import Picture
from rondel.shelf.chess.faces import Piece
from tests.shelf.chess.known import after


def test_symbols_are_those_of_unicode() -> None:
    assert len(Piece.faces) == 12
    for name, face in Piece.faces.items():
        assert unicodedata.name(face.text) == f"{name.split()[0].upper()} CHESS {name.split()[1].upper()}"


def test_each_kind_of_piece_has_its_outline() -> None:
    outlines = {name.split()[1]: face.path for name, face in Piece.faces.items()}
    assert len(set(outlines.values())) == 6


def test_the_board_in_a_terminal_is_seen_from_one_s_own_side() -> None:
    game = after("e2e4")
    black = Picture(game.scene()).draw(game.view("black")).plain.splitlines()
    assert black[0].split() == [*"hgfedcba"]
    assert black[1].split() == ["1", *"♖♘♗♔♕♗♘♖"]
    assert black[4].split() == ["4", ".", ".", ".", "♙", ".", ".", ".", "."]
    drawn = Picture(game.scene()).draw(game.view("observer")).plain.splitlines()
    assert drawn[1].split() == ["8", *"♜♞♝♛♚♝♞♜"]
    assert drawn[8].split() == ["1", *"♖♘♗♕♔♗♘♖"]
    assert drawn[5].split() == ["4", ".", ".", ".", ".", "♙", ".", ".", "."]
    assert not any("Seen" in line for line in drawn)
