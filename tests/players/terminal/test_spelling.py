"""Spelling: moves as players write them, in positions of the Laws of Chess, appendix C, and of the PGN standard, 8.2.3."""

from __future__ import annotations

import pytest

import rondel
from rondel.players.terminal.spelling import spellings, spelt
from rondel.shelf.chess import from_fen


def meant(game: rondel.Game, text: str) -> list[str]:
    role = game.active[0]
    view, written = game.view(role), game.scene()["written"]
    return [move["text"] for move in spelt(text, view["moves"], lambda move: spellings(written, view, move))]


@pytest.mark.parametrize(
    ("fen", "typed", "moves"),
    [
        # Laws of Chess, appendix C: two pieces of one kind, a pawn that takes, promotion, castling, en passant.
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2", ["move(b1,d2)"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "N3d2", ["move(f3,d2)"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", ["move(b1,d2)", "move(f3,d2)"]),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", ["move(e4,d5)"]),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", []),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", ["move(e7,e8,queen)"]),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8n", ["move(e7,e8,knight)"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", ["move(e1,c1)"]),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", ["move(e1,g1)"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", ["move(e5,d6)"]),
        # A bishop's letter and a pawn's column differ in capitals only.
        ("4k3/8/8/8/3B4/2p5/1P6/4K3 w - - 0 1", "Bxc3", ["move(d4,c3)"]),
        ("4k3/8/8/8/3B4/2p5/1P6/4K3 w - - 0 1", "bxc3", ["move(b2,c3)"]),
        ("4k3/p7/8/8/3B4/8/8/4K3 w - - 0 1", "be5", ["move(d4,e5)"]),
        ("4k3/p7/8/8/3B4/8/8/4K3 w - - 0 1", "", []),
    ],
)
def test_a_move_is_known_by_how_it_is_written(fen: str, typed: str, moves: list[str]) -> None:
    assert meant(rondel.new("chess", position=from_fen(fen)), typed) == moves


def test_a_game_without_a_notation_has_no_spellings() -> None:
    assert meant(rondel.new("reversi"), "d3") == []
