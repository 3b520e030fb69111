"""Reversi in the rival style; the board, the pieces and the counting are those of the shipped game."""

from __future__ import annotations

from collections.abc import Iterable

from rival import Action, ActivePlayer

from rondel.engine import EVERYONE, Automatic, Cell, Game, GameEnd, Grid, To, _
from rondel.shelf.reversi import BLACK, SIZE, WHITE, Disc


class RivalReversi(Game):
    """Two players put discs on a board and turn the discs they trap."""

    name = "rival_reversi"
    seats = ("black", "white")
    options = (SIZE,)
    kinds = (Disc,)
    colours = {"black": BLACK, "white": WHITE}
    score_visible_to = EVERYONE

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        self.board = self.add(Grid("board", rows=size, columns=size, visible_to=EVERYONE))
        low, high = size // 2 - 1, size // 2
        for row, column, role in ((low, low, "white"), (low, high, "black"), (high, low, "black"), (high, high, "white")):
            self.board.put(Disc(role), self.board.at(row, column))
        return PlayerTurn

    def score(self, role: str) -> float:
        return self.board.count(role)

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)


class PlayDisc(Action[RivalReversi, Cell]):
    """Put a disc on the cell and turn every disc it traps."""

    text = _("{actplayer} plays {cell}")

    def options(self, game: RivalReversi) -> Iterable[Cell]:
        return game.board.brackets(game.player)

    def do(self, game: RivalReversi, cell: Cell) -> To[NextPlayer]:
        player = game.player
        for disc in game.board.bracketed(cell, player):
            disc.owner = player
        game.board.put(Disc(player), cell)
        return NextPlayer


class PlayerTurn(ActivePlayer[RivalReversi]):
    """The current player puts a disc down."""

    description = _("{actplayer} must play a disc")
    my_turn = _("{you} must play a disc")
    actions = (PlayDisc(),)


class NextPlayer(Automatic[RivalReversi]):
    """The turn goes to the first who can move: a player who cannot passes."""

    updates_progress = True

    def enter(self, game: RivalReversi) -> To[PlayerTurn] | To[GameEnd]:
        waiting = game.player
        other = game.next_player()
        if game.board.brackets(other):
            return PlayerTurn
        game.next_player()
        if game.board.brackets(waiting):
            game.notify("pass", _("{player} cannot move and passes"), player=other)
            return PlayerTurn
        return GameEnd
