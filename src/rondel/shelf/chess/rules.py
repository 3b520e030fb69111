"""Chess: take the other king where it cannot be defended.

Rules: FIDE Laws of Chess taking effect from 1 January 2023, articles 3 (moves), 5 (how a game ends), 9 (draws). Who has the
move may claim a draw by threefold repetition or fifty moves once it stands on the board (9.2, 9.3), and so may who has just
made that move, which is how a claim with an intended move (9.2.1, 9.3.1) is made here. Resigning and agreeing to a draw are
the table's business. a1 is at the bottom left, seen from white.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Facts,
    Game,
    GameEnd,
    Grid,
    Move,
    Phrase,
    Positions,
    Prop,
    Showcase,
    Spot,
    To,
    Token,
    _,
    on,
    phrase,
)
from rondel.shelf.chess import notation
from rondel.shelf.chess.evaluation import evaluate, urgencies
from rondel.shelf.chess.faces import COLOURS, Piece
from rondel.shelf.chess.judgement import judge
from rondel.shelf.chess.pieces import HOME, OTHER, SIDES
from rondel.shelf.chess.placement import placement
from rondel.shelf.chess.steps import TIES, Step, in_check, king_of, legal, taken_by

_BACK = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")


class Chess(Game):
    """White and black move in turn; who checkmates the other's king wins."""

    name = "chess"
    title = _("Chess")
    summary = _("Move in turn, and checkmate the other king.")
    showcase = Showcase(
        family=_("Strategy"),
        minutes=20,
        known=True,
        moves=tuple(
            [
                f"move({each[:2]},{each[2:]})"
                for each in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4"]
            ]
        ),
    )
    seats = SIDES
    kinds = (Piece,)
    colours = COLOURS
    written = notation.WRITTEN
    score_sheet = "san"
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, None))

    def setup(self) -> To[NextTurn]:
        self.board = self.add(
            Grid(
                "board",
                rows=8,
                columns=8,
                visible_to=EVERYONE,
                surface="checkered",
                origin="bottom",
                turned_for=("black",),
                army={"queen": 1, "rook": 2, "bishop": 2, "knight": 2, "pawn": 8},
            )
        )
        for side in SIDES:
            for column, face in enumerate(_BACK):
                self.board.put(Piece(side, face=face), self.board.at(0 if side == "white" else 7, column))
                self.board.put(Piece(side, face="pawn"), self.board.at(HOME[side], column))
        self.castling = self.add(Prop("castling", "KQkq", visible_to=EVERYONE, quiet=True))
        self.en_passant: Prop[str | None] = self.add(Prop("en_passant", None, visible_to=EVERYONE, quiet=True))
        self.halfmove_clock = self.add(Prop("halfmove_clock", 0, visible_to=EVERYONE, quiet=True))
        self.move_number = self.add(Prop("move_number", 1, visible_to=EVERYONE, quiet=True))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        return NextTurn

    def legal(self) -> list[Step]:
        """The legal moves of the player who has the move."""
        side, castling, en_passant = self.player, self.castling.value, self.en_passant.value
        return self.board.remember((side, castling, en_passant), lambda: legal(self.board, side, castling, en_passant))

    def position_key(self) -> str:
        """What makes two positions the same (9.2.3): pieces, side to move, rights to castle, and the cell of a pawn that may
        be taken en passant."""
        passed, board = self.en_passant.value, self.board
        if passed is not None and not any(
            goal.name == passed and board.token(start).face == "pawn" for start, goal, _to in self.legal()
        ):
            passed = None
        return f"{placement(board)} {self.player[0]} {self.castling.value} {passed or ''}"

    def in_check(self) -> bool:
        """Whether the king of the player who has the move is attacked."""
        return in_check(self.board, self.player)

    def repeated(self) -> int:
        """How often the position has stood on the board (9.2.3): the same side to move, pieces and possible moves."""
        return self.seen.times

    def dead(self) -> bool:
        """Whether too little is left to checkmate with, however badly it is played (5.2.2): kings alone, or one with a knight,
        or with bishops on cells of one colour only."""
        if any(piece.face in ("pawn", "rook", "queen") for piece in self.board):
            return False
        others = [piece for piece in self.board if piece.face != "king"]
        if len(others) <= 1:
            return True
        cells = [self.board.where(piece) for piece in others]
        return all(piece.face == "bishop" for piece in others) and len({(at.row + at.column) % 2 for at in cells}) == 1

    def ending(self) -> str:
        if not self.legal():
            return _("by checkmate") if self.in_check() else _("by stalemate")
        if self.dead():
            return _("as neither side can checkmate")
        return _("by repetition") if self.repeated() >= 3 else _("by the fifty-move rule")

    def marks(self, role: str) -> dict[Spot | Token, str | Phrase]:
        """The king that is in check."""
        return {king_of(self.board, self.player): _("check")} if self.in_check() else {}

    def measure(self) -> float:
        return 100 * (32 - len(self.board)) / 30

    def estimate(self, role: str) -> float:
        """See `judge`."""
        return judge(self.board, role, self.player)

    def quiet_estimate(self, role: str) -> float:
        """See `evaluate`."""
        return evaluate(self.board, role, self.halfmove_clock.value)

    def urgencies(self, moves: Sequence[Move]) -> Sequence[float]:
        """See `rondel.shelf.chess.evaluation.urgencies`."""
        return urgencies(self.board, self.player, self.en_passant.value, moves)


