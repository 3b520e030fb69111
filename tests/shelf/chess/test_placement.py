"""Placements: the pieces of a board in one line."""

from __future__ import annotations

import pytest

from rondel.shelf.chess.placement import placement
from tests.shelf.chess.known import PERFT, start


@pytest.mark.parametrize("fen", [*PERFT, "8/8/8/8/8/8/8/K6k b - - 12 40"])
def test_it_is_the_first_field_of_the_position(fen: str) -> None:
    assert placement(start(fen).board) == fen.partition(" ")[0]
