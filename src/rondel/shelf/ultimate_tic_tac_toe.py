"""Ultimate tic-tac-toe: nine small boards make a large one; where you mark a cell sends the other to that board.

Rules: as Ben Orlin wrote them down ("Ultimate Tic-Tac-Toe", Math with Bad Drawings, 2013). X begins, anywhere. The cell of
the small board in which a mark is set names the board on which the other must play; a board that is won or full sends the
other anywhere. Three in a row win a small board for good, and three small boards in a row win the game. Nobody wins a full
board without a row; when all are decided without a row of boards, the game is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import EVERYONE, ActivePlayer, Cell, Face, Facts, Game, GameEnd, Grid, Prop, Showcase, To, TokenKind, _, on

RED = "#b3312c"
BLUE = "#2f5fa8"
Mark = TokenKind("mark", faces={"x": Face("cross", colour=RED), "o": Face("ring", colour=BLUE)})
SIDE: Final = 3
ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Three cells, or three boards, in a row."""


class UltimateTicTacToe(Game):
    """Nine boards of nine cells."""

    name = "ultimate_tic_tac_toe"
    title = _("Ultimate tic-tac-toe")
    summary = _("Nine small boards make a large one; your mark says on which board the other plays.")
    showcase = Showcase(family=_("In a row"), minutes=10, drawn=26)
    seats = ("x", "o")
    kinds = (Mark,)
    colours = {"x": RED, "o": BLUE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(17, 81))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=9, columns=9, visible_to=EVERYONE, surface="paper", blocks=SIDE))
        self.boards = self.add(Grid("boards", rows=SIDE, columns=SIDE, visible_to=EVERYONE, surface="paper"))
        self.boards.place_over(self.board)
        self.small = [
            [self.board.at(SIDE * (board // SIDE) + at // SIDE, SIDE * (board % SIDE) + at % SIDE) for at in range(9)]
            for board in range(9)
        ]
        """The cells of each small board, row by row."""
        self.sent: Prop[int | None] = self.add(Prop("sent", None, visible_to=EVERYONE, quiet=True))
        return PlayerTurn

    def open(self, board: int) -> bool:
        """Whether a small board is neither won nor full."""
        return self.boards[self.boards.cells[board]] is None and any(self.board[cell] is None for cell in self.small[board])

    def cells(self) -> list[Cell]:
        """The cells that may be marked."""
        sent = self.sent.value
        boards = range(9) if sent is None else (sent,)
        return [cell for board in boards if self.open(board) for cell in self.small[board] if self.board[cell] is None]

    def decisive(self) -> list[Cell]:
        return self.boards.lines_made(SIDE)

    def ending(self) -> str:
        return _("with three boards in a row") if self.decisive() else _("as all boards are decided")

    def measure(self) -> float:
        return 100 * len(self.board) / len(self.board.cells)

    def estimate(self, role: str) -> float:
        """The rows that can still be completed, of the open small boards and, ten times as much, of the large one."""
        worth = 10.0 * chances([self.boards.owner(cell) for cell in self.boards.cells], role)
        for board, cells in enumerate(self.small):
            if self.open(board):
                worth += chances([self.board.owner(cell) for cell in cells], role)
        return max(-1.0, min(1.0, worth / 150))


def chances(marks: list[str | None], role: str) -> float:
    """What nine cells are worth to a role: 1 for a mark, 1 for a row with one mark and none of the other's, 4 for one with
    more; less the same of the other."""
    worth = 0.0
    for mine in (True, False):
        held = [each is not None and (each == role) == mine for each in marks]
        bare = [each is None for each in marks]
        own = float(sum(held))
        for row in ROWS:
            taken = sum([held[at] for at in row])
            if taken and taken + sum([bare[at] for at in row]) == SIDE:
                own += 1 if taken == 1 else 4
        worth += own if mine else -own
    return worth


class PlayerTurn(ActivePlayer[UltimateTicTacToe]):
    """The current player marks a cell."""

    description = _("{actplayer} must mark a cell")
    my_turn = _("Mark a cell")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} marks {cell}"), says=_("Mark {cell}"))
def mark(game: UltimateTicTacToe, cell: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Mark a cell, and send the other to the board that it names."""
    player = game.player
    game.board.place(Mark, player, cell)
    board = SIDE * (cell.row // SIDE) + cell.column // SIDE
    marks = [game.board.owner(each) for each in game.small[board]]
    if any(marks[one] == marks[two] == marks[three] == player for one, two, three in ROWS):
        place = game.boards.cells[board]
        game.boards.place(Mark, player, place)
        if game.boards.in_line(place, SIDE):
            game.set_score(player, 1)
            return GameEnd
    named = SIDE * (cell.row % SIDE) + cell.column % SIDE
    game.sent.value = named if game.open(named) else None
    game.next_player()
    return PlayerTurn if game.cells() else GameEnd


@mark.options
def open_cells(game: UltimateTicTacToe) -> Iterable[Cell]:
    """The empty cells of the board that the other has named, or of all open ones."""
    return game.cells()
