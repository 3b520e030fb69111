"""Tokens of a board by owner and face."""

from __future__ import annotations

import random

import pytest

from rondel import EVERYONE, Grid, TokenKind
from rondel.engine.components.boards.faces import Faces
from rondel.engine.components.journal import Journal

Piece = TokenKind("piece")
FACES = ("", "king", "rook")


@pytest.mark.parametrize("seed", range(3))
def test_the_first_cell_with_an_owner_and_a_face(seed: int) -> None:
    chooser = random.Random(seed)
    grid = Grid("faces", rows=3, columns=3, visible_to=EVERYONE)
    assert isinstance(grid, Faces)
    journal = Journal(("one", "two"), (Piece,))
    grid._journal = journal
    for _step in range(200):
        cell = chooser.choice(grid.cells)
        token = grid[cell]
        if token is None:
            grid.put(Piece(chooser.choice(["one", "two"]), face=chooser.choice(FACES)), cell)
        elif chooser.random() < 0.5:
            token.remove()
        else:
            token.face = chooser.choice(FACES)
        for role in ("one", "two"):
            lying = grid.tokens_of(role)
            assert [each for each, _token in lying] == grid.owned(role)
            for face in FACES:
                there = [each for each, token in lying if token.face == face]
                assert grid.cell_of(role, face) is (there[0] if there else None)
                assert grid.cell_of(role, face) is (there[0] if there else None), "as it was found before"