class NextTurn(Automatic[Chess]):
    """Whether the player who has the move can move, and the game goes on (5.1.1, 5.2, 9.6)."""

    updates_progress = True

    def enter(self, game: Chess) -> To[PlayerTurn] | To[GameEnd]:
        times = game.seen.note(game.position_key())
        if not game.legal():
            if game.in_check():
                winner = OTHER[game.player]
                game.set_score(winner, 1)
                game.notify("checkmate", _("checkmate: {player} wins"), player=winner)
                return GameEnd
            return drawn(game, "stalemate", _("stalemate: the game is a draw"))
        if game.dead():
            return drawn(game, "insufficient_material", _("neither side can checkmate: the game is a draw"))
        if times >= 5:
            return drawn(game, "fivefold_repetition", _("the position has occurred five times: the game is a draw"))
        if game.halfmove_clock.value >= 150:
            return drawn(game, "seventy_five_moves", _("75 moves without a capture or pawn move: the game is a draw"))
        return PlayerTurn


def drawn(game: Chess, name: str, message: str) -> To[GameEnd]:
    """End the game with half a point each."""
    for role in game.roles:
        game.set_score(role, 0.5)
    game.notify(name, message)
    return GameEnd


class PlayerTurn(ActivePlayer[Chess]):
    """The current player moves a piece."""

    description = _("{actplayer} to move{check}")
    my_turn = _("Your move{check}")

    def args(self, game: Chess, role: str) -> dict[str, Any]:
        return {"check": phrase(_(" – check!")) if game.in_check() else ""}


@on(PlayerTurn, _("{actplayer} moves from {start} to {goal} {promotion}"), says=_("Move {start} to {goal} {promotion}"))
def move(game: Chess, start: Cell, goal: Cell, promotion: Literal["queen", "rook", "bishop", "knight"] | None) -> To[NextTurn]:
    """Move a piece, and take what it takes (3.1); a pawn on the last row is exchanged (3.7.3.3)."""
    board, side = game.board, game.player
    piece = board.token(start)
    pawn = piece.face == "pawn"
    taken = taken_by(board, piece, goal, game.en_passant.value)
    san = notation.written(board, piece, (start, goal, promotion), taken is not None, king_of(board, side))
    if taken is not None:
        taken.remove()
    board.put(piece, goal)
    if promotion is not None:
        piece.face = promotion
    if piece.face == "king" and abs(goal.column - start.column) == 2:
        bring_rook(board, goal)
    passed = board.at((start.row + goal.row) // 2, start.column) if pawn and abs(goal.row - start.row) == 2 else None
    game.en_passant.value = None if passed is None else passed.name
    lost = TIES.get(start.name, "") + TIES.get(goal.name, "")
    if lost:
        game.castling.value = "".join([right for right in game.castling.value if right not in lost])
    count_move(game, final=pawn or taken is not None)
    game.next_player()
    check = "" if not game.in_check() else "+" if game.legal() else "#"
    game.reword(_("{actplayer} plays {san}"), san=san + check)
    return NextTurn


def bring_rook(board: Grid, king: Cell) -> None:
    """Put the rook on the other side of the king that has castled (3.8.2)."""
    corner, beside = (7, -1) if king.column == 6 else (0, 1)
    board.put(board.token(board.at(king.row, corner)), board.at(king.row, king.column + beside))


def count_move(game: Chess, *, final: bool) -> None:
    """Count a move; after a ``final`` one nothing that stood on the board before can come back."""
    if final:
        game.halfmove_clock.value = 0
        game.seen.forget()
    else:
        game.halfmove_clock.value += 1
    if game.player == "black":
        game.move_number.value += 1


@move.all_options
def steps(game: Chess) -> Iterable[Step]:
    """Every legal move."""
    return game.legal()


@on(PlayerTurn, _("{actplayer} claims a draw"), says=_("Claim a draw"), out_of_turn=True)
def claim_draw(game: Chess) -> To[GameEnd]:
    """Claim a draw: the position has occurred three times, or nothing was taken and no pawn moved in fifty moves (9.2, 9.3)."""
    if game.repeated() >= 3:
        return drawn(game, "threefold_repetition", _("the position has occurred three times: the game is a draw"))
    return drawn(game, "fifty_moves", _("50 moves without a capture or pawn move: the game is a draw"))


@claim_draw.available
def may_claim(game: Chess) -> bool:
    """Whether there is something to claim."""
    return game.halfmove_clock.value >= 100 or game.repeated() >= 3
