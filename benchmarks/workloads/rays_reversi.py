"""Reversi by `Grid.rays` and `Grid.owner` alone, as an author writes a game whose question the engine does not know.

The shipped game asks `Grid.brackets`, which the engine finds. Played beside it, this one tells how much of its speed is that
question's. The rules and the first position are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import EVERYONE, ActivePlayer, Automatic, Cell, Facts, Game, GameEnd, Grid, To, TokenKind, _, on

SIZE: Final = 8
Disc: Final = TokenKind("disc")


class RaysReversi(Game):
    """Two players put discs on a board and turn the discs they trap."""

    name = "rays_reversi"
    title = _("Reversi by rays")
    seats = ("black", "white")
    kinds = (Disc,)
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 64), length=(1, 60))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=SIZE, columns=SIZE, visible_to=EVERYONE))
        for cell, role in (("d4", "white"), ("e4", "black"), ("d5", "black"), ("e5", "white")):
            self.board.put(Disc(role), cell)
        return PlayerTurn

    def score(self, role: str) -> float:
        return self.board.count(role)

    def trapped(self, cell: Cell, role: str) -> list[Cell]:
        """The cells of the discs that a disc of ``role`` would turn from there."""
        board = self.board
        found: list[Cell] = []
        for ray in board.rays(cell):
            passed: list[Cell] = []
            for each in ray:
                owner = board.owner(each)
                if owner is None:
                    break
                if owner == role:
                    found += passed
                    break
                passed.append(each)
        return found

    def playable(self, role: str) -> list[Cell]:
        """The empty cells from which a disc of ``role`` would turn others."""
        return [cell for cell in self.board.empty() if self.trapped(cell, role)]


class PlayerTurn(ActivePlayer[RaysReversi]):
    """The current player puts a disc down."""

    description = _("{actplayer} must play a disc")
    my_turn = _("Place a disc")


@on(PlayerTurn, _("{actplayer} plays {cell}"))
def play_disc(game: RaysReversi, cell: Cell) -> To[NextPlayer]:
    """Put a disc on the cell and turn every disc it traps."""
    player = game.player
    for each in game.trapped(cell, player):
        disc = game.board[each]
        if disc is not None:
            disc.owner = player
    game.board.place(Disc, player, cell)
    return NextPlayer


@play_disc.options
def cells(game: RaysReversi) -> Iterable[Cell]:
    """The cells from which a disc would trap others."""
    return game.playable(game.player)


class NextPlayer(Automatic[RaysReversi]):
    """The turn goes to the next player who can move; a player who cannot move passes."""

    def enter(self, game: RaysReversi) -> To[PlayerTurn] | To[GameEnd]:
        waiting = game.player
        if game.playable(game.next_player()):
            return PlayerTurn
        game.next_player()
        return PlayerTurn if game.playable(waiting) else GameEnd
