"""Boards of all kinds for the bench for containers: with a token on a cell, with two, with any number."""

from __future__ import annotations

from typing import Any

from rondel.engine import Edges, Grid, HexGrid
from rondel.engine.components.boards.board import Board
from tests.engine.rules.store import BUILD, Store, store

BUILD["grid"] = lambda who: Grid("store", rows=3, columns=3, **who)
BUILD["hex"] = lambda who: HexGrid("store", radius=1, **who)
BUILD["stacks"] = lambda who: Grid("store", rows=2, columns=2, capacity=None, **who)
BUILD["pairs"] = lambda who: HexGrid("store", rows=2, columns=1, capacity=2, **who)
BUILD["hexes"] = lambda who: HexGrid("store", radius=3, **who)
BUILD["edges"] = lambda who: Edges("store", Grid("ground", rows=2, columns=3), outer=True, **who)
BUILD["chess"] = lambda who: Grid("store", rows=8, columns=8, **who)


def board_of(kind: str, who: str = "all") -> tuple[Store, Board]:
    """A store with a board of that kind."""
    game = store(kind, who)
    assert isinstance(game.store, Board)
    return game, game.store


def names(cells: list[Any]) -> list[str]:
    return [str(cell) for cell in cells]
