"""Lines of Action: bring all your pieces together in one group.

Rules: Claude Soucie's, as at the Mind Sports Olympiad (Mark Winands, "Analysis and Implementation of Lines of Action", 2000).
Black begins. A piece moves in a straight line, in any of the eight directions, by exactly as many squares as there are pieces
of both colours on that line. It may leap over own pieces, but not over the other's, and takes a piece of the other's where it
lands. Who has all pieces in one group, joined by sides or corners, wins; if one move does so for both, the game is drawn. Who
cannot move loses. When a position comes back with the same player to move, the game is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Positions,
    Showcase,
    To,
    TokenKind,
    _,
    on,
)

BLACK = "#1b1814"
WHITE = "#f4efe4"
Piece = TokenKind("piece", faces={"black": Face("disc", colour=BLACK), "white": Face("disc", colour=WHITE)})
SIZE = 8


class LinesOfAction(Game):
    """Twelve pieces a side, along the edges of a board."""

    name = "lines_of_action"
    title = _("Lines of Action")
    summary = _("Bring all your pieces together; each moves as far as there are pieces on its line.")
    showcase = Showcase(family=_("Connection"), minutes=15, drawn=14)
    seats = ("black", "white")
    kinds = (Piece,)
    colours = {"black": BLACK, "white": WHITE}
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, None))

    def setup(self) -> To[PlayerTurn]:
        self.board = self.add(Grid("board", rows=SIZE, columns=SIZE, visible_to=EVERYONE, surface="checkered", origin="bottom"))
        for at in range(1, SIZE - 1):
            for row, column, role in ((0, at, "black"), (SIZE - 1, at, "black"), (at, 0, "white"), (at, SIZE - 1, "white")):
                self.board.put(Piece(role), self.board.at(row, column))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        self.seen.note(self.placement("black"))
        return PlayerTurn

    def placement(self, to_move: str) -> str:
        """The position as a text."""
        black, white = [[cell.index for cell in self.board.owned(role)] for role in ("black", "white")]
        return f"{to_move}{black}{white}"

    def steps(self, role: str) -> list[tuple[Cell, Cell]]:
        """The moves of a player: start and end of each."""
        return self.board.remember(role, lambda: self._steps(role))

    def _steps(self, role: str) -> list[tuple[Cell, Cell]]:
        board, found = self.board, []
        for start in board.owned(role):
            rays = board.rays(start)  # clockwise from above: the opposite of a direction is four farther on
            taken = [len([cell for cell in ray if board.owner(cell) is not None]) for ray in rays]
            for way, ray in enumerate(rays):
                distance = 1 + taken[way] + taken[(way + 4) % 8]
                if len(ray) < distance or board.owner(ray[distance - 1]) == role:
                    continue
                if all(board.owner(cell) in (None, role) for cell in ray[: distance - 1]):
                    found.append((start, ray[distance - 1]))
        return found

    def united(self, role: str) -> bool:
        """Whether all pieces of a player are in one group."""
        return len(self.board.groups(role, diagonal=True)) == 1

    def ending(self) -> str:
        if any(self.united(role) for role in self.roles):
            return _("as all pieces are together")
        return _("by repetition") if self.seen.times > 1 else _("as the other cannot move")

    def measure(self) -> float:
        return 100 / max(1, min([len(self.board.groups(role, diagonal=True)) for role in self.roles]))

    def estimate(self, role: str) -> float:
        """How near the pieces of each are to their middle, and in how many groups."""
        worth = {each: self.scattered(each) for each in self.roles}
        return max(-1.0, min(1.0, 0.25 * (worth[self.opponent(role)] - worth[role])))

    def scattered(self, role: str) -> float:
        """The mean distance of the pieces from their middle, and a part of the number of their groups."""
        cells = self.board.owned(role)
        row, column = sum([cell.row for cell in cells]) / len(cells), sum([cell.column for cell in cells]) / len(cells)
        apart = sum([max(abs(cell.row - row), abs(cell.column - column)) for cell in cells]) / len(cells)
        return apart + 0.2 * len(self.board.groups(role, diagonal=True))


class PlayerTurn(ActivePlayer[LinesOfAction]):
    """The current player moves a piece."""

    description = _("{actplayer} must move")
    my_turn = _("Move a piece")
    updates_progress = True


@on(PlayerTurn, _("{actplayer} moves from {start} to {end}"), says=_("Move {start} to {end}"))
def move(game: LinesOfAction, start: Cell, end: Cell) -> To[PlayerTurn] | To[GameEnd]:
    """Move a piece along a line, and take what lies where it lands; the game may be over then."""
    taken = game.board[end]
    if taken is not None:
        taken.remove()
        game.seen.forget()
    game.board.put(game.board.token(start), end)
    united = [role for role in game.roles if game.united(role)]
    mover, waiting = game.player, game.next_player()
    if not united and game.seen.note(game.placement(waiting)) > 1:
        game.notify("repetition", _("the position has come back: the game is a draw"))
        return GameEnd
    if not united and game.steps(waiting):
        return PlayerTurn
    if len(united) < 2:  # all pieces of one are together, or the other cannot move
        game.set_score(united[0] if united else mover, 1)
    return GameEnd


@move.all_options
def moves(game: LinesOfAction) -> Iterable[tuple[Cell, Cell]]:
    """The moves of all pieces."""
    return game.steps(game.player)
