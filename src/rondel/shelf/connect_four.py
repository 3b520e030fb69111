"""Connect Four: drop discs into columns; four of yours in a line win.

Rules: Milton Bradley's Connect Four (1974). The first player is red here. A column is named by its letter; rows
count from the bottom, so the first disc of a game lands in row 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Column,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Phrase,
    Showcase,
    To,
    TokenKind,
    _,
    on,
    phrase,
)

COLUMNS = Option("columns", 7, text=_("Columns"), low=4, high=12)
ROWS = Option("rows", 6, text=_("Rows"), low=4, high=12)
CONNECT = Option("connect", 4, text=_("Discs in a line to win"), low=3, high=6)

RED = "#b3312c"
YELLOW = "#f2cf4a"
Disc = TokenKind("disc", faces={"red": Face("disc", colour=RED), "yellow": Face("disc", colour=YELLOW)})


class ConnectFour(Game):
    """Two players drop discs into the columns of an upright board."""

    name = "connect_four"
    title = _("Connect Four")
    summary = _("Drop discs into columns; four of yours in a line win.")
    showcase = Showcase(
        family=_("In a row"),
        minutes=5,
        known=True,
        moves=tuple([f"drop({column})" for column in "ddcedcedeebcfa"]),
    )
    seats = ("red", "yellow")
    options = (COLUMNS, ROWS, CONNECT)
    kinds = (Disc,)
    colours = {"red": RED, "yellow": YELLOW}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(5, 144))

    def setup(self) -> To[PlayerTurn]:
        self.length = self.option(CONNECT)
        rows, columns = self.option(ROWS), self.option(COLUMNS)
        self.board = self.add(Grid("board", rows=rows, columns=columns, visible_to=EVERYONE, surface="holes", origin="bottom"))
        return PlayerTurn

    def ending(self) -> str | Phrase:
        won = any(self.score(role) for role in self.roles)
        return phrase(_("with {number} in a line"), number=self.length) if won else _("as the board is full")

    def decisive(self) -> list[Cell]:
        return self.board.lines_made(self.length)

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """A line that only one player can still make is good for that player, the better the more of it is there."""
        worth = 0
        for line in self.board.stretches(self.length):
            owners = [self.board.owner(cell) for cell in line]
            mine = owners.count(role)
            theirs = self.length - mine - owners.count(None)
            if not theirs:
                worth += mine * mine
            elif not mine:
                worth -= theirs * theirs
        return max(-1.0, min(1.0, worth / 100))


class PlayerTurn(ActivePlayer[ConnectFour]):
    """The current player drops a disc."""

    description = _("{actplayer} must drop a disc")
    my_turn = _("Drop a disc")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} drops a disc into column {column}"), says=_("Drop it into column {column}"))
def drop(game: ConnectFour, column: Column) -> To[PlayerTurn] | To[GameEnd]:
    """A disc falls to the lowest empty cell; the game ends with a line, or a full board."""
    player = game.player
    cell = game.board.landing(column)
    game.board.place(Disc, player, cell)
    if game.board.in_line(cell, game.length):
        game.set_score(player, 1)
        return GameEnd
    if game.board.full():
        return GameEnd
    game.next_player()
    return PlayerTurn


@drop.options
def columns(game: ConnectFour) -> Iterable[Column]:
    """The columns that are not full."""
    return game.board.open_columns()
