"""Reversi: trap your opponent's discs between two of yours; most discs wins.

Rules: the World Othello Federation's. Black begins; a move must turn at least one disc; a player who cannot move passes; the
game ends when neither can move. a1 is top left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Showcase,
    To,
    TokenKind,
    _,
    on,
)

SIZE = Option("size", 8, text=_("Board size"), values=(4, 6, 8))

BLACK = "#1b1814"
WHITE = "#f4efe4"
Disc: Final = TokenKind("disc", faces={"black": Face("disc", colour=BLACK), "white": Face("disc", colour=WHITE)})


class Reversi(Game):
    """Two players put discs on a board and turn the discs they trap."""

    name = "reversi"
    title = _("Reversi")
    summary = _("Trap your opponent's discs between two of yours; most discs wins.")
    showcase = Showcase(family=_("Strategy"), minutes=10, known=True, drawn=20)
    seats = ("black", "white")
    options = (SIZE,)
    kinds = (Disc,)
    colours = {"black": BLACK, "white": WHITE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 64), length=(1, 60))
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

    def estimate(self, role: str) -> float:
        """Corners count most, then the number of moves compared with the other's: the first criteria of good players."""
        other = self.opponent(role)
        last = self.board.rows - 1
        corners = [self.board.owner(self.board.at(row, column)) for row in (0, last) for column in (0, last)]
        held = corners.count(role) - corners.count(other)
        choice = len(self.board.brackets(role)) - len(self.board.brackets(other))
        return max(-1.0, min(1.0, 0.2 * held + 0.02 * choice))


class PlayerTurn(ActivePlayer[Reversi]):
    """The current player puts a disc down."""

    description = _("{actplayer} must play a disc")
    my_turn = _("Place a disc")


@on(PlayerTurn, _("{actplayer} plays {cell}"), says=_("Play {cell}"))
def play_disc(game: Reversi, cell: Cell) -> To[NextPlayer]:
    """Put a disc on the cell and turn every disc it traps."""
    player = game.player
    for disc in game.board.bracketed(cell, player):
        disc.owner = player
    game.board.place(Disc, player, cell)
    return NextPlayer


@play_disc.options
def cells(game: Reversi) -> Iterable[Cell]:
    """The cells from which a disc would trap others."""
    return game.board.brackets(game.player)


class NextPlayer(Automatic[Reversi]):
    """The turn goes to the next player who can move; a player who cannot move passes."""

    updates_progress = True

    def enter(self, game: Reversi) -> To[PlayerTurn] | To[GameEnd]:
        waiting = game.player
        other = game.next_player()
        if game.board.brackets(other):
            return PlayerTurn
        game.next_player()
        if game.board.brackets(waiting):
            game.notify("pass", _("{player} cannot move and passes"), player=other)
            return PlayerTurn
        return GameEnd
