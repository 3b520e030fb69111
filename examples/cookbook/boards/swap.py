"""Swap: the second player may take over the first move, so that nobody begins with a move that is too good.

The turn after the first one is a state of its own, which extends the usual turn and has one more action. Here the stone changes
its owner. In a game whose players have different goals, as in Hex, also move it to the cell that means the same to the other
player: for two sides that meet in the top left, ``board.at(cell.column, cell.row)``.

>>> import rondel
>>> game = rondel.new(rondel.load("examples/cookbook/boards/swap.py"))
>>> game.push("place(c3)")
>>> game.state, str(game.moves()[-1])
('SwapTurn', 'swap')
>>> game.push("swap")
>>> game.active, game.events(0, "red")[-1]["args"]["cell"]
(('red',), 'c3')
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, To, TokenKind, _, on

SIZE, LENGTH = 5, 4
Stone = TokenKind("stone")


class Swap(Game):
    """Four in a row, and to begin in the middle is an advantage."""

    title = _("Swap")
    summary = _("Four in a row on a small board; the second player may take over the first stone.")
    seats = ("red", "blue")
    kinds = (Stone,)

    def setup(self) -> To[Turn]:
        self.board = self.add(Grid("board", rows=SIZE, columns=SIZE, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Swap]):
    """The current player places a stone."""

    description = _("{actplayer} must place a stone")
    my_turn = _("{you} must place a stone")


class SwapTurn(Turn):
    """The second turn of the game."""

    description = _("{actplayer} must place a stone or swap")
    my_turn = _("{you} must place a stone or swap")


@on(Turn, _("{actplayer} places a stone on {cell}"))
def place(game: Swap, cell: Cell) -> To[Turn] | To[SwapTurn] | To[GameEnd]:
    game.board.place(Stone, game.player, cell)
    if game.board.in_line(cell, LENGTH):
        game.set_score(game.player, 1)
    if game.board.in_line(cell, LENGTH) or game.board.full():
        return GameEnd
    game.next_player()
    return SwapTurn if len(game.board) == 1 else Turn


@place.options
def cells(game: Swap) -> Iterable[Cell]:
    return game.board.empty()


@on(SwapTurn, _("{actplayer} swaps"))
def swap(game: Swap) -> To[Turn]:
    """The stone on the board changes its owner, and the first player is to move again."""
    [stone] = game.board.tokens()
    stone.owner = game.player
    game.reword(_("{actplayer} swaps, and owns the stone on {cell} now"), cell=game.board.where(stone))
    game.next_player()
    return Turn
