"""How the pieces move, on an empty board: as many moves as is known of each from all cells together."""

from __future__ import annotations

import pytest

from rondel.engine import Grid
from rondel.shelf.chess.pieces import ATTACKS, REACH, TAKES

MOVES = {"king": 420, "queen": 1456, "rook": 896, "bishop": 560, "knight": 336}
"""Edges of the king's, queen's, rook's, bishop's and knight's graph of 8 by 8, each in both directions: OEIS A002943 (210),
A035005 (1456), A035006 (896), A035008 (336); the bishop's is the difference of queen and rook."""


@pytest.mark.parametrize("face", MOVES)
def test_as_many_moves_as_is_known(face: str) -> None:
    board = Grid("empty", rows=8, columns=8)
    assert sum(len(board.reach(cell, REACH[face])) for cell in board.cells) == MOVES[face]


def test_pawns_are_attackers_seen_from_the_other_end() -> None:
    board = Grid("empty", rows=8, columns=8)
    for side in ("white", "black"):
        back = next(reach for reach, faces in ATTACKS[side] if faces == ("pawn",))
        for cell in board.cells:
            for goal in board.reach(cell, TAKES[side]):
                assert cell in board.reach(goal, back)
