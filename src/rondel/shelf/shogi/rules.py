"""Shogi: take the other king where it cannot be defended; what you take fights for you.

Rules: as the Japan Shogi Association plays it. Pieces move as in `pieces`. What is taken is held in hand, and instead of moving
a piece of the board one from the hand may be dropped on an empty cell: not where it could never move, no second pawn that is
not promoted on a file, and no pawn that is checkmate. A piece that moves into, within or out of the last three rows may be
promoted, and must be if it could never move again. A position that comes for the fourth time, with the same pieces in hand, is
a draw, unless one side has given check all the time: that side has lost. Games of 500 moves are drawn. An impasse of kings
that have come through is played on, or a draw is agreed.

With a handicap gote, who is the stronger player, lacks pieces and begins. Cells are named as on other boards: letters from the
left, as sente sees them, and rows from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    Row,
    Showcase,
    Spot,
    To,
    Token,
    _,
    on,
    phrase,
)
from rondel.shelf.shogi.pieces import COLOURS, OTHER, PLAIN, PROMOTED, SIDES, WORTH, Piece
from rondel.shelf.shogi.steps import SIDE, Promotion, Step, drops, in_check, king_of, moves

HANDICAPS: Final = {
    "none": (),
    "lance": ("i1",),
    "bishop": ("h2",),
    "rook": ("b2",),
    "two": ("b2", "h2"),
    "four": ("b2", "h2", "a1", "i1"),
    "six": ("b2", "h2", "a1", "i1", "b1", "h1"),
}
"""The pieces that gote lacks, by their cells."""
MOST: Final = 500
"""The largest number of moves of a game."""

HANDICAP = Option("handicap", "none", text=_("What gote lacks"), values=tuple(HANDICAPS))
TURN_LIMIT = Option("turn_limit", MOST, text=_("Moves until the game is a draw"), low=10, high=MOST)

BACK: Final = ("lance", "knight", "silver", "gold", "king", "gold", "silver", "knight", "lance")
LETTERS: Final = {face: "n" if face == "knight" else face[0] for face in WORTH if face not in PLAIN}
_ALL_LETTERS: Final = LETTERS | {promoted: "+" + LETTERS[face] for face, promoted in PROMOTED.items()}
LETTERS_OF: Final = {
    side: {face: letter.upper() if side == "sente" else letter for face, letter in _ALL_LETTERS.items()} for side in SIDES
}


class Shogi(Game):
    """Sente and gote move or drop pieces in turn."""

    name = "shogi"
    title = _("Shogi")
    summary = _("Checkmate the other king; the pieces that you take come back on your side.")
    showcase = Showcase(family=_("Strategy"), minutes=40, known=True, drawn=24)
    seats = SIDES
    options = (HANDICAP, TURN_LIMIT)
    kinds = (Piece,)
    colours = COLOURS
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, MOST))

    def setup(self) -> To[NextTurn]:
        self.board = self.add(
            Grid("board", rows=SIDE, columns=SIDE, visible_to=EVERYONE, surface="wood", turned_for=("gote",), pointed=True)
        )
        self.hands = {side: self.add(Row(f"hand_{side}", visible_to=EVERYONE)) for side in self.roles}
        for hand in self.hands.values():
            hand.place_under(self.board)
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        for side in SIDES:
            for column, face in enumerate(BACK):
                self.board.put(Piece(side, face=face), self.at(side, 0, column))
                self.board.put(Piece(side, face="pawn"), self.at(side, 2, column))
            self.board.put(Piece(side, face="rook"), self.at(side, 1, SIDE - 2))
            self.board.put(Piece(side, face="bishop"), self.at(side, 1, 1))
        lacking = HANDICAPS[self.option(HANDICAP)]
        for cell in lacking:
            self.board.token(cell).remove()
        if lacking:
            self.next_player()
        return NextTurn

    def at(self, side: str, row: int, column: int) -> Cell:
        """The cell in that row and column as the side sees them, from its near left."""
        if side == "sente":
            return self.board.at(SIDE - 1 - row, column)
        return self.board.at(row, SIDE - 1 - column)

    def steps(self) -> list[Step]:
        """The legal moves of the current player's pieces."""
        side = self.player
        return self.board.remember(("moves", side), lambda: moves(self.board, side))

    def drops(self) -> dict[str, Sequence[Cell]]:
        """Where the current player may drop pieces, by their faces; only faces that may be dropped somewhere."""
        side = self.player  # what is held changes with the board alone
        return self.board.remember(("drops", side), lambda: drops(self.board, side, [piece.face for piece in self.hands[side]]))

    def placement(self) -> str:
        """The position as a text: cells, hands, and whose turn it is, with a + if that king is in check."""
        cells = self.board.letters(LETTERS_OF)
        held = ["".join(sorted([LETTERS_OF[side][piece.face] for piece in self.hands[side]])) for side in SIDES]
        check = "+" if in_check(self.board, self.player) else ""
        return f"{''.join(cells)} {' '.join(held)} {self.player}{check}"

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
        if self.seen.times >= 4:
            return _("by perpetual check") if self.perpetual() else _("by repetition")
        if self.steps() or self.drops():
            return _("by the limit of moves")
        return _("by checkmate") if in_check(self.board, self.player) else _("as the other cannot move")

    def marks(self, role: str) -> dict[Spot | Token, str | Phrase]:
        """The king that is in check."""
        return {king_of(self.board, self.player): _("check")} if in_check(self.board, self.player) else {}

    def measure(self) -> float:
        return min(100.0, 100 * len(self.seen.value) / 200)

    def estimate(self, role: str) -> float:
        """The worth of pieces, those in hand a little more, and how far they have come towards the other king."""
        worth = 0.0
        for side in SIDES:
            king = king_of(self.board, OTHER[side])
            own = sum([1.1 * WORTH[piece.face] for piece in self.hands[side]])
            for cell, piece in self.board.tokens_of(side):
                near = max(0, 4 - max(abs(cell.row - king.row), abs(cell.column - king.column)))
                own += WORTH[piece.face] + (0.12 * near if piece.face != "king" else 0)
            worth += own if side == role else -own
        return max(-0.99, min(0.99, worth / 40))


