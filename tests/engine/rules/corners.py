"""Corners: each player has a hidden board whose name ends like another player's role; for tests of whose a part is."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import OWNER, ActivePlayer, Cell, Game, GameEnd, Grid, To, _, on


class Corners(Game):
    """Two roles, of which one's name is the end of the other's."""

    name = "corners"
    title = _("Corners")
    seats = ("west", "north_west")

    def setup(self) -> To[Turn]:
        self.boards = self.each(Grid, "hand_north", rows=1, columns=1, visible_to=OWNER)
        return Turn


class Turn(ActivePlayer[Corners]):
    """The player marks a cell of the own board."""

    description = _("{actplayer} must mark a cell")
    my_turn = _("{you} must mark a cell")


@on(Turn, _("{actplayer} marks {cell}"))
def mark(game: Corners, cell: Cell) -> To[GameEnd]:
    """Nobody else may know which."""
    return GameEnd


@mark.options
def cells(game: Corners) -> Iterable[Cell]:
    """The only one."""
    return game.boards[game.player].cells
