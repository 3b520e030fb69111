"""A game whose options offer the same cell twice, and what is listed: the first time, and again from the cache."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, To, on


class Twice(Game):
    name = "twice"
    seats = ("only",)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=2, columns=2, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Twice]):
    description = "{actplayer} must point"
    my_turn = "{you} must point"


@on(Turn, "{actplayer} points to {cell}")
def point(game: Twice, cell: Cell) -> To[Turn] | To[GameEnd]:
    return GameEnd if cell.name == "b2" else Turn


@point.options
def cells(game: Twice) -> Iterable[Cell]:
    return [*game.board.cells, *game.board.cells]


game = Twice()
first = [str(move) for move in game.moves()]
game.push("point(a1)")
print(json.dumps([first, [str(move) for move in game.moves()]]))
