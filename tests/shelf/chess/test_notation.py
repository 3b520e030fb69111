"""Moves in algebraic notation. That they are written as python-chess writes them is tested with the random games."""

from __future__ import annotations

import pytest

import rondel
from rondel.errors import IllegalMove, MalformedMove
from rondel.shelf.chess.notation import meant
from tests.shelf.chess.known import after, sans, start

ROOKS = "1k6/8/8/R7/8/8/8/R6K w - - 0 1"
QUEENS = "k7/8/8/8/7Q/8/8/K3Q2Q w - - 0 1"
PINNED = "k3r3/8/8/8/8/4N3/8/1N2K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "san"),
    [
        (ROOKS, "a1a3", "R1a3"),
        (ROOKS, "a1g1", "Rg1"),
        (QUEENS, "e1e4", "Qee4+"),
        (QUEENS, "h4e4", "Q4e4+"),
        (QUEENS, "h1e4", "Qh1e4+"),
        (PINNED, "b1d2", "Nd2"),  # the other knight is pinned
        ("k7/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e4", "e4"),
        ("k7/8/8/8/8/3p4/4P3/K7 w - - 0 1", "e2d3", "exd3"),
        ("k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8r", "e8=R+"),
        ("7k/4P3/6K1/8/8/8/8/8 w - - 0 1", "e7e8q", "e8=Q#"),
    ],
)
def test_how_moves_are_written(fen: str, move: str, san: str) -> None:
    assert sans(after(move, fen=fen)) == [san]


@pytest.mark.parametrize(
    ("text", "fen", "step"),
    [
        ("e4", "", "e2e4"),
        ("Nf3", "", "g1f3"),
        ("Ngf3!?", "", "g1f3"),
        ("Ng1-f3", "", "g1f3"),
        ("e8Q", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8queen"),
        ("e8=N+", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8knight"),
        ("0-0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
        ("exd6e.p.", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"),
    ],
)
def test_what_moves_mean(text: str, fen: str, step: str) -> None:
    game = start(fen) if fen else after()
    found = meant(text, game.board, game.legal())
    assert "".join([str(part) for part in found if part is not None]) == step


@pytest.mark.parametrize(
    ("text", "fen", "error", "said"),
    [
        ("e5", "", IllegalMove, "is not legal here"),
        ("O-O", "", IllegalMove, "is not legal here"),
        ("Ra3", ROOKS, IllegalMove, "can mean a1a3 or a5a3"),
        ("e8", "7k/4P3/8/8/8/8/8/K7 w - - 0 1", IllegalMove, "is not legal here"),
        ("hello", "", MalformedMove, "is not a move in algebraic notation"),
        ("", "", MalformedMove, "is not a move in algebraic notation"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text: str, fen: str, error: type[Exception], said: str) -> None:
    game = start(fen) if fen else after()
    with pytest.raises(error, match=said):
        meant(text, game.board, game.legal())


def test_a_page_is_told_how_pieces_are_written() -> None:
    """What a page makes of it is tested in ``web/tests/notation.test.ts``."""
    written = rondel.new("chess").scene()["written"]
    assert [written[face] for face in ("king", "queen", "rook", "bishop", "knight", "pawn")] == ["K", "Q", "R", "B", "N", ""]
    assert {way: said for way, said in written.items() if " " in way} == {
        "king e1 g1": "O-O",
        "king e8 g8": "O-O",
        "king e1 c1": "O-O-O",
        "king e8 c8": "O-O-O",
    }
