"""Breakthrough: bring one of your pieces to the other side of the board.

Rules: Dan Troyka's (2001). White begins. A piece moves one square straight or diagonally forwards to an empty square, or
takes diagonally forwards; taking is never forced. Who reaches the last row, or takes all pieces of the other, wins. There is
always a move, so no game is drawn. a1 is at the bottom left, seen from white.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from rondel.engine import EVERYONE, ActivePlayer, Cell, Face, Facts, Game, GameEnd, Grid, Option, Showcase, To, TokenKind, _, on

SIZE = Option("size", 8, text=_("Board size"), low=5, high=8)

WHITE = "#f4efe4"
BLACK = "#1b1814"
Piece = TokenKind("piece", faces={"white": Face("disc", colour=WHITE), "black": Face("disc", colour=BLACK)})
FORWARDS: Final = {"white": 1, "black": -1}


class Breakthrough(Game):
    """Two rows of pieces on each side of a board."""

    name = "breakthrough"
    title = _("Breakthrough")
    summary = _("Bring one of your pieces to the other side of the board.")
    showcase = Showcase(family=_("Battle"), minutes=10, drawn=18)
    seats = ("white", "black")
    options = (SIZE,)
    kinds = (Piece,)
    colours = {"white": WHITE, "black": BLACK}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, 208))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        self.board = self.add(
            Grid(
                "board",
                rows=size,
                columns=size,
                visible_to=EVERYONE,
                surface="checkered",
                origin="bottom",
                turned_for=("black",),
            )
        )
        for cell in self.board.cells:
            if cell.row < 2 or cell.row >= size - 2:
                self.board.put(Piece("white" if cell.row < 2 else "black"), cell)
        return PlayerTurn

    def goal(self, role: str) -> int:
        """The row, from 0, that a player wants to reach."""
        return self.board.rows - 1 if role == "white" else 0

    def steps(self, role: str) -> list[tuple[Cell, Cell]]:
        """The moves of a player: start and end of each."""
        ahead: list[list[Any]] = ways(self.board.rows, FORWARDS[role])  # Any: compiled code would make each pair anew
        return [
            way
            for start in self.board.owned(role)
            for way in ahead[start.index]
            if (owner := self.board.owner(way[1])) is None or (owner != role and way[1].column != start.column)
        ]

    def decisive(self) -> list[Cell]:
        """The piece that has come through."""
        return [cell for role in self.roles for cell in self.board.owned(role) if cell.row == self.goal(role)]

    def ending(self) -> str:
        return _("by breaking through") if self.decisive() else _("as the other has no pieces left")

    def measure(self) -> float:
        nearest = min([abs(cell.row - self.goal(role)) for role in self.roles for cell in self.board.owned(role)])
        return 100 * (1 - nearest / (self.board.rows - 2))

    def estimate(self, role: str) -> float:
        """A piece counts more, the nearer it is to the last row, and the foremost one counts again."""
        worth = 0.0
        for each in self.roles:
            steps = [abs(cell.row - self.goal(each)) for cell in self.board.owned(each)]
            mine = sum([1 + 2 / (left + 1) for left in steps]) + 6 / (min(steps, default=99) + (each != self.player) + 1)
            worth += mine if each == role else -mine
        return max(-1.0, min(1.0, worth / 30))


@cache
def ways(size: int, forwards: int) -> list[list[tuple[Cell, Cell]]]:
    """The steps ahead from each square, start and end. Boards of one name and size share their squares."""
    board = Grid("board", rows=size, columns=size)
    found: list[list[tuple[Cell, Cell]]] = []
    for start in board.cells:
        row = start.row + forwards
        columns = range(max(0, start.column - 1), min(size, start.column + 2)) if 0 <= row < size else ()
        found.append([(start, board.at(row, column)) for column in columns])
    return found


class PlayerTurn(ActivePlayer[Breakthrough]):
    """The current player moves a piece forwards."""

    description = _("{actplayer} must move")
    my_turn = _("Move a piece")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: Breakthrough, start: Cell, end: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Move a piece, and take what lies on its new square."""
    board, player = game.board, game.player
    taken = board[end]
    if taken is not None:
        taken.remove()
    board.put(board.token(start), end)
    if end.row == game.goal(player) or not board.count(game.opponent(player)):
        game.set_score(player, 1)
        return GameEnd
    game.next_player()
    return PlayerTurn


@move.all_options
def moves(game: Breakthrough) -> Iterable[tuple[Cell, Cell]]:
    """The moves of all pieces."""
    return game.steps(game.player)
