"""Draughts: jump over the other side's men to take them; who cannot move has lost.

Rules: English draughts as in the rules of the World Checkers/Draughts Federation, and international draughts as in those of
the Fédération Mondiale du Jeu de Dames. Whoever can capture must, and goes on with the same piece while it can. Captured
pieces leave the board when the whole capture is made; none is jumped twice.

English draughts has eight rows. Black begins. Men move and capture forwards; a king moves one square, in all four
directions. Any capture may be chosen. A man that reaches the last row becomes a king, and its turn ends. International
draughts has ten rows. White begins. Men capture backwards too, and kings move any distance. The capture of the most pieces
must be made. A man becomes a king only where its turn ends.

Resigning and agreeing to a draw are the table's business. Squares are numbered from 1 at the top left, dark squares only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

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
    Positions,
    Prop,
    Showcase,
    To,
    Token,
    TokenKind,
    _,
    on,
)

VARIANT = Option("variant", "english", text=_("Rules"), values=("english", "international"))
REPETITIONS = Option(
    "repetitions", 3, text=_("It is a draw when a position has been there so often (0: never)"), values=(0, 2, 3)
)

QUIET: Final = {"english": 40, "international": 25}
"""It is a draw after so many moves of each side with kings alone and without a capture."""
FORWARDS: Final = {"white": 1, "black": -1}

BLACK = "#1b1814"
WHITE = "#f4efe4"
CROWN = "M16 74 10 30 32 50 50 20 68 50 90 30 84 74Z"
Piece: Final = TokenKind(
    "piece",
    faces={
        "black": Face("disc", colour=BLACK),
        "white": Face("disc", colour=WHITE),
        "black man": Face("disc", colour=BLACK),
        "black king": Face("disc", colour=BLACK, path=CROWN),
        "white man": Face("disc", colour=WHITE),
        "white king": Face("disc", colour=WHITE, path=CROWN),
    },
)

Path: TypeAlias = tuple[Cell, ...]
"""The squares of a move: the start, and where the piece lands, once or several times."""


class Draughts(Game):
    """Men move diagonally on the dark squares of a board."""

    name = "draughts"
    title = _("Draughts")
    summary = _("Jump over the other's men to take them all; whoever can capture must.")
    showcase = Showcase(family=_("Strategy"), minutes=15, known=True, drawn=17)
    seats = ("black", "white")
    options = (VARIANT, REPETITIONS)
    kinds = (Piece,)
    colours = {"black": BLACK, "white": WHITE}
    score_sheet = "move"
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, None))

    def setup(self) -> To[NextTurn]:
        self.english = self.option(VARIANT) == "english"
        size = 8 if self.english else 10
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
        self.dark = [cell for cell in self.board.cells if (cell.row + cell.column) % 2 == 0]
        top_down = sorted(self.dark, key=lambda cell: (-cell.row, cell.column))
        self.numbers = {cell: number for number, cell in enumerate(top_down, 1)}
        self.rays = {cell: self.board.rays(cell)[1::2] for cell in self.dark}
        for cell in self.dark:
            if not size // 2 - 1 <= cell.row <= size // 2:
                self.board.put(Piece("white" if cell.row < size // 2 else "black", face="man"), cell)
        self.quiet = self.add(Prop("quiet", 0, visible_to=EVERYONE, quiet=True))
        self.few = self.add(Prop("few", 0, visible_to=EVERYONE, quiet=True))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        if not self.english:
            self.play_order.value = ("white", "black")
        return NextTurn

    # -- the moves of a position ---------------------------------------------------------------------------------------

    def moves_of(self, role: str) -> list[Path]:
        """The legal moves of a side: the captures, if there are any, each to its end."""
        return self.board.remember(role, lambda: self._captures(role) or self._steps(role))

    def _captures(self, role: str) -> list[Path]:
        found = [path for start, man in self.board.tokens_of(role) for path in self.jumps(man, (start,), ())]
        if self.english or not found:
            return found
        most = max([len(path) for path in found])
        return [path for path in found if len(path) == most]

    def jumps(self, man: Token, path: Path, taken: tuple[Cell, ...]) -> list[Path]:
        """Every way in which a piece that has come this far, and taken what it has jumped over, captures to the end."""
        found: list[Path] = []
        for over, end in self.next_jumps(man, path, taken):
            farther = (*path, end)
            crowned = self.english and man.face == "man" and end.row == self.last_row(man)
            found += ([] if crowned else self.jumps(man, farther, (*taken, over))) or [farther]
        return found

    def next_jumps(self, man: Token, path: Path, taken: tuple[Cell, ...]) -> list[tuple[Cell, Cell]]:
        """The next captures of a piece: the square it jumps over, and where it lands. Its start counts as empty."""
        here, start = path[-1], path[0]
        board, role = self.board, man.owner
        forwards = self.english and man.face == "man"
        flies = not self.english and man.face == "king"
        found: list[tuple[Cell, Cell]] = []
        for ray in self.rays[here]:
            if forwards and not self.ahead(man, here, ray):
                continue
            over: Cell | None = None
            for distance, cell in enumerate(ray):
                owner = None if cell is start else board.owner(cell)
                if over is not None:
                    if owner is not None:
                        break
                    found.append((over, cell))
                    if not flies:
                        break
                elif owner is not None:
                    if owner == role or cell in taken:
                        break
                    over = cell
                elif not flies and distance == 0:
                    break
        return found

    def _steps(self, role: str) -> list[Path]:
        found: list[Path] = []
        for start, man in self.board.tokens_of(role):
            for ray in self.rays[start]:
                if man.face == "man":
                    if self.ahead(man, start, ray) and self.board[ray[0]] is None:
                        found.append((start, ray[0]))
                    continue
                for end in ray[:1] if self.english else ray:
                    if self.board[end] is not None:
                        break
                    found.append((start, end))
        return found

    def ahead(self, man: Token, start: Cell, ray: tuple[Cell, ...]) -> bool:
        """Whether a ray leads forwards, as its owner sees it."""
        return bool(ray) and (ray[0].row - start.row) == FORWARDS[man.owner or ""]

    def last_row(self, man: Token) -> int:
        """The row, from 0, in which the man becomes a king."""
        return self.board.rows - 1 if man.owner == "white" else 0

    # -- the end -------------------------------------------------------------------------------------------------------

    def few_moves(self) -> int:
        """How many moves each side has where a king stands against so few pieces (international rules); 0 for any number."""
        if self.english or len(self.board) > 4:
            return 0
        sides = [[piece.face for _cell, piece in self.board.tokens_of(role)] for role in self.roles]
        for one, other in (sides, sides[::-1]):
            if one == ["king"] and "king" in other:
                return 16 if len(other) == 3 else 5
        return 0

    def ending(self) -> str:
        if any(self.score(role) for role in self.roles):
            return (
                _("as the other has no men left") if len(self.board.owned(self.player)) == 0 else _("as the other cannot move")
            )
        return (
            _("by repetition")
            if self.seen.times >= self.option(REPETITIONS) > 0
            else _("as nothing has been captured for long")
        )

    def measure(self) -> float:
        return 100 * (1 - len(self.board) / (24 if self.english else 40))

    def estimate(self, role: str) -> float:
        """Men count 1 and kings more; a man counts a little more for each row it has come forward."""
        king = 1.5 if self.english else 3.0
        worth = 0.0
        for piece in self.board:
            row = self.board.where(piece).row
            steps = row if piece.owner == "white" else self.board.rows - 1 - row
            value = king if piece.face == "king" else 1 + 0.02 * steps
            worth += value if piece.owner == role else -value
        return max(-1.0, min(1.0, worth / 12))


class NextTurn(Automatic[Draughts]):
    """Whether the player who has the move can move, and the game goes on."""

    updates_progress = True

    def enter(self, game: Draughts) -> To[PlayerTurn] | To[GameEnd]:
        if not game.moves_of(game.player):
            game.set_score(game.opponent(game.player), 1)
            game.notify("lost", _("{player} cannot move and loses"), player=game.player)
            return GameEnd
        pieces = [(piece, at) for at in game.dark if (piece := game.board[at]) is not None]
        position = " ".join([game.player, *[f"{piece.face}{piece.owner}{at.name}" for piece, at in pieces]])
        if game.seen.note(position) == game.option(REPETITIONS):
            game.notify("repetition", _("the position has come back: the game is a draw"))
            return GameEnd
        limit = 2 * QUIET[game.option(VARIANT)]
        few = 2 * game.few_moves()
        if game.quiet.value >= limit or (few and game.few.value >= few):
            game.notify("quiet", _("nothing has been captured for long: the game is a draw"))
            return GameEnd
        return PlayerTurn


class PlayerTurn(ActivePlayer[Draughts]):
    """The current player moves a piece, or captures with it."""

    description = _("{actplayer} must move")
    my_turn = _("Your move")


@on(PlayerTurn, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: Draughts, start: Cell, end: Cell) -> To[NextTurn]:
    """Move a piece, and go on as long as it captures."""
    board, man = game.board, game.board.token(start)
    ways = game.moves_of(game.player)
    path: Path = (start, end)
    taken: list[Token] = []
    was_man = man.face == "man"
    while True:
        taken += [piece for piece in between(game, path[-2], path[-1]) if piece not in taken]
        board.put(man, path[-1])
        ways = [way for way in ways if way[: len(path)] == path]
        further = list(dict.fromkeys([way[len(path)] for way in ways if len(way) > len(path)]))
        if not further:
            break
        path = (*path, game.choose(further, ask=_("Jump on"), action="jump"))
    for piece in taken:
        piece.remove()
    if was_man and path[-1].row == game.last_row(man):
        man.face = "king"
    count_move(game, final=was_man or bool(taken), captured=bool(taken))
    written = ("x" if taken else "-").join([str(game.numbers[cell]) for cell in path])
    if len(path) == 2:
        game.reword(_("{actplayer} plays {move}"), move=written)
    else:  # what was said when the capture began has been read
        game.notify("captured", _("{player} captures {move}"), player=game.player, move=written)
    game.next_player()
    return NextTurn


@move.all_options
def steps(game: Draughts) -> Iterable[tuple[Cell, Cell]]:
    """The first step of every legal move."""
    return dict.fromkeys([(way[0], way[1]) for way in game.moves_of(game.player)])


def between(game: Draughts, start: Cell, end: Cell) -> list[Token]:
    """The pieces on the diagonal between two squares."""
    for ray in game.rays[start]:
        if end in ray:
            return [piece for cell in ray[: ray.index(end)] if (piece := game.board[cell]) is not None]
    return []


def count_move(game: Draughts, *, final: bool, captured: bool) -> None:
    """Count a move; after a ``final`` one nothing that stood on the board before can come back."""
    game.few.value = 0 if captured else game.few.value + 1
    if final:
        game.quiet.value = 0
        game.seen.forget()
    else:
        game.quiet.value += 1