class NextTurn(Automatic[Shogi]):
    """Whether the player whose turn it is can move, and the game goes on."""

    updates_progress = True

    def enter(self, game: Shogi) -> To[PlayerTurn] | To[GameEnd]:
        times = game.seen.note(game.placement())
        other = OTHER[game.player]
        if not game.steps() and not game.drops():
            game.set_score(other, 1)
            game.notify("mated", _("{player} cannot move: {other} wins"), player=game.player, other=other)
            return GameEnd
        if times >= 4 and game.perpetual():
            game.set_score(OTHER[game.perpetual()], 1)
            game.notify("perpetual", _("{player} has given check all the time and loses"), player=game.perpetual())
            return GameEnd
        if times >= 4 or len(game.seen.value) > game.option(TURN_LIMIT):
            for role in game.roles:
                game.set_score(role, 0.5)
            return GameEnd
        return PlayerTurn


class PlayerTurn(ActivePlayer[Shogi]):
    """The current player moves or drops a piece."""

    description = _("{actplayer} must move or drop a piece{check}")
    my_turn = _("Your move{check}")

    def args(self, game: Shogi, role: str) -> dict[str, Any]:
        return {"check": phrase(_(" – check!")) if in_check(game.board, game.player) else ""}


@on(PlayerTurn, _("{actplayer} moves from {start} to {goal} {promotion}"), says=_("Move {start} to {goal} {promotion}"))
def move(game: Shogi, start: Cell, goal: Cell, promotion: Promotion | None) -> To[NextTurn]:
    """Move a piece; what it takes comes into the hand as what it was at first."""
    board, side = game.board, game.player
    piece, taken = board.token(start), board[goal]
    if taken is not None:
        taken.move_to(game.hands[side])
        taken.owner = side
        taken.face = PLAIN.get(taken.face, taken.face)
        game.hands[side].sort(lambda each: -WORTH[each.face])
    board.put(piece, goal)
    if promotion is not None:
        piece.face = PROMOTED[piece.face]
    game.next_player()
    return NextTurn


@move.all_options
def steps(game: Shogi) -> Iterable[Step]:
    """The legal moves."""
    return game.steps()


@on(PlayerTurn, _("{actplayer} drops {piece} on {cell}"), says=_("Drop {piece} on {cell}"))
def drop(game: Shogi, piece: Token, cell: Cell) -> To[NextTurn]:
    """Put a piece from the hand on the board."""
    game.board.put(piece, cell)
    game.next_player()
    return NextTurn


@drop.options
def held(game: Shogi) -> Iterable[Token]:
    """One piece of each kind in hand that may be dropped."""
    return [game.hands[game.player].find(face) for face in game.drops()]


@drop.options
def empty(game: Shogi, piece: Token) -> Iterable[Cell]:
    """The cells on which it may be dropped."""
    return game.drops()[piece.face]
