"""Dots and boxes: draw a line between two dots; who closes a box owns it and draws again; most boxes win.

Rules: Édouard Lucas', "La Pipopipette" (1889), as in Elwyn Berlekamp, "The Dots-and-Boxes Game" (2000). The players draw one
line at a time between two neighbouring dots. A line that closes a box, or two, gives them to the player who drew it, and that
player draws another line, unless all are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Edges,
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

ROWS = Option("rows", 5, text=_("Rows of boxes"), low=1, high=9)
COLUMNS = Option("columns", 5, text=_("Boxes in a row"), low=1, high=9)

RED = "#b3312c"
BLUE = "#2f5fa8"
Line = TokenKind("line", faces={"drawn": Face("square", colour="#8c7848")})
Box = TokenKind("box", faces={"red": Face("square", colour=RED), "blue": Face("square", colour=BLUE)})
ALL_SIDES = 4


class DotsAndBoxes(Game):
    """A grid of dots, the lines between them, and the boxes that they close."""

    name = "dots_and_boxes"
    title = _("Dots and boxes")
    summary = _("Draw lines between dots; close more boxes than the other.")
    showcase = Showcase(family=_("Strategy"), minutes=10, known=True, drawn=36)
    seats = ("red", "blue")
    options = (ROWS, COLUMNS)
    kinds = (Line, Box)
    colours = {"red": RED, "blue": BLUE}
    score_visible_to = EVERYONE
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 81), length=(4, 180))

    def setup(self) -> To[PlayerTurn]:
        rows, columns = self.option(ROWS), self.option(COLUMNS)
        self.board = self.add(
            Grid("board", rows=rows, columns=columns, visible_to=EVERYONE, surface="paper", lines="dots"), label=_("Boxes")
        )
        self.lines = self.add(Edges("lines", self.board, outer=True, visible_to=EVERYONE), label=_("Lines"))
        return PlayerTurn

    def drawn(self, box: Cell) -> int:
        """The number of lines around a box."""
        return sum([self.lines[side] is not None for side in self.lines.around(box)])

    def score(self, role: str) -> float:
        return self.board.count(role)

    def ending(self) -> str:
        return _("as all lines are drawn")

    def measure(self) -> float:
        return 100 * len(self.lines) / len(self.lines.cells)

    def estimate(self, role: str) -> float:
        """The boxes of both, and those that the current player can close at once."""
        open_boxes = sum([self.drawn(box) == ALL_SIDES - 1 for box in self.board.empty()])
        ahead = open_boxes if role == self.player else -open_boxes
        for each in self.roles:
            ahead += self.board.count(each) if each == role else -self.board.count(each)
        return ahead / (len(self.board.cells) + 1)


class PlayerTurn(ActivePlayer[DotsAndBoxes]):
    """The current player draws a line."""

    description = _("{actplayer} must draw a line")
    my_turn = _("Draw a line")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} draws {line}"), says=_("Draw {line}"))
def draw(game: DotsAndBoxes, line: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Draw a line; the boxes that it closes are the player's, who then goes on."""
    player = game.player
    game.lines.put(Line(face="drawn"), line)
    closed = [box for box in game.lines.beside(line) if game.drawn(box) == ALL_SIDES]
    for box in closed:
        game.board.place(Box, player, box)
    if not closed:
        game.next_player()
        return PlayerTurn
    return GameEnd if game.board.full() else PlayerTurn


@draw.options
def undrawn(game: DotsAndBoxes) -> Iterable[Cell]:
    """Every line that is not drawn yet."""
    return game.lines.empty()
