"""Positions as a line of text: what is written is read, and what is no position is refused with the reason."""

from __future__ import annotations

import pytest

import rondel
from rondel.errors import BadPosition
from rondel.shelf.chess import from_fen, to_fen
from rondel.shelf.chess.fen import START
from tests.shelf.chess.known import PERFT, after, start


@pytest.mark.parametrize(
    "fen",
    [*PERFT, START, "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2", "8/8/8/8/8/8/8/K6k b - - 12 40", "8/8/8/8/2kP4/8/8/K7 b - d3 0 1"],
)
def test_what_is_read_is_written(fen: str) -> None:
    assert to_fen(start(fen)) == fen


def test_the_example_of_the_standard() -> None:
    """PGN standard 16.1.4: after 1. e4, then 1... c5, then 2. Nf3."""
    said = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ]
    played = ("e2e4", "c7c5", "g1f3")
    assert to_fen(after()) == START
    assert [to_fen(after(*played[:number])) for number in (1, 2, 3)] == said


def test_the_clocks_may_be_left_out() -> None:
    assert to_fen(start("8/8/8/8/8/8/8/R3K2k b Q -")).endswith(" b Q - 0 1")


def test_a_game_from_a_position_is_recorded_with_it() -> None:
    game = after("a2a4", fen="4k3/8/8/8/1p6/8/P7/4K3 w - - 3 20")
    again = rondel.replay(game.record())
    assert again.key() == game.key()
    assert again.view("black") == game.view("black")


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("", "has 0 fields"),
        ("8/8/8/8/8/8/8/K6k w", "has 2 fields"),
        ("8/8/8/8/8/8/K6k w - - 0 1", "has 7 rows"),
        ("8/8/8/8/8/8/8/K5k w - - 0 1", "row 1 of a FEN is 'K5k'; it holds 8 cells"),
        ("8/8/8/8/8/8/8/K7k w - - 0 1", "row 1 of a FEN"),
        ("8/8/8/8/8/8/x7/K6k w - - 0 1", "row 2 of a FEN"),
        ("8/8/8/8/8/8/9/K6k w - - 0 1", "row 2 of a FEN"),
        ("8/8/8/8/8/8/²8/K6k w - - 0 1", "row 2 of a FEN"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "black has 0 kings"),
        ("8/8/8/8/8/8/8/KK5k w - - 0 1", "white has 2 kings"),
        ("P7/8/8/8/8/8/8/K6k w - - 0 1", "row 8 of a FEN, 'P7', has a pawn"),
        ("8/8/8/8/8/8/8/K6k x - - 0 1", "'w' or 'b'"),
        ("8/8/8/8/8/8/8/K6k w KQ - 0 1", "its king does not stand on e1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "its rook does not stand on a1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", "in this order"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", "in this order"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "no pawn of white can just have passed 'e4'"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "no pawn of black can just have passed 'e3'"),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", "no pawn of white"),
        ("8/8/8/8/8/8/8/K6k w - - x 1", "the clocks of a FEN"),
        ("8/8/8/8/8/8/8/K6k w - - 0 0", "the clocks of a FEN"),
        ("8/8/8/8/8/8/8/K6k w - - -1 1", "the clocks of a FEN"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(fen: str, said: str) -> None:
    with pytest.raises(BadPosition) as refused:
        from_fen(fen)
    assert said in str(refused.value)
