"""Variable setup: chance lays the board, and its size depends on the number of players.

``setup`` draws nothing. A state at the start does: each time it is entered it lays one tile, and returns itself.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Automatic, Cell, Face, Game, GameEnd, Grid, Pile, To, TokenKind, _, on

Tile = TokenKind("tile", faces={str(value): Face("square", text=str(value), colour="#d9b23c") for value in range(1, 5)})


class VariableSetup(Game):
    """Take tiles; three for each player."""

    title = _("Variable setup")
    summary = _("Take the best tiles of a board that is never the same.")
    seats = ("ann", "bob", "cid", "dan")
    fewest = 2
    kinds = (Tile,)
    score_visible_to = EVERYONE

    def setup(self) -> To[LayOut]:
        self.board = self.add(Grid("board", rows=len(self.roles), columns=3, visible_to=EVERYONE))
        self.bag = self.add(Pile("bag", backs_visible_to=EVERYONE))
        for tile in Tile.set(dict.fromkeys(Tile.faces, 3)):
            self.bag.add(tile)
        return LayOut


class LayOut(Automatic[VariableSetup]):
    """A tile on each cell."""

    def enter(self, game: VariableSetup) -> To[LayOut] | To[Turn]:
        if game.board.full():
            return Turn
        game.board.add(game.draw(game.bag))
        return LayOut


class Turn(ActivePlayer[VariableSetup]):
    """The current player takes a tile."""

    description = _("{actplayer} must take a tile")
    my_turn = _("{you} must take a tile")


@on(Turn, _("{actplayer} takes {cell}"))
def take(game: VariableSetup, cell: Cell) -> To[Turn] | To[GameEnd]:
    tile = game.board.token(cell)
    game.set_score(game.player, game.score(game.player) + int(tile.face))
    tile.remove()
    game.next_player()
    return Turn if len(game.board) else GameEnd


@take.options
def cells(game: VariableSetup) -> list[Cell]:
    """The tiles at the top of their columns."""
    tops = [[cell for cell in game.board.cells if cell.column == column and game.board[cell]] for column in range(3)]
    return [column[0] for column in tops if column]
