"""Gomoku: put down stones in turn; five of yours in a row win.

Rules: free-style gomoku, which Allis, van den Herik and Huntjens solved ("Go-Moku Solved by New Search Techniques", 1996):
black begins, anywhere; five or more in a row win; on a full board nobody does. Without ``overlines`` it is what they call
standard gomoku, in which only a row of exactly five wins, for both. Stones lie where lines cross. Columns are named by
letters, rows count from the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import EVERYONE, ActivePlayer, Cell, Face, Facts, Game, GameEnd, Grid, Option, Showcase, To, TokenKind, _, on

SIZE = Option("size", 15, text=_("Board size"), low=5, high=19)
OVERLINES = Option("overlines", True, text=_("Six or more in a row win too"))

FIVE = 5
BLACK = "#1b1814"
WHITE = "#f4efe4"
Stone = TokenKind("stone", faces={"black": Face("stone", colour=BLACK), "white": Face("stone", colour=WHITE)})


class Gomoku(Game):
    """Two players put stones on the points of a board."""

    name = "gomoku"
    title = _("Gomoku")
    summary = _("Put down stones in turn; five of yours in a row win.")
    showcase = Showcase(
        family=_("In a row"),
        minutes=10,
        moves=tuple(
            [f"place({point})" for point in ["h8", "i9", "h9", "h10", "i10", "g8", "j11", "g9", "g7", "f6", "j9", "k8", "i8"]]
        ),
    )
    seats = ("black", "white")
    options = (SIZE, OVERLINES)
    kinds = (Stone,)
    colours = {"black": BLACK, "white": WHITE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(9, 361))

    def setup(self) -> To[PlayerTurn]:
        size = self.option(SIZE)
        self.exactly = not self.option(OVERLINES)
        self.board = self.add(
            Grid("board", rows=size, columns=size, visible_to=EVERYONE, surface="wood", lines="through", origin="bottom")
        )
        return PlayerTurn

    def ending(self) -> str:
        won = any(self.score(role) for role in self.roles)
        return _("with five in a row") if won else _("as the board is full")

    def decisive(self) -> list[Cell]:
        lines = self.board.lines_made(FIVE)
        return [cell for cell in lines if self.board.in_line(cell, FIVE, exactly=self.exactly)]

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """The rows of each player that may still become five. One stone more in a row counts ten times as much, and the player
        to move counts as having one stone more."""
        worth = dict.fromkeys(self.roles, 1)
        for line in self.board.stretches(FIVE):
            owners = [self.board.owner(point) for point in line]
            for owner in self.roles:
                stones = owners.count(owner)
                if stones and stones + owners.count(None) == FIVE:
                    worth[owner] += 10 ** (stones + (owner == self.player))
        mine = worth[role]
        return 2 * mine / sum(worth.values()) - 1


class PlayerTurn(ActivePlayer[Gomoku]):
    """The current player puts a stone down."""

    description = _("{actplayer} must place a stone")
    my_turn = _("Place a stone")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} places a stone on {point}"), says=_("Play {point}"))
def place(game: Gomoku, point: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Put a stone on an empty point; the game ends with five in a row, or a full board."""
    player = game.player
    game.board.place(Stone, player, point)
    if game.board.in_line(point, FIVE, exactly=game.exactly):
        game.set_score(player, 1)
        return GameEnd
    if game.board.full():
        return GameEnd
    game.next_player()
    return PlayerTurn


@place.options
def points(game: Gomoku) -> Iterable[Cell]:
    """The empty points."""
    return game.board.empty()
