"""Which moves are legal: counted against published numbers, and compared with python-chess in random games."""

from __future__ import annotations

import os
from random import Random

import chess
import pytest

from rondel.errors import BadPosition
from rondel.search import perft
from rondel.shelf.chess import to_fen
from rondel.shelf.chess.steps import attacked, king_of
from tests.shelf.chess.known import KIWIPETE, NAMES, PERFT, after, moves, start

LONG = float(os.environ.get("RONDEL_LONG", "0.05")) >= 1
PARTS = 10


@pytest.mark.parametrize("fen", PERFT)
def test_known_numbers_of_paths(fen: str) -> None:
    """In `make test` to some 10,000 leaves, at full length to half a million."""
    most = 500_000 if LONG else 10_000
    for depth, leaves in PERFT[fen].items():
        if leaves <= most:
            assert perft(start(fen), depth) == leaves, f"depth {depth}"


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.played
def test_random_games_are_those_of_python_chess(part: int) -> None:
    """A thousand games at full length: at every ply the same moves, written alike, the same position, and the same end."""
    for number in range(1_000 // PARTS if LONG else 2):
        compare(Random(f"{part} {number}"))


def compare(random: Random) -> None:
    game, board = after(), chess.Board()
    told = 0
    while True:
        outcome = board.outcome()
        assert to_fen(game) == board.fen(en_passant="fen")
        assert game.is_over == (outcome is not None)
        if outcome is not None:
            points = {None: 0.0, True: 1.0, False: -1.0}[outcome.winner]
            assert game.returns == {"white": points, "black": -points}
            return
        theirs = {uci(move): move for move in board.legal_moves}
        ours = {str(move) for move in game.moves()}
        assert ours - {"claim_draw"} == set(theirs)
        repeated = board.is_repetition(3) or board.halfmove_clock >= 100
        assert ("claim_draw" in ours) == repeated
        chosen = random.choice(sorted(theirs))
        san = board.san(theirs[chosen])
        board.push(theirs[chosen])
        game.push(chosen)
        events = game.events(told, "observer")
        told += len(events)
        assert events[0]["args"]["san"] == san


def uci(move: chess.Move) -> str:
    """A move of python-chess as ours is written."""
    promotion = f",{NAMES[chess.piece_symbol(move.promotion)]}" if move.promotion else ""
    return f"move({chess.square_name(move.from_square)},{chess.square_name(move.to_square)}{promotion})"


# -- the laws, one by one ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "goals"),
    [
        ("Q", "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g1 g4 g7 h4 h8"),
        ("R", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("B", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8"),
        ("N", "b3 b5 c2 c6 e2 e6 f3 f5"),
        ("P", "d5"),
    ],
)
def test_what_each_piece_reaches_on_an_empty_board(piece: str, goals: str) -> None:
    game = start(f"1k6/8/8/8/3{piece}4/8/7P/7K w - - 0 1")
    assert moves(game, "d4") == set(goals.split())


def test_a_pinned_piece_stays_on_its_line() -> None:
    game = start("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1")
    assert moves(game, "e4") == {"e2", "e3", "e5", "e6", "e7", "e8"}


def test_a_double_check_is_answered_by_the_king_alone() -> None:
    """The rook on e8 could be taken, the bishop on b4 too, but not both."""
    game = start("Q3r2k/8/8/8/1b6/P7/8/4K3 w - - 0 1")
    assert {str(move) for move in game.moves()} == {"move(e1,d1)", "move(e1,f1)", "move(e1,f2)"}


def test_the_king_does_not_step_back_along_the_line_of_a_check() -> None:
    game = start("7k/8/8/8/r3K3/8/8/8 w - - 0 1")
    assert not moves(game, "e4") & {"d4", "f4", "b4"}
    assert moves(game, "e4") == {"d3", "e3", "f3", "d5", "e5", "f5"}


def test_en_passant_may_not_open_the_row_to_the_king() -> None:
    """Neither pawn shields the king alone; both leave the row at once."""
    game = start("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 2")
    assert moves(game, "e5") == {"e6"}
    assert moves(start("7k/8/8/3pP2r/8/K7/8/8 w - d6 0 2"), "e5") == {"e6", "d6"}


def test_en_passant_may_answer_a_check_by_the_pawn_it_takes() -> None:
    game = start("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 2")
    assert moves(game, "e5") == {"d6"}


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"g1", "c1"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", {"g1"}),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", {"g1"}),  # the way is not free
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"g1", "c1"}),  # the rook may pass an attacked cell
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"g1"}),  # the king may not
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"c1"}),  # nor go there
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", set()),  # nor out of a check
    ],
)
def test_castling(fen: str, castles: set[str]) -> None:
    assert moves(start(fen), "e1") & {"g1", "c1"} == castles


def test_a_side_without_a_king_is_no_position() -> None:
    game = after()
    king = game.board.token("e8")
    king.remove()
    with pytest.raises(BadPosition, match="black has no king"):
        king_of(game.board, "black")


def test_attacks_are_seen_as_they_would_be_after_a_move() -> None:
    board = start(KIWIPETE).board
    assert not attacked(board, board.cell("h1"), "black")
    assert attacked(board, board.cell("g2"), "black")
    assert attacked(board, board.cell("e2"), "black", [board.token("e2")])
    assert not attacked(board, board.cell("e2"), "black", [board.token("e2")], board.cell("d3"))
