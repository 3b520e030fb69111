"""Tic-tac-toe: three of your marks in a line win."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import EVERYONE, ActivePlayer, Cell, Face, Facts, Game, GameEnd, Grid, Showcase, To, TokenKind, _, on

Mark: Final = TokenKind("mark", faces={"x": Face("cross"), "o": Face("ring")})


class TicTacToe(Game):
    """Two players mark the cells of a three by three board in turn."""

    name = "tic_tac_toe"
    title = _("Tic-tac-toe")
    summary = _("Three of your marks in a line win.")
    showcase = Showcase(family=_("In a row"), minutes=1, study=True, moves=("mark(b2)", "mark(a1)", "mark(c1)", "mark(a3)"))
    seats = ("x", "o")
    kinds = (Mark,)
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(5, 9))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=3, columns=3, visible_to=EVERYONE, surface="paper"))
        return PlayerTurn

    def decisive(self) -> list[Cell]:
        return self.board.lines_made(3)

    def measure(self) -> float:
        return 100 * len(self.board) / 9


class PlayerTurn(ActivePlayer[TicTacToe]):
    """The current player marks an empty cell."""

    description = _("{actplayer} must mark a cell")
    my_turn = _("Mark a cell")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} marks {cell}"), says=_("Mark {cell}"))
def mark(game: TicTacToe, cell: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Put a mark on the cell; the game ends with three in a line, or a full board."""
    game.board.place(Mark, game.player, cell)
    if game.board.in_line(cell, 3):
        game.set_score(game.player, 1)
        return GameEnd
    if game.board.full():
        return GameEnd
    game.next_player()
    return PlayerTurn


@mark.options
def cells(game: TicTacToe) -> Iterable[Cell]:
    """The empty cells."""
    return game.board.empty()
