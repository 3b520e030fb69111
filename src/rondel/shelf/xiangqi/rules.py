"""Xiangqi, Chinese chess: take the other general where it cannot be defended.

Rules: as they are played all over China. Pieces move as in `pieces`: general and advisors stay in their palace, elephants on
their side of the river; horses and elephants do not leap over what stands in their way; a cannon moves like a chariot and takes
by a jump over one piece; a soldier goes ahead, and beyond the river sideways, too. The generals never face each other on an
open file. Who cannot move has lost, in check or not.

The rules of tournaments about repeated positions are long and differ. Here a position that comes for the third time is a draw,
unless one side has given check with each of its moves since it came first: that side has lost. Games of 500 moves are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Facts,
    Game,
    GameEnd,
    Grid,
    Option,
    Phrase,
    Positions,
    Showcase,
    Spot,
    To,
    Token,
    TokenKind,
    _,
    on,
    phrase,
)
from rondel.engine.components.xiangqi import XIANGQI_COLOURS, XIANGQI_FACES, XIANGQI_SET
from rondel.shelf.xiangqi.pieces import COLUMNS, NUMBERS, ROWS, SIGNS
from rondel.shelf.xiangqi.steps import attacked, general_of, moves, numbers_of

SIDES: Final = ("red", "black")
OTHER: Final = {"red": "black", "black": "red"}
HANDICAPS: Final = {"none": (), "horse": ("b1",), "horses": ("b1", "h1"), "chariot": ("a1",)}
"""The pieces that red lacks, by their points."""
MOST: Final = 500
"""The largest number of moves of a game."""
TIMES: Final = 3
"""How often a position comes until the game is over."""

HANDICAP = Option("handicap", "none", text=_("What red lacks"), values=tuple(HANDICAPS))
TURN_LIMIT = Option("turn_limit", MOST, text=_("Moves until the game is a draw"), low=10, high=MOST)

BACK: Final = ("chariot", "horse", "elephant", "advisor", "general", "advisor", "elephant", "horse", "chariot")
LETTERS: Final = {"general": "k", "advisor": "a", "elephant": "b", "chariot": "r", "horse": "n", "cannon": "c", "soldier": "p"}
"""The letters of the pieces in positions, as programs of xiangqi use them."""
MARKS: Final = {0: "."} | {
    sign * number: LETTERS[face].upper() if side == "red" else LETTERS[face]
    for side, sign in SIGNS.items()
    for face, number in NUMBERS.items()
}
"""The letter of each number of a point."""
OPENING: Final = "h3,e3 h10,g8 h1,g3 i10,h10 i1,h1 b10,c8 c4,c5 g7,g6 h1,h7 b8,a8"
"""The moves to its picture."""
WORTH: Final = {"general": 0.0, "advisor": 2.0, "elephant": 2.0, "chariot": 9.0, "horse": 4.0, "cannon": 4.5, "soldier": 1.0}
LINES: Final = (
    "".join([f"M0 {row}H8" for row in range(ROWS)])
    + "M0 0V9M8 0V9"
    + "".join([f"M{column} 0V4M{column} 5V9" for column in range(1, COLUMNS - 1)])
    + "M3 0L5 2M5 0L3 2M3 7L5 9M5 7L3 9"
)
"""Files that the river interrupts, and the palaces with their diagonals."""

Piece: Final = TokenKind("piece", faces=XIANGQI_FACES)


class Xiangqi(Game):
    """Red and black move in turn, on the points of a board with a river and two palaces."""

    name = "xiangqi"
    title = _("Xiangqi (Chinese chess)")
    summary = _("Checkmate the other general, with cannons that jump and elephants that stay at home.")
    showcase = Showcase(
        family=_("Strategy"),
        minutes=30,
        known=True,
        moves=tuple([f"move({each})" for each in OPENING.split()]),
    )
    seats = SIDES
    options = (HANDICAP, TURN_LIMIT)
    kinds = (Piece,)
    colours = XIANGQI_COLOURS
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, MOST))

    def setup(self) -> To[NextTurn]:
        self.board = self.add(
            Grid(
                "board",
                rows=ROWS,
                columns=COLUMNS,
                visible_to=EVERYONE,
                surface="wood",
                lines=LINES,
                origin="bottom",
                turned_for=("black",),
                army={face: count for face, count in XIANGQI_SET.items() if face != "general"},
            )
        )
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        for side in SIDES:
            for column, face in enumerate(BACK):
                self.board.put(Piece(side, face), self.at(side, 0, column))
            for column in (1, 7):
                self.board.put(Piece(side, "cannon"), self.at(side, 2, column))
            for column in range(0, COLUMNS, 2):
                self.board.put(Piece(side, "soldier"), self.at(side, 3, column))
        for cell in HANDICAPS[self.option(HANDICAP)]:
            self.board.token(cell).remove()
        return NextTurn

    def at(self, side: str, row: int, column: int) -> Cell:
        """The point in that row as the side sees it, from its edge, and in that column."""
        return self.board.at(row if side == "red" else ROWS - 1 - row, column)

    # -- looking -------------------------------------------------------------------------------------------------------

    def standing(self) -> list[int]:
        """The numbers of what stands on the points."""
        return self.board.remember("standing", lambda: numbers_of(self.board))

    def steps(self) -> list[tuple[Cell, Cell]]:
        """The legal moves of the current player, start and goal of each."""
        side = self.player
        return self.board.remember(("moves", side), lambda: self._steps(side))

    def _steps(self, side: str) -> list[tuple[Cell, Cell]]:
        cells = self.board.cells
        return [(cells[start], cells[goal]) for start, goal in moves(self.standing(), SIGNS[side])]

    def general(self, side: str) -> Cell:
        """Where the general of a side stands."""
        return self.board.cells[general_of(self.standing(), SIGNS[side])]

    def in_check(self) -> bool:
        """Whether the general of the current player is attacked."""
        side = self.player
        return self.board.remember(("check", side), lambda: self._in_check(SIGNS[side]))

    def _in_check(self, sign: int) -> bool:
        return attacked(self.standing(), general_of(self.standing(), sign), -sign)

    def placement(self) -> str:
        """The position as a text: what stands on the points, and whose turn it is, with a + if that general is in check."""
        signs = "".join([MARKS[number] for number in self.standing()])
        return f"{signs} {self.player}{'+' if self.in_check() else ''}"

    def perpetual(self) -> str:
        """Who has given check with every move since the position came first; empty for nobody."""
        seen = self.seen.value
        since = seen[seen.index(seen[-1]) + 1 :]
        for side in SIDES:
            answers = [each for each in since if each.rstrip("+").endswith(f" {OTHER[side]}")]
            if answers and all(each.endswith("+") for each in answers):
                return side
        return ""

    # -- how it stands -------------------------------------------------------------------------------------------------

    def ending(self) -> str:
        if not self.steps():
            return _("by checkmate") if self.in_check() else _("as the other cannot move")
        if self.seen.times >= TIMES:
            return _("by perpetual check") if self.perpetual() else _("by repetition")
        return _("by the limit of moves")

    def marks(self, role: str) -> dict[Spot | Token, str | Phrase]:
        """The general that is in check."""
        return {self.general(self.player): _("check")} if self.in_check() else {}

    def measure(self) -> float:
        return min(100.0, 100 * len(self.seen.value) / 120)

    def estimate(self, role: str) -> float:
        """The worth of pieces: soldiers beyond the river, and what stands near the other palace, a little more."""
        worth = 0.0
        for side in SIDES:
            own = 0.0
            for cell, piece in self.board.tokens_of(side):
                face = piece.face
                own += WORTH[face]
                ahead = cell.row if side == "red" else ROWS - 1 - cell.row
                if face == "soldier":
                    own += 1.0 if 5 <= ahead < ROWS - 1 else 0.0
                    own += 0.08 * (4 - abs(cell.column - 4)) if ahead >= 5 else 0.05 * (ahead - 3)
                elif face in ("chariot", "horse"):
                    own += 0.05 * min(ahead, 7) + 0.05 * (4 - abs(cell.column - 4))
                elif face == "cannon":
                    own += 0.06 * (4 - abs(cell.column - 4))
            worth += own if side == role else -own
        return max(-0.99, min(0.99, worth / 40))


class NextTurn(Automatic[Xiangqi]):
    """Whether the player whose turn it is can move, and the game goes on."""

    updates_progress = True

    def enter(self, game: Xiangqi) -> To[PlayerTurn] | To[GameEnd]:
        times = game.seen.note(game.placement())
        other = OTHER[game.player]
        if not game.steps():
            game.set_score(other, 1)
            game.notify("mated", _("{player} cannot move: {other} wins"), player=game.player, other=other)
            return GameEnd
        if times >= TIMES and game.perpetual():
            game.set_score(OTHER[game.perpetual()], 1)
            game.notify("perpetual", _("{player} has given check all the time and loses"), player=game.perpetual())
            return GameEnd
        if times >= TIMES or len(game.seen.value) > game.option(TURN_LIMIT):
            for role in game.roles:
                game.set_score(role, 0.5)
            return GameEnd
        return PlayerTurn


class PlayerTurn(ActivePlayer[Xiangqi]):
    """The current player moves a piece."""

    description = _("{actplayer} must move a piece{check}")
    my_turn = _("Your move{check}")

    def args(self, game: Xiangqi, role: str) -> dict[str, Any]:
        return {"check": phrase(_(" – check!")) if game.in_check() else ""}


@on(PlayerTurn, _("{actplayer} moves from {start} to {goal}"), says=_("Move {start} to {goal}"))
def move(game: Xiangqi, start: Cell, goal: Cell) -> To[NextTurn]:
    """Move a piece, and take what stands on its goal."""
    board = game.board
    taken = board[goal]
    if taken is not None:
        taken.remove()
    board.put(board.token(start), goal)
    game.next_player()
    return NextTurn


@move.all_options
def steps(game: Xiangqi) -> Iterable[tuple[Cell, Cell]]:
    """The legal moves."""
    return game.steps()
